//! The files beside a rules file: replays, a snapshot, gaps that are accepted. Whoever runs the tests of a repository need
//! not have read it, so no link is followed out of the folder: what it leads to could be shown.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::cli::whole::write_whole;
use crate::rules::read_file;
use crate::text::printable_path;

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

/// Reads a file beside the rules file.
pub(super) fn read(file: &Path) -> Result<String, String> {
    let name = file.file_name().unwrap_or_default();
    let found = find_in(folder_of(file), Path::new(name));
    let bytes = found.and_then(|file| read_file(&file));
    let bytes = bytes.map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not valid UTF-8".to_owned())
}

/// Rewrites a file beside the rules file, but no link.
pub(super) fn rewrite(file: &Path, text: &str) -> Result<(), Error> {
    let written = if fs::symlink_metadata(file).is_ok_and(|file| file.is_symlink()) {
        Err(io::Error::other("it is a link, which is not rewritten"))
    } else {
        write_whole(file, text)
    };
    let what = format!("{} cannot be written", printable_path(file));
    written.map_err(|error| Error::Io(what, error))
}
