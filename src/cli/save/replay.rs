//! Plays the moves of a saved game again.

use std::fmt;

use super::SavedGame;
use patience::internals::judge;
use patience::session::Manner;
use patience::{Move, MoveError, Position, Session, work};

/// The most work for all moves together. Real games need a small part of it.
const MAX_WORK: u64 = 10_000_000_000;

/// A move of a saved game that cannot be played. It displays as a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    /// Which move it is, counted from 1.
    pub(crate) number: usize,
    /// The move, as it is saved.
    pub(crate) text: String,
    /// Whether the player had undone it. Then no move that leads to the saved position is missing.
    pub(crate) was_undone: bool,
    /// Whether the saved game was played by other rules.
    pub(crate) rules_have_changed: bool,
    /// Why it is not legal; `None` if it would take too long to find out.
    pub(crate) refusal: Option<MoveError>,
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
    /// Plays the moves in a session at its first position, up to the first that is not legal. Those that were undone
    /// can be replayed. Returns the first move that is not played.
    pub(crate) fn replay(&self, session: &mut Session) -> Option<Stopped> {
        let rules_have_changed = self.rules != session.position().game().fingerprint();
        let end = work::done().saturating_add(MAX_WORK);
        let mut stopped = None;
        for (number, text) in (1..).zip(&self.moves) {
            match find_moves(session.position(), text, end) {
                Ok(moves) => {
                    session.play_turn(&moves, Manner::Named);
                }
                Err(refusal) => {
                    stopped = Some(Stopped {
                        number,
                        text: text.clone(),
                        was_undone: number > self.played,
                        rules_have_changed,
                        refusal,
                    });
                    break;
                }
            }
        }
        while session.history().turn_count() > self.played {
            session.undo();
        }
        if !rules_have_changed {
            session.see(self.seen.iter().copied());
        }
        stopped
    }
}

/// Finds the moves that are undone as one. Fails without a refusal if so much work of this thread is done.
fn find_moves(position: &Position, text: &str, end: u64) -> Result<Vec<Move>, Option<MoveError>> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for part in text.split(';') {
        if work::done() > end {
            return Err(None);
        }
        let chosen = judge(&position, part).map_err(Some)?;
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    Ok(moves)
}
