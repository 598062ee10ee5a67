//! What a player is told: the replies to commands about one game, as sentences, for a terminal, a pipe or a page.
//!
//! - `moves` plays what was asked for and lists what could be, and `report` says what happened.
//! - `why` says which rules decide about a move, `inform` and `status` how the game stands, and `help` what can be typed.
//! - `counsel` suggests moves and asks the solver, by itself or an honest player's `adviser`; `findings` keeps what was
//!   found out, and `lost` looks for the move that lost the game.
//! - `author` has the commands for authors: `record` writes tests, and `trace` shows step by step what a move did.

mod adviser;
mod author;
mod counsel;
mod findings;
mod help;
mod inform;
mod lost;
mod moves;
mod record;
mod report;
mod solver;
mod status;
mod trace;
mod why;

use serde::Serialize;

use crate::prose::words::capitalized;
use crate::search::{Limit, Winnability};
use crate::session::PlayError;
pub use counsel::Runner;
pub(crate) use counsel::{Counsel, Inquiry};
pub use solver::{format_moves, lines_of};
use why::{one_line, place_of};

/// The reply to a command, or to the commands of a line.
///
/// A front end prints [`Reply::lines`], which say everything, a refusal too, and then the board if [`Reply::board`] says so;
/// where the game has ended, [`Session::describe_end`](crate::Session::describe_end) says how. The other fields are the same
/// for programs.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Reply {
    /// Lines to print.
    pub lines: Vec<String>,
    /// How much of the board to show after them.
    pub board: Board,
    /// Why the command, or the rest of the line, was not carried out; `lines` say it too.
    pub refused: Option<PlayError>,
    /// Whether the session ends.
    pub quits: bool,
    /// Whether the lines are to be copied, and so not wrapped.
    pub is_verbatim: bool,
    /// Whether this counts as a hint.
    pub is_hint: bool,
    /// What the solver found out.
    pub answer: Option<Box<Answer>>,
    /// How far a search is that has not ended: it goes on when the front end says so.
    pub searching: Option<Searching>,
    /// What the front end is to show beside the dialogue: only what a [`Host`](crate::dialogue::Host) put there.
    pub wish: Option<Wish>,
}

/// How much of the board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Board {
    /// Nothing.
    #[default]
    None,
    /// The board; where it is told in sentences, what has changed on it.
    Changes,
    /// All of it.
    All,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Searching {
    /// How many positions it has looked at.
    pub done: u64,
    /// How many seconds it may take, where the front end has the clock.
    pub seconds: Option<f64>,
}

/// What a front end shows beside the dialogue, if it has a place for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Wish {
    /// The games that some words describe.
    List(String),
    /// The rules of the game.
    Rules,
    /// A deal that can be won, once one is found.
    Winnable,
    /// The deal of the day.
    Today,
}

/// What the solver found out, for programs.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict on the current position.
    pub verdict: Winnability,
    /// The moves that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The largest number of moves that certainly left the game winnable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winnable_after: Option<usize>,
    /// The smallest number of moves that certainly did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwinnable_after: Option<usize>,
}

impl Reply {
    /// Lines without the board.
    pub fn lines(lines: Vec<String>) -> Reply {
        Reply {
            lines,
            ..Reply::default()
        }
    }

    /// The session ends.
    pub fn quit() -> Reply {
        Reply {
            quits: true,
            ..Reply::default()
        }
    }

    /// The board, after these lines.
    pub fn board(lines: Vec<String>) -> Reply {
        Reply {
            lines,
            board: Board::Changes,
            ..Reply::default()
        }
    }

    /// Asks the front end to show something.
    pub fn wish(wish: Wish) -> Reply {
        Reply {
            wish: Some(wish),
            ..Reply::default()
        }
    }

    /// Says why a command is not carried out.
    pub fn refused(message: &str) -> Reply {
        Reply::not_done(PlayError::Unclear(message.to_owned()))
    }

    /// Says why something is not played.
    pub fn not_done(refused: PlayError) -> Reply {
        let message = match &refused {
            PlayError::Move(refusal) => refusal.message(),
            PlayError::Unclear(message) => message,
        };
        Reply {
            lines: vec![to_sentence(message)],
            refused: Some(refused),
            ..Reply::default()
        }
    }

    /// The reply to the commands of a line, after the reply to another one.
    pub fn followed_by(self, next: Reply) -> Reply {
        Reply {
            lines: [self.lines, next.lines].concat(),
            board: self.board.max(next.board),
            is_verbatim: self.is_verbatim || next.is_verbatim,
            is_hint: self.is_hint || next.is_hint,
            answer: next.answer.or(self.answer),
            wish: next.wish.or(self.wish),
            ..next
        }
    }

    /// Whether the solver has answered what it was asked.
    pub fn is_decided(&self) -> bool {
        let answer = self.answer.as_deref();
        answer.is_some_and(|answer| answer.limit.is_none())
    }
}

/// Turns a message into a sentence: with a full stop unless it ends with punctuation, and capitalized unless it begins
/// with a name, such as `t3`.
pub fn to_sentence(message: &str) -> String {
    let word = message.split(' ').next().unwrap_or_default();
    let is_word = word
        .trim_end_matches([',', ':'])
        .chars()
        .all(|c| c.is_ascii_lowercase());
    let begun = if is_word {
        capitalized(message)
    } else {
        message.to_owned()
    };
    // A place such as `(klondike.toml:18)` may follow the sentence.
    let ends_with_place = message
        .rsplit_once('(')
        .is_some_and(|(_, end)| end.ends_with(')') && end.contains(':'));
    let end = if message.ends_with(['.', '?']) || ends_with_place {
        ""
    } else {
        "."
    };
    begun + end
}
