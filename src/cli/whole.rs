//! Writes files as a whole or not at all, on disks that are full and by programs that are killed.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// How the names of files that are being written begin; six random letters and digits follow.
const PREFIX: &str = ".patience-";
/// How old such a file is if nobody writes it any more.
const OLD: Duration = Duration::from_hours(1);

/// Writes a file, or replaces the one that is there, which is known to be ours: whatever happens, it has either its old
/// content or the new one. A link is not replaced, but the file that it leads to.
///
/// # Errors
/// If the file cannot be written, or is write-protected. Nothing is changed then.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let existing = match fs::metadata(&target) {
        Ok(existing) => existing,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return write_new(&target, text),
        Err(error) => return Err(error),
    };
    if !existing.is_file() {
        // A device or a pipe has no content that could be lost.
        return fs::write(&target, text);
    }
    if existing.permissions().readonly() {
        return Err(io::Error::other("it is write-protected"));
    }
    place(&target, Some(existing.permissions()), text)
}

/// Writes a file that is not there yet.
///
/// # Errors
/// If the file cannot be written, or is there. Nothing is changed then.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    place(path, None, text)
}

/// Writes a file beside the one that is there, and puts it in its place once it is on the disk. Without permissions,
/// there must be none.
fn place(path: &Path, permissions: Option<Permissions>, text: &str) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    clear_old(folder);
    let mut file = create_beside(folder).map_err(without_path)?;
    file.write_all(text.as_bytes()).map_err(without_path)?;
    let is_new = permissions.is_none();
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    let placed = if is_new {
        file.persist_noclobber(path)
    } else {
        file.persist(path)
    };
    placed.map_err(|error| error.error)?;
    // The new name is safe when the folder is on the disk. Not every system can tell.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// An error without the path that `tempfile` adds at its end: nobody knows that file.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((problem, _)) => io::Error::new(error.kind(), problem.to_owned()),
        None => error,
    }
}

/// Removes the files of programs that were killed while they wrote. One that is being written is younger.
fn clear_old(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |name: &str| {
        let random = name.strip_prefix(PREFIX);
        random
            .is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
    };
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_ours)) {
        let metadata = entry.metadata().ok().filter(fs::Metadata::is_file);
        let age = metadata.and_then(|metadata| metadata.modified().ok()?.elapsed().ok());
        if age.is_some_and(|age| age > OLD) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates a file under a name of its own, which vanishes unless it gets another.
fn create_beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // As any new file; otherwise nobody but the player could read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
