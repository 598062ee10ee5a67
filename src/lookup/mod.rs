//! Games as players name and describe them.
//!
//! - `names` compares what is typed with the names of games and with what is said of them.
//! - `find` loads the rules of the game that is meant.

mod find;
mod names;

pub use find::{
    FindError, Found, find, find_entry, find_saved, games_named, is_game, is_path, suggest,
};
pub use names::{did_you_mean, is_described, is_of_family, near, simplify};
