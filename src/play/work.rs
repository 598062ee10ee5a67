//! Work limits, so that no rules file can make a command run forever.
//!
//! Work is counted in units that are the same on every machine, unlike time. A condition costs what [`Condition::cost`]
//! returns; a step costs as much as the pack has cards.
//!
//! [`Condition::cost`]: crate::condition::Condition::cost

use super::generate::Move;
use super::notation::{Attempt, Source, Target};
use super::position::{Position, with_state};
use crate::condition::Piles;
pub use crate::rules::MAX_COMMAND_WORK;
use crate::rules::{Game, StepKind};

/// The maximum work for an opening, with all its shuffles.
pub(crate) const MAX_OPENING_WORK: u64 = 50_000_000;
/// The maximum work for deciding whether a game is stuck.
pub(crate) const MAX_OUTCOME_WORK: u64 = 50_000_000;

/// How much work may still be done.
#[derive(Clone, Debug)]
pub struct WorkBudget {
    max: u64,
    remaining: u64,
}

impl WorkBudget {
    /// A budget of `max` units.
    #[must_use]
    pub fn new(max: u64) -> WorkBudget {
        WorkBudget {
            max,
            remaining: max,
        }
    }

    /// Spends work. If too little is left, spends all of it and returns false.
    pub fn spend(&mut self, units: u64) -> bool {
        let remaining = self.remaining.checked_sub(units);
        self.remaining = remaining.unwrap_or(0);
        remaining.is_some()
    }

    /// Whether no work is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.remaining == 0
    }

    /// The amount of work that was spent.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.max - self.remaining
    }

    /// Runs `f` with a part of this budget, at most `max`, and spends what `f` used.
    pub(crate) fn with_limit<T>(&mut self, max: u64, f: impl FnOnce(&mut WorkBudget) -> T) -> T {
        let mut part = WorkBudget::new(max.min(self.remaining));
        let result = f(&mut part);
        self.spend(part.done());
        result
    }
}

/// The cost of a step without its conditions.
pub(super) fn step_cost(game: &Game, step: &StepKind) -> u64 {
    let cards = game.deck.len() as u64;
    match step {
        // Each card may be searched for in all source piles.
        StepKind::Deal(dealing) => cards * u64::from(dealing.from.count),
        _ => cards,
    }
}

impl Position {
    /// The cost of laying out the pack and turning up the liftable cards.
    pub(super) fn settling_cost(&self) -> u64 {
        self.game.folded.update_cost + self.game.deck.len() as u64
    }

    /// The largest possible cost of listing all moves of cards.
    pub(crate) fn move_list_cost(&self) -> u64 {
        self.game.folded.listing_cost
    }

    /// Returns all legal moves, and spends the work of finding them.
    pub(crate) fn legal_moves_within(&self, budget: &mut WorkBudget) -> Vec<Move> {
        budget.spend(self.move_list_cost());
        let mut moves = Vec::new();
        with_state!(&self.state, state => state.list(&self.game, &mut moves, budget));
        moves
    }

    /// Plays a legal move and its consequences. Spends at most [`MAX_COMMAND_WORK`], and stops when that is used up.
    pub fn play_within(&mut self, mv: Move, budget: &mut WorkBudget) {
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
