//! Reads and writes files with saved games.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::SavedGame;
use super::format::{FormatError, MAGIC, MAX_SIZE};
use crate::cli::Error;
use crate::rules::read_file;
use crate::text::printable;

/// Why a saved game cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum LoadError {
    /// The file, named by the text, cannot be read.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The file, named by the text, is not a saved game.
    #[error("{}{}", about(.0, .1), .1)]
    Format(String, FormatError),
}

/// The name of a file, where the message after it does not name it.
fn about(name: &str, error: &FormatError) -> String {
    match error {
        FormatError::Rejected(_) => String::new(),
        _ => format!("{name} "),
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        match error {
            LoadError::Io(name, error) => Error::Io(name, error),
            LoadError::Format(_, FormatError::Rejected(rejected)) => Error::Rejected(rejected),
            LoadError::Format(..) => Error::Usage(error.to_string()),
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
    /// The file may not be replaced.
    #[error("{0} is write-protected")]
    Protected(String),
    /// The game has so many moves that the file could not be read again.
    #[error(
        "the game is too long to be saved: it needs {0} bytes, and at most {MAX_SIZE} are read"
    )]
    TooLong(usize),
    /// The game contains a text that cannot be read again, such as a path with control characters.
    #[error("the game cannot be saved: {0}")]
    Unreadable(FormatError),
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Error {
        match error {
            SaveError::Io(name, error) => Error::Io(name, error),
            other => Error::Usage(other.to_string()),
        }
    }
}

/// The name of a file as it can be printed.
pub(super) fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string()).replace(['\n', '\t'], "\u{fffd}")
}

impl SavedGame {
    /// Loads a saved game.
    ///
    /// # Errors
    /// If the file cannot be read or is not a saved game.
    pub(in crate::cli) fn load(path: &Path) -> Result<SavedGame, LoadError> {
        let name = printable_path(path);
        match read_file(path) {
            Ok(bytes) => {
                SavedGame::parse(&name, &bytes).map_err(|error| LoadError::Format(name, error))
            }
            Err(error) => Err(LoadError::Io(name, error)),
        }
    }

    /// Saves the game in a file. A file that is there already is replaced if it is a saved game. It is replaced as a
    /// whole: whatever happens, the file has either its old content or the new one.
    ///
    /// # Errors
    /// If the file cannot be written, or if there is a file that is not a saved game. Nothing is changed then.
    pub(in crate::cli) fn save(&self, path: &Path) -> Result<(), SaveError> {
        let name = printable_path(path);
        let text = self.to_checked_text()?;
        // A link is not replaced, but the file that it leads to.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let io_error = |error| SaveError::Io(name.clone(), error);
        let existing = match fs::metadata(&target) {
            Ok(existing) => Some(existing),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(io_error(error)),
        };
        if let Some(existing) = &existing {
            if !is_saved_game(&target, existing).map_err(io_error)? {
                return Err(SaveError::OtherFile(name));
            }
            if existing.permissions().readonly() {
                return Err(SaveError::Protected(name));
            }
        }
        let replaced = replace(&target, existing.as_ref(), &text);
        replaced.map_err(|error| io_error(without_path(error)))
    }

    /// The text of the game. It has been read again, so that no file is written that cannot be loaded.
    pub(super) fn to_checked_text(&self) -> Result<String, SaveError> {
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
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)?;
    Ok(start == MAGIC.as_bytes())
}

/// Writes a new file beside the old one, and puts it in its place once it is on the disk.
fn replace(path: &Path, existing: Option<&Metadata>, text: &str) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder: PathBuf = folder.map_or_else(|| ".".into(), Path::to_owned);
    let mut file = create_beside(&folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(existing) = existing {
        file.as_file().set_permissions(existing.permissions())?;
    }
    file.as_file().sync_all()?;
    let placed = match existing {
        Some(_) => file.persist(path),
        // A file that has appeared in the meantime is not replaced.
        None => file.persist_noclobber(path),
    };
    placed.map_err(|error| error.error)?;
    // The new name is safe when the folder is on the disk. Not every system can tell.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// An error without the path that `tempfile` adds at its end: nobody knows that file.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((problem, _)) => io::Error::new(error.kind(), problem.to_owned()),
        None => error,
    }
}

/// Creates a file under a name of its own, which vanishes unless it gets another.
fn create_beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".patience-");
    // As any new file; otherwise nobody but the player could read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
