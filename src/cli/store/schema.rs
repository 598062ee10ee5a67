//! The layout of the database.

use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as ours: "PATI".
const APPLICATION: i64 = 0x5041_5449;
/// The version of the layout. A new version needs the steps that lead to it from each older one.
const VERSION: i64 = 1;

const TABLES: &str = "
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

/// What is in a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing yet.
    Empty,
    /// Our tables.
    Ours,
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
        _ => State::Foreign,
    })
}

/// Creates the tables, unless another program has just done so.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if state(&transaction)? == State::Empty {
        transaction.execute_batch(TABLES)?;
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
