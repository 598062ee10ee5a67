//! What it costs in a position to list moves, to play one, and to make out what a player means.

use super::generate::Move;
use super::notation::{Attempt, Source, Target};
use super::position::Position;
use super::sized::with_state;
use super::work::{MAX_COMMAND_WORK, WorkBudget};
use crate::condition::Piles;

impl Position {
    /// The cost of laying out the pack and turning up the liftable cards.
    pub(super) fn settling_cost(&self) -> u64 {
        self.game.folded.update_cost + self.game.deck.len() as u64
    }

    /// The largest possible cost of listing all moves of cards.
    pub(crate) fn move_list_cost(&self) -> u64 {
        self.game.folded.listing_cost
    }

    /// The largest possible cost of seeing whether a position is won, has a move of cards, and how many points it is worth.
    pub(super) fn outcome_cost(&self) -> u64 {
        let win = self.game.win.as_ref().map_or(0, |win| win.cost);
        let points = self.game.score.points.as_ref();
        let points = points.map_or(0, |points| points.cost);
        self.move_list_cost() + win + points
    }

    /// Replaces the contents of `moves` with all legal moves, and spends the work of finding them. If the budget runs
    /// out, moves are missing.
    #[inline]
    pub(crate) fn legal_moves_within(&mut self, moves: &mut Vec<Move>, budget: &mut WorkBudget) {
        with_state!(&mut self.state, state => {
            state.refresh(&self.game);
            state.list(&self.game, &state.cache, moves, budget);
        });
    }

    /// Plays a legal move and its consequences. Spends at most [`MAX_COMMAND_WORK`], and stops when that is used up.
    #[inline]
    #[doc(hidden)]
    pub fn play_within(&mut self, mv: Move, budget: &mut WorkBudget) {
        if self.game.folded.moves_are_local && matches!(mv, Move::Cards(..)) {
            // Nothing follows from it that could cost anything.
            return self.play_unchecked(mv);
        }
        budget.with_limit(MAX_COMMAND_WORK, |budget| {
            self.play_with(mv, budget, &mut ());
        });
    }
}

impl Attempt {
    /// The largest possible cost of resolving the attempt, to a move or to a refusal.
    pub(crate) fn cost(&self, position: &Position) -> u64 {
        match self {
            Attempt::Action(action) => {
                let mut budget = WorkBudget::new(MAX_COMMAND_WORK);
                position.may_do(*action, &mut budget);
                budget.done()
            }
            Attempt::Cards(source, target) => {
                let piles = match target {
                    Target::Pile(pile) => Piles::one(*pile),
                    Target::Group(group) => position.game().group(*group).piles,
                };
                let targets = position.game().folded.targets.iter();
                let candidates = targets.filter(|target| piles.contains(target.pile));
                let candidate_cost: u64 = candidates.map(|target| target.cost).sum();
                let lengths = match source {
                    Source::Pile(pile, None) => u64::from(position.size(*pile)),
                    _ => 1,
                };
                // Each candidate is judged once to find out whether it is legal, and once more to explain why not.
                candidate_cost.saturating_mul(2 * lengths)
            }
        }
    }
}
