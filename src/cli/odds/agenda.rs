//! The deals that are still to be solved.

use std::collections::HashSet;

use super::estimate::Counts;
use super::plan::Plan;
use crate::cli::deal::NumberedDeal;
use crate::cli::store::{Store, StoreError};

/// The most deals that are looked up at once, and the most numbers between the first and the last of them.
const MAX_DEALS: u64 = 1 << 12;
const MAX_NUMBERS: u64 = 1 << 20;

/// The deals of a plan that are still to be solved, in order. Known verdicts are looked up some thousands of deals at a
/// time, so that memory does not depend on the number of deals, nor do other programs wait.
#[derive(Debug)]
pub(super) struct Agenda<'a> {
    plan: &'a Plan,
    /// How many deals were looked up.
    done: u64,
}

impl Agenda<'_> {
    pub(super) fn new(plan: &Plan) -> Agenda<'_> {
        Agenda { plan, done: 0 }
    }

    /// Whether all deals were looked up.
    pub(super) fn is_done(&self) -> bool {
        self.done == self.plan.count()
    }

    /// Looks up the next deals. Counts the known ones, and returns the others.
    pub(super) fn look_up(
        &mut self,
        store: &Store,
        counts: &mut Counts,
    ) -> Result<Vec<NumberedDeal>, StoreError> {
        let plan = self.plan;
        let most = (MAX_NUMBERS / plan.shard.count()).clamp(1, MAX_DEALS);
        let next = self.done..self.done + most.min(plan.count() - self.done);
        let mut known = HashSet::new();
        if !next.is_empty() {
            let ends = (plan.deal(next.start), plan.deal(next.end - 1));
            store.each_verdict(plan.rules(), ends, &mut |solved| {
                let Some(number) = plan.find(solved.deal) else {
                    return;
                };
                if !solved.is_worth_another_attempt(&plan.record(solved.deal, None)) {
                    counts.add(&solved);
                    known.insert(number);
                }
            })?;
        }
        self.done = next.end;
        let open = next.filter(|number| !known.contains(number));
        Ok(open.map(|number| plan.deal(number)).collect())
    }
}
