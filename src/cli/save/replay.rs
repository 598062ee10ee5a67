//! Plays the moves of a saved game again.

use std::fmt;

use super::SavedGame;
use crate::play::{Move, MoveError, Position, WorkBudget};
use crate::rules::Game;
use crate::testcase::judge;

/// The maximum work for all moves together. Real games need a small part of it.
const MAX_WORK: u64 = 2_000_000_000;

/// The moves of a saved game, played again.
#[derive(Debug)]
pub(in crate::cli) struct Replay {
    /// The moves that are legal, in order, up to the first that is not: the moves that lead to the current position,
    /// and the undone ones. The moves of an inner list are undone as one.
    pub(in crate::cli) moves: Vec<Vec<Move>>,
    /// How many of `moves` lead to the current position.
    pub(in crate::cli) played: usize,
    /// The first move that cannot be played any more.
    pub(in crate::cli) stopped: Option<Stopped>,
}

/// A move of a saved game that cannot be played. It displays as a message.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Stopped {
    /// Which move it is, counted from 1.
    pub(in crate::cli) number: usize,
    /// The move, as it is saved.
    pub(in crate::cli) text: String,
    /// Whether the player had undone it. Then no move that leads to the saved position is missing.
    pub(in crate::cli) was_undone: bool,
    /// Whether the saved game was played by other rules.
    pub(in crate::cli) rules_have_changed: bool,
    /// Why it is not legal; `None` if it would take too long to find out.
    pub(in crate::cli) refusal: Option<MoveError>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stopped { number, text, .. } = self;
        if self.rules_have_changed {
            write!(f, "the rules have changed since the game was saved: ")?;
        }
        let undone = if self.was_undone {
            " (which was undone)"
        } else {
            ""
        };
        write!(f, "move {number}, `{text}`{undone}, ")?;
        match &self.refusal {
            Some(refusal) if self.rules_have_changed => write!(f, "is no longer legal: {refusal}"),
            Some(refusal) => write!(f, "is not legal: {refusal}"),
            None => write!(f, "is not played: the moves take too much work"),
        }
    }
}

impl SavedGame {
    /// Whether the saved game was played by the rules of a game.
    pub(in crate::cli) fn has_rules_of(&self, game: &Game) -> bool {
        self.rules == game.fingerprint()
    }

    /// Plays the moves from the first position, up to the first that is not legal.
    pub(in crate::cli) fn replay(&self, start: &Position) -> Replay {
        let mut position = start.clone();
        let mut budget = WorkBudget::new(MAX_WORK);
        let mut replay = Replay {
            moves: Vec::new(),
            played: self.played,
            stopped: None,
        };
        for (number, text) in (1..).zip(&self.moves) {
            match play_again(&mut position, text, &mut budget) {
                Ok(moves) => replay.moves.push(moves),
                Err(refusal) => {
                    replay.stopped = Some(Stopped {
                        number,
                        text: text.clone(),
                        was_undone: number > self.played,
                        rules_have_changed: !self.has_rules_of(start.game()),
                        refusal,
                    });
                    break;
                }
            }
        }
        replay.played = replay.played.min(replay.moves.len());
        replay
    }
}

/// Plays the moves that are undone as one. Fails without a refusal if the work is used up.
fn play_again(
    position: &mut Position,
    text: &str,
    budget: &mut WorkBudget,
) -> Result<Vec<Move>, Option<MoveError>> {
    let mut moves = Vec::new();
    for part in text.split(';') {
        let chosen = judge(position, part, budget).ok_or(None)?.map_err(Some)?;
        position.play_within(chosen, budget);
        if !budget.spend(1) {
            return Err(None);
        }
        moves.push(chosen);
    }
    Ok(moves)
}
