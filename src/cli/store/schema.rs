//! The layout of the database.

use rusqlite::Connection;

/// Marks the file as ours: "PATI".
const APPLICATION: i64 = 0x5041_5449;
/// The version of the layout.
const VERSION: i64 = 4;

/// The games in progress, as saved games, with the moment of the last change in microseconds since 1970, and the games that
/// were played. No number of an unfinished game is used twice.
const TABLES: &str = "
CREATE TABLE unfinished (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    game    TEXT NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
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

/// The kind of a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing yet.
    Empty,
    /// Our tables.
    Ours,
    /// Our tables, in a newer version.
    Newer(i64),
    /// Somebody else's, or tables that no released program has written.
    Foreign,
}

/// Finds out the kind of a database.
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
    let transaction = connection.transaction()?;
    if state(&transaction)? == State::Empty {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Looks for damage.
pub(super) fn is_damaged(connection: &Connection) -> rusqlite::Result<bool> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(answer != "ok")
}
