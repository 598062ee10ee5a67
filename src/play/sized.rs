//! States in several sizes, so that small games are copied fast.

use super::generate::State;
use crate::rules::{Game, SIZES};

/// The state of a game, in the smallest size that has room for its cards and piles: one for each of [`SIZES`].
#[derive(Clone, Debug)]
pub(super) enum SizedState {
    Small(Box<State<{ SIZES[0].0 }, { SIZES[0].1 }>>),
    Medium(Box<State<{ SIZES[1].0 }, { SIZES[1].1 }>>),
    Wide(Box<State<{ SIZES[2].0 }, { SIZES[2].1 }>>),
    Double(Box<State<{ SIZES[3].0 }, { SIZES[3].1 }>>),
    DoubleWide(Box<State<{ SIZES[4].0 }, { SIZES[4].1 }>>),
    Large(Box<State<{ SIZES[5].0 }, { SIZES[5].1 }>>),
    Largest(Box<State<{ SIZES[6].0 }, { SIZES[6].1 }>>),
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
            0 => SizedState::Small(Box::new(State::empty(game))),
            1 => SizedState::Medium(Box::new(State::empty(game))),
            2 => SizedState::Wide(Box::new(State::empty(game))),
            3 => SizedState::Double(Box::new(State::empty(game))),
            4 => SizedState::DoubleWide(Box::new(State::empty(game))),
            5 => SizedState::Large(Box::new(State::empty(game))),
            _ => SizedState::Largest(Box::new(State::empty(game))),
        }
    }

    /// Copies another state into this one, without allocating if both have the same size.
    #[inline]
    #[cfg_attr(
        target_family = "wasm",
        expect(clippy::match_same_arms, reason = "some of the sizes are equal there")
    )]
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
