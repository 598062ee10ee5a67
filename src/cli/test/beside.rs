//! The files beside a rules file: replays, gaps that are accepted, and the snapshot in a folder of its own. Whoever runs
//! the tests of a repository need not have read it, so no link is followed out of the folder: what it leads to could be
//! shown.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::whole::write_whole;
use patience::internals::{printable_path, read_file};

/// The folder of the snapshots, beside the rules files.
pub(super) const SNAPSHOTS: &str = "snapshots";
/// The maximum number of replays of a game.
const MAX_REPLAYS: usize = 1000;

/// The folder of a rules file.
pub(super) fn folder_of(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// The replays beside a rules file, in alphabetical order.
pub(super) fn replays(path: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = folder_of(path);
    let prefix = format!(
        "{}.",
        path.file_stem().unwrap_or_default().to_string_lossy()
    );
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name();
        let name = file.to_string_lossy();
        let middle = name.strip_prefix(&prefix);
        if middle.is_some_and(|rest| rest.strip_suffix(".play").is_some_and(|m| !m.is_empty())) {
            found.push(folder.join(&file));
        }
        if found.len() > MAX_REPLAYS {
            let message = format!("there are more than {MAX_REPLAYS} replays beside it");
            return Err(io::Error::other(message));
        }
    }
    found.sort();
    Ok(found)
}

/// The part of a replay's file name that is its own.
pub(super) fn replay_name(path: &Path, file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let game = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.strip_prefix(&*game).unwrap_or(&name);
    name.trim_start_matches('.')
        .trim_end_matches(".play")
        .to_owned()
}

/// Finds a file that is named in a folder.
///
/// # Errors
/// If there is none, or if the name or a link leads out of the folder.
pub(super) fn find_in(folder: &Path, name: &Path) -> io::Result<PathBuf> {
    let path = folder.join(name);
    if path.canonicalize()?.starts_with(folder.canonicalize()?) {
        Ok(path)
    } else {
        Err(io::Error::other("it leads out of the folder of the game"))
    }
}

/// The name of the file with a part of the snapshot of a game, in the folder of its rules file.
pub(super) fn snapshot_name(path: &Path, part: &str) -> PathBuf {
    let game = path.file_stem().unwrap_or_default().to_string_lossy();
    Path::new(SNAPSHOTS).join(format!("{game}.{part}.snap"))
}

/// Reads a file in the folder of the rules file, or below it.
pub(super) fn read(folder: &Path, name: &Path) -> Result<String, String> {
    let found = find_in(folder, name);
    let bytes = found.and_then(|file| read_file(&file));
    let bytes = bytes.map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not valid UTF-8".to_owned())
}

/// Makes a folder beside the rules file, unless it is there.
pub(super) fn make_folder(folder: &Path) -> Result<(), Error> {
    let made = match fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(io::Error::other("it is not a folder, or a link to one")),
        Err(_) => fs::create_dir(folder),
    };
    made.map_err(|error| cannot_be_written(folder, error))
}

/// Rewrites a file beside the rules file, but no link.
pub(super) fn rewrite(file: &Path, text: &str) -> Result<(), Error> {
    let written = if fs::symlink_metadata(file).is_ok_and(|file| file.is_symlink()) {
        Err(io::Error::other("it is a link, which is not rewritten"))
    } else {
        write_whole(file, text)
    };
    written.map_err(|error| cannot_be_written(file, error))
}

fn cannot_be_written(path: &Path, error: io::Error) -> Error {
    Error::Io(format!("{} cannot be written", printable_path(path)), error)
}
