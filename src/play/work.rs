//! Work limits, so that no rules file can make a command run forever.
//!
//! Work is counted in units that are the same on every machine, unlike time. A condition costs what [`Condition::cost`]
//! returns; a step costs as much as the pack has cards.
//!
//! [`Condition::cost`]: crate::condition::Condition::cost

use std::fmt;

pub use crate::rules::MAX_COMMAND_WORK;
use crate::rules::{Game, Step};

/// The maximum work for an opening, with all its shuffles.
pub const MAX_OPENING_WORK: u64 = 50_000_000;
/// The maximum work for deciding whether a game is stuck.
pub(crate) const MAX_OUTCOME_WORK: u64 = 50_000_000;

/// The work between two looks at an [`Alarm`]: some ten milliseconds.
pub const WORK_BETWEEN_LOOKS: u64 = 500_000;

/// What can end work before its budget is spent, such as a clock. Once it rings, it keeps ringing.
pub trait Alarm: fmt::Debug {
    /// Whether the work is to end now.
    fn rings(&self) -> bool;
}

/// How much work may still be done.
#[derive(Clone, Debug)]
pub struct WorkBudget<'a> {
    done: u64,
    max: u64,
    alarm: Option<&'a dyn Alarm>,
    /// How much work is done when the alarm is looked at next.
    next_look: u64,
}

impl<'a> WorkBudget<'a> {
    /// A budget of `max` units.
    pub fn new(max: u64) -> WorkBudget<'a> {
        WorkBudget {
            done: 0,
            max,
            alarm: None,
            next_look: u64::MAX,
        }
    }

    /// A budget that lasts until an alarm rings.
    pub fn until(alarm: &'a dyn Alarm) -> WorkBudget<'a> {
        WorkBudget {
            alarm: Some(alarm),
            next_look: WORK_BETWEEN_LOOKS,
            ..WorkBudget::new(u64::MAX)
        }
    }

    /// Spends work. If too little is left, spends all of it and returns false.
    #[inline]
    pub fn spend(&mut self, units: u64) -> bool {
        let done = self.done.saturating_add(units);
        if done > self.max.min(self.next_look) {
            return self.spend_after_look(done);
        }
        self.done = done;
        true
    }

    #[cold]
    fn spend_after_look(&mut self, done: u64) -> bool {
        if done > self.max {
            self.done = self.max;
            return false;
        }
        if self.alarm.is_some_and(Alarm::rings) {
            self.max = self.done;
            return false;
        }
        self.next_look = done.saturating_add(WORK_BETWEEN_LOOKS);
        self.done = done;
        true
    }

    /// Whether no work is left.
    pub fn is_spent(&self) -> bool {
        self.done == self.max
    }

    /// The amount of work that was spent.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Runs `f` with a part of this budget, at most `max`, and spends what `f` used.
    pub fn with_limit<T>(&mut self, max: u64, f: impl FnOnce(&mut WorkBudget<'a>) -> T) -> T {
        self.with_own(max.min(self.max - self.done), f)
    }

    /// Runs `f` with a budget of `max` units, even if less is left of this one, and spends what `f` used. The alarm
    /// that ends this budget ends that one, and with it this one.
    pub(super) fn with_own<T>(&mut self, max: u64, f: impl FnOnce(&mut WorkBudget<'a>) -> T) -> T {
        let mut own = WorkBudget {
            done: 0,
            max,
            alarm: self.alarm,
            next_look: self.next_look.saturating_sub(self.done),
        };
        let result = f(&mut own);
        self.spend(own.done);
        let has_rung = own.max < max;
        if has_rung {
            self.max = self.done;
        }
        result
    }
}

/// The cost of a step without its conditions.
pub(super) fn step_cost(game: &Game, step: &Step) -> u64 {
    let cards = game.deck.len() as u64;
    match step.amount {
        // Each card may be searched for in all source piles.
        Some(_) => cards * u64::from(step.from.count),
        None => cards,
    }
}
