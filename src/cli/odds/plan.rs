//! Which deals are to be solved, and how long each may take.

use std::collections::HashSet;
use std::time::Duration;

use super::deals::{DealRange, Shard};
use crate::args::{OddsRunArgs, job_count};
use crate::clock::{in_micros, since_1970};
use crate::deal::NumberedDeal;
use crate::store::{Attempt, Counts, SolvedDeal, Store, StoreError};
use patience::{Game, Limits, Solution, Verdict};

/// The time for a deal, unless the user says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The most deals that are looked up at once, and the most numbers between the first and the last of them, so that memory
/// does not depend on the number of deals, nor do other programs wait.
const MAX_DEALS: u64 = 1 << 12;
const MAX_NUMBERS: u64 = 1 << 20;

/// Which deals are to be solved, and how long each may take.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) deals: DealRange,
    pub(super) shard: Shard,
    pub(super) limits: Limits,
    attempt: Attempt,
    pub(super) jobs: usize,
    /// The half of the interval, in percent, that is narrow enough.
    pub(super) until: Option<f64>,
    rules: String,
    name: String,
}

impl Plan {
    pub(super) fn new(game: &Game, deals: &DealRange, args: &OddsRunArgs) -> Plan {
        let mut limits = args.limits.limits();
        if limits.time.is_none() && limits.states.is_none() {
            limits.time = Some(DEFAULT_TIME);
        }
        Plan {
            deals: deals.clone(),
            shard: args.shard.unwrap_or(Shard::ALL),
            attempt: Attempt {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                max_millis: limits.time.map(|time| {
                    let millis = time.as_millis();
                    u64::try_from(millis).unwrap_or(u64::MAX)
                }),
                max_states: limits.states,
                max_memory: limits.memory as u64,
            },
            limits,
            jobs: job_count(args.jobs),
            until: args.until,
            rules: game.fingerprint().to_owned(),
            name: game.title(),
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
        self.shard.find(deal.number.checked_sub(self.deals.first)?)
    }

    /// How many deals the shard has.
    pub(super) fn count(&self) -> u64 {
        let all = (self.deals.last - self.deals.first).saturating_add(1);
        self.shard.share_of(all)
    }

    /// Looks up the next deals after some that are done, as many as are looked up at once. Counts the known ones, and
    /// returns the others.
    pub(super) fn look_up(
        &self,
        done: &mut u64,
        store: &Store,
        counts: &mut Counts,
    ) -> Result<Vec<NumberedDeal>, StoreError> {
        let most = (MAX_NUMBERS / self.shard.count()).clamp(1, MAX_DEALS);
        let next = *done..*done + most.min(self.count() - *done);
        let mut known = HashSet::new();
        if !next.is_empty() {
            let ends = (self.deal(next.start), self.deal(next.end - 1));
            store.each_verdict(&self.rules, ends, &mut |solved| {
                if let Some(number) = self.find(solved.deal)
                    && !solved.is_worth(&self.attempt)
                {
                    counts.add(&solved);
                    known.insert(number);
                }
            })?;
        }
        *done = next.end;
        let open = next.filter(|number| !known.contains(number));
        Ok(open.map(|number| self.deal(number)).collect())
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
            Verdict::Unknown(limit) => (None, Some(limit.word())),
        };
        SolvedDeal {
            rules: self.rules.clone(),
            deal,
            name: self.name.clone(),
            winnable,
            reason: limit.map(str::to_owned),
            states: solution.states,
            micros: in_micros(time),
            attempt: self.attempt.clone(),
            solved: since_1970().as_secs(),
        }
    }
}
