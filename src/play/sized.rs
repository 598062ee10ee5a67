//! States in several sizes, so that small games are copied fast.

use super::generate::State;
use crate::rules::Game;

/// The state of a game, in the smallest size that has room for its cards and piles.
#[derive(Clone, Debug)]
pub(super) enum SizedState {
    /// 64 cards, 16 piles.
    Small(Box<State<1, 16>>),
    /// 64 cards, 32 piles.
    Medium(Box<State<1, 32>>),
    /// 64 cards, 64 piles.
    Wide(Box<State<1, 64>>),
    /// 128 cards, 32 piles.
    Double(Box<State<2, 32>>),
    /// 128 cards, 128 piles.
    DoubleWide(Box<State<2, 128>>),
    /// 256 cards, 64 piles.
    Large(Box<State<4, 64>>),
    /// 256 cards, 256 piles.
    Largest(Box<State<4, 256>>),
}

/// Evaluates an expression with the state of a position, whatever its size.
macro_rules! with_state {
    ($state:expr, $name:ident => $done:expr) => {
        match $state {
            $crate::play::sized::SizedState::Small($name) => $done,
            $crate::play::sized::SizedState::Medium($name) => $done,
            $crate::play::sized::SizedState::Wide($name) => $done,
            $crate::play::sized::SizedState::Double($name) => $done,
            $crate::play::sized::SizedState::DoubleWide($name) => $done,
            $crate::play::sized::SizedState::Large($name) => $done,
            $crate::play::sized::SizedState::Largest($name) => $done,
        }
    };
}
pub(super) use with_state;

impl SizedState {
    /// The state before any card is on the board.
    pub(super) fn empty(game: &Game) -> SizedState {
        match game.size_class() {
            (1, 16) => SizedState::Small(Box::new(State::empty(game))),
            (1, 32) => SizedState::Medium(Box::new(State::empty(game))),
            (1, _) => SizedState::Wide(Box::new(State::empty(game))),
            (2, 32) => SizedState::Double(Box::new(State::empty(game))),
            (2, _) => SizedState::DoubleWide(Box::new(State::empty(game))),
            (_, 64) => SizedState::Large(Box::new(State::empty(game))),
            _ => SizedState::Largest(Box::new(State::empty(game))),
        }
    }

    /// Copies another state into this one, without allocating if both have the same size.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &SizedState) {
        match (self, other) {
            (SizedState::Small(to), SizedState::Small(from)) => **to = **from,
            (SizedState::Medium(to), SizedState::Medium(from)) => **to = **from,
            (SizedState::Wide(to), SizedState::Wide(from)) => **to = **from,
            (SizedState::Double(to), SizedState::Double(from)) => **to = **from,
            (SizedState::DoubleWide(to), SizedState::DoubleWide(from)) => **to = **from,
            (SizedState::Large(to), SizedState::Large(from)) => **to = **from,
            (SizedState::Largest(to), SizedState::Largest(from)) => **to = **from,
            (to, from) => *to = from.clone(),
        }
    }
}
