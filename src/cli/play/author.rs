//! The commands for authors: from a game in progress to a test, and back to the rules.

use super::dialog::{Dialog, Reply};
use super::record::Recording;
use crate::cli::Error;
use crate::cli::save::Stopped;
use crate::play::BoardView;
use crate::rules::Rejected;
use crate::text::{pluralize, render};

impl Dialog {
    /// If lines name face-down cards, counts a hint, marks all cards as seen, and puts a note that begins with `mark`
    /// before the lines.
    pub(super) fn count_as_hint(
        &mut self,
        names_hidden: bool,
        mark: &str,
        mut lines: Vec<String>,
    ) -> Vec<String> {
        if names_hidden && self.position().has_hidden_cards() {
            let game = self.games.current_mut();
            game.help.hints = game.help.hints.saturating_add(1);
            game.session.see_all();
            let note = "This counts as a hint, because face-down cards are named.";
            lines.insert(0, format!("{mark}{note}"));
        }
        lines
    }

    /// Prints the position as a test has it.
    pub(super) fn print_position(&mut self, is_open: bool) -> Reply {
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
        Reply::verbatim(self.count_as_hint(is_open, "# ", lines))
    }

    /// Lets the next test begin here.
    pub(super) fn mark(&mut self, is_open: bool) -> Reply {
        let game = self.games.current_mut();
        game.session.mark(is_open);
        Reply::lines(vec![
            "Marked: `test NAME` prints a test of what you play and try from here.".to_owned(),
        ])
    }

    /// Prints a test of the moves and refusals since the mark.
    pub(super) fn write_test(&mut self, name: &str) -> Reply {
        let game = self.games.current();
        let history = game.session.history();
        let Some((mark, is_open)) = game.session.notebook().mark(history) else {
            return Reply::refused(
                "the marked position is no longer part of this game: `mark` marks the current one",
            );
        };
        let recording = Recording {
            history,
            deal: game.deal.as_ref().map(|deal| &deal.deal),
            mark,
            names_hidden: is_open,
            refused: game.session.notebook().refused_since(mark, history),
        };
        match recording.write(name) {
            Ok(text) => {
                let lines = text.lines().map(str::to_owned).collect();
                Reply::verbatim(self.count_as_hint(is_open, "# ", lines))
            }
            Err(error) => Reply::refused(&error.to_string()),
        }
    }

    /// Reads the rules file again, and replays the moves.
    pub(super) fn reload(&mut self) -> Result<Reply, Error> {
        if self.games.current().start.is_built_in() {
            return Ok(Reply::refused(
                "the rules are part of the program: only those in a file of yours can change",
            ));
        }
        let turns_played = self.games.current().session.history().turn_count();
        let (game, stopped) = match self.games.current_mut().reload() {
            Ok(reloaded) => reloaded,
            Err(Error::Rejected(rejected)) => return Ok(refuse_rules(&rejected)),
            Err(error) => return Err(error),
        };
        let new = game.position().game().fingerprint();
        let is_same = new == self.position().game().fingerprint();
        let text = match stopped {
            Some(stopped) => describe_stop(&stopped),
            None if is_same => "The rules are the same as before.".to_owned(),
            None if turns_played == 0 => "These are the new rules.".to_owned(),
            None => "All moves are legal under the new rules.".to_owned(),
        };
        *self.games.current_mut() = game;
        Ok(Reply::board(vec![text]))
    }
}

/// Lists the mistakes of the rules file. The game goes on.
fn refuse_rules(rejected: &Rejected) -> Reply {
    let text = render(&rejected.diagnostics, &rejected.sources, false);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let message = "the file has mistakes, so the game goes on under the old rules";
    let refused = Reply::refused(message);
    lines.extend(refused.lines);
    Reply {
        lines,
        is_verbatim: true,
        ..refused
    }
}

/// Says which move the new rules forbid, and why.
fn describe_stop(stopped: &Stopped) -> String {
    let Stopped { number, text, .. } = stopped;
    let undone = if stopped.was_undone {
        " (which was taken back)"
    } else {
        ""
    };
    let why = match &stopped.refusal {
        Some(refusal) => format!("is not legal under the new rules: {refusal}"),
        None => "was not replayed: the moves take too much work".to_owned(),
    };
    format!(
        "Move {number}, `{text}`{undone}, {why}. The next `reload` tries it again, and what comes after it."
    )
}
