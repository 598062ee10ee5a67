//! The sizes of positions.

use super::Game;

/// How many cards a word of a card set has room for.
const CARDS_PER_WORD: usize = 64;

/// The sizes, the smallest first: the number of words of a card set, and of piles and counters. There are only a few,
/// because positions are generic over them.
#[cfg(not(target_family = "wasm"))]
pub(crate) const SIZES: [(usize, usize); 7] = [
    (1, 16),
    (1, 32),
    (1, 64),
    (2, 32),
    (2, 128),
    (4, 64),
    (4, 256),
];

/// Fewer different ones, because a program in a page is loaded before it is used.
#[cfg(target_family = "wasm")]
pub(crate) const SIZES: [(usize, usize); 7] = [
    (1, 32),
    (1, 32),
    (1, 32),
    (2, 32),
    (2, 32),
    (4, 256),
    (4, 256),
];

impl Game {
    /// Which of [`SIZES`] its positions have: the first with room for its cards, piles and counters.
    pub(crate) fn size_class(&self) -> usize {
        let counters = self.actions.len() + self.groups.len();
        let cards = self.deck.len();
        let has_room = |&(words, room): &(usize, usize)| {
            cards <= words * CARDS_PER_WORD && counters.max(self.piles.len()) <= room
        };
        SIZES.iter().position(has_room).unwrap_or(SIZES.len() - 1)
    }
}
