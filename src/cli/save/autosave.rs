//! The game in progress, kept in the data folder as long as it lasts, so that no game is lost when the program is
//! killed or its terminal is closed.
//!
//! Each running program has a pair of files of its own: `unfinished-1234-1.save` is the game, and
//! `unfinished-1234-1.lock` is locked as long as the program lives. A game whose lock is free was interrupted.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::SavedGame;
use super::file::{LoadError, SaveError};
use crate::text::printable_path;

/// What the names of the files begin with.
const PREFIX: &str = "unfinished-";
/// How many games of earlier programs with the same process id can be there.
const MAX_GAMES: u32 = 1000;

/// Keeps a game in progress in the data folder. If it is dropped without [`Autosave::finish`], the file stays, and the
/// next [`find_interrupted`] finds it.
#[derive(Debug)]
pub(in crate::cli) struct Autosave {
    folder: PathBuf,
    /// The files; `None` until the first update.
    files: Option<Files>,
}

/// The files of a program. Dropping this frees the lock.
#[derive(Debug)]
struct Files {
    save: PathBuf,
    lock: PathBuf,
    /// The locked file. The lock is all that it is for.
    _locked: File,
}

/// A game that was interrupted. As long as this lives, no other program finds it.
#[derive(Debug)]
pub(in crate::cli) struct Interrupted {
    /// Its file.
    pub(in crate::cli) path: PathBuf,
    /// The game.
    pub(in crate::cli) game: SavedGame,
    files: Files,
}

impl Autosave {
    /// Begins a game. Nothing is written yet.
    pub(in crate::cli) fn begin(folder: &Path) -> Autosave {
        Autosave {
            folder: folder.to_owned(),
            files: None,
        }
    }

    /// Replaces what is kept by the game as it is now. The content is not forced to the disk: it survives the program,
    /// but not a power failure.
    ///
    /// # Errors
    /// If it cannot be written. What was kept before is still there.
    pub(in crate::cli) fn update(&mut self, game: &SavedGame) -> Result<(), SaveError> {
        let text = game.to_checked_text()?;
        let mut write = || -> io::Result<()> {
            let files = match self.files.take() {
                Some(files) => files,
                None => Files::create(&self.folder)?,
            };
            let files = self.files.insert(files);
            let new = files.save.with_extension("new");
            let mut file = File::create(&new)?;
            let written = file.write_all(text.as_bytes());
            drop(file);
            written
                .and_then(|()| fs::rename(&new, &files.save))
                .inspect_err(|_| {
                    let _ = fs::remove_file(&new);
                })
        };
        write().map_err(|error| SaveError::Io(printable_path(&self.folder), error))
    }

    /// Ends the game: removes what is kept of it.
    pub(in crate::cli) fn finish(self) {
        if let Some(files) = self.files {
            files.remove();
        }
    }
}

impl Interrupted {
    /// Continues the game: its file is kept up to date from now on.
    pub(in crate::cli) fn resume(self) -> (SavedGame, Autosave) {
        let folder = self.path.parent().unwrap_or(Path::new(".")).to_owned();
        let autosave = Autosave {
            folder,
            files: Some(self.files),
        };
        (self.game, autosave)
    }

    /// Removes the game.
    pub(in crate::cli) fn discard(self) {
        self.files.remove();
    }
}

impl Files {
    /// Creates and locks a lock file that no other program has, in a folder that is created if need be.
    fn create(folder: &Path) -> io::Result<Files> {
        fs::create_dir_all(folder)?;
        let process = std::process::id();
        for number in 1..=MAX_GAMES {
            let lock = folder.join(format!("{PREFIX}{process}-{number}.lock"));
            let file = match OpenOptions::new().write(true).create_new(true).open(&lock) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Whoever looks for interrupted games may hold the lock for a moment.
            file.lock()?;
            return Ok(Files {
                save: lock.with_extension("save"),
                lock,
                _locked: file,
            });
        }
        Err(io::Error::other("too many interrupted games"))
    }

    /// Locks the files of a game, unless the program that plays it is alive.
    fn take_over(save: &Path) -> io::Result<Option<Files>> {
        let lock = save.with_extension("lock");
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Files {
                save: save.to_owned(),
                lock,
                _locked: file,
            })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// Removes the files. The game goes first: while it is there, the lock tells whose it is.
    fn remove(self) {
        let _ = fs::remove_file(self.save.with_extension("new"));
        let _ = fs::remove_file(&self.save);
        let _ = fs::remove_file(&self.lock);
    }
}

/// Finds the interrupted games in a data folder, the latest first, and locks them. Files that cannot be read as saved
/// games are left as they are; the second list says why.
pub(in crate::cli) fn find_interrupted(folder: &Path) -> (Vec<Interrupted>, Vec<LoadError>) {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    for path in saves_in(folder) {
        // A file that cannot be locked cannot be continued either.
        let Ok(Some(files)) = Files::take_over(&path) else {
            continue;
        };
        match SavedGame::load(&path) {
            Ok(game) => found.push(Interrupted { path, game, files }),
            // Another program has just ended the game.
            Err(LoadError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => {
                files.remove();
            }
            Err(error) => unreadable.push(error),
        }
    }
    (found, unreadable)
}

/// The games that are kept in a folder, the latest first.
fn saves_in(folder: &Path) -> Vec<PathBuf> {
    // Without a folder there are no games.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut saves: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_ours
            && path
                .extension()
                .is_some_and(|extension| extension == "save")
        {
            let changed = entry.metadata().and_then(|file| file.modified());
            saves.push((changed.unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    saves.sort();
    saves.into_iter().rev().map(|(_, path)| path).collect()
}
