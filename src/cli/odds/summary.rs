//! What many verdicts have in common.

use std::collections::BTreeMap;

use super::estimate::Counts;
use crate::cli::deal::NumberedDeal;
use crate::cli::store::SolvedDeal;
use crate::text::printable_line;

/// A summary of some verdicts.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) counts: Counts,
    /// When the newest verdict was found, in seconds since 1970, and the version of the program.
    pub(super) newest: Option<(u64, String)>,
    /// The deals of each dealer; our own have none.
    deals: BTreeMap<String, Deals>,
    /// The highest limits.
    max_states: Option<u64>,
    max_millis: Option<u64>,
}

/// Numbers of deals.
#[derive(Debug)]
struct Deals {
    first: u64,
    last: u64,
    count: u64,
}

impl Summary {
    /// Adds a verdict.
    pub(super) fn add(&mut self, solved: &SolvedDeal) {
        self.counts.add(solved);
        let newest = self.newest.as_ref();
        if newest.is_none_or(|(time, _)| solved.solved > *time) {
            self.newest = Some((solved.solved, solved.version.clone()));
        }
        self.max_states = self.max_states.max(solved.max_states);
        self.max_millis = self.max_millis.max(solved.max_millis);
        self.add_deal(solved.deal);
    }

    fn add_deal(&mut self, NumberedDeal { dealer, number }: NumberedDeal) {
        // What stands before the numbers on the command line.
        let prefix = dealer.map_or(String::new(), |dealer| format!("{}:", dealer.word()));
        let deals = self.deals.entry(prefix).or_insert(Deals {
            first: number,
            last: number,
            count: 0,
        });
        deals.first = deals.first.min(number);
        deals.last = deals.last.max(number);
        deals.count += 1;
    }

    /// The options of `odds` that solve the same deals again, with the highest of their limits.
    pub(super) fn options(&self) -> String {
        let mut options = Vec::new();
        for (dealer, Deals { first, last, count }) in &self.deals {
            let and = if options.is_empty() { "" } else { "and " };
            options.push(format!("{and}--deals {dealer}{first}..{last}"));
            if *count <= last - first {
                options.push(format!("({count} of them)"));
            }
        }
        if let Some(states) = self.max_states {
            options.push(format!("--states {states}"));
        }
        if let Some(millis) = self.max_millis {
            let seconds = format!("{}.{:03}", millis / 1000, millis % 1000);
            let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
            options.push(format!("--time {seconds}"));
        }
        printable_line(&options.join(" "))
    }
}
