//! Saved games: a readable text file with the game, the deal and the moves.
//!
//! - `format` is the text form. A file that was cut off or changed is refused, never read as another game.
//! - `file` reads and writes such files. A file is replaced as a whole or not at all.
//! - `replay` plays the moves again.
//! - `autosave` keeps the game in progress in the data folder, where the next start finds it if the program was killed.

mod autosave;
mod file;
mod format;
mod replay;
#[cfg(test)]
mod tests;

pub(super) use autosave::{Autosave, find_interrupted};
pub(super) use replay::Stopped;

/// A game in progress, as it is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedGame {
    /// The game: the id of a built-in game, or the full path of a rules file.
    pub(super) game: String,
    /// The variants, in the order in which they were applied.
    pub(super) variants: Vec<String>,
    /// Where the first position comes from.
    pub(super) start: SavedStart,
    /// The fingerprint of the rules, with the variants.
    pub(super) rules: String,
    /// Every move as it can be typed in `play`, including those that were undone. Several moves that are undone as one
    /// are joined with `; `.
    pub(super) moves: Vec<String>,
    /// How many of `moves` lead to the current position. The others were undone.
    pub(super) played: usize,
    /// The points carried over from earlier games.
    pub(super) carried: i32,
    /// The help that the player asked for.
    pub(super) help: Help,
    /// When the game was started, in microseconds since 1970. It also tells games of the same deal apart.
    pub(super) started: u64,
    /// How many seconds it has been played, without the time between saving and loading.
    pub(super) seconds: u64,
}

/// Where the first position of a saved game comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SavedStart {
    /// A deal, as it is written on the command line.
    Deal(String),
    /// The cards of the stock before the first deal.
    Deck(String),
    /// The text of a position file.
    Position(String),
}

/// How often the player asked for help in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Help {
    /// The number of hints.
    pub(super) hints: u32,
    /// How often the solver gave an answer.
    pub(super) solver: u32,
}
