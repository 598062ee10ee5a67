//! A game and its conditions as English sentences.

mod condition;
mod facts;
mod steps;

pub use condition::{asks, phrase};

use crate::condition::{Condition, Piles};
use crate::rules::Game;

impl Game {
    /// The rules in words, one fact per line: `piles.tableau.build: ...`. Everything that the file sets and every
    /// default is among them.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        facts::facts(self)
    }
}

/// A name as it is said: `extra_spots` is "extra spots".
fn said(name: &str) -> String {
    name.replace('_', " ")
}

/// Piles as they are said: "the stock", "the reserve piles", "tableau pile 3".
#[must_use]
pub fn piles(game: &Game, piles: Piles) -> String {
    let group = game.group_of(piles.first);
    let name = said(&group.name);
    if group.piles.count == 1 && group.name == group.role.word() {
        format!("the {name}")
    } else if group.piles.count == 1 {
        format!("the {name} pile")
    } else if piles.count == 1 {
        format!("{name} pile {}", game.piles[piles.first.at()].place.index)
    } else {
        format!("the {name} piles")
    }
}

/// A condition as a clause, with the text it was read from.
fn clause(game: &Game, condition: &Condition) -> String {
    let phrase = phrase(&condition.test, game, None);
    let phrase = phrase.strip_prefix("that ").unwrap_or(&phrase);
    format!("{phrase} (`{}`)", condition.text.trim())
}
