//! Base ranks that make a game impossible to win.

use super::evaluate::Scene;
use super::finding::{Finding, Kind};
use super::moves::build_up;
use super::traffic::Traffic;
use crate::Rank;
use crate::cards::FaceSet;
use crate::condition::PileSet;
use crate::rules::{Base, Game, Group, Unit};
use crate::text::{Describe, join_with};

/// Checks that every base rank that may come leads to a game that can be won. It is silent where more than the first
/// card may come to the foundations otherwise than card by card from the player.
pub(super) fn check(traffic: &mut Traffic<'_>, found: &mut Vec<Finding>) {
    let game = traffic.world.game;
    let Some(base) = game.base.as_ref().filter(|_| game.win.is_none()) else {
        return;
    };
    let group = game.group(base.of);
    let is_only_goal = game.groups.iter().filter(|group| group.goal).count() == 1 && group.goal;
    let has_jokers = traffic.world.faces.iter().any(|card| card.rank().is_none());
    if !is_only_goal
        || has_jokers
        || group.unit != Unit::Exactly(1)
        || group.partner_rule().is_some()
        || !gets_one_card_at_most(game, base)
        || traffic
            .moves_in_play()
            .any(|flow| flow.brings_to(group.piles.set()))
    {
        return;
    }
    let bases = traffic.world.bases();
    let (mut possible, mut hopeless) = (Vec::new(), Vec::new());
    for (place, &rank) in game.order.ranks().iter().enumerate() {
        if bases & 1 << place == 0 {
            continue;
        }
        traffic.world.set_bases(1 << place);
        let missing = traffic.world.faces - cards_that_come_home(traffic, group, rank);
        if missing.is_empty() {
            possible.push(rank);
        } else {
            hopeless.push(rank);
        }
    }
    traffic.world.set_bases(bases);
    if traffic.world.is_exhausted() || hopeless.is_empty() {
        return;
    }
    let names: Vec<&str> = possible.iter().map(|rank| rank.name()).collect();
    let message = match names.as_slice() {
        [] => "the game can never be won, whatever the base rank".to_owned(),
        names => {
            let names = join_with(names, "or");
            format!("the game can be won only if the base rank is {names}")
        }
    };
    let span = group.span_of("build").or(base.clause.span);
    let finding = Finding::new(Kind::Win, span.unwrap_or_default(), message)
        .label("with any other, some cards never come to a goal pile");
    found.push(if game.order.wraps() {
        finding
    } else {
        finding.help("to let the lowest rank follow the highest: `wrap = true` in `[deck]`")
    });
}

/// Whether the setup brings at most one card to the group that sets the base rank.
fn gets_one_card_at_most(game: &Game, base: &Base) -> bool {
    let piles = game.group(base.of).piles;
    let mut brought = 0;
    for step in &game.setup {
        let is_diverted = step.divert.as_ref();
        let is_diverted = is_diverted.is_some_and(|divert| piles.contains(divert.to.first));
        if step.action.is_some() || is_diverted {
            return false;
        }
        if step.fills(piles) {
            brought += step.total().unwrap_or(usize::from(u8::MAX));
        }
    }
    brought <= 1
}

/// The cards that may come to the foundations if this is the base rank, the only one in the world now.
fn cards_that_come_home(traffic: &Traffic<'_>, group: &Group, base: Rank) -> FaceSet {
    let world = &traffic.world;
    let scene = Scene {
        this: group.piles.set(),
        from: PileSet::first(world.game.piles.len()),
        moved: (1, 1),
        ..Scene::TABLE
    };
    let starts = world.faces.filter(|card| {
        let scene = Scene {
            card: Some(card),
            this_is_empty: Some(true),
            ..scene
        };
        card.rank() == Some(base)
            || group.start.is_some() && world.may_hold(group.start.as_ref(), &scene)
    });
    let Some(build) = &group.build else {
        return starts;
    };
    let scene = Scene {
        this_is_empty: Some(false),
        ..scene
    };
    let pairs = world.pairs(build, &scene, world.faces, world.faces);
    let (home, _) = build_up(starts, |tops| pairs.with_any(tops));
    home
}
