//! Where cards that leave the game in pairs go.

use super::Compiler;
use crate::condition::PileId;
use crate::rules::file::Role;
use crate::rules::game::{Game, Group};
use crate::text::Diagnostic;

impl Compiler<'_> {
    /// The pile that pairs leave for: the one discard of a game that has pairs.
    pub(super) fn discard(&mut self, game: &Game) -> Option<PileId> {
        let pairs = game.groups.iter().find(|g| g.pair.is_some())?;
        let span = pairs.clause("pair").span.unwrap_or_default();
        let discards = game.groups.iter().filter(|g| g.role == Role::Discard);
        let discards: Vec<&Group> = discards.collect();
        let place = |group: &Group, key| group.clause(key).span.unwrap_or_default();
        let wrong = match discards.as_slice() {
            [] => Diagnostic::error(span, "pairs leave the game, but there is no discard")
                .help("write `[piles.discard]`: that is where they go"),
            [discard] if discard.piles.count > 1 => {
                let message = format!("a discard of {} piles", discard.piles.count);
                let key = if discard.written.iter().any(|(k, _)| *k == "shape") {
                    "shape"
                } else {
                    "count"
                };
                Diagnostic::error(place(discard, key), message)
                    .label("expected one pile")
                    .also(span, "pairs leave for it")
            }
            [discard] if discard.capacity.is_some() => {
                Diagnostic::error(place(discard, "capacity"), "a discard that may be full")
                    .label("expected room for every card")
                    .also(span, "pairs leave for it")
            }
            [discard] => return Some(discard.piles.first),
            [first, second, ..] => {
                let at = second.header.unwrap_or_default();
                Diagnostic::error(at, "a second discard, where pairs leave the game")
                    .also(first.header.unwrap_or_default(), "the first is here")
                    .also(span, "it is not clear for which they leave")
            }
        };
        self.report.push(wrong);
        None
    }
}
