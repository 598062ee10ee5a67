//! The layout of the database.

use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as ours: "PATI".
const APPLICATION: i64 = 0x5041_5449;
/// The version of the layout. A new version needs the steps that lead to it from each older one.
const VERSION: i64 = 3;

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

/// What the solver found out about deals: added by version 2, with all names in each row. There may be a billion rows,
/// so since version 3 what they share has tables of its own.
const VERDICTS: &str = "
CREATE TABLE solved_rules (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL
) STRICT;
CREATE TABLE attempts (
    id         INTEGER PRIMARY KEY,
    version    TEXT NOT NULL,
    max_millis INTEGER CHECK (max_millis >= 0),
    max_states INTEGER CHECK (max_states >= 0),
    max_memory INTEGER NOT NULL CHECK (max_memory >= 0)
) STRICT;
CREATE TABLE verdicts (
    rules    INTEGER NOT NULL REFERENCES solved_rules,
    dealer   TEXT NOT NULL,
    deal     INTEGER NOT NULL,
    winnable INTEGER CHECK (winnable IN (0, 1)),
    reason   TEXT CHECK ((reason IS NULL) = (winnable IS NOT NULL)),
    attempt  INTEGER NOT NULL REFERENCES attempts,
    states   INTEGER NOT NULL CHECK (states >= 0),
    micros   INTEGER NOT NULL CHECK (micros >= 0),
    solved   INTEGER NOT NULL CHECK (solved >= 0),
    PRIMARY KEY (rules, dealer, deal)
) STRICT, WITHOUT ROWID;
";

/// Moves the verdicts of version 2 to the tables of version 3.
const MOVE_VERDICTS: &str = "
INSERT INTO solved_rules (fingerprint, name) SELECT rules, min(name) FROM old_verdicts GROUP BY rules;
INSERT INTO attempts (version, max_millis, max_states, max_memory)
    SELECT DISTINCT version, max_millis, max_states, max_memory FROM old_verdicts;
INSERT INTO verdicts (rules, dealer, deal, winnable, reason, attempt, states, micros, solved)
    SELECT solved_rules.id, rtrim(rtrim(deal, '0123456789'), ':'),
        CAST(substr(deal, instr(deal, ':') + 1) AS INTEGER),
        CASE verdict WHEN 'winnable' THEN 1 WHEN 'unwinnable' THEN 0 END,
        reason, attempts.id, states, 1000 * millis, solved
    FROM old_verdicts AS old JOIN solved_rules ON fingerprint = rules
        JOIN attempts ON attempts.version = old.version AND attempts.max_millis IS old.max_millis
            AND attempts.max_states IS old.max_states AND attempts.max_memory = old.max_memory;
DROP TABLE old_verdicts;
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
    // Without the tables of its version it is none of ours, and stays as it is.
    let has = |table| transaction.table_exists(None, table);
    let steps: &[&str] = match state(&transaction)? {
        State::Empty => &[PLAYED, VERDICTS],
        State::Older(1) if has("played")? => &[VERDICTS],
        State::Older(2) if has("played")? && has("verdicts")? => &[
            "ALTER TABLE verdicts RENAME TO old_verdicts;",
            VERDICTS,
            MOVE_VERDICTS,
        ],
        _ => &[],
    };
    for step in steps {
        transaction.execute_batch(step)?;
    }
    if !steps.is_empty() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Writes what is written there already.
pub(super) fn touch(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Looks for damage.
pub(super) fn is_damaged(connection: &Connection) -> rusqlite::Result<bool> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(answer != "ok")
}
