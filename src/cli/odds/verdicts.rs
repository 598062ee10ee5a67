//! What the solver found out about deals.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::estimate::Counts;
use crate::clock::date_of;
use crate::deal::NumberedDeal;
use patience::internals::printable_line;
use patience::solve::Limit;

/// A deal that was solved, or tried in vain.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SolvedDeal {
    pub(super) attempt: Arc<Attempt>,
    /// The deal.
    pub(super) deal: NumberedDeal,
    /// Whether it can be won; `None` if a limit was reached.
    pub(super) winnable: Option<bool>,
    /// The limit that was reached, if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<Limit>,
    /// The number of positions that were looked at.
    pub(super) states: u64,
    /// The time it took, in microseconds.
    pub(super) micros: u64,
    /// When it was solved, in seconds since 1970.
    pub(super) solved: u64,
}

/// What many deals have in common: their rules, and what they are solved with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Attempt {
    /// What the game is called, with its variants.
    pub(super) name: String,
    /// The fingerprint of the rules, with the variants.
    pub(super) rules: String,
    /// The version of the program.
    pub(super) version: String,
    /// The time limit, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_millis: Option<u64>,
    /// The limit of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_states: Option<u64>,
    /// The memory limit, in bytes.
    pub(super) max_memory: u64,
}

impl SolvedDeal {
    /// Whether another attempt could find out more.
    pub(super) fn is_worth(&self, other: &Attempt) -> bool {
        let is_longer = |known: Option<u64>, new: Option<u64>| {
            known.is_some_and(|known| new.is_none_or(|new| new > known))
        };
        let known = &self.attempt;
        self.winnable.is_none()
            && self.limit != Some(Limit::Shuffle)
            && (is_longer(known.max_millis, other.max_millis)
                || is_longer(known.max_states, other.max_states)
                || other.max_memory > known.max_memory)
    }

    /// Whether what another attempt found says more about the deal.
    fn is_improved_by(&self, other: &SolvedDeal) -> bool {
        self.winnable.is_none() && (other.winnable.is_some() || self.is_worth(&other.attempt))
    }

    /// What is wrong if another attempt found the opposite.
    fn contradiction(&self, other: &SolvedDeal) -> Option<String> {
        let word = |winnable| if winnable { "winnable" } else { "unwinnable" };
        let (known, found) = (self.winnable?, other.winnable?);
        let message = format!(
            "{}, deal {}, is {} (version {}), but was {} before (version {})",
            other.attempt.name,
            other.deal,
            word(found),
            other.attempt.version,
            word(known),
            self.attempt.version
        );
        (known != found).then_some(message)
    }
}

/// The best that is known of each deal.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    /// By the fingerprint of the rules.
    deals: BTreeMap<String, BTreeMap<NumberedDeal, SolvedDeal>>,
    /// Those of all deals, each kept once.
    attempts: HashSet<Arc<Attempt>>,
}

impl Verdicts {
    /// Adds a verdict, unless as much is known of the deal. Returns what contradicts it, if anything does.
    pub(super) fn add(&mut self, mut solved: SolvedDeal) -> Result<(), String> {
        let deals = self.deals.entry(solved.attempt.rules.clone()).or_default();
        if let Some(known) = deals.get(&solved.deal)
            && !known.is_improved_by(&solved)
        {
            return known.contradiction(&solved).map_or(Ok(()), Err);
        }
        match self.attempts.get(&solved.attempt) {
            Some(known) => solved.attempt = Arc::clone(known),
            None => drop(self.attempts.insert(Arc::clone(&solved.attempt))),
        }
        deals.insert(solved.deal, solved);
        Ok(())
    }

    /// What is known of the deals of some rules.
    pub(super) fn of(&self, rules: &str) -> impl Iterator<Item = &SolvedDeal> {
        self.deals.get(rules).into_iter().flat_map(BTreeMap::values)
    }

    /// Sums up what is known of some rules.
    pub(super) fn sum(&self, rules: &str) -> Option<SolvedRules> {
        self.deals.get(rules).and_then(SolvedRules::new)
    }

    /// Sums up what is known of all rules, by name.
    pub(super) fn sums(&self) -> Vec<SolvedRules> {
        let mut sums: Vec<_> = self.deals.values().filter_map(SolvedRules::new).collect();
        sums.sort_by(|a, b| a.name.cmp(&b.name));
        sums
    }
}

/// Rules whose deals were solved or tried.
#[derive(Debug)]
pub(super) struct SolvedRules {
    /// Their fingerprint, with the variants.
    pub(super) rules: String,
    /// What the game was called.
    pub(super) name: String,
    pub(super) counts: Counts,
    /// The options of `odds` that solve the same deals again, with the highest of their limits. How many unknown deals had
    /// lower ones is said: those that were decided before need no more.
    pub(super) options: String,
    /// The day of the newest verdict: `2026-11-22`.
    pub(super) date: String,
    /// The version of the program that found it.
    pub(super) version: String,
}

impl SolvedRules {
    /// Sums up deals of the same rules; `None` if there are none.
    fn new(deals: &BTreeMap<NumberedDeal, SolvedDeal>) -> Option<SolvedRules> {
        let newest = deals.values().max_by_key(|solved| solved.solved)?;
        let mut counts = Counts::default();
        for solved in deals.values() {
            counts.add(solved);
        }
        Some(SolvedRules {
            rules: newest.attempt.rules.clone(),
            name: newest.attempt.name.clone(),
            counts,
            options: printable_line(&options(deals)),
            date: date_of(newest.solved),
            version: printable_line(&newest.attempt.version),
        })
    }
}

/// The options of `odds` that solve some deals again.
fn options(deals: &BTreeMap<NumberedDeal, SolvedDeal>) -> String {
    let numbers: Vec<NumberedDeal> = deals.keys().copied().collect();
    let ranges = numbers.chunk_by(|a, b| a.dealer == b.dealer);
    let ranges = ranges.filter_map(|range| {
        let (first, last) = (range.first()?, range.last()?.number);
        let is_whole = range.len() as u64 - 1 == last - first.number;
        let some = (!is_whole).then(|| format!(" ({} of them)", range.len()));
        Some(format!(
            "--deals {first}..{last}{}",
            some.unwrap_or_default()
        ))
    });
    let ranges: Vec<String> = ranges.collect();
    let limits = |solved: &SolvedDeal| (solved.attempt.max_states, solved.attempt.max_millis);
    let all = deals.values().map(limits);
    let most = all.fold((None, None), |most, limits| {
        (most.0.max(limits.0), most.1.max(limits.1))
    });
    let states = most.0.map(|states| format!(" --states {states}"));
    let time = most.1.map(|millis| {
        let seconds = format!(" --time {}.{:03}", millis / 1000, millis % 1000);
        let seconds = seconds.trim_end_matches('0');
        seconds.trim_end_matches('.').to_owned()
    });
    let unknown = deals.values().filter(|solved| solved.winnable.is_none());
    let tried_less = unknown.filter(|solved| limits(solved) != most).count();
    let less = (tried_less > 0).then(|| format!(" (less for {tried_less} unknown)"));
    let limits = [states, time, less].into_iter().flatten();
    ranges.join(" and ") + &limits.collect::<String>()
}
