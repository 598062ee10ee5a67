//! How much a move is worth to a player who looks no further than the move.

use super::board_view::BoardView;
use super::generate::Move;
use super::position::{Position, with_state};
use crate::cards::CardId;
use crate::condition::{PileId, Reads, View};
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
        let from = self.pile_containing(card);
        let game = self.game();
        let (source, target) = (&game.piles[from.at()], &game.piles[to.at()]);
        if target.goal && !source.goal || target.pairs && self.is_pair(card, to) {
            return Some(Merit::Goal);
        }
        let under = self.card_below(card);
        let is_whole = under.is_none() && game.group_of(from).take != Take::Any;
        if source.goal || is_whole && self.is_empty(to) && self.are_interchangeable(from, to) {
            return None;
        }
        if under.is_some_and(|under| self.is_hidden(under)) {
            return Some(Merit::Uncovers);
        }
        if under.is_some_and(|under| self.is_accepted_by_goal(under)) {
            return Some(Merit::Frees);
        }
        let group = game.group_of(from);
        if group.start.is_none() && group.build.is_none() {
            return Some(Merit::Leaves);
        }
        Some(if is_whole {
            Merit::Empties
        } else {
            Merit::Other
        })
    }

    /// Whether a goal pile's table accepts a card.
    fn is_accepted_by_goal(&self, card: CardId) -> bool {
        let piles = self.pile_ids().zip(&self.game().piles);
        let mut goals = piles.filter(|(_, rules)| rules.goal);
        goals.any(
            |(pile, _)| with_state!(&self.state, state => state.cache.accepts(pile).contains(card)),
        )
    }

    /// Whether it makes no difference in which of two piles cards lie: they are of one group, whose conditions do not
    /// read where a pile lies.
    fn are_interchangeable(&self, a: PileId, b: PileId) -> bool {
        let game = self.game();
        let group = game.group_of(a);
        let mut accepts = group.start.iter().chain(&group.build);
        game.piles[a.at()].group == game.piles[b.at()].group
            && !accepts.any(|condition| condition.reads.any(Reads::INDEX))
    }
}
