//! How a game stands.

use std::collections::HashSet;

use super::generate::Move;
use super::position::Position;
use super::work::{MAX_FOR_A_COMMAND, MAX_FOR_THE_OUTCOME, Work};
use crate::condition::{ActionId, View};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It can go on.
    Open,
    /// It is won.
    Won,
    /// No card can be moved and the game is not won, now or after any sequence of actions.
    Stuck,
}

/// The most positions that are looked at to find out whether a game is stuck. Where actions alone lead to more,
/// the game counts as open: nobody has seen that it is not.
const MAX_POSITIONS: usize = 10_000;

impl Position {
    /// How the game stands. Actions alone are played on until every position they lead to was seen.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome_within(&mut Work::new(MAX_FOR_THE_OUTCOME))
    }

    /// The same, as far as the work goes; where it does not suffice, the game counts as open.
    pub(crate) fn outcome_within(&self, work: &mut Work) -> Outcome {
        if self.won() {
            return Outcome::Won;
        }
        // A shuffle leads elsewhere with other numbers, so these count here.
        let seen_as = |position: &Position| (position.key(), position.stream.peek());
        let mut seen = HashSet::from([seen_as(self)]);
        let mut left = vec![self.clone()];
        let actions = ActionId::first(self.game.actions.len());
        while let Some(position) = left.pop() {
            if !work.spend(position.move_list_cost()) || position.has_card_move() || position.won()
            {
                return Outcome::Open;
            }
            for action in actions.clone() {
                let may_do =
                    work.with_limit(MAX_FOR_A_COMMAND, |work| position.may_do(action, work));
                // What there was no work left to see may be a move.
                if work.is_spent() {
                    return Outcome::Open;
                }
                if !may_do {
                    continue;
                }
                let mut next = position.clone();
                next.play_within(Move::Action(action), work);
                if work.is_spent() {
                    return Outcome::Open;
                }
                if seen.insert(seen_as(&next)) {
                    if seen.len() > MAX_POSITIONS {
                        return Outcome::Open;
                    }
                    left.push(next);
                }
            }
        }
        Outcome::Stuck
    }
}
