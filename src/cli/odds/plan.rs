//! Which deals are to be solved, and how long each may take.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::deals::{DealRange, Shard};
use super::estimate::Counts;
use super::verdicts::{Attempt, SolvedDeal, Verdicts};
use crate::args::{OddsArgs, job_count};
use crate::clock::{in_micros, since_1970};
use crate::deal::NumberedDeal;
use patience::solve::{Limits, Solution};
use patience::{Game, Verdict};

/// The time for a deal, unless the user says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Which deals are to be solved, and how long each may take.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) deals: DealRange,
    pub(super) shard: Shard,
    pub(super) limits: Limits,
    attempt: Arc<Attempt>,
    pub(super) jobs: usize,
    /// The half of the interval, in percent, that is narrow enough.
    pub(super) until: Option<f64>,
}

impl Plan {
    pub(super) fn new(game: &Game, deals: &DealRange, args: &OddsArgs) -> Plan {
        let mut limits = args.limits.limits();
        if limits.time.is_none() && limits.states.is_none() {
            limits.time = Some(DEFAULT_TIME);
        }
        Plan {
            deals: deals.clone(),
            shard: args.shard.unwrap_or(Shard::ALL),
            attempt: Arc::new(Attempt {
                name: game.title(),
                rules: game.fingerprint().to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                max_millis: limits.time.map(|time| {
                    let millis = time.as_millis();
                    u64::try_from(millis).unwrap_or(u64::MAX)
                }),
                max_states: limits.states,
                max_memory: limits.memory as u64,
            }),
            limits,
            jobs: job_count(args.jobs),
            until: args.until,
        }
    }

    /// The deal with an index in the shard.
    fn deal(&self, number: u64) -> NumberedDeal {
        NumberedDeal {
            dealer: self.deals.dealer,
            number: self.deals.first + self.shard.place_of(number),
        }
    }

    /// How many deals of the shard come before a deal; `None` if the shard does not have it.
    fn find(&self, deal: NumberedDeal) -> Option<u64> {
        let DealRange {
            dealer,
            first,
            last,
        } = self.deals;
        let is_in_range = deal.dealer == dealer && (first..=last).contains(&deal.number);
        is_in_range.then(|| self.shard.find(deal.number - first))?
    }

    /// How many deals the shard has.
    pub(super) fn count(&self) -> u64 {
        let all = (self.deals.last - self.deals.first).saturating_add(1);
        self.shard.share_of(all)
    }

    /// Counts the deals of the shard that are known, and returns the others, in order.
    pub(super) fn open_deals<'a>(
        &'a self,
        verdicts: &Verdicts,
        counts: &mut Counts,
    ) -> impl Iterator<Item = NumberedDeal> + use<'a> {
        let mut known = HashSet::new();
        for solved in verdicts.of(&self.attempt.rules) {
            if let Some(number) = self.find(solved.deal)
                && !solved.is_worth(&self.attempt)
            {
                counts.add(solved);
                known.insert(number);
            }
        }
        let open = (0..self.count()).filter(move |number| !known.contains(number));
        open.map(|number| self.deal(number))
    }

    /// The record of a deal that was solved in some time.
    pub(super) fn record(
        &self,
        deal: NumberedDeal,
        solution: &Solution,
        time: Duration,
    ) -> SolvedDeal {
        let (winnable, limit) = match &solution.verdict {
            Verdict::Winnable(_) => (Some(true), None),
            Verdict::Unwinnable => (Some(false), None),
            Verdict::Unknown(limit) => (None, Some(*limit)),
        };
        SolvedDeal {
            attempt: Arc::clone(&self.attempt),
            deal,
            winnable,
            limit,
            states: solution.states,
            micros: in_micros(time),
            solved: since_1970().as_secs(),
        }
    }
}
