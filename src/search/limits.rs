//! How long a search may take.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may take, and how much memory it may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time, by the clock; `None` for no limit.
    pub time: Option<Duration>,
    /// The number of positions; `None` for no limit.
    pub states: Option<u64>,
    /// The memory for positions that were searched or wait to be searched, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    /// No limit of time or positions, and one gigabyte.
    fn default() -> Limits {
        Limits {
            time: None,
            states: None,
            memory: 1 << 30,
        }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time was up.
    Time,
    /// The number of positions was reached.
    States,
    /// The memory was full.
    Memory,
    /// It was interrupted.
    Interrupt,
    /// Moves that shuffle cards were not tried, because nobody can know what they bring.
    Shuffle,
}

impl Limit {
    /// The limit in words.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Limit::Time => "the time limit was reached",
            Limit::States => "the limit of positions was reached",
            Limit::Memory => "the memory limit was reached",
            Limit::Interrupt => "the search was interrupted",
            Limit::Shuffle => "what is left depends on a shuffle",
        }
    }

    /// The word for it in data.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Limit::Time => "time",
            Limit::States => "states",
            Limit::Memory => "memory",
            Limit::Interrupt => "interrupt",
            Limit::Shuffle => "shuffle",
        }
    }
}

/// A view of a search from another thread: how far it is, and a way to stop it.
#[derive(Debug, Default)]
pub struct Control {
    is_interrupted: AtomicBool,
    states: AtomicU64,
}

impl Control {
    /// Stops all searches with this control, soon.
    pub fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::interrupt`] was called.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// About how many positions were looked at so far.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }
}

/// A watch over the limits of a search.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    control: &'a Control,
    start: Instant,
    /// The number of positions so far.
    pub(super) states: u64,
}

/// How many positions are searched between two looks at the clock.
const INTERVAL: u64 = 1 << 10;

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &'a Limits, control: &'a Control) -> Watch<'a> {
        Watch {
            limits,
            control,
            start: Instant::now(),
            states: 0,
        }
    }

    /// Counts a position. Returns the limit that is reached, if any.
    #[inline]
    pub(super) fn count(&mut self) -> Option<Limit> {
        self.states += 1;
        if self.limits.states.is_some_and(|most| self.states > most) {
            return Some(Limit::States);
        }
        if self.states.is_multiple_of(INTERVAL) {
            return self.look();
        }
        None
    }

    #[cold]
    fn look(&self) -> Option<Limit> {
        self.control.states.fetch_add(INTERVAL, Ordering::Relaxed);
        if self.control.is_interrupted() {
            return Some(Limit::Interrupt);
        }
        let is_late = self
            .limits
            .time
            .is_some_and(|most| self.start.elapsed() >= most);
        is_late.then_some(Limit::Time)
    }

    /// The time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The memory that the search may use, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.limits.memory
    }
}
