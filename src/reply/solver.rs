//! What the solver found out, in words.

use super::Answer;
use super::moves::format_hint;
use crate::play::{Move, Position};
use crate::search::{Limit, Solution, Verdict};
use crate::session::{Effort, Session};
use crate::text::{group_digits, pluralize};

/// The width of the lines of moves.
const WIDTH: usize = 80;

/// Joins moves to lines; each is input for `play`.
pub fn lines_of(moves: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for mv in moves {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + mv.len() <= WIDTH => {
                line.push_str("; ");
                line.push_str(mv);
            }
            _ => lines.push(mv.clone()),
        }
    }
    lines
}

/// Writes moves as they are typed in `play`.
pub fn format_moves(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(position.format_move(mv));
        position.play_unchecked(mv);
    }
    texts
}

impl Answer {
    /// A verdict on a position.
    pub fn new(position: &Position, verdict: &Verdict) -> Answer {
        let (moves, limit) = match verdict {
            Verdict::Winnable(moves) => (Some(format_moves(position, moves)), None),
            Verdict::Unwinnable => (None, None),
            Verdict::Unknown(limit) => (None, Some(*limit)),
        };
        Answer {
            verdict: verdict.winnability(),
            moves,
            limit,
            ..Answer::default()
        }
    }
}

impl Session {
    /// Says in one sentence what the solver found out about the current position.
    pub(super) fn describe_verdict(&self, solution: &Solution, effort: Effort) -> String {
        match &solution.verdict {
            Verdict::Winnable(moves) => {
                let count = pluralize(moves.len(), "move");
                format!("with all cards known, the game can be won in {count}")
            }
            Verdict::Unwinnable => self.describe_loss().to_owned(),
            Verdict::Unknown(limit) => {
                let states = pluralize(group_digits(solution.states), "position");
                let advice = match limit {
                    Limit::Time | Limit::States | Limit::Work => {
                        format!("; `solve {}` searches longer", effort.longer())
                    }
                    Limit::Memory | Limit::Interrupt | Limit::Shuffle | Limit::Listing => {
                        String::new()
                    }
                };
                format!(
                    "whether the game can be won is not known, as {} ({states}){advice}",
                    limit.describe_in(self.position().game())
                )
            }
        }
    }

    /// Says that the current position is lost.
    pub(super) fn describe_loss(&self) -> &'static str {
        if self.moves().is_empty() {
            "with all cards known, the game cannot be won"
        } else {
            "with all cards known, the game cannot be won any more"
        }
    }

    /// The first of some legal moves, and what it achieves.
    pub(super) fn describe_next(&self, moves: &[Move]) -> Vec<String> {
        let hints = self.hints();
        let next = moves.first();
        let describe = |&mv: &Move| match hints.iter().find(|hint| hint.mv == mv) {
            Some(hint) => format_hint(self.position(), hint),
            // Of two cards that leave as a pair only one is listed as the one that moves.
            None => format!("`{}`.", self.position().format_move(mv)),
        };
        next.map(describe).into_iter().collect()
    }
}
