//! Reads the rules file of the game again, while an author works on it.

use super::dialog::Dialog;
use crate::Error;
use crate::render::render;
use crate::save::Stopped;
use patience::{Rejected, Reply};

impl Dialog {
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
    let mut refused = Reply::refused(message);
    lines.append(&mut refused.lines);
    refused.lines = lines;
    refused.is_verbatim = true;
    refused
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
