//! The games in progress, which are kept as long as they last, so that no game is lost when the program is killed or its
//! terminal is closed.
//!
//! A game is a saved game in a table. As long as the program that plays it lives, that program has a lock on a file with
//! the number of the game; the lock is all that the file is for. A game whose lock is free was interrupted.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::params;

use super::{FILE, Store, StoreError, as_integer};
use crate::Error;
use crate::clock::{in_micros, since_1970};
use crate::save::SavedGame;
use patience::internals::printable_path;

/// Keeps a game in progress. If it is dropped without [`Autosave::finish`], the game stays, and the next
/// [`find_interrupted`] finds it.
#[derive(Debug)]
pub(crate) struct Autosave {
    folder: PathBuf,
    /// Where the game is; `None` until the first update.
    kept: Option<Kept>,
}

/// A game in the table, which no other program has. Dropping this frees the lock.
#[derive(Debug)]
struct Kept {
    store: Store,
    id: i64,
    lock: Lock,
}

/// A locked file.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

/// A game that was interrupted. As long as this lives, no other program finds it.
#[derive(Debug)]
pub(crate) struct Interrupted {
    /// The game.
    pub(crate) game: SavedGame,
    /// Where it is kept: up to date from now on, if it goes on.
    pub(crate) autosave: Autosave,
}

impl Autosave {
    /// Begins a game in a data folder. Nothing is written yet.
    pub(crate) fn begin(folder: &Path) -> Autosave {
        Autosave {
            folder: folder.to_owned(),
            kept: None,
        }
    }

    /// Replaces the kept game by the current one.
    ///
    /// # Errors
    /// If it cannot be written. The game that was kept before is still there.
    pub(crate) fn update(&mut self, game: &SavedGame) -> Result<(), Error> {
        let text = game.to_checked_text()?;
        match &self.kept {
            Some(kept) => kept.replace(&text)?,
            None => self.kept = Some(Kept::insert(&self.folder, &text)?),
        }
        Ok(())
    }

    /// Ends the game: removes its kept state.
    pub(crate) fn finish(self) {
        if let Some(kept) = self.kept {
            kept.remove();
        }
    }
}

impl Kept {
    fn insert(folder: &Path, text: &str) -> Result<Kept, StoreError> {
        let mut store = Store::open(folder)?;
        let mut insert = || {
            let transaction = store.connection.transaction()?;
            let insert = "INSERT INTO unfinished (game, changed) VALUES (?1, ?2)";
            transaction.execute(insert, params![text, now()])?;
            let id = transaction.last_insert_rowid();
            // Nobody sees the game before it is locked.
            let lock = Lock::take(folder, id);
            if let Ok(Some(_)) = &lock {
                transaction.commit()?;
            }
            Ok((id, lock))
        };
        let (id, lock) = insert().map_err(|error| store.explain(&error))?;
        match lock {
            Ok(Some(lock)) => Ok(Kept { store, id, lock }),
            Ok(None) => Err(StoreError::Busy(printable_path(&store.path))),
            Err(error) => Err(StoreError::io(folder, &error)),
        }
    }

    fn replace(&self, text: &str) -> Result<(), StoreError> {
        let replace = "REPLACE INTO unfinished (id, game, changed) VALUES (?1, ?2, ?3)";
        self.store.execute(replace, params![self.id, text, now()])
    }

    /// Removes the game before its lock: while it is there, the lock tells whose it is.
    fn remove(self) {
        let delete = "DELETE FROM unfinished WHERE id = ?1";
        if self.store.execute(delete, [self.id]).is_ok() {
            let _ = fs::remove_file(&self.lock.path);
        }
    }
}

impl Lock {
    /// Takes the lock of a game, unless another program has it.
    fn take(folder: &Path, id: i64) -> io::Result<Option<Lock>> {
        let path = folder.join(format!("unfinished-{id}.lock"));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let file = options.open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { path, _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Finds the interrupted games in a data folder, the latest first, and locks them. What cannot be read as a saved game is
/// left as it is; the second list says why.
pub(crate) fn find_interrupted(folder: &Path) -> (Vec<Interrupted>, Vec<Error>) {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    let query = "SELECT id FROM unfinished ORDER BY changed DESC, id DESC";
    let ids = Store::open_unchecked(folder.join(FILE)).and_then(|store| match store {
        Some(store) => store.rows(query, [], |row| row.get(0)),
        None => Ok(Vec::new()),
    });
    let ids = ids.unwrap_or_else(|error| {
        unreadable.push(error.into());
        Vec::new()
    });
    for id in ids {
        match take_over(folder, id) {
            Ok(game) => found.extend(game),
            Err(error) => unreadable.push(error),
        }
    }
    (found, unreadable)
}

/// Takes over a game, unless another program plays it or has just ended it.
fn take_over(folder: &Path, id: i64) -> Result<Option<Interrupted>, Error> {
    // A game that cannot be locked cannot be continued either.
    let Ok(Some(lock)) = Lock::take(folder, id) else {
        return Ok(None);
    };
    let store = Store::open(folder)?;
    let query = "SELECT game FROM unfinished WHERE id = ?1";
    let text: Option<String> = store.rows(query, [id], |row| row.get(0))?.pop();
    let kept = Kept { store, id, lock };
    let Some(text) = text else {
        kept.remove();
        return Ok(None);
    };
    let path = printable_path(&kept.store.path);
    let game = SavedGame::parse(&format!("unfinished game {id} in {path}"), text.as_bytes())?;
    let autosave = Autosave {
        folder: folder.to_owned(),
        kept: Some(kept),
    };
    Ok(Some(Interrupted { game, autosave }))
}

/// Now, in microseconds since 1970.
fn now() -> i64 {
    as_integer(in_micros(since_1970()))
}
