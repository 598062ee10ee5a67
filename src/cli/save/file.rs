//! Reads and writes files with saved games.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use super::SavedGame;
use super::format::{HEAD, MAX_SIZE};
use crate::Error;
use crate::whole::write_whole;
use patience::internals::{printable_path, read_file};

impl SavedGame {
    /// Loads a saved game.
    ///
    /// # Errors
    /// If the file cannot be read or is not a saved game.
    pub(crate) fn load(path: &Path) -> Result<SavedGame, Error> {
        let name = printable_path(path);
        match read_file(path) {
            Ok(bytes) => Ok(SavedGame::parse(&name, &bytes)?),
            Err(error) => Err(Error::Io(name, error)),
        }
    }

    /// Saves the game in a file. A file that is there already is replaced if it is a saved game.
    ///
    /// # Errors
    /// If the file cannot be written, or if there is a file that is not a saved game. Nothing is changed then.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Error> {
        let name = printable_path(path);
        let text = self.to_checked_text()?;
        let io_error = |error| Error::Io(name.clone(), error);
        match fs::metadata(path) {
            Ok(existing) if !is_saved_game(path, &existing).map_err(io_error)? => {
                let message = "exists and is not a saved game; choose another name";
                return Err(Error::Usage(format!("{name} {message}")));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io_error(error)),
            _ => {}
        }
        write_whole(path, &text).map_err(io_error)
    }

    /// The text of the game. It has been read again, so that no file is written that cannot be loaded.
    pub(crate) fn to_checked_text(&self) -> Result<String, Error> {
        let text = self.to_text();
        if text.len() > MAX_SIZE {
            return Err(Error::Usage(format!(
                "the game is too long to be saved: it needs {} bytes, and at most {MAX_SIZE} are read",
                text.len()
            )));
        }
        match SavedGame::parse("the game", text.as_bytes()) {
            Ok(_) => Ok(text),
            // Such as the path of rules with control characters.
            Err(why) => Err(Error::Usage(format!("the game cannot be saved: {why}"))),
        }
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
