//! One currency of work: whatever a rules file can make the program do is counted, so that no file makes it do more than
//! a known amount.
//!
//! A unit is meant to be a nanosecond, but it is counted, not measured: the same work has the same units on every
//! computer. The count belongs to the thread and only grows, because much of what is dear happens where no argument
//! reaches, in comparisons, copies and walks. Limits are explicit: a window says how far the count may grow before a piece
//! of work has to end. An evaluation never ends in the middle: the code that makes a list, plays a move or searches looks
//! at its window between two parts. So everything that was found is right, and at most something is missing.
//!
//! The functions of this library have windows of their own, listed here as constants. A service that serves strangers
//! can make them smaller with [`within`].

use std::cell::Cell;
use std::marker::PhantomData;

/// Compiling a rules file and all that it refers to.
pub const LOADING: u64 = 200_000_000;
/// Checking a rules file and all its variants.
pub const CHECKING: u64 = 600_000_000;
/// Checking a rules file while it is being typed.
pub const TYPING: u64 = 100_000_000;
/// An opening, with all its shuffles.
pub const OPENING: u64 = 50_000_000;
/// A move or an action with everything that follows from it.
pub const MOVE: u64 = 10_000_000;
/// A list of all legal moves of a position.
pub const LISTING: u64 = 10_000_000;
/// Finding out whether a game is stuck.
pub const OUTCOME: u64 = 100_000_000;
/// A line that a player types, without what its moves do and without searches.
pub const LINE: u64 = 150_000_000;
/// A search for a hint, or for another answer that a player waits for without having asked for a search.
pub const HINT: u64 = 500_000_000;
/// A search whose limits nobody gave.
pub const SEARCH: u64 = 5_000_000_000;

/// What is counted.
///
/// The weights are chosen so that a unit takes about a nanosecond in everything that the program does; `cargo bench --
/// --work` measures that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A byte of a rules file that is read.
    Byte,
    /// A part of a condition that is checked, specialized or folded.
    Part,
    /// A cell of a lookup table.
    Cell,
    /// What a lint looks at once: a combination of values, a part of a formula, a step of a flow.
    Lint,
    /// A part of a condition that is evaluated.
    Node,
    /// A card or a pile that a quantifier or a walk visits.
    Step,
    /// A fact or a number that is evaluated.
    Fact,
    /// A pile that moves are listed for.
    Target,
    /// A card that is checked for such a pile.
    Check,
    /// A card or a pile that is looked at to bring up to date what can be lifted.
    Cache,
    /// A card that is moved.
    Move,
    /// Sixty-four bytes of a position that is copied.
    Copy,
    /// A move that is ranked among others.
    Rank,
    /// A card or a pile that is read for a key, a hash or an estimate.
    Key,
    /// A sentence.
    Sentence,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 15] = [
        Kind::Byte,
        Kind::Part,
        Kind::Cell,
        Kind::Lint,
        Kind::Node,
        Kind::Step,
        Kind::Fact,
        Kind::Target,
        Kind::Check,
        Kind::Cache,
        Kind::Move,
        Kind::Copy,
        Kind::Rank,
        Kind::Key,
        Kind::Sentence,
    ];

    /// The units of work that one of the kind counts.
    pub const fn units(self) -> u64 {
        match self {
            Kind::Sentence => 1000,
            Kind::Byte | Kind::Part => 80,
            Kind::Rank => 40,
            Kind::Lint | Kind::Node | Kind::Fact => 10,
            Kind::Step => 6,
            Kind::Cell | Kind::Cache | Kind::Key => 5,
            Kind::Target | Kind::Move => 3,
            Kind::Copy => 2,
            Kind::Check => 1,
        }
    }
}

thread_local! {
    /// The work of this thread so far.
    static DONE: Cell<u64> = const { Cell::new(0) };
    /// How far windows of this thread may reach.
    static END: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The work of this thread so far. It only grows.
#[inline]
pub fn done() -> u64 {
    DONE.get()
}

/// Counts work.
#[inline(always)]
#[expect(clippy::inline_always, reason = "one addition")]
pub(crate) fn spend(kind: Kind, count: usize) {
    DONE.set(DONE.get().wrapping_add(kind.units() * count as u64));
    #[cfg(debug_assertions)]
    by_kind::add(kind, count as u64);
}

/// The work of this thread by kind. It is counted only in builds with debug assertions.
#[cfg(debug_assertions)]
pub(crate) mod by_kind {
    use std::cell::Cell;

    use super::Kind;

    thread_local! {
        static UNITS: [Cell<u64>; Kind::ALL.len()] = const { [const { Cell::new(0) }; Kind::ALL.len()] };
    }

    pub(super) fn add(kind: Kind, count: u64) {
        UNITS.with(|units| {
            let units = &units[kind as usize];
            units.set(units.get() + kind.units() * count);
        });
    }

    /// The units of each kind so far.
    pub fn done() -> [u64; Kind::ALL.len()] {
        UNITS.with(|units| std::array::from_fn(|kind| units[kind].get()))
    }
}

/// Calls `f`, in which no window is larger than this many units of work.
///
/// What `f` calls is cut off as it is by its own window: rules are rejected, a list of moves is not complete, a search
/// is open. A move has only its own limit, so that a position never depends on this one.
///
/// ```
/// use patience::{Rules, work};
///
/// let text = "name = 'Mine'\nlike = 'klondike'";
/// assert!(work::within(1_000, || Rules::parse("mine", text)).is_err());
/// assert!(work::within(100_000_000, || Rules::parse("mine", text)).is_ok());
/// ```
pub fn within<T>(units: u64, f: impl FnOnce() -> T) -> T {
    /// Puts the end of windows back, also when `f` panics.
    struct Restore(u64);
    impl Drop for Restore {
        fn drop(&mut self) {
            END.set(self.0);
        }
    }
    let before = Restore(END.get());
    END.set(before.0.min(done().saturating_add(units)));
    f()
}

/// Whether all the work is done that [`within`] allows.
pub(crate) fn is_all_done() -> bool {
    done() > END.get()
}

/// How far the count of the thread may grow.
///
/// It means nothing on another thread, and cannot be sent there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    end: u64,
    of_this_thread: PhantomData<*const ()>,
}

impl Window {
    /// A window of so many units from now on, or fewer if [`within`] says so.
    #[inline]
    pub(crate) fn new(units: u64) -> Window {
        let Window { end, .. } = Window::for_sure(units);
        Window {
            end: end.min(END.get()),
            of_this_thread: PhantomData,
        }
    }

    /// A window of so many units from now on, whatever [`within`] says.
    #[inline]
    pub(crate) fn for_sure(units: u64) -> Window {
        Window {
            end: done().saturating_add(units),
            of_this_thread: PhantomData,
        }
    }

    /// Whether there is work left.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        done() <= self.end
    }

    /// The work that is left.
    pub(crate) fn left(self) -> u64 {
        self.end.saturating_sub(done())
    }
}
