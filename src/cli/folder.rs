//! The folder in which the program keeps what it remembers: unfinished games and statistics.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The variable that names another folder.
const VARIABLE: &str = "PATIENCE_DATA";

/// The user's data folder for this program; `None` if the user has no home. It may not exist yet: whoever writes to it
/// creates it.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    match named {
        Some(folder) => Some(folder.into()),
        None => Some(choose_base_strategy().ok()?.data_dir().join("patience")),
    }
}
