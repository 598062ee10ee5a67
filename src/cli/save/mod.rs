//! Saved games: a TOML file with the keys of a `[[test]]` for the deal and the moves, and a few others.
//!
//! - `format` is the text form.
//! - `file` reads and writes such files. A file is replaced as a whole or not at all.
//! - `replay` plays the moves again.

mod file;
mod format;
mod replay;

use std::fmt;

use serde::{Deserialize, Serialize};

use patience::dialogue::Help;
use patience::id::CardId;
pub(super) use replay::Stopped;

/// A game in progress, as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedGame {
    /// The game: the id of a built-in game, or the full path of a rules file.
    pub(super) game: String,
    /// The variants, in the order of application.
    #[serde(rename = "with", default, skip_serializing_if = "Vec::is_empty")]
    pub(super) variants: Vec<String>,
    /// Where the first position comes from.
    #[serde(flatten)]
    pub(super) start: SavedStart,
    /// The fingerprint of the rules, with the variants.
    pub(super) rules: String,
    /// Every move as it can be typed in `play`, undone ones included. Several moves that are undone as one are joined
    /// with `; `.
    #[serde(skip_serializing)]
    pub(super) moves: Vec<String>,
    /// How many of `moves` lead to the current position. The others were undone.
    pub(super) played: usize,
    /// The cards that the player has seen, by their places in the unshuffled pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) seen: Vec<CardId>,
    /// The points carried over from earlier games.
    #[serde(default)]
    pub(super) carried: i32,
    /// The help that the player asked for.
    #[serde(flatten)]
    pub(super) help: Help,
    /// When the game was started, in microseconds since 1970. It also tells games of the same deal apart.
    pub(super) started: u64,
    /// How many seconds it has been played, without the time between saving and loading.
    pub(super) seconds: u64,
}

/// Where the first position of a saved game comes from: one of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedStart {
    /// A deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deal: Option<SavedDeal>,
    /// The cards of the stock before the first deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deck: Option<String>,
    /// The text of a position file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<String>,
}

/// A deal, as it is written on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum SavedDeal {
    /// A number, as in a test.
    Number(i64),
    /// A deal of another program, or a number that is too large for TOML.
    Text(String),
}

impl SavedDeal {
    /// The deal that a text stands for.
    pub(super) fn new(text: String) -> SavedDeal {
        text.parse()
            .map_or(SavedDeal::Text(text), SavedDeal::Number)
    }
}

impl fmt::Display for SavedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedDeal::Number(number) => number.fmt(f),
            SavedDeal::Text(text) => text.fmt(f),
        }
    }
}
