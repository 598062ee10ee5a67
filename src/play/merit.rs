//! Move ordering: a heuristic value for each move, without lookahead.

use super::board_view::BoardView;
use super::generate::Move;
use super::position::Position;
use super::sized::with_state;
use crate::cards::CardId;
use crate::condition::{PileId, Reads, View};
use crate::rules::Way;
use crate::rules::file::Take;
use crate::work::{Kind, spend};

/// What a move achieves, best first. The order is the same for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Merit {
    /// A card moves to a goal pile, or leaves the game as part of a pair.
    Goal,
    /// A face-down card is uncovered.
    Uncovers,
    /// A card that a goal pile accepts is uncovered.
    Frees,
    /// A card leaves a pile that players cannot move cards to, such as a waste or a reserve.
    Leaves,
    /// A pile becomes empty.
    Empties,
    /// The move is an action, such as a deal.
    Action,
    /// Any other move.
    Other,
}

impl Position {
    /// What a legal move achieves. Returns `None` for a move that undoes progress: it takes a card back from a goal
    /// pile, or moves a whole pile to an interchangeable empty one; or that names what the game does not have.
    pub fn merit(&self, mv: Move) -> Option<Merit> {
        spend(Kind::Rank, 1);
        let Move::Cards(card, to) = mv else {
            return self.knows(mv).then_some(Merit::Action);
        };
        if !self.has_pile(to) {
            return None;
        }
        let from = self.pile_of(card)?;
        let game = self.game();
        let (source, target) = (&game.piles[from.index()], &game.piles[to.index()]);
        let way = match target.partner_way {
            Some(_) => self.way_of(card, to),
            None => Way::Land,
        };
        match way {
            Way::Pair => return Some(Merit::Goal),
            Way::Swap => return Some(Merit::Other),
            Way::Land if target.goal && !source.goal => return Some(Merit::Goal),
            Way::Land => {}
        }
        let below = self.card_below(card);
        let moves_whole_pile = below.is_none() && game.group_of(from).take != Take::Any;
        if source.goal
            || moves_whole_pile && self.is_empty(to) && self.are_interchangeable(from, to)
        {
            return None;
        }
        if below.is_some_and(|below| self.is_hidden(below)) {
            return Some(Merit::Uncovers);
        }
        if below.is_some_and(|below| self.is_accepted_by_goal(below)) {
            return Some(Merit::Frees);
        }
        let group = game.group_of(from);
        if group.start.is_none() && group.build.is_none() {
            return Some(Merit::Leaves);
        }
        Some(if moves_whole_pile {
            Merit::Empties
        } else {
            Merit::Other
        })
    }

    /// Whether a goal pile's lookup table accepts a card.
    fn is_accepted_by_goal(&self, card: CardId) -> bool {
        let piles = self.game.piles().zip(&self.game().piles);
        let mut goals = piles.filter(|(_, rules)| rules.goal);
        goals.any(
            |(pile, _)| with_state!(&self.state, state => state.accepted(&self.game, pile).contains(card)),
        )
    }

    /// Whether two piles are interchangeable: they belong to the same group, and neither its `start` nor its `build`
    /// depends on where a pile is.
    fn are_interchangeable(&self, a: PileId, b: PileId) -> bool {
        let game = self.game();
        let group = game.group_of(a);
        let mut conditions = group.start.iter().chain(&group.build);
        game.piles[a.index()].group == game.piles[b.index()].group
            && !conditions.any(|condition| condition.predicate.reads().any(Reads::INDEX))
    }
}
