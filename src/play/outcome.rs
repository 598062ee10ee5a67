//! How a game stands.

use std::collections::HashSet;

use super::generate::Move;
use super::position::Position;
use crate::condition::View;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It can go on.
    Open,
    /// It is won.
    Won,
    /// No card can be moved, now or after any sequence of actions.
    Stuck,
}

/// The most positions that are looked at to find out whether a game is stuck. Where actions alone lead to more,
/// the game counts as open: nobody has seen that it is not.
const MOST: usize = 10_000;

impl Position {
    /// How the game stands. Actions alone are played on until every position they lead to was seen.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.won() {
            return Outcome::Won;
        }
        let mut seen: HashSet<Vec<u8>> = HashSet::from([self.key()]);
        let mut left = vec![self.clone()];
        let mut moves = Vec::new();
        while let Some(position) = left.pop() {
            if position.has_card_move() || position.won() {
                return Outcome::Open;
            }
            position.legal_moves_into(&mut moves);
            for &chosen in moves.iter().filter(|m| matches!(m, Move::Action(_))) {
                let mut next = position.clone();
                next.play_unchecked(chosen);
                if seen.len() >= MOST {
                    return Outcome::Open;
                }
                if seen.insert(next.key()) {
                    left.push(next);
                }
            }
        }
        Outcome::Stuck
    }
}
