//! What some deals tell about all deals of a game.

use serde::Serialize;

use crate::cli::store::{SolvedDeal, VerdictWord};
use crate::simulate::{Tally, as_float};

/// Counts of the deals that were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) deals: u64,
    pub(super) winnable: u64,
    pub(super) unwinnable: u64,
    pub(super) unknown: u64,
    pub(super) states: u64,
    /// The time it took, in microseconds.
    #[serde(skip)]
    pub(super) micros: u64,
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

    /// The 95 % confidence interval of the share of all deals that can be won. Its lower end counts the unknown deals as
    /// lost, its upper end as won, so that it holds whatever they are.
    pub(super) fn interval(&self) -> (f64, f64) {
        let tally = |wins| Tally {
            games: self.deals,
            wins,
            ..Tally::default()
        };
        let (low, _) = tally(self.winnable).interval();
        let (_, high) = tally(self.winnable + self.unknown).interval();
        (low, high)
    }

    /// The time it took, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        as_float(self.micros) / 1e6
    }

    /// Half the width of the interval, in percent.
    pub(super) fn margin(&self) -> f64 {
        let (low, high) = self.interval();
        (high - low) * 50.0
    }
}
