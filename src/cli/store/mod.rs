//! What the program remembers: an `SQLite` database in the data folder.
//!
//! - `schema` is its layout. A file with another layout is refused, never changed.
//! - `unfinished` are the games in progress, which survive a program that is killed.
//! - `summary` counts the games.
//!
//! Several programs may use it at once: each change is one transaction, and a program waits for the others.

mod error;
mod schema;
mod summary;
mod unfinished;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OpenFlags, Params, Row, TransactionBehavior, params};
use serde::Serialize;

pub(super) use error::StoreError;
use patience::dialogue::Help;
use patience::internals::printable_path;
use schema::State;
pub(super) use summary::{GameSummary, HistoryEntry, Wanted};
pub(super) use unfinished::{Autosave, find_interrupted};

/// The name of the file in the data folder.
const FILE: &str = "patience.sqlite";
/// How long to wait for other programs, while somebody waits.
const PATIENCE: Duration = Duration::from_secs(5);

/// The open database.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    connection: Connection,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PlayedGame {
    /// The game, as in a saved game: the id of a built-in game, or the path of a rules file.
    pub(super) game: String,
    /// The variants, in any order.
    pub(super) variants: Vec<String>,
    /// Its title, with its variants.
    pub(super) name: String,
    /// The fingerprint of the rules, with the variants.
    pub(super) rules: String,
    /// The deal, as it is written on the command line; `None` for a deck or a position.
    pub(super) deal: Option<String>,
    /// How it ended.
    #[serde(rename = "result")]
    pub(super) end: End,
    /// The number of moves that led to the end, without the undone ones.
    pub(super) moves: u32,
    /// The score of this game alone, without the points carried over from earlier games; `None` if it is unknown.
    pub(super) score: Option<i32>,
    /// Whether the score carries over to the next game, so that the scores add up to a balance.
    #[serde(skip)]
    pub(super) carries: bool,
    /// How long it was played.
    pub(super) seconds: u64,
    /// The help that the player asked for.
    #[serde(flatten)]
    pub(super) help: Help,
    /// When it was started, in microseconds since 1970. It also tells games of the same deal apart.
    pub(super) started: u64,
    /// When it ended, in seconds since 1970.
    pub(super) ended: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// It was won.
    Won,
    /// No card could be moved any more.
    Stuck,
    /// The player stopped earlier.
    GivenUp,
}

impl End {
    const ALL: [End; 3] = [End::Won, End::Stuck, End::GivenUp];

    /// The word for it, for people and in the database.
    pub(super) fn word(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Stuck => "stuck",
            End::GivenUp => "given up",
        }
    }
}

impl FromSql for End {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<End> {
        let word = value.as_str()?;
        let mut ends = End::ALL.into_iter();
        ends.find(|end| end.word() == word)
            .ok_or(FromSqlError::InvalidType)
    }
}

impl Store {
    /// Opens the database of a data folder. Creates both if need be.
    pub(super) fn open(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join(FILE);
        fs::create_dir_all(folder).map_err(|error| StoreError::io(&path, &error))?;
        let mut store = Store::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        if store.state()? == State::Empty {
            let created = schema::create(&mut store.connection);
            created.map_err(|error| store.explain(&error))?;
        }
        Ok(store)
    }

    /// Opens the database of a data folder, if there is one and it is in order. Creates nothing.
    pub(super) fn open_existing(folder: &Path) -> Result<Option<Store>, StoreError> {
        let Some(store) = Store::open_unchecked(folder.join(FILE))? else {
            return Ok(None);
        };
        let damaged = schema::is_damaged(&store.connection);
        if damaged.map_err(|error| store.explain(&error))? {
            return Err(StoreError::corrupt(&store.path));
        }
        Ok(Some(store))
    }

    /// Opens a database, if it exists, without a look at all of its pages. Creates nothing.
    fn open_unchecked(path: PathBuf) -> Result<Option<Store>, StoreError> {
        match fs::metadata(&path) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io(&path, &error)),
        }
        let store = Store::connect(path, OpenFlags::empty())?;
        let is_empty = store.state()? == State::Empty;
        Ok((!is_empty).then_some(store))
    }

    fn connect(path: PathBuf, more: OpenFlags) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let opened = Connection::open_with_flags(&path, flags).and_then(|mut connection| {
            // A program waits for the others when it begins to change something, not halfway.
            connection.set_transaction_behavior(TransactionBehavior::Immediate);
            connection.busy_timeout(PATIENCE)?;
            // The file may be anybody's: nothing in it is run, and its pages are checked.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
            connection.pragma_update(None, "cell_size_check", true)?;
            Ok(connection)
        });
        match opened {
            Ok(connection) => Ok(Store { path, connection }),
            Err(error) => Err(StoreError::new(&path, &error)),
        }
    }

    /// Whether the database is ours, or still empty.
    fn state(&self) -> Result<State, StoreError> {
        let state = schema::state(&self.connection).map_err(|error| self.explain(&error))?;
        match state {
            State::Foreign => {
                let problem = "is not a database of patience";
                Err(StoreError::misplaced(&self.path, problem))
            }
            State::Newer(version) => Err(StoreError::Other(format!(
                "{} has version {version} of the database, but this program knows only older ones",
                printable_path(&self.path)
            ))),
            state => Ok(state),
        }
    }

    fn explain(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::new(&self.path, error)
    }

    /// What a query finds.
    fn rows<T>(
        &self,
        query: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let found = || {
            let mut statement = self.connection.prepare(query)?;
            statement
                .query_map(values, read)?
                .collect::<rusqlite::Result<_>>()
        };
        found().map_err(|error| self.explain(&error))
    }

    fn execute(&self, statement: &str, values: impl Params) -> Result<(), StoreError> {
        let done = self.connection.execute(statement, values);
        done.map(|_| ()).map_err(|error| self.explain(&error))
    }

    /// Counts a game that has ended. A game that is counted already is counted anew, but once won it stays won.
    pub(super) fn record(&mut self, game: &PlayedGame) -> Result<(), StoreError> {
        let mut insert = || {
            let transaction = self.connection.transaction()?;
            if forget(&transaction, game)? {
                transaction.execute(
                    "INSERT INTO played (game, variants, name, rules, deal, result, moves, score, carries, seconds,
                        hints, solver, started, ended)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                    params![
                        game.game,
                        join_variants(game),
                        game.name,
                        game.rules,
                        game.deal,
                        game.end.word(),
                        game.moves,
                        game.score,
                        game.carries,
                        as_integer(game.seconds),
                        game.help.hints,
                        game.help.solver,
                        as_integer(game.started),
                        as_integer(game.ended),
                    ],
                )?;
            }
            transaction.commit()
        };
        insert().map_err(|error| self.explain(&error))
    }

    /// Counts a game no longer, because it goes on. A game that was won stays counted.
    pub(super) fn forget(&mut self, game: &PlayedGame) -> Result<(), StoreError> {
        let forgotten = forget(&self.connection, game);
        forgotten.map(|_| ()).map_err(|error| self.explain(&error))
    }
}

/// Removes the record of a game, unless it says that the game was won. Returns whether the game can be recorded.
fn forget(connection: &Connection, game: &PlayedGame) -> rusqlite::Result<bool> {
    let game = params![game.game, join_variants(game), as_integer(game.started)];
    connection.execute(
        "DELETE FROM played WHERE game = ?1 AND variants = ?2 AND started = ?3 AND result <> 'won'",
        game,
    )?;
    let known = "SELECT NOT EXISTS (SELECT 1 FROM played WHERE game = ?1 AND variants = ?2 AND started = ?3)";
    connection.query_row(known, game, |row| row.get(0))
}

/// The variants of a game as they are recorded: in alphabetical order.
fn join_variants(game: &PlayedGame) -> String {
    let mut variants = game.variants.clone();
    variants.sort();
    variants.join(" ")
}

/// A number as the database can hold it.
fn as_integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
