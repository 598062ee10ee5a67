//! Groups of piles that cards never come to, and conditions of groups that no card ever meets.

use super::finding::{Finding, Kind, groups, list_cards, place_of};
use super::moves::first;
use super::traffic::Traffic;
use crate::condition::{GroupId, PileSet};
use crate::rules::file::Role;
use crate::rules::{Group, Step, Unit};
use crate::text::{Describe, Span, pluralize};

/// Checks each group of piles. What follows from goal piles that do not get all cards is not repeated.
pub(super) fn check(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let is_lost = found.iter().any(|finding| finding.kind == Kind::Win);
    let is_idle = found.iter().any(|finding| finding.kind == Kind::Idle);
    for (id, group) in groups(traffic.world.game) {
        if traffic.world.cards_in(id).is_empty() {
            found.extend(unreached(traffic, group).filter(|_| !is_idle));
            continue;
        }
        if is_lost && group.goal {
            continue;
        }
        check_piles(traffic, group, found);
        check_landing(traffic, id, group, found);
        check_partners(traffic, group, found);
        check_runs(traffic, group, found);
    }
}

/// Says that no card ever comes to a group.
fn unreached(traffic: &Traffic<'_>, group: &Group) -> Option<Finding> {
    if group.role == Role::Stock || group.header.is_none() {
        return None;
    }
    let unit_text = match group.unit {
        Unit::Exactly(unit) => format!("{} are never lifted at once", pluralize(unit, "card")),
        Unit::Any => String::new(),
    };
    let mut missing = vec!["no step ever deals to it"];
    if !group.fill.is_empty() {
        missing.push("the piles that `fill` names never hold a card");
    }
    if group.start.is_none() {
        missing.push("it has no `start`");
    } else if traffic.world.offers_to_place(group.piles.set()).is_empty() {
        missing.push("no card that it could take is ever lifted");
    } else if let Unit::Exactly(unit) = group.unit
        && traffic.longest_for(group) < unit
    {
        missing.push(&unit_text);
    } else {
        missing.push("no card that may be lifted meets its `start`");
    }
    if group.role == Role::Discard && group.start.is_none() {
        missing.push("no pair leaves for it");
    }
    let message = format!("no card can ever reach `{}`", group.name);
    let key = if missing.contains(&unit_text.as_str()) {
        "unit"
    } else {
        "start"
    };
    let span = group.span_of(key).or(group.header).unwrap_or_default();
    let label = crate::text::join_with(&missing, "and");
    let mut finding = Finding::new(Kind::Reach, span, message).label(label);
    if group.goal && traffic.world.game.win.is_none() {
        finding = finding.help("so the game can never be won");
    }
    for user in users(traffic, group) {
        finding = finding.also(user, "this never gets a card from there");
    }
    Some(finding)
}

/// Where the file asks for cards of a group: steps and `fill`.
fn users(traffic: &Traffic<'_>, group: &Group) -> Vec<Span> {
    let game = traffic.world.game;
    let takes = |step: &Step| {
        let is_taken_from = group.piles.contains(step.from.first);
        is_taken_from && step.moves_cards() && !step.keeps_piles_whole()
    };
    let steps = game.steps_in_play().chain(&game.setup);
    let steps = steps.filter(|step| takes(step)).map(|step| step.span);
    let is_source = |source: &GroupId| game.group(*source).name == group.name;
    let fills = game
        .groups
        .iter()
        .filter(|group| group.fill.iter().any(is_source));
    steps
        .chain(fills.filter_map(|group| group.span_of("fill")))
        .collect()
}

/// Finds single piles of a group that no card ever comes to.
fn check_piles(traffic: &Traffic<'_>, group: &Group, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let piles = group.piles.iter();
    let empty: Vec<String> = piles
        .filter(|pile| world.cards(*pile).is_empty())
        .map(|pile| format!("`{}`", world.game.pile_full_name(pile)))
        .collect();
    if empty.is_empty() {
        return;
    }
    let span = place_of(group, "start");
    let message = format!(
        "no card can ever reach {}",
        crate::text::join_with(&empty, "or")
    );
    let label = "no step deals there, and no card that may be lifted meets `start`";
    found.push(
        Finding::new(Kind::Reach, span, message).label(match group.start {
            Some(_) => label,
            None => "no step deals there, and the group has no `start`",
        }),
    );
}

/// Whether a step lets cards go to a group by its `start` and `build`.
fn is_diverted_to(traffic: &Traffic<'_>, group: &Group) -> bool {
    let game = traffic.world.game;
    let mut steps = game.steps_in_play().chain(&game.setup);
    steps.any(|step| {
        let divert = step.divert.as_ref();
        divert.is_some_and(|divert| group.piles.contains(divert.to.first))
    })
}

/// Checks that some card may be placed by `start`, by `build` and by `unit`.
fn check_landing(traffic: &Traffic<'_>, id: GroupId, group: &Group, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let units: Vec<PileSet> = world.units_of(group).collect();
    if is_diverted_to(traffic, group) || world.is_exhausted() {
        return;
    }
    let offers: Vec<_> = units
        .iter()
        .flat_map(|&unit| {
            world
                .offers_to_place(unit)
                .into_iter()
                .map(move |offer| (unit, offer))
        })
        .collect();
    let name = &group.name;
    if !offers.iter().any(|(unit, offer)| world.fits(*unit, *offer)) {
        let span = group.span_of("unit").filter(|_| !offers.is_empty());
        if let (Unit::Exactly(unit), Some(span)) = (group.unit, span)
            && (group.start.is_some() || group.build.is_some())
        {
            let message = format!("{} are never lifted at once", pluralize(unit, "card"));
            let longest = pluralize(traffic.longest_for(group), "card");
            let label = format!("no pile ever gives more than {longest} to `{name}`");
            let finding = Finding::new(Kind::Reach, span, message).label(label);
            found
                .push(finding.help("where runs form, write `take = \"run\"` or `take = \"full\"`"));
        }
        return;
    }
    let never = |span: Span, key: &str, label: String| {
        let message = format!("no card ever comes to `{name}` by its `{key}`");
        Finding::new(Kind::Key, span, message).label(label)
    };
    // Piles that always hold cards need no `start`.
    let may_be_empty = traffic.may_leave(id) || traffic.brought(id).is_empty();
    let start = group
        .start
        .as_ref()
        .filter(|_| group.span_of("start").is_some() && may_be_empty);
    if let Some(start) = start
        && offers
            .iter()
            .all(|(unit, offer)| world.starting(*unit, *offer).is_empty())
    {
        let label = "no card that may be lifted meets this".to_owned();
        found.push(never(start.span, "start", label));
    }
    if let Some(build) = &group.build
        && offers.iter().all(|(unit, offer)| {
            let tops = world.cards(first(*unit));
            world.building(*unit, *offer, tops).is_empty()
        })
        && !units.iter().any(|&unit| world.longest_run(unit) > 1)
    {
        let label = match group.capacity {
            Some(1) => format!("a pile of `{name}` holds one card at most"),
            _ => format!(
                "no card that may be lifted fits on any that may lie there: {}",
                list_cards(world.cards_in(id))
            ),
        };
        let finding = never(build.span, "build", label);
        let capacity = group
            .span_of("capacity")
            .filter(|_| group.capacity == Some(1));
        found.push(finding.also_at(capacity, "its capacity"));
    }
}

/// Checks that some cards leave together or change places.
fn check_partners(traffic: &Traffic<'_>, group: &Group, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let Some((_, condition)) = group.partner_rule() else {
        return;
    };
    let meets = |unit: PileSet| {
        let mut offers = world.offers_to_meet(unit).into_iter();
        offers.any(|offer| !world.partners(unit, offer).0.is_empty())
    };
    if world.units_of(group).any(meets) {
        return;
    }
    let what = match group.pair {
        Some(_) => "no two cards ever leave together",
        None => "no two cards ever change places",
    };
    let message = format!("{what} by this condition of `{}`", group.name);
    found.push(
        Finding::new(Kind::Condition, condition.span, message)
            .label("no card that may be lifted meets it with a top card that may be taken"),
    );
}

/// Checks that several cards may be lifted at once where `take` says so.
fn check_runs(traffic: &Traffic<'_>, group: &Group, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let Some(span) = group.span_of("take").filter(|_| group.take.lifts_runs()) else {
        return;
    };
    // With such a `take`, the group also gets several cards at once.
    let gets_several = group.unit == Unit::Any
        && group.span_of("unit").is_none()
        && group.start.is_some()
        && traffic.longest_for(group) > 1;
    if gets_several {
        return;
    }
    if world
        .units_of(group)
        .any(|unit| world.longest_run(unit) > 1)
    {
        return;
    }
    let message = format!(
        "`take = \"{}\"` never lifts more than one card",
        group.take.word()
    );
    let condition = group.run.as_ref().or(group.build.as_ref());
    let is_small = world
        .units_of(group)
        .all(|unit| world.max_size(first(unit)) < 2 + u16::from(group.keep));
    let label = match condition {
        _ if is_small => "a pile never has two cards that may leave",
        Some(_) => "no two cards that may lie here form a run",
        None => "a run is a sequence by `run` or `build`, and the group has neither",
    };
    let finding = Finding::new(Kind::Key, span, message).label(label);
    found.push(match condition {
        Some(condition) if !is_small => finding.also(condition.span, "a run is a sequence by this"),
        Some(_) => finding,
        None => finding.help("write which card goes on which: `build = '...'`"),
    });
}
