//! The layout of the database.

use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as ours: "PATI".
const APPLICATION: i64 = 0x5041_5449;
/// The version of the layout. A new version needs the steps that lead to it from each older one.
const VERSION: i64 = 2;

/// The games that were played: version 1.
const PLAYED: &str = "
CREATE TABLE played (
    id       INTEGER PRIMARY KEY,
    game     TEXT NOT NULL,
    variants TEXT NOT NULL,
    name     TEXT NOT NULL,
    rules    TEXT NOT NULL,
    deal     TEXT,
    result   TEXT NOT NULL CHECK (result IN ('won', 'stuck', 'given up')),
    moves    INTEGER NOT NULL CHECK (moves >= 0),
    score    INTEGER,
    carries  INTEGER NOT NULL CHECK (carries IN (0, 1)),
    seconds  INTEGER NOT NULL CHECK (seconds >= 0),
    hints    INTEGER NOT NULL CHECK (hints >= 0),
    solver   INTEGER NOT NULL CHECK (solver >= 0),
    started  INTEGER NOT NULL CHECK (started >= 0),
    ended    INTEGER NOT NULL CHECK (ended >= 0)
) STRICT;
CREATE INDEX played_by_game ON played (game, variants);
";

/// What the solver found out about deals: added by version 2.
const VERDICTS: &str = "
CREATE TABLE verdicts (
    rules     TEXT NOT NULL,
    deal      TEXT NOT NULL,
    name      TEXT NOT NULL,
    verdict   TEXT NOT NULL CHECK (verdict IN ('winnable', 'unwinnable', 'unknown')),
    reason    TEXT CHECK ((reason IS NULL) = (verdict <> 'unknown')),
    states    INTEGER NOT NULL CHECK (states >= 0),
    millis    INTEGER NOT NULL CHECK (millis >= 0),
    version   TEXT NOT NULL,
    max_millis INTEGER,
    max_states INTEGER,
    max_memory INTEGER NOT NULL,
    solved    INTEGER NOT NULL CHECK (solved >= 0),
    PRIMARY KEY (rules, deal)
) STRICT, WITHOUT ROWID;
";

/// What is in a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing yet.
    Empty,
    /// Our tables.
    Ours,
    /// Our tables, in an older version.
    Older(i64),
    /// Our tables, in a newer version.
    Newer(i64),
    /// Somebody else's.
    Foreign,
}

/// Finds out what is in a database.
pub(super) fn state(connection: &Connection) -> rusqlite::Result<State> {
    // One statement, so that another program that creates the tables has done nothing or everything.
    let query = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (application, version, tables): (i64, i64, i64) = connection.query_row(query, [], read)?;
    Ok(match (application, version) {
        (0, 0) if tables == 0 => State::Empty,
        (APPLICATION, VERSION) => State::Ours,
        (APPLICATION, version) if version > VERSION => State::Newer(version),
        (APPLICATION, version) if version > 0 => State::Older(version),
        _ => State::Foreign,
    })
}

/// Creates the tables that are missing, unless another program has just done so.
pub(super) fn update(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let missing: &[&str] = match state(&transaction)? {
        State::Empty => &[PLAYED, VERDICTS],
        // Without the tables of its version it is none of ours, and stays as it is.
        State::Older(1) if transaction.table_exists(None, "played")? => &[VERDICTS],
        _ => &[],
    };
    for tables in missing {
        transaction.execute_batch(tables)?;
    }
    if !missing.is_empty() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Looks for damage; returns the first that is found.
pub(super) fn find_damage(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((answer != "ok").then_some(answer))
}
