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

use crate::play::Deal;
use crate::prose::words::capitalized;
use crate::session::{Command, Refused, Session};
pub use counsel::{Counsel, Runner};
pub use solver::{format_moves, lines_of, moves_and_limit};
use why::{one_line, place_of};

/// The reply to a command, or to the commands of a line.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct Reply {
    /// Lines to print.
    pub lines: Vec<String>,
    /// Whether to show the board after them.
    pub shows_board: bool,
    /// Why the command, or the rest of the line, was not carried out.
    pub refused: Option<Refused>,
    /// Whether the session ends.
    pub quits: bool,
    /// Whether the lines are to be copied, and so not wrapped.
    pub is_verbatim: bool,
    /// Whether this counts as a hint.
    pub is_hint: bool,
    /// What the solver found out.
    pub answer: Option<Box<Answer>>,
}

/// What the solver found out, for programs.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict on the current position.
    pub verdict: &'static str,
    /// The moves that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The largest number of moves that certainly left the game winnable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winnable_after: Option<usize>,
    /// The smallest number of moves that certainly did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwinnable_after: Option<usize>,
}

/// How a game is told.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// What it is called, with its deal.
    pub title: &'a str,
    /// How it was dealt; `None` if it was given card by card.
    pub deal: Option<&'a Deal>,
    /// How long it has been played, in seconds, if the player wants to know.
    pub seconds: Option<u64>,
    /// The longest line, in columns.
    pub width: usize,
    /// Whether all changes of the board are told anyway, so that replies need not name them.
    pub tells_changes: bool,
}

impl Session {
    /// Carries out a command that is about this game alone. Refuses any other: one that needs the solver, files, other games or
    /// a way back to them.
    pub fn execute(&mut self, command: &Command, telling: Telling<'_>) -> Reply {
        let Telling { deal, width, .. } = telling;
        match command {
            Command::Play(request) => {
                self.carry_out(|session| session.play(request), telling.tells_changes)
            }
            Command::Auto => self.carry_out(Session::play_safe_moves, telling.tells_changes),
            Command::Moves => self.tell_moves(),
            Command::Why(text) => self.explain(text),
            Command::Rules => Reply::lines(self.position().game().page().to_lines(width)),
            Command::Help(topic) => self.help(topic, width),
            Command::Status => self.tell_status(telling.title, telling.seconds),
            Command::History => self.tell_history(width),
            Command::Where(card) => self.find_card(card),
            Command::Position { open } => self.write_position(*open),
            Command::Mark { open } => self.begin_test(*open),
            Command::Test(name) => self.write_test(name, deal),
            Command::Trace { open } => self.tell_trace(*open, deal),
            _ => Reply::refused("that cannot be done here"),
        }
    }
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
            shows_board: true,
            ..Reply::default()
        }
    }

    /// Says why a command is not carried out.
    pub fn refused(message: &str) -> Reply {
        Reply::not_done(Refused::Unclear(message.to_owned()))
    }

    /// Says why something is not played.
    pub fn not_done(refused: Refused) -> Reply {
        let message = match &refused {
            Refused::Move(refusal) => refusal.message(),
            Refused::Unclear(message) => message,
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
            shows_board: self.shows_board || next.shows_board,
            is_verbatim: self.is_verbatim || next.is_verbatim,
            is_hint: self.is_hint || next.is_hint,
            answer: next.answer.or(self.answer),
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
