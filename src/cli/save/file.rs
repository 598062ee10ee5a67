//! Reads and writes files with saved games.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use super::SavedGame;
use super::format::{HEAD, MAX_SIZE};
use crate::cli::Error;
use crate::cli::store::StoreError;
use crate::cli::whole::write_whole;
use crate::rules::{Rejected, read_file};
use crate::text::printable_path;

/// Why a saved game cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum LoadError {
    /// The file, named by the text, cannot be read.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The file is not a saved game.
    #[error("{0}")]
    Rejected(Box<Rejected>),
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        match error {
            LoadError::Io(name, error) => Error::Io(name, error),
            LoadError::Rejected(rejected) => Error::Rejected(rejected),
        }
    }
}

/// Why a game cannot be saved. The file that was to be written, named by the first text, is as it was.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum SaveError {
    /// The system reports an error.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// There is another file.
    #[error("{0} exists and is not a saved game; choose another name")]
    OtherFile(String),
    /// The game has so many moves that the file could not be read again.
    #[error(
        "the game is too long to be saved: it needs {0} bytes, and at most {MAX_SIZE} are read"
    )]
    TooLong(usize),
    /// The game contains a text that cannot be read again, such as a path with control characters.
    #[error("the game cannot be saved: {0}")]
    Unreadable(Box<Rejected>),
    /// It cannot be kept in the database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Error {
        match error {
            SaveError::Io(name, error) => Error::Io(name, error),
            other => Error::Usage(other.to_string()),
        }
    }
}

impl SavedGame {
    /// Loads a saved game.
    ///
    /// # Errors
    /// If the file cannot be read or is not a saved game.
    pub(in crate::cli) fn load(path: &Path) -> Result<SavedGame, LoadError> {
        let name = printable_path(path);
        match read_file(path) {
            Ok(bytes) => SavedGame::parse(&name, &bytes).map_err(LoadError::Rejected),
            Err(error) => Err(LoadError::Io(name, error)),
        }
    }

    /// Saves the game in a file. A file that is there already is replaced if it is a saved game.
    ///
    /// # Errors
    /// If the file cannot be written, or if there is a file that is not a saved game. Nothing is changed then.
    pub(in crate::cli) fn save(&self, path: &Path) -> Result<(), SaveError> {
        let name = printable_path(path);
        let text = self.to_checked_text()?;
        let io_error = |error| SaveError::Io(name.clone(), error);
        match fs::metadata(path) {
            Ok(existing) if !is_saved_game(path, &existing).map_err(io_error)? => {
                return Err(SaveError::OtherFile(name));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io_error(error)),
            _ => {}
        }
        write_whole(path, &text).map_err(io_error)
    }

    /// The text of the game. It has been read again, so that no file is written that cannot be loaded.
    pub(in crate::cli) fn to_checked_text(&self) -> Result<String, SaveError> {
        let text = self.to_text();
        if text.len() > MAX_SIZE {
            return Err(SaveError::TooLong(text.len()));
        }
        SavedGame::parse("the game", text.as_bytes()).map_err(SaveError::Unreadable)?;
        Ok(text)
    }
}

/// Whether a file begins as a saved game does. Its content may be damaged.
fn is_saved_game(path: &Path, file: &Metadata) -> io::Result<bool> {
    if file.is_dir() {
        return Err(io::Error::other("is a folder"));
    }
    if !file.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)?
        .take(HEAD.len() as u64)
        .read_to_end(&mut start)?;
    Ok(start == HEAD.as_bytes())
}
