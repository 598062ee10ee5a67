use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use super::verdicts::Contradiction;
use crate::cli::Error;
use crate::text::{printable_line, printable_path};

/// The problem with a database.
pub(super) const DAMAGED_PAGES: &str = "its pages do not fit together";
const OTHER_TABLES: &str = "its tables are not those that were created";

/// Why the database cannot be used. Each text names its file.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum StoreError {
    /// The file is not a database, or a broken one.
    #[error("{0} is damaged: {1}; move it away, and a new one is created")]
    Damaged(String, String),
    /// It is the database of another program.
    #[error("{0} is not a database of patience; move it away, and a new one is created")]
    Foreign(String),
    /// It was written by a newer program.
    #[error("{0} has version {1} of the database, but this program knows only older ones")]
    Newer(String, i64),
    /// Another program keeps it locked.
    #[error("{0} is in use by another program")]
    Busy(String),
    /// It may not be written.
    #[error("{0} cannot be written: the file or its folder is write-protected")]
    Protected(String),
    /// The disk is full.
    #[error("{0} cannot be written: the disk is full")]
    Full(String),
    /// A verdict is added that cannot be true if one that is known is.
    #[error("{}", printable_line(&.0.to_string()))]
    Contradiction(Box<Contradiction>),
    /// The file is missing or empty.
    #[error("there are no verdicts in {0}")]
    Missing(String),
    /// Anything else.
    #[error("{0}: {1}")]
    Other(String, String),
}

impl StoreError {
    /// Explains an error of the database.
    pub(super) fn new(path: &Path, error: &rusqlite::Error) -> StoreError {
        use rusqlite::Error as Sql;
        let name = StoreError::name(path);
        let Sql::SqliteFailure(failure, _) = error else {
            return match error {
                Sql::InvalidPath(_) | Sql::NulError(_) => {
                    StoreError::Other(name, "a database cannot have this name".to_owned())
                }
                Sql::SqlInputError { .. } => StoreError::damaged(path, OTHER_TABLES),
                _ => StoreError::damaged(path, "a value in it makes no sense"),
            };
        };
        match failure.code {
            ErrorCode::NotADatabase => StoreError::damaged(path, "it is not a database"),
            ErrorCode::DatabaseCorrupt => StoreError::damaged(path, DAMAGED_PAGES),
            // An unknown error is one in a statement, which is right unless the tables are others.
            ErrorCode::Unknown => StoreError::damaged(path, OTHER_TABLES),
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy(name),
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::Protected(name),
            ErrorCode::DiskFull => StoreError::Full(name),
            ErrorCode::CannotOpen => match File::open(path) {
                Err(error) => StoreError::io(path, &error),
                Ok(_) => StoreError::Other(name, "it cannot be opened as a database".to_owned()),
            },
            ErrorCode::SystemIoFailure => {
                StoreError::Other(name, "the system cannot read or write it".to_owned())
            }
            _ => {
                let problem = format!("the database has the error {}", failure.extended_code);
                StoreError::Other(name, problem)
            }
        }
    }

    pub(super) fn damaged(path: &Path, problem: &str) -> StoreError {
        StoreError::Damaged(StoreError::name(path), printable_line(problem))
    }

    pub(super) fn io(path: &Path, error: &io::Error) -> StoreError {
        StoreError::Other(StoreError::name(path), printable_line(&error.to_string()))
    }

    pub(super) fn name(path: &Path) -> String {
        printable_path(path)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Usage(error.to_string())
    }
}
