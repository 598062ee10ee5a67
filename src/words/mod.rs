//! A game and its conditions as English sentences.

mod condition;
mod facts;

pub use condition::{asks, phrase};
pub use facts::facts;

use crate::condition::Piles;
use crate::rules::Game;

/// A name as it is said: `extra_spots` is "extra spots".
fn said(name: &str) -> String {
    name.replace('_', " ")
}

/// Piles as they are said: "the stock", "the reserve piles", "tableau pile 3".
#[must_use]
pub fn piles(game: &Game, piles: Piles) -> String {
    let group = game.group_of(piles.first);
    let name = said(&group.name);
    if group.piles.count == 1 {
        format!("the {name}")
    } else if piles.count == 1 {
        format!("{name} pile {}", game.piles[piles.first.at()].index)
    } else {
        format!("the {name} piles")
    }
}
