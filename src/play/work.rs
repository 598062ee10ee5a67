//! How much is done at most, so that every file is answered in time.
//!
//! Work is counted in things: as many for a condition as it looks at ([`Condition::cost`]), and as many for a step as
//! the pack has cards. What is counted is the same on every machine; time is not.
//!
//! [`Condition::cost`]: crate::condition::Condition::cost

use super::generate::Move;
use super::notation::{Attempt, Source, Target};
use super::position::{Position, with_state};
use crate::condition::{Piles, View};
use crate::rules::{Game, StepKind};

/// The most work for a move or an action, with all that follows from it.
pub const MAX_FOR_A_COMMAND: u64 = 1_000_000;
/// The most work for all shuffles of an opening.
pub(crate) const MAX_FOR_AN_OPENING: u64 = 50_000_000;
/// The most work to find out whether a game is stuck.
pub(crate) const MAX_FOR_THE_OUTCOME: u64 = 50_000_000;

/// Work that may still be done.
#[derive(Clone, Debug)]
pub struct Work {
    most: u64,
    left: u64,
}

impl Work {
    /// So many things.
    #[must_use]
    pub fn new(most: u64) -> Work {
        Work { most, left: most }
    }

    /// Does so many things of it, and says whether so many were left; else nothing is left.
    pub fn spend(&mut self, things: u64) -> bool {
        let left = self.left.checked_sub(things);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// How much was done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.most - self.left
    }

    /// Does a part of it that takes so many things at most, and no more than are left.
    pub(crate) fn with_limit<T>(&mut self, most: u64, f: impl FnOnce(&mut Work) -> T) -> T {
        let mut part = Work::new(most.min(self.left));
        let done = f(&mut part);
        self.spend(part.done());
        done
    }
}

/// What a step takes beside its conditions.
pub(super) fn step_cost(game: &Game, step: &StepKind) -> u64 {
    let cards = game.deck.len() as u64;
    match step {
        // Each card is looked for in the piles it may come from.
        StepKind::Deal(dealing) => cards * u64::from(dealing.from.count),
        _ => cards,
    }
}

impl Position {
    /// What it takes to lay the pack out, and to turn up what may be lifted.
    pub(super) fn settling_cost(&self) -> u64 {
        self.game.folded.settling + self.game.deck.len() as u64
    }

    /// What it takes to find the cards that the piles accept, at most.
    pub(crate) fn move_list_cost(&self) -> u64 {
        self.game.folded.cost
    }

    /// All legal moves, and what it takes to find them.
    pub(crate) fn legal_moves_within(&self, work: &mut Work) -> Vec<Move> {
        work.spend(self.move_list_cost());
        let mut moves = Vec::new();
        with_state!(&self.state, state => state.list(&self.game, &mut moves, work));
        moves
    }

    /// Plays a move that is legal; with all that follows from it, it takes as much of the work as a command may, and
    /// ends when that is spent.
    pub fn play_within(&mut self, chosen: Move, work: &mut Work) {
        work.with_limit(MAX_FOR_A_COMMAND, |work| self.play_with(chosen, work));
    }
}

impl Attempt {
    /// What it takes to find the move that is meant, or why there is none, at most.
    pub(crate) fn cost(&self, position: &Position) -> u64 {
        match self {
            Attempt::Action(action) => {
                let mut work = Work::new(MAX_FOR_A_COMMAND);
                position.may_do(*action, &mut work);
                work.done()
            }
            Attempt::Cards(source, target) => {
                let piles = match target {
                    Target::Pile(pile) => Piles::one(*pile),
                    Target::Group(group) => position.game().group(*group).piles,
                };
                let targets = position.game().folded.targets.iter();
                let asked = targets.filter(|target| piles.contains(target.pile));
                let each: u64 = asked.map(|target| target.cost).sum();
                let lengths = match source {
                    Source::Pile(pile, None) => u64::from(position.size(*pile)),
                    _ => 1,
                };
                // It is asked once whether it is legal, and once why not.
                each.saturating_mul(2 * lengths)
            }
        }
    }
}
