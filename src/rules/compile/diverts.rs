//! Checks that piles can accept the cards that are diverted to them.

use super::acceptance::{faces, may_hold};
use crate::cards::Card;
use crate::condition::{Condition, GroupId};
use crate::rules::game::{Game, Group, Unit};
use crate::text::{Describe, Diagnostics};

/// Reports diverts that have no effect because the target accepts none of the cards, and diverts that select no cards
/// although their target accepts all.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    let mut accepted: Vec<Option<Vec<Card>>> = vec![None; game.groups.len()];
    for step in game.setup.iter().chain(game.steps_in_play()) {
        let Some(divert) = &step.divert else {
            continue;
        };
        let id = game.piles[divert.to.first.index()].group;
        let group = game.group(id);
        match &divert.which {
            None if !group.judges_diverted_cards() => {
                report
                    .error(divert.to_span, "all cards are diverted")
                    .label(format!("`{}` has neither `start` nor `build`", group.name))
                    .help("write `which`, the cards that go there");
            }
            Some(_) if !group.judges_diverted_cards() => {}
            which => {
                let accepted = accepted[id.index()].get_or_insert_with(|| possible_cards(game, id));
                let is_selected = |&card: &Card| {
                    which
                        .as_ref()
                        .is_none_or(|c| may_hold(c, card, None, Some(1)))
                };
                if !accepted.iter().any(is_selected) {
                    let message = format!("`{}` never accepts what is diverted", group.name);
                    report
                        .warn(divert.to_span, message)
                        .label("the cards must pass its `start`, `build` and `unit`");
                }
            }
        }
    }
}

/// Returns the cards that a group may accept one at a time in some position.
fn possible_cards(game: &Game, id: GroupId) -> Vec<Card> {
    let Group {
        start, build, unit, ..
    } = game.group(id);
    if !matches!(unit, Unit::Any | Unit::Exactly(1)) {
        return Vec::new();
    }
    let faces = faces(game);
    let holds_alone = |condition: &Condition, card: Card, top: Option<Card>| {
        may_hold(condition, card, top, Some(1))
    };
    let may_start = |card| start.as_ref().is_some_and(|c| holds_alone(c, card, None));
    let may_build = |card| {
        let build = build.as_ref().filter(|c| holds_alone(c, card, None));
        build.is_some_and(|c| faces.iter().any(|&top| holds_alone(c, card, Some(top))))
    };
    let cards = faces.iter().copied();
    cards
        .filter(|&card| may_start(card) || may_build(card))
        .collect()
}
