//! Checks that the jokers of a deck have a use.

use super::acceptance::{faces, may_hold};
use crate::cards::Card;
use crate::condition::Condition;
use crate::rules::file::File;
use crate::rules::game::Game;
use crate::text::{Describe, Diagnostics};

/// Reports jokers that no pile accepts from a player, alone, in a pair or in a swap.
pub(super) fn check(game: &Game, file: &File, report: &mut Diagnostics) {
    if game.pack.jokers == 0 {
        return;
    }
    let faces = faces(game);
    let joker_on_any = |condition: &Condition| {
        let mut tops = faces.iter();
        tops.any(|&top| may_hold(condition, Card::Joker, Some(top), None))
    };
    let any_on_joker = |condition: &Condition| {
        let mut cards = faces.iter();
        cards.any(|&card| may_hold(condition, card, Some(Card::Joker), None))
    };
    let is_accepted = game.groups.iter().any(|group| {
        let may_start = |start: &Condition| may_hold(start, Card::Joker, None, None);
        group.start.as_ref().is_some_and(may_start)
            || group.build.as_ref().is_some_and(joker_on_any)
            || (group.partner_rule()).is_some_and(|(_, c)| joker_on_any(c) || any_on_joker(c))
    });
    if !is_accepted {
        let jokers = file.deck.keys().jokers.span;
        report
            .warn(jokers, "no pile accepts a joker")
            .label("no `start`, `build`, `pair` or `swap` holds for one")
            .help("write where jokers go, as in `start = 'King or Joker'`");
    }
}
