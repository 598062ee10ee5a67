use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use super::verdicts::Contradiction;
use crate::cli::Error;
use crate::text::printable;

/// Why the database cannot be used. Each text names its file.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum StoreError {
    /// The file is no database, or a broken one.
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
    /// There is no room.
    #[error("{0} cannot be written: the disk is full")]
    Full(String),
    /// A verdict is added that cannot be true if one that is known is.
    #[error("{}", one_line(&.0.to_string()))]
    Contradiction(Box<Contradiction>),
    /// Anything else.
    #[error("{0}: {1}")]
    Other(String, String),
}

impl StoreError {
    /// Explains an error of the database.
    pub(super) fn new(path: &Path, error: &rusqlite::Error) -> StoreError {
        use rusqlite::Error as Sql;
        let name = StoreError::name(path);
        let code = match error {
            Sql::SqliteFailure(failure, _) => failure.code,
            // The values or the tables are not those that were created.
            Sql::FromSqlConversionFailure(..)
            | Sql::IntegralValueOutOfRange(..)
            | Sql::InvalidColumnType(..)
            | Sql::Utf8Error(..)
            | Sql::QueryReturnedNoRows
            | Sql::SqlInputError { .. } => ErrorCode::DatabaseCorrupt,
            other => return StoreError::Other(name, one_line(&other.to_string())),
        };
        match code {
            ErrorCode::NotADatabase => StoreError::damaged(path, "it is not a database"),
            // An unknown error is one in a statement, which is right unless the tables are others.
            ErrorCode::DatabaseCorrupt | ErrorCode::Unknown => {
                StoreError::damaged(path, &error.to_string())
            }
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy(name),
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::Protected(name),
            ErrorCode::DiskFull => StoreError::Full(name),
            _ => StoreError::Other(name, one_line(&error.to_string())),
        }
    }

    pub(super) fn damaged(path: &Path, problem: &str) -> StoreError {
        StoreError::Damaged(StoreError::name(path), one_line(problem))
    }

    pub(super) fn io(path: &Path, error: &io::Error) -> StoreError {
        StoreError::Other(StoreError::name(path), one_line(&error.to_string()))
    }

    pub(super) fn name(path: &Path) -> String {
        one_line(&path.display().to_string())
    }
}

/// A text that is safe to print and ends no line.
fn one_line(text: &str) -> String {
    printable(text).replace(['\n', '\t'], " ")
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Usage(error.to_string())
    }
}
