//! What is told of a deal or a move while it happens.

use super::board_view::BoardView;
use super::halt::Guard;
use super::trace::Tracer;
use crate::rules::Step;

/// Is told what happens within a deal or a move. `()` ignores it, at no cost.
pub(super) trait Watcher {
    /// Something happened, and now the board is like this.
    fn note<T: BoardView>(&mut self, event: Event<'_>, board: &T);
}

impl Watcher for () {
    #[inline(always)]
    fn note<T: BoardView>(&mut self, _: Event<'_>, _: &T) {}
}

/// One of those who listen. Moves are compiled once for all of them, and once for nobody.
pub(super) enum Listener<'a> {
    Guard(&'a mut Guard),
    Tracer(&'a mut Tracer),
}

impl Watcher for Listener<'_> {
    fn note<T: BoardView>(&mut self, event: Event<'_>, board: &T) {
        match self {
            Listener::Guard(guard) => guard.note(event),
            Listener::Tracer(tracer) => tracer.note(event, board),
        }
    }
}

/// What happens within a deal or a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'a> {
    /// The pack was shuffled, perhaps once more, and nothing dealt yet.
    Shuffled,
    /// A step begins.
    Begins(&'a Step),
    /// A step does not run, because of its `when`.
    Skipped(&'a Step),
    /// The step that began last is done; if none began, the player's move.
    Done,
    /// Empty piles may have been refilled.
    Refilled,
    /// Cards may have been turned up.
    TurnedUp,
    /// The automatic steps with this index begin.
    Auto(usize),
    /// All the work is done that a move may do.
    OutOfWork,
    /// The automatic steps with this index could run, but may not run any more.
    OutOfRuns(usize),
}
