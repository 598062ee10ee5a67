//! What some deals tell about all deals of a game.

use serde::Serialize;

use super::verdicts::SolvedDeal;
use patience::internals::{as_float, interval};

/// Counts of the deals that were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The number of deals.
    pub deals: u64,
    /// Those that can be won.
    pub winnable: u64,
    /// Those that cannot.
    pub unwinnable: u64,
    /// Those for which a limit was reached first.
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
        *match solved.winnable {
            Some(true) => &mut self.winnable,
            Some(false) => &mut self.unwinnable,
            None => &mut self.unknown,
        } += 1;
        // A file that is not ours to trust may say anything.
        self.states = self.states.saturating_add(solved.states);
        self.micros = self.micros.saturating_add(solved.micros);
    }

    /// The deals of which it is known whether they can be won.
    pub(super) fn decided(&self) -> u64 {
        self.winnable.saturating_add(self.unwinnable)
    }

    /// The 95 % confidence interval of the share of all deals that can be won. Its lower end counts the unknown deals
    /// as lost, its upper end as won, so that it holds in every case.
    pub fn interval(&self) -> (f64, f64) {
        let (low, _) = interval(self.winnable, self.deals);
        let (_, high) = interval(self.winnable + self.unknown, self.deals);
        (low, high)
    }

    /// The mean time for a deal, in seconds.
    pub(super) fn seconds_per_deal(&self) -> f64 {
        as_float(self.micros) / 1e6 / as_float(self.deals.max(1))
    }

    /// Half the width of the interval, in percent.
    pub(super) fn margin(&self) -> f64 {
        let (low, high) = self.interval();
        (high - low) * 50.0
    }
}

/// Counts, and what they tell, as `--format json` writes them.
#[derive(Serialize)]
pub(super) struct Estimate {
    #[serde(flatten)]
    counts: Counts,
    seconds: f64,
    /// The 95 % confidence interval of the share of deals that can be won.
    low: f64,
    high: f64,
}

impl From<Counts> for Estimate {
    fn from(counts: Counts) -> Estimate {
        let (low, high) = counts.interval();
        Estimate {
            counts,
            seconds: as_float(counts.micros) / 1e6,
            low,
            high,
        }
    }
}
