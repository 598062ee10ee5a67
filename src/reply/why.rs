//! Says why a move is legal or refused: which rules it passes, and which it breaks.

use super::{Reply, to_sentence};
use crate::condition::Ternary;
use crate::play::{Checked, Move, read};
use crate::rules::Clause;
use crate::session::{Command, Request, Session};
use crate::text::{Sources, Span, pluralize, printable};

impl Session {
    /// Lists the rules that a move passes or breaks; without a move, cites the rule that refused the last one.
    pub(crate) fn explain(&self, text: &str) -> Reply {
        if text.is_empty() {
            let Some(refusal) = self.last_refusal() else {
                return Reply::refused("no move was refused yet");
            };
            let position = self.position();
            let now = refusal.judged().filter(|&mv| position.is_legal(mv));
            let mut lines = Vec::from_iter(now.map(|mv| {
                let text = position.format_move(mv);
                format!("`{text}` is legal now. It was refused before:")
            }));
            lines.push(to_sentence(refusal.message()));
            if let Some(clause) = &refusal.clause {
                lines.push(format!("The rule is {}.", self.cite(clause)));
            }
            return Reply::lines(lines);
        }
        let position = self.position();
        let text = match Command::read(position, text) {
            Ok(Command::Play(Request::Move(text))) => text,
            Ok(Command::Play(Request::Repeat(action, _))) => {
                position.format_move(Move::Action(action))
            }
            Ok(Command::Play(Request::From(_))) | Err(_) => text.to_owned(),
            Ok(_) => return Reply::refused(&format!("`{text}` is a command and no move")),
        };
        let attempt = match read(position, &text) {
            Ok(attempt) => attempt,
            Err(error) => return Reply::refused(&error.to_string()),
        };
        let mut lines = vec![match position.resolve_in_moves(&attempt).as_deref() {
            Ok(&[mv]) => format!("`{}` is legal.", position.format_move(mv)),
            Ok(moves) => {
                let count = pluralize(moves.len(), "move");
                format!("`{text}` is played in {count}, but is not legal at once.")
            }
            Err(refusal) => to_sentence(refusal.message()),
        }];
        let at_once = attempt.resolve(position);
        let judged = at_once.map_or_else(|refusal| refusal.judged(), Some);
        let checks = judged.map(|mv| position.checks(mv)).unwrap_or_default();
        lines.extend(checks.iter().flat_map(|checked| self.describe(checked)));
        Reply::lines(lines)
    }

    /// Says what a rule decides, and by what.
    fn describe(&self, checked: &Checked) -> Vec<String> {
        let rule = self.cite(&checked.clause);
        let rule = match checked.found.as_str() {
            "" => rule,
            found => format!("{rule}: {found}"),
        };
        let mut lines = vec![format!("  {} {rule}", in_a_word(checked.holds))];
        let sources = &self.position().game().sources;
        for part in &checked.parts {
            let text = one_line(sources.text(part.span));
            let holds = in_a_word(part.holds);
            lines.push(format!("      {holds} `{text}`: {}", part.found));
        }
        lines
    }

    /// A rule as it is written, and where: "`piles.tableau.take = "run"` (klondike.toml:17)".
    fn cite(&self, clause: &Clause) -> String {
        let game = self.position().game();
        // If a key is not written, its clause points to its table.
        let is_header = |span| game.groups.iter().any(|group| group.header == Some(span));
        let key = &clause.key;
        match clause.span.filter(|&span| !is_header(span)) {
            Some(span) => {
                let mut text = one_line(game.sources.text(span));
                // A condition may be given without its quotes.
                if key.rsplit('.').next() == Some("when") && !text.starts_with(['\'', '"']) {
                    text = format!("'{text}'");
                }
                format!("`{key} = {text}`{}", place_of(&game.sources, span))
            }
            None => format!("`{key}` (by default)"),
        }
    }
}

fn in_a_word(holds: Ternary) -> &'static str {
    match holds {
        Some(true) => "yes",
        Some(false) => "no ",
        None => "?  ",
    }
}

/// Where something is written, to stand behind it: " (klondike.toml:17)".
pub(super) fn place_of(sources: &Sources, span: Span) -> String {
    let place = sources.place(span);
    place.map_or(String::new(), |place| format!(" ({place})"))
}

/// A source text on one line.
pub(super) fn one_line(text: &str) -> String {
    let text = printable(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
