//! How much a move is worth to a player who looks no further than the move.

use std::sync::Arc;

use super::generate::Move;
use super::position::Position;
use crate::cards::CardId;
use crate::condition::Sieve;
use crate::rules::Pile;
use crate::rules::file::Take;

/// What a move is good for, the best first. The same order holds for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Merit {
    /// A card goes to a goal pile, or leaves the game with another.
    Goal,
    /// A card that lies face down is bared.
    Uncovers,
    /// A card is bared that a goal pile accepts.
    Frees,
    /// A card leaves a pile to which no player can bring one, such as a waste or a reserve.
    Leaves,
    /// A pile becomes empty.
    Empties,
    /// Something is asked for, such as a deal.
    Action,
    /// Anything else.
    Other,
}

impl Position {
    /// What a legal move is good for; nothing for one that undoes progress: a card comes back from a goal pile, or
    /// a whole pile goes to an empty one that is not told from it.
    #[must_use]
    pub fn merit(&self, chosen: Move) -> Option<Merit> {
        let Move::Cards(card, to) = chosen else {
            return Some(Merit::Action);
        };
        let from = self.pile_with(card);
        let (source, target) = (&self.game.piles[from.at()], &self.game.piles[to.at()]);
        if target.goal && !source.goal || self.is_pair(card, to) {
            return Some(Merit::Goal);
        }
        let under = self.below[card.at()];
        let is_whole = under.is_none() && source.take != Take::Any;
        if source.goal || is_whole && self.piles[to.at()].top.is_none() && are_one(source, target) {
            return None;
        }
        if under.is_some_and(|under| self.is_hidden(under)) {
            return Some(Merit::Uncovers);
        }
        if under.is_some_and(|under| self.goes_up(under)) {
            return Some(Merit::Frees);
        }
        if source.start.is_none() && source.build.is_none() {
            return Some(Merit::Leaves);
        }
        Some(if is_whole {
            Merit::Empties
        } else {
            Merit::Other
        })
    }

    /// Whether a goal pile's table accepts a card.
    fn goes_up(&self, card: CardId) -> bool {
        let mut piles = self.game.piles.iter().zip(&self.piles);
        piles.any(|(pile, state)| pile.goal && state.accepts.contains(card))
    }
}

/// Whether it makes no difference in which of two piles cards lie: they are of one group, whose conditions do not read
/// where a pile lies, so that they share them.
fn are_one(a: &Pile, b: &Pile) -> bool {
    let shared = |a: &Option<Arc<Sieve>>, b: &Option<Arc<Sieve>>| match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() == b.is_none(),
    };
    a.group == b.group && shared(&a.start, &b.start) && shared(&a.build, &b.build)
}
