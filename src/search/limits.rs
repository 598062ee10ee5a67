//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::play::{Move, PileHash, Position};
use crate::rules::Game;
use crate::work::{self, Window};

/// How long a search may take, and how much memory it may use.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Limits {
    /// The time, by the clock; `None` for no limit. Without it, the clock is never read. Where there is no clock, as in a
    /// browser, any time is up at once.
    pub time: Option<Duration>,
    /// The number of positions; `None` for no limit.
    pub states: Option<u64>,
    /// The work, in the units of [`work`](mod@crate::work), which is the same on every computer; `None` for no limit.
    pub work: Option<u64>,
    /// The memory for positions that were searched or wait to be searched, in bytes; what the search itself takes comes on
    /// top. It bounds what is kept, not how long the search takes: when the memory is full, a search that goes into depth
    /// forgets positions and may visit them again, so that a small limit makes it slower, and the others give up.
    pub memory: usize,
}

impl Default for Limits {
    /// No limit of time, positions or work, and one gigabyte.
    fn default() -> Limits {
        Limits {
            time: None,
            states: None,
            work: None,
            memory: 1 << 30,
        }
    }
}

impl Limits {
    /// These limits, with a limit of time by the clock.
    pub fn with_time(self, time: Duration) -> Limits {
        let time = Some(time);
        Limits { time, ..self }
    }

    /// These limits, with a limit of positions.
    pub fn with_states(self, states: u64) -> Limits {
        let states = Some(states);
        Limits { states, ..self }
    }

    /// These limits, with a limit of work, in the units of [`work`](mod@crate::work).
    pub fn with_work(self, work: u64) -> Limits {
        let work = Some(work);
        Limits { work, ..self }
    }

    /// These limits, with another limit of memory, in bytes.
    pub fn with_memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Limit {
    /// The time was up.
    Time,
    /// The number of positions was reached.
    States,
    /// The work was done that the search may do.
    Work,
    /// The memory was full.
    Memory,
    /// It was interrupted.
    Interrupt,
    /// Moves that led to a shuffle were not followed, because nobody can know what it brings.
    Shuffle,
    /// Moves are missing in a list, because listing them all takes too much work: [`LISTING`](crate::work::LISTING).
    Listing,
}

impl Limit {
    /// The limit in words.
    pub fn description(self) -> &'static str {
        match self {
            Limit::Time => "the time limit was reached",
            Limit::States => "the limit of positions was reached",
            Limit::Work => "the limit of work was reached",
            Limit::Memory => "the memory limit was reached",
            Limit::Interrupt => "the search was interrupted",
            Limit::Shuffle => "what is left depends on a shuffle",
            Limit::Listing => "listing all moves takes too much work",
        }
    }

    /// The limit in words, in a game: of a shuffle, what shuffles and when.
    pub fn describe_in(self, game: &Game) -> String {
        let description = self.description();
        match self {
            Limit::Shuffle => format!("{description}: {}", game.shuffles().join("; ")),
            _ => description.to_owned(),
        }
    }
}

/// A view of a search from another thread: how far it is, and a way to stop it. Its clones control the same searches.
#[derive(Clone, Debug, Default)]
pub struct Control {
    is_interrupted: Arc<AtomicBool>,
    states: Arc<AtomicU64>,
}

impl Control {
    /// Stops all searches with this control, soon. Those that begin or go on later stop at once, until
    /// [`Control::reset`].
    pub fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
    }

    /// Makes it as good as new: searches run again, and positions are counted from zero. Searches that are under way should
    /// have stopped before.
    pub fn reset(&self) {
        self.is_interrupted.store(false, Ordering::Relaxed);
        self.states.store(0, Ordering::Relaxed);
    }

    /// Whether [`Control::interrupt`] was called.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// About how many positions were looked at so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }
}

/// Whether there is a clock that can be read.
pub(crate) const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Knows when a search was interrupted or its time is up.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    control: &'a Control,
    /// When the time is up.
    end: Option<Instant>,
    /// Whether it is up without a look at the clock.
    is_late: bool,
}

impl<'a> Clock<'a> {
    pub(super) fn start(limits: &Limits, control: &'a Control) -> Clock<'a> {
        let end = limits
            .time
            .filter(|_| HAS_CLOCK)
            .and_then(|time| Instant::now().checked_add(time));
        Clock {
            control,
            end,
            is_late: limits.time.is_some() && !HAS_CLOCK,
        }
    }

    fn limit(&self) -> Option<Limit> {
        if self.control.is_interrupted() {
            return Some(Limit::Interrupt);
        }
        let is_late = self.is_late || self.end.is_some_and(|end| Instant::now() >= end);
        is_late.then_some(Limit::Time)
    }
}

/// A watch over the limits of a search. Once one of them is reached, it stays so.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    clock: &'a Clock<'a>,
    window: Window,
    /// The limit that was reached.
    reached: Option<Limit>,
    /// At how much work the clock is looked at next.
    next_look: u64,
    /// The number of positions so far.
    pub(super) states: u64,
    /// Why moves were left out that might win, if any were.
    pub(super) left_out: Option<Limit>,
}

/// The work between two looks at the clock.
const BETWEEN_LOOKS: u64 = 5_000_000;
/// How many positions are searched between two reports of their number.
const INTERVAL: u64 = 64;

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &'a Limits, clock: &'a Clock<'a>) -> Watch<'a> {
        Watch {
            limits,
            clock,
            window: Window::new(limits.work.unwrap_or(u64::MAX)),
            reached: clock.limit(),
            next_look: work::done() + BETWEEN_LOOKS,
            states: 0,
            left_out: None,
        }
    }

    /// Counts a position that was reached. Returns the limit that leaves no room for it, if any.
    #[inline]
    pub(super) fn count(&mut self) -> Option<Limit> {
        if self.limits.states.is_some_and(|most| self.states >= most) {
            return Some(Limit::States);
        }
        self.states += 1;
        if self.states.is_multiple_of(INTERVAL) {
            let states = &self.clock.control.states;
            states.fetch_add(INTERVAL, Ordering::Relaxed);
        }
        self.look()
    }

    /// The limit of time or work that was reached, or the interruption, if there was one.
    #[inline]
    pub(super) fn look(&mut self) -> Option<Limit> {
        if self.reached.is_none() {
            if !self.window.is_open() {
                self.reached = Some(Limit::Work);
            } else if work::done() >= self.next_look {
                self.next_look = work::done() + BETWEEN_LOOKS;
                self.reached = self.clock.limit();
            }
        }
        self.reached
    }

    /// Lists the legal moves of a position.
    #[inline]
    pub(super) fn list(&mut self, position: &mut Position, legal: &mut Vec<Move>) {
        if !position.legal_moves_into(legal) {
            self.left_out = Some(Limit::Listing);
        }
    }
}

/// About how many bytes a search takes for a position that it keeps, with its hashes and what leads to it.
pub(super) fn size_kept(position: &Position) -> usize {
    const REST: usize = 256;
    position.size_in_memory() + position.game().piles.len() * size_of::<PileHash>() + REST
}
