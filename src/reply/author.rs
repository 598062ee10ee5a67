//! The commands for authors: from a game in progress to a test.

use super::Reply;
use super::record::Recording;
use crate::play::{BoardView, Deal};
use crate::session::Session;
use crate::text::pluralize;

impl Session {
    /// The reply with lines that may name face-down cards. If they do, that is a hint: the player has seen all cards then,
    /// and a note that begins with `mark` stands before the lines.
    pub(super) fn show_open(&mut self, is_open: bool, mark: &str, mut lines: Vec<String>) -> Reply {
        let is_hint = is_open && self.position().has_hidden_cards();
        if is_hint {
            self.see_all();
            let note = "This counts as a hint, because face-down cards are named.";
            lines.insert(0, format!("{mark}{note}"));
        }
        Reply {
            is_hint,
            ..Reply::lines(lines)
        }
    }

    /// Prints the position as a test has it.
    pub(crate) fn write_position(&mut self, is_open: bool) -> Reply {
        let position = self.position();
        let piles = position.game().piles();
        let cards = piles.flat_map(|pile| position.cards_down(pile));
        let hidden_count = cards.filter(|&card| position.is_hidden(card)).count();
        if hidden_count > 0 && !is_open {
            let verb = if hidden_count == 1 { "is" } else { "are" };
            return Reply::refused(&format!(
                "{} {verb} face down, and a position names every card: `position open` shows them",
                pluralize(hidden_count, "card")
            ));
        }
        let text = position.to_text();
        let lines = text.lines().map(str::to_owned).collect();
        Reply {
            is_verbatim: true,
            ..self.show_open(is_open, "# ", lines)
        }
    }

    /// Lets the next test begin here.
    pub(crate) fn begin_test(&mut self, is_open: bool) -> Reply {
        self.mark(is_open);
        Reply::lines(vec![
            "Marked: `test NAME` prints a test of what you play and try from here.".to_owned(),
        ])
    }

    /// Prints a test of the moves and refusals since the mark.
    pub(crate) fn write_test(&mut self, name: &str, deal: Option<&Deal>) -> Reply {
        let history = self.history();
        let Some((mark, is_open)) = self.notebook().mark(history) else {
            return Reply::refused(
                "the marked position is no longer part of this game: `mark` marks the current one",
            );
        };
        let recording = Recording {
            history,
            deal,
            mark,
            names_hidden: is_open,
            refused: self.notebook().refused_since(mark, history),
        };
        match recording.write(name) {
            Ok(text) => {
                let lines = text.lines().map(str::to_owned).collect();
                Reply {
                    is_verbatim: true,
                    ..self.show_open(is_open, "# ", lines)
                }
            }
            Err(error) => Reply::refused(&error.to_string()),
        }
    }
}
