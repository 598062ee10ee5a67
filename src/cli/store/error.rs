//! Why the database cannot be used.

use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::{Error as SqlError, ErrorCode};

use crate::Error;
use patience::internals::{printable_line, printable_path};

/// Why the database cannot be used: a message that names its file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// Another program keeps it locked.
    #[error("{0} is in use by another program")]
    Busy(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl StoreError {
    /// Explains an error of the database.
    pub(super) fn new(path: &Path, error: &SqlError) -> StoreError {
        let name = printable_path(path);
        let (code, number) = match error {
            SqlError::SqliteFailure(failure, _) => (failure.code, failure.extended_code),
            SqlError::InvalidPath(_) | SqlError::NulError(_) => {
                return StoreError::Other(format!("{name}: a database cannot have this name"));
            }
            // An error in a statement, which is right unless the tables are others.
            SqlError::SqlInputError { .. } => (ErrorCode::Unknown, 0),
            _ => return StoreError::damaged(path, "a value in it makes no sense"),
        };
        let other = |problem: &str| StoreError::Other(format!("{name}{problem}"));
        match code {
            ErrorCode::NotADatabase => StoreError::damaged(path, "it is not a database"),
            ErrorCode::DatabaseCorrupt => StoreError::corrupt(path),
            ErrorCode::Unknown => {
                StoreError::damaged(path, "its tables are not those that were created")
            }
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy(name),
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => {
                other(" cannot be written: the file or its folder is write-protected")
            }
            ErrorCode::DiskFull => other(" cannot be written: the disk is full"),
            ErrorCode::CannotOpen => match File::open(path) {
                Err(error) => StoreError::io(path, &error),
                Ok(_) => other(": it cannot be opened as a database"),
            },
            ErrorCode::SystemIoFailure => other(": the system cannot read or write it"),
            _ => other(&format!(": the database has the error {number}")),
        }
    }

    fn damaged(path: &Path, problem: &str) -> StoreError {
        StoreError::misplaced(path, &format!("is damaged: {problem}"))
    }

    /// The error of a file whose pages do not fit together.
    pub(super) fn corrupt(path: &Path) -> StoreError {
        StoreError::damaged(path, "its pages do not fit together")
    }

    /// The error of a file that can only be moved away.
    pub(super) fn misplaced(path: &Path, problem: &str) -> StoreError {
        let name = printable_path(path);
        let message = format!("{name} {problem}; move it away, and a new one is created");
        StoreError::Other(message)
    }

    pub(super) fn io(path: &Path, error: &io::Error) -> StoreError {
        let message = format!("{}: {error}", printable_path(path));
        StoreError::Other(printable_line(&message))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Usage(error.to_string())
    }
}
