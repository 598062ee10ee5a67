//! Decides whether a game is won, stuck or open.

use std::collections::HashSet;

use super::generate::Move;
use super::position::Position;
use crate::condition::View;
use crate::work::{MOVE, OUTCOME, Window};

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It can continue, or the search for how it might was cut off.
    Open,
    /// It is won.
    Won,
    /// Nothing that counts can happen any more: it is not won, and no position that actions alone lead to allows a move of
    /// cards, is won or has another score.
    Stuck,
}

/// The most positions that are searched to find out whether a game is stuck. If actions alone reach more, the game counts
/// as open, because it has not been proved to be stuck.
const MAX_POSITIONS: usize = 10_000;

impl Position {
    /// The state of the game. To find out whether it is stuck, this searches all positions reachable by actions alone. If
    /// that takes more work than [`OUTCOME`](crate::work::OUTCOME), the game counts as open.
    pub fn outcome(&self) -> Outcome {
        if self.is_won() {
            return Outcome::Won;
        }
        if self.is_known_to_be_stuck() {
            Outcome::Stuck
        } else {
            Outcome::Open
        }
    }

    /// Whether no position that actions alone lead to allows a move of cards, is won or has another score. False if that
    /// takes too much work to find out.
    fn is_known_to_be_stuck(&self) -> bool {
        let window = Window::new(OUTCOME);
        // The random numbers matter too: they decide where a shuffle leads.
        let state_key = |position: &Position| (position.key(), position.rng.state());
        let score = View::score(self);
        let mut seen = HashSet::from([state_key(self)]);
        let mut pending = vec![self.clone()];
        while let Some(position) = pending.pop() {
            if position.has_card_move() != Some(false)
                || position.is_won()
                || View::score(&position) != score
            {
                return false;
            }
            for action in self.game.actions() {
                let judging = Window::for_sure(MOVE);
                let may_do = position.may_do(action);
                // An action that could not be judged may be legal.
                if !judging.is_open() || !window.is_open() {
                    return false;
                }
                if !may_do {
                    continue;
                }
                let mut next = position.clone();
                next.play_unchecked(Move::Action(action));
                if seen.insert(state_key(&next)) {
                    if seen.len() > MAX_POSITIONS {
                        return false;
                    }
                    pending.push(next);
                }
            }
        }
        true
    }
}
