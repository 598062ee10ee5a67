//! Which deals are to be solved, and how long each may take.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::deals::{DealRange, Shard};
use crate::cli::args::{OddsRunArgs, job_count};
use crate::cli::deal::NumberedDeal;
use crate::cli::store::{SolvedDeal, VerdictWord};
use crate::rules::Game;
use crate::search::{Limits, Solution, Verdict};

/// The time for a deal, unless the user says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Which deals are to be solved, and how long each may take.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) deals: DealRange,
    pub(super) shard: Shard,
    pub(super) limits: Limits,
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
        let mut name = vec![game.name().to_owned()];
        name.extend(game.variants().iter().cloned());
        Plan {
            deals: deals.clone(),
            shard: args.shard.unwrap_or(Shard::ALL),
            limits,
            jobs: job_count(args.jobs),
            until: args.until,
            rules: game.fingerprint().to_owned(),
            name: name.join(", "),
        }
    }

    /// The fingerprint of the rules.
    pub(super) fn rules(&self) -> &str {
        &self.rules
    }

    /// The deal with an index in the shard.
    pub(super) fn deal(&self, number: u64) -> NumberedDeal {
        NumberedDeal {
            dealer: self.deals.dealer,
            number: self.deals.first + self.shard.place_of(number),
        }
    }

    /// How many deals of the shard come before a deal; `None` if the shard does not have it.
    pub(super) fn find(&self, deal: NumberedDeal) -> Option<u64> {
        self.shard.find(deal.number.checked_sub(self.deals.first)?)
    }

    /// How many deals the shard has.
    pub(super) fn count(&self) -> u64 {
        let all = (self.deals.last - self.deals.first).saturating_add(1);
        self.shard.share_of(all)
    }

    /// The record of a deal that was solved in some time.
    pub(super) fn record(
        &self,
        deal: NumberedDeal,
        solved: Option<&(Solution, Duration)>,
    ) -> SolvedDeal {
        let (verdict, reason) = match solved.map(|(solution, _)| &solution.verdict) {
            Some(Verdict::Winnable(_)) => (VerdictWord::Winnable, None),
            Some(Verdict::Unwinnable) => (VerdictWord::Unwinnable, None),
            Some(Verdict::Unknown(limit)) => (VerdictWord::Unknown, Some(limit.word().to_owned())),
            None => (VerdictWord::Unknown, Some("deal".to_owned())),
        };
        let whole = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        SolvedDeal {
            rules: self.rules.clone(),
            deal,
            name: self.name.clone(),
            verdict,
            reason,
            states: solved.map_or(0, |(solution, _)| solution.states),
            micros: solved.map_or(0, |(_, time)| whole(time.as_micros())),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            max_millis: self.limits.time.map(|time| whole(time.as_millis())),
            max_states: self.limits.states,
            max_memory: self.limits.memory as u64,
            solved: now.map_or(0, |now| now.as_secs()),
        }
    }
}
