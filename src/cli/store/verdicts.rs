//! What the solver found out about deals.

use std::fmt;

use crate::cli::deal::NumberedDeal;

/// Whether a deal can be won, without the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum VerdictWord {
    /// It can be won.
    Winnable,
    /// It cannot be won.
    Unwinnable,
    /// A limit was reached.
    Unknown,
}

impl VerdictWord {
    /// The word for it.
    pub(in crate::cli) fn word(self) -> &'static str {
        match self {
            VerdictWord::Winnable => "winnable",
            VerdictWord::Unwinnable => "unwinnable",
            VerdictWord::Unknown => "unknown",
        }
    }
}

/// A deal that was solved, or tried in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct SolvedDeal {
    /// The fingerprint of the rules, with the variants.
    pub(in crate::cli) rules: String,
    /// The deal.
    pub(in crate::cli) deal: NumberedDeal,
    /// What the game is called, with its variants.
    pub(in crate::cli) name: String,
    /// Whether it can be won.
    pub(in crate::cli) verdict: VerdictWord,
    /// The limit that was reached, if that is unknown.
    pub(in crate::cli) reason: Option<String>,
    /// The number of positions that were looked at.
    pub(in crate::cli) states: u64,
    /// The time it took, in microseconds.
    pub(in crate::cli) micros: u64,
    /// The version of the program.
    pub(in crate::cli) version: String,
    /// The time limit, in milliseconds.
    pub(in crate::cli) max_millis: Option<u64>,
    /// The limit of positions.
    pub(in crate::cli) max_states: Option<u64>,
    /// The memory limit, in bytes.
    pub(in crate::cli) max_memory: u64,
    /// When it was solved, in seconds since 1970.
    pub(in crate::cli) solved: u64,
}

impl SolvedDeal {
    /// Whether another attempt with these limits could find out more.
    pub(in crate::cli) fn is_worth_another_attempt(&self, other: &SolvedDeal) -> bool {
        let is_longer = |known: Option<u64>, new: Option<u64>| match (known, new) {
            (Some(known), Some(new)) => new > known,
            (known, new) => known.is_some() && new.is_none(),
        };
        self.verdict == VerdictWord::Unknown
            && self.reason.as_deref() != Some("shuffle")
            && (self.reason.as_deref() == Some("interrupt")
                || is_longer(self.max_millis, other.max_millis)
                || is_longer(self.max_states, other.max_states)
                || other.max_memory > self.max_memory)
    }

    /// Whether what another attempt found says more about the deal.
    pub(super) fn is_improved_by(&self, other: &SolvedDeal) -> bool {
        self.verdict == VerdictWord::Unknown
            && (other.verdict != VerdictWord::Unknown || self.is_worth_another_attempt(other))
    }

    /// Whether only one of two attempts can be right.
    pub(super) fn contradicts(&self, other: &SolvedDeal) -> bool {
        let are_certain =
            self.verdict != VerdictWord::Unknown && other.verdict != VerdictWord::Unknown;
        are_certain && self.verdict != other.verdict
    }
}

/// Two verdicts that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Contradiction {
    pub(super) known: SolvedDeal,
    pub(super) other: SolvedDeal,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, other) = (&self.known, &self.other);
        write!(
            f,
            "{}, deal {}, is {} (version {}), but was {} before (version {})",
            other.name,
            other.deal,
            other.verdict.word(),
            other.version,
            known.verdict.word(),
            known.version
        )
    }
}
