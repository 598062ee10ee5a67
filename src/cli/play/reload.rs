//! Reads the rules file of the game again, while an author works on it.

use super::kept::{self, PlayedGame};
use crate::Error;
use crate::render::render;
use crate::save::Stopped;
use patience::dialogue::Reply;
use patience::library::Rejected;

/// Reads the rules file again, and replays the moves.
pub(super) fn reload(game: &mut PlayedGame) -> Result<Reply, Error> {
    if game.own.start.is_built_in() {
        let message = "the rules are part of the program: only those in a file of yours can change";
        return Err(Error::Usage(message.to_owned()));
    }
    let turns_played = game.session.history().turn_count();
    let (new, stopped) = match kept::reload(game) {
        Ok(reloaded) => reloaded,
        Err(Error::Rejected(rejected)) => return Ok(refuse_rules(&rejected)),
        Err(error) => return Err(error),
    };
    let fingerprint = |game: &PlayedGame| game.position().game().fingerprint().to_owned();
    let text = match stopped {
        Some(stopped) => describe_stop(&stopped),
        None if fingerprint(&new) == fingerprint(game) => {
            "The rules are the same as before.".to_owned()
        }
        None if turns_played == 0 => "These are the new rules.".to_owned(),
        None => "All moves are legal under the new rules.".to_owned(),
    };
    *game = new;
    Ok(Reply::board(vec![text]))
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
