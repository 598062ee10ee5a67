//! Keys that have no effect on any game.

use super::finding::{Finding, Kind, groups, has_word, texts};
use super::moves::first;
use super::traffic::Traffic;
use crate::condition::GroupId;
use crate::rules::file::{By, Role, Take};
use crate::rules::{Amount, Game, Group};
use crate::text::{Describe, Span, join_with, pluralize};

/// Checks the keys of each group, of `[base]` and of the steps.
pub(super) fn check(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let game = traffic.world.game;
    for (id, group) in groups(game) {
        if !traffic.world.cards_in(id).is_empty() {
            check_group(traffic, id, group, found);
        }
    }
    found.extend(useless_base(game));
    check_base_sources(traffic, found);
    check_order(game, found);
}

fn without_effect(span: Span, key: &str, label: impl Into<String>) -> Finding {
    Finding::new(Kind::Key, span, format!("`{key}` has no effect")).label(label)
}

fn check_group(traffic: &Traffic<'_>, id: GroupId, group: &Group, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let name = &group.name;
    let is_fixed = group.take == Take::None && group.swap.is_none();
    for key in ["keep", "available"] {
        if let Some(span) = group.span_of(key).filter(|_| is_fixed) {
            let label = format!("the player never lifts a card from `{name}`");
            let take = group.span_of("take");
            found.push(without_effect(span, key, label).also_at(take, "`none` may be lifted"));
        }
    }
    if let Some(span) = group.span_of("alike").filter(|_| group.piles.count == 1) {
        found.push(without_effect(span, "alike", "the group has only one pile"));
    }
    if let (Some(span), Some(capacity)) = (group.span_of("capacity"), group.capacity)
        && !matches!(group.role, Role::Foundation | Role::Cell | Role::Stock)
    {
        let units = world.units_of(group);
        let most = units
            .map(|unit| world.copies_of(world.cards(first(unit))))
            .max();
        let most = most.unwrap_or(0);
        if most <= u16::from(capacity) {
            let label = format!(
                "no more than {} can ever lie in a pile",
                pluralize(most, "card")
            );
            found.push(without_effect(span, "capacity", label));
        }
    }
    let Some(span) = group.span_of("fill") else {
        return;
    };
    if !traffic.may_leave(id) {
        let label = format!("no pile of `{name}` is ever emptied: no card leaves it");
        found.push(without_effect(span, "fill", label));
    }
}

/// Finds a base rank that nothing depends on.
fn useless_base(game: &Game) -> Option<Finding> {
    let base = game
        .base
        .as_ref()
        .filter(|base| base.from.is_empty() && !base.locks)?;
    let is_read = texts(game).iter().any(|text| has_word(text, "base"));
    let span = base.clause.span?;
    (!is_read).then(|| {
        let finding = without_effect(span, "[base]", "no condition reads `base`");
        finding.help(
            "the foundations start with the base rank only if they ask for it: `start = 'base'`",
        )
    })
}

/// Finds groups in `base.from` none of whose cards can be the first.
fn check_base_sources(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let game = world.game;
    let Some(base) = &game.base else { return };
    let target = game.group(base.of);
    let gives = |source: GroupId| {
        let piles = game.group(source).piles.set();
        world.units_of(target).any(|unit| {
            let offers = world.offers_to_place(unit).into_iter();
            let mut offers = offers.filter(|offer| !(offer.piles & piles).is_empty());
            offers.any(|offer| !world.starting(unit, offer).is_empty())
        })
    };
    let idle: Vec<String> = base
        .from
        .iter()
        .filter(|&&source| !gives(source))
        .map(|source| format!("`{}`", game.group(*source).name))
        .collect();
    if let Some(span) = base.from_clause.span.filter(|_| !idle.is_empty()) {
        let of = &target.name;
        let message = format!(
            "no card from {} can ever start `{of}`",
            join_with(&idle, "or")
        );
        found.push(Finding::new(Kind::Key, span, message).label(format!(
            "no card that may be lifted there meets the `start` of `{of}`"
        )));
    }
}

/// Finds a `by` that makes no difference.
fn check_order(game: &Game, found: &mut Vec<Finding>) {
    for step in game.steps_in_play().chain(&game.setup) {
        let label = match (&step.amount, step.to.count) {
            _ if step.by != By::Pile => continue,
            (_, 1) => "the cards go to one pile",
            (Some(Amount::Each(1)), _) => "each pile gets one card",
            _ => continue,
        };
        found.push(without_effect(step.span, "by", label));
    }
}
