//! What some deals tell about all deals of a game.

use serde::Serialize;

use crate::cli::store::{SolvedDeal, VerdictWord};
use crate::simulate::{Tally, as_float};

/// Counts of the deals that were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub deals: u64,
    pub winnable: u64,
    pub unwinnable: u64,
    pub unknown: u64,
    /// The number of positions that were looked at.
    pub states: u64,
    /// The time it took, in microseconds.
    #[serde(skip)]
    pub micros: u64,
}

impl Counts {
    /// Counts a deal.
    pub(super) fn add(&mut self, solved: &SolvedDeal) {
        self.deals += 1;
        let count = match solved.verdict {
            VerdictWord::Winnable => &mut self.winnable,
            VerdictWord::Unwinnable => &mut self.unwinnable,
            VerdictWord::Unknown => &mut self.unknown,
        };
        *count += 1;
        // A file that is not ours to trust may say anything.
        self.states = self.states.saturating_add(solved.states);
        self.micros = self.micros.saturating_add(solved.micros);
    }

    /// The 95 % confidence interval of the share of all deals that can be won. Its lower end counts the unknown deals
    /// as lost, its upper end as won, so that it holds in every case.
    pub fn interval(&self) -> (f64, f64) {
        let (low, _) = self.interval_of(self.winnable);
        let (_, high) = self.interval_of(self.winnable + self.unknown);
        (low, high)
    }

    /// The same interval if no unknown deal can be won.
    pub fn least_interval(&self) -> (f64, f64) {
        self.interval_of(self.winnable)
    }

    /// The interval if this number of the deals can be won.
    fn interval_of(&self, wins: u64) -> (f64, f64) {
        let games = self.deals;
        let tally = Tally {
            games,
            wins,
            ..Tally::default()
        };
        tally.interval()
    }

    /// The time it took, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        as_float(self.micros) / 1e6
    }

    /// The mean time for a deal, in seconds.
    pub(super) fn seconds_per_deal(&self) -> f64 {
        self.seconds() / as_float(self.deals.max(1))
    }

    /// Half the width of the interval, in percent.
    pub(super) fn margin(&self) -> f64 {
        let (low, high) = self.interval();
        (high - low) * 50.0
    }
}
