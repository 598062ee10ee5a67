//! Piles and suits that no rule tells apart.
//!
//! **Equal piles.** If no condition reads where the piles of a group are or names one of them, no step takes them in their
//! order, and no other pile is refilled from them, then every permutation of these piles maps legal moves to legal moves
//! and wins to wins. So a position and its image can be won or neither, and one of them is searched for both.
//!
//! An empty pile that accepts only if it is the first of its group, and the order of refills within the group, do no
//! harm: the cards come to some empty pile of the group, and all of them are alike.
//!
//! **Suits.** If no condition reads a suit or a color, then every permutation of the cards of a rank maps legal moves to
//! legal moves and wins to wins. It is only where a card may be taken from the middle of a pile that two equal cards
//! differ from two of a rank: of equal cards only the highest is taken.

use crate::condition::{PileId, PileSet};
use crate::rules::Game;

/// The piles that steps in play deal from and that never get cards in play, such as a stock that is not turned back.
pub(super) fn find_sources(game: &Game) -> PileSet {
    let (mut from, mut to) = (PileSet::EMPTY, PileSet::EMPTY);
    for step in game.steps_in_play() {
        if step.amount.is_some() {
            from |= step.sources();
            to |= step.targets();
        } else {
            to |= step.piles();
        }
    }
    let gets_cards = |pile: PileId| {
        let group = game.group_of(pile);
        let accepts = group.start.is_some() || group.build.is_some() || group.swap.is_some();
        accepts || !group.fill.is_empty() || game.discard == Some(pile) || to.contains(pile)
    };
    from.filter(|pile| !gets_cards(pile))
}
