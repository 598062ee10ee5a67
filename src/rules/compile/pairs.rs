//! Finds the discard pile for pairs.

use super::Compiler;
use crate::condition::PileId;
use crate::rules::file::Role;
use crate::rules::game::{Game, Group};
use crate::text::{Describe, Diagnostic, pluralize};

impl Compiler<'_> {
    /// Returns the discard pile of a game with pairs. There must be exactly one, with room for all cards.
    pub(super) fn discard(&mut self, game: &Game) -> Option<PileId> {
        let pairs = game.groups.iter().find(|g| g.pair.is_some())?;
        let span = pairs.place_of("pair");
        let discards = game.groups.iter().filter(|g| g.role == Role::Discard);
        let discards: Vec<&Group> = discards.collect();
        let place = |group: &Group, key| group.place_of(key);
        let error = match discards.as_slice() {
            [] => Diagnostic::error(span, "pairs need a discard pile")
                .help("write `[piles.discard]`, the pile where pairs go"),
            [discard] if discard.piles.count > 1 => {
                let message = format!("the discard has {} piles", discard.piles.count);
                let key = if discard.keys_set.iter().any(|(k, _)| *k == "shape") {
                    "shape"
                } else {
                    "count"
                };
                Diagnostic::error(place(discard, key), message)
                    .label("expected one pile")
                    .also(span, "pairs go to the discard")
            }
            [discard] if discard.capacity.is_some() => {
                let capacity = pluralize(discard.capacity.unwrap_or_default(), "card");
                let message = format!("the discard can hold at most {capacity}");
                Diagnostic::error(place(discard, "capacity"), message)
                    .label("expected room for the whole pack")
                    .also(span, "pairs go to the discard")
            }
            [discard] => return Some(discard.piles.first),
            [first, second, ..] => {
                let header = second.header.unwrap_or_default();
                Diagnostic::error(header, "a game with pairs cannot have two discards")
                    .also(first.header.unwrap_or_default(), "the first is here")
                    .also(span, "it is not clear where the pairs go")
            }
        };
        self.report.push(error);
        None
    }
}
