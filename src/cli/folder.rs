//! The folder of the program's own files: unfinished games and statistics, and the folders with the player's own games.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The variable that names another folder for what the program remembers.
const VARIABLE: &str = "PATIENCE_DATA";
/// The variable that names the folders with the player's own games, separated as in `PATH`.
const GAMES: &str = "PATIENCE_GAMES";

/// The user's data folder for this program; `None` if the user has no home. It may not exist yet: whoever writes to it
/// creates it.
pub fn data_folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    match named {
        Some(folder) => Some(folder.into()),
        None => Some(choose_base_strategy().ok()?.data_dir().join("patience")),
    }
}

/// The folders with the player's own games.
pub fn game_folders() -> Vec<PathBuf> {
    let named = std::env::var_os(GAMES).unwrap_or_default();
    let folders = std::env::split_paths(&named);
    folders
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect()
}
