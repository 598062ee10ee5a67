//! Decides whether a game is won, stuck or open.

use std::collections::HashSet;

use super::generate::Move;
use super::position::Position;
use super::work::{MAX_COMMAND_WORK, MAX_OUTCOME_WORK, WorkBudget};
use crate::condition::View;

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
    /// The state of the game. To find out whether it is stuck, this searches all positions reachable by actions alone.
    pub fn outcome(&self) -> Outcome {
        self.outcome_within(&mut WorkBudget::new(MAX_OUTCOME_WORK))
    }

    /// Like [`Position::outcome`], within a work budget. If the budget runs out, the game counts as open.
    pub(crate) fn outcome_within(&self, budget: &mut WorkBudget) -> Outcome {
        if self.is_won() {
            return Outcome::Won;
        }
        // The random numbers matter too: they decide where a shuffle leads.
        let state_key = |position: &Position| (position.key(), position.rng.state());
        let score = View::score(self);
        let mut seen = HashSet::from([state_key(self)]);
        let mut pending = vec![self.clone()];
        while let Some(position) = pending.pop() {
            if !budget.spend(position.outcome_cost())
                || position.has_card_move()
                || position.is_won()
                || View::score(&position) != score
            {
                return Outcome::Open;
            }
            for action in self.game.actions() {
                let may_do =
                    budget.with_limit(MAX_COMMAND_WORK, |budget| position.may_do(action, budget));
                // An action that could not be evaluated may be legal.
                if budget.is_spent() {
                    return Outcome::Open;
                }
                if !may_do {
                    continue;
                }
                let mut next = position.clone();
                next.play_within(Move::Action(action), budget);
                if budget.is_spent() {
                    return Outcome::Open;
                }
                if seen.insert(state_key(&next)) {
                    if seen.len() > MAX_POSITIONS {
                        return Outcome::Open;
                    }
                    pending.push(next);
                }
            }
        }
        Outcome::Stuck
    }
}
