//! Budgets of work, and the alarm that ends them.

use std::cell::Cell;

use patience::internals::{Alarm, MAX_COMMAND_WORK, WORK_BETWEEN_LOOKS, WorkBudget, prune_within};
use patience::solve::Control;
use patience::{Deal, DealNumber, Position};

use crate::common::{open_rules, root};

/// Rings after a number of looks, and counts all.
#[derive(Debug)]
struct Looks {
    before: u32,
    count: Cell<u32>,
}

impl Alarm for Looks {
    fn rings(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.count.get() > self.before
    }
}

/// Spends as much as it may, in parts of parts.
fn spend_all(budget: &mut WorkBudget, units: u64) {
    while budget.spend(units) {
        budget.with_limit(3 * WORK_BETWEEN_LOOKS, |part| while part.spend(units) {});
    }
}

#[test]
fn an_alarm_ends_work() {
    for before in 0..20 {
        for units in [1, 7, 1000, WORK_BETWEEN_LOOKS / 2, WORK_BETWEEN_LOOKS + 1] {
            let looks = Looks {
                before,
                count: Cell::new(0),
            };
            let mut budget = WorkBudget::until(&looks);
            budget.with_limit(u64::MAX, |part| spend_all(part, units));
            assert!(budget.is_spent(), "it ends with its part");
            let most = u64::from(before + 1) * (WORK_BETWEEN_LOOKS + units);
            assert!(budget.done() <= most, "{} of {most}", budget.done());
            assert!(!budget.spend(1), "it keeps ringing");
        }
    }
}

#[test]
fn a_part_is_limited() {
    let mut budget = WorkBudget::new(10);
    budget.with_limit(4, |part| {
        assert!(part.spend(3) && !part.spend(3) && part.is_spent());
    });
    assert_eq!(budget.done(), 4);
    budget.with_limit(100, |part| assert!(part.spend(6) && !part.spend(1)));
    assert!(budget.is_spent());
}

/// A win is shortened no longer than the clock allows. Each move of this game takes as much work as a move can.
#[test]
fn shortening_ends_when_the_clock_rings() {
    let rules = open_rules(&root().join("tests/heavy/auto-heavy.toml"));
    let deal = Deal::Number(DealNumber(1));
    let first = Position::deal(rules.game(), &deal).expect("the deal succeeds");
    let (mut position, mut moves) = (first.clone(), Vec::new());
    for _ in 0..5 {
        let mv = position.legal_moves()[0];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    let control = Control::default();
    control.interrupt();
    let (left, done) = prune_within(&first, moves.clone(), &control);
    assert_eq!(left, moves);
    assert!((1..MAX_COMMAND_WORK).contains(&done), "{done}");
}
