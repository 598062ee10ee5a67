//! What the solver found out about deals.

use crate::deal::NumberedDeal;
use patience::internals::printable_line;

/// A deal that was solved, or tried in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SolvedDeal {
    /// The fingerprint of the rules, with the variants.
    pub(crate) rules: String,
    /// The deal.
    pub(crate) deal: NumberedDeal,
    /// What the game is called, with its variants.
    pub(crate) name: String,
    /// Whether it can be won; `None` if a limit was reached.
    pub(crate) winnable: Option<bool>,
    /// The limit that was reached, if that is unknown.
    pub(crate) reason: Option<String>,
    /// The number of positions that were looked at.
    pub(crate) states: u64,
    /// The time it took, in microseconds.
    pub(crate) micros: u64,
    pub(crate) attempt: Attempt,
    /// When it was solved, in seconds since 1970.
    pub(crate) solved: u64,
}

/// What many deals are solved with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Attempt {
    /// The version of the program.
    pub(crate) version: String,
    /// The time limit, in milliseconds.
    pub(crate) max_millis: Option<u64>,
    /// The limit of positions.
    pub(crate) max_states: Option<u64>,
    /// The memory limit, in bytes.
    pub(crate) max_memory: u64,
}

impl SolvedDeal {
    /// Whether another attempt could find out more.
    pub(crate) fn is_worth(&self, other: &Attempt) -> bool {
        let is_longer = |known: Option<u64>, new: Option<u64>| {
            known.is_some_and(|known| new.is_none_or(|new| new > known))
        };
        let known = &self.attempt;
        self.winnable.is_none()
            && self.reason.as_deref() != Some("shuffle")
            && (self.reason.as_deref() == Some("interrupt")
                || is_longer(known.max_millis, other.max_millis)
                || is_longer(known.max_states, other.max_states)
                || other.max_memory > known.max_memory)
    }

    /// Whether what another attempt found says more about the deal.
    pub(super) fn is_improved_by(&self, other: &SolvedDeal) -> bool {
        self.winnable.is_none() && (other.winnable.is_some() || self.is_worth(&other.attempt))
    }

    /// What is wrong if another attempt found the opposite.
    pub(super) fn contradiction(&self, other: &SolvedDeal) -> Option<String> {
        let word = |winnable| if winnable { "winnable" } else { "unwinnable" };
        let (known, found) = (self.winnable?, other.winnable?);
        let message = format!(
            "{}, deal {}, is {} (version {}), but was {} before (version {})",
            other.name,
            other.deal,
            word(found),
            other.attempt.version,
            word(known),
            self.attempt.version
        );
        (known != found).then(|| printable_line(&message))
    }
}
