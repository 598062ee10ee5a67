//! Notices when what follows from a move or a deal is stopped before it comes to rest.

use std::sync::Arc;

use super::deal::{Deal, DealError};
use super::generate::Move;
use super::position::Position;
use super::watch::{Event, Listener};
use crate::rules::Game;
use crate::text::{group_digits, pluralize};
use crate::work::MOVE;

/// Why what follows from a move or a deal was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It took all the work that a move may take. These automatic steps began last, if any did.
    Work(Option<usize>),
    /// These automatic steps could still run, but have run as often as they may.
    Runs(usize),
}

impl Halt {
    /// Says which limit was met, as a clause after "it was stopped".
    pub fn describe(self, game: &Game) -> String {
        match self {
            Halt::Work(_) => {
                let work = group_digits(MOVE);
                format!("after {work} units of work, the limit of a move or an opening")
            }
            Halt::Runs(auto) => {
                let (name, runs) = (&game.autos[auto].name, game.deck.len());
                let times = pluralize(runs, "time");
                format!("when `auto.{name}` had run {times}, as many as the pack has cards")
            }
        }
    }
}

/// Watches for the limits.
#[derive(Debug, Default)]
pub(super) struct Guard {
    auto: Option<usize>,
    halt: Option<Halt>,
}

impl Guard {
    /// The limit that was met, if one was.
    pub(super) fn halt(&self) -> Option<Halt> {
        self.halt
    }
}

impl Guard {
    /// Takes note of what happens.
    pub(super) fn note(&mut self, event: Event<'_>) {
        match event {
            Event::Shuffled => *self = Guard::default(),
            Event::Auto(auto) => self.auto = Some(auto),
            Event::OutOfWork => self.halt = Some(Halt::Work(self.auto)),
            Event::OutOfRuns(auto) => self.halt = Some(Halt::Runs(auto)),
            _ => {}
        }
    }
}

impl Position {
    /// Like [`Position::deal`], and says why the opening was stopped, if it was.
    #[doc(hidden)]
    pub fn deal_noting_halt(
        game: &Arc<Game>,
        deal: &Deal,
    ) -> Result<(Position, Option<Halt>), DealError> {
        let mut guard = Guard::default();
        let position = Position::deal_watched(game, deal, &mut Listener::Guard(&mut guard))?;
        Ok((position, guard.halt()))
    }

    /// Plays a legal move, and says why what follows was stopped, if it was.
    pub(crate) fn play_noting_halt(&mut self, mv: Move) -> Option<Halt> {
        let mut guard = Guard::default();
        self.play_with(mv, &mut Listener::Guard(&mut guard));
        guard.halt()
    }
}
