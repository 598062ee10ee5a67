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
use crate::rules::{Game, StepKind};

/// The most work for a move or an action, with everything that follows from it.
pub const MAX_COMMAND_WORK: u64 = 1_000_000;
/// The most work for an opening, with all its shuffles.
pub(crate) const MAX_OPENING_WORK: u64 = 50_000_000;
/// The most work to decide whether a game is stuck.
pub(crate) const MAX_OUTCOME_WORK: u64 = 50_000_000;

/// A work budget: how much work may still be done.
#[derive(Clone, Debug)]
pub struct Work {
    max: u64,
    left: u64,
}

impl Work {
    /// A budget of `max` units.
    #[must_use]
    pub fn new(max: u64) -> Work {
        Work { max, left: max }
    }

    /// Spends work. If not enough is left, spends all of it and returns false.
    pub fn spend(&mut self, units: u64) -> bool {
        let left = self.left.checked_sub(units);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether no work is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The amount of work that was spent.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.max - self.left
    }

    /// Runs `f` with a part of this budget, at most `max`, and spends what `f` used.
    pub(crate) fn with_limit<T>(&mut self, max: u64, f: impl FnOnce(&mut Work) -> T) -> T {
        let mut part = Work::new(max.min(self.left));
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
        self.game.folded.settle_cost + self.game.deck.len() as u64
    }

    /// The largest possible cost of listing all moves of cards.
    pub(crate) fn move_list_cost(&self) -> u64 {
        self.game.folded.listing_cost
    }

    /// Returns all legal moves, and spends the work of finding them.
    pub(crate) fn legal_moves_within(&self, work: &mut Work) -> Vec<Move> {
        work.spend(self.move_list_cost());
        let mut moves = Vec::new();
        with_state!(&self.state, state => state.list(&self.game, &mut moves, work));
        moves
    }

    /// Plays a legal move and what follows from it. It spends at most the work of one command and stops when that is
    /// used up.
    pub fn play_within(&mut self, chosen: Move, work: &mut Work) {
        work.with_limit(MAX_COMMAND_WORK, |work| self.play_with(chosen, work));
    }
}

impl Attempt {
    /// The largest possible cost of resolving the attempt, to a move or to a refusal.
    pub(crate) fn cost(&self, position: &Position) -> u64 {
        match self {
            Attempt::Action(action) => {
                let mut work = Work::new(MAX_COMMAND_WORK);
                position.may_do(*action, &mut work);
                work.done()
            }
            Attempt::Cards(source, target) => {
                let piles = match target {
                    Target::Pile(pile) => Piles::one(*pile),
                    Target::Group(group) => position.game().group(*group).piles,
                };
                let targets = position.game().folded.targets.iter();
                let candidates = targets.filter(|target| piles.contains(target.pile));
                let each: u64 = candidates.map(|target| target.cost).sum();
                let lengths = match source {
                    Source::Pile(pile, None) => u64::from(position.size(*pile)),
                    _ => 1,
                };
                // Each candidate is judged once to find out whether it is legal, and once more to explain why not.
                each.saturating_mul(2 * lengths)
            }
        }
    }
}
