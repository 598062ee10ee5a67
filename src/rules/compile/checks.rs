//! What can be seen before a card is dealt: sums that do not come out, piles that nothing can enter.

use std::collections::VecDeque;

use super::START_OF_FILE;
use crate::cards::Card;
use crate::condition::{Condition, Counter, GroupId, Leaf, PileId};
use crate::rules::field::Field;
use crate::rules::file::{File, Role, Take};
use crate::rules::game::Game;
use crate::rules::step::{Step, StepKind};
use crate::text::{Diagnostic, Diagnostics, Span, join_with, pluralize};

/// Calls `f` for every condition of the rules, with the group whose key it is.
pub(super) fn each_condition(game: &Game, mut f: impl FnMut(&Condition, Option<GroupId>)) {
    for (id, group) in GroupId::first(game.groups.len()).zip(&game.groups) {
        let conditions = [
            &group.start,
            &group.build,
            &group.pair,
            &group.run,
            &group.available,
        ];
        conditions
            .into_iter()
            .flatten()
            .for_each(|c| f(c, Some(id)));
    }
    for step in game.steps_in_play().chain(&game.setup) {
        step.when.iter().for_each(|c| f(c, None));
        match &step.kind {
            StepKind::Deal(dealing) => {
                let to = Some(game.piles[dealing.to.first.at()].group);
                let divert = dealing.divert.as_ref().map(|d| &d.which);
                let all = [dealing.only.as_ref(), dealing.which.as_ref(), divert];
                all.into_iter().flatten().for_each(|c| f(c, to));
            }
            StepKind::Turn { from, only, .. } => {
                let of = from.first().map(|p| game.piles[p.at()].group);
                if let Some(only) = only {
                    f(only, of);
                }
            }
            StepKind::Sink(piles, which) => f(which, Some(game.piles[piles.first.at()].group)),
            StepKind::Pick { .. }
            | StepKind::Shuffle(_)
            | StepKind::Rotate(_)
            | StepKind::Close(_)
            | StepKind::Call(_) => {}
        }
    }
    let whens = game
        .actions
        .iter()
        .map(|a| &a.when)
        .chain(game.autos.iter().map(|a| &a.when));
    whens
        .chain([&game.win, &game.until])
        .flatten()
        .for_each(|c| f(c, None));
}

/// Notes the actions and groups of which a condition asks how often they were used.
pub(super) fn count_uses(game: &mut Game) {
    let mut counters = Vec::new();
    each_condition(game, |condition, _| {
        condition.predicate.walk(&mut |leaf| {
            if let Leaf::Used(counter) = leaf {
                counters.push(counter);
            }
        });
    });
    for counter in counters {
        match counter {
            Counter::Action(action) => game.actions[action.at()].is_counted = true,
            Counter::Group(group) => {
                let piles = game.groups[group.at()].piles.range();
                for pile in &mut game.piles[piles] {
                    pile.is_counted = true;
                }
            }
        }
    }
}

pub(super) fn check(game: &Game, file: &File, report: &mut Diagnostics) {
    setup_comes_out(game, report);
    picks_are_there(game, report);
    loops(game, report);
    groups_have_a_use(game, report);
    fills_end(game, report);
    win_is_possible(game, file, report);
    base_is_set(game, file, report);
}

/// The steps of a list with those of the actions it calls in their places.
fn unrolled<'a>(game: &'a Game, steps: &'a [Step]) -> Vec<(&'a Step, bool)> {
    let mut list = Vec::new();
    for step in steps {
        if let StepKind::Call(action) = &step.kind {
            let called = &game.actions[action.at()];
            let sometimes = step.when.is_some() || called.when.is_some();
            list.extend(
                called
                    .steps
                    .iter()
                    .map(|s| (s, s.when.is_some() || sometimes)),
            );
        } else {
            list.push((step, step.when.is_some()));
        }
    }
    list
}

fn setup_comes_out(game: &Game, report: &mut Diagnostics) {
    let mut left = game.deck.len();
    let mut held = vec![0usize; game.piles.len()];
    for (step, sometimes) in unrolled(game, &game.setup) {
        match &step.kind {
            StepKind::Pick { cards, to } => {
                left = left.saturating_sub(cards.len());
                to.iter().for_each(|p| held[p.at()] += 1);
            }
            StepKind::Deal(dealing)
                if dealing.from.first == game.stock
                    && dealing.only.is_none()
                    && dealing.which.is_none()
                    && !sometimes =>
            {
                let (to, amount) = (dealing.to, &dealing.amount);
                let Some(total) = amount.total(to.count) else {
                    left = 0;
                    continue;
                };
                for (place, pile) in to.iter().enumerate() {
                    held[pile.at()] += usize::from(amount.of(place));
                    let capacity = game.group_of(pile).capacity;
                    if let Some(capacity) = capacity.filter(|&c| held[pile.at()] > usize::from(c)) {
                        let name = game.pile_full_name(pile);
                        report.push(
                            Diagnostic::error(
                                step.span,
                                format!(
                                    "{} are dealt to {name}",
                                    pluralize(count(held[pile.at()]), "card")
                                ),
                            )
                            .label(format!("it can hold {capacity}")),
                        );
                        break;
                    }
                }
                if total > left {
                    report.push(
                        Diagnostic::error(
                            step.span,
                            format!("{} are dealt", pluralize(count(total), "card")),
                        )
                        .label(format!("{left} are left"))
                        .help("`deal = \"all\"` deals what is left"),
                    );
                }
                left = left.saturating_sub(total);
            }
            StepKind::Deal(_)
            | StepKind::Turn { .. }
            | StepKind::Shuffle(_)
            | StepKind::Rotate(_)
            | StepKind::Sink(..)
            | StepKind::Close(_)
            | StepKind::Call(_) => {}
        }
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn picks_are_there(game: &Game, report: &mut Diagnostics) {
    let mut picked: Vec<Card> = Vec::new();
    for step in &game.setup {
        let StepKind::Pick { cards, .. } = &step.kind else {
            continue;
        };
        for &card in cards {
            picked.push(card);
            let copies = game.pack.copies(card);
            if copies == 0 {
                report.push(Diagnostic::error(
                    step.span,
                    format!("the pack has no {card} to pick"),
                ));
            } else if picked.iter().filter(|&&c| c == card).count() > copies {
                let copies = if copies == 1 {
                    "one".to_owned()
                } else {
                    copies.to_string()
                };
                report.push(
                    Diagnostic::error(step.span, format!("{card} is picked once too often"))
                        .label(format!("the pack has {copies}")),
                );
            }
        }
    }
}

/// An action that calls an action is no loop, as the other calls none; the setup may call any.
fn loops(game: &Game, report: &mut Diagnostics) {
    let calls = |steps: &[Step]| steps.iter().any(|s| matches!(s.kind, StepKind::Call(_)));
    for step in &game.setup {
        let StepKind::Call(action) = &step.kind else {
            continue;
        };
        if calls(&game.actions[action.at()].steps) {
            report.push(
                Diagnostic::error(step.span, "the setup calls an action that calls another")
                    .label("expected an action that calls none"),
            );
        }
    }
}

fn groups_have_a_use(game: &Game, report: &mut Diagnostics) {
    let mut entered = vec![false; game.groups.len()];
    for step in game.steps_in_play().chain(&game.setup) {
        let mut enters = |pile: PileId| entered[game.piles[pile.at()].group.at()] = true;
        match &step.kind {
            StepKind::Deal(dealing) => {
                enters(dealing.to.first);
                dealing.divert.iter().for_each(|d| enters(d.to.first));
            }
            StepKind::Pick { to, .. } => enters(to.first),
            StepKind::Turn { to, .. } => enters(*to),
            StepKind::Shuffle(_)
            | StepKind::Rotate(_)
            | StepKind::Sink(..)
            | StepKind::Close(_)
            | StepKind::Call(_) => {}
        }
    }
    if let Some(discard) = game.discard {
        entered[game.piles[discard.at()].group.at()] = true;
    }
    for (group, entered) in game.groups.iter().zip(entered) {
        let span = group.header.unwrap_or_default();
        let accepts = group.start.is_some();
        if !entered && !accepts && group.fill.is_empty() && group.role != Role::Stock {
            let label = match group.role {
                Role::Discard => {
                    "no step deals to it, it has no `start`, and no group has a `pair`"
                }
                _ => "no step deals to it, and it has no `start`",
            };
            report.push(
                Diagnostic::warning(span, format!("no card can ever come to `{}`", group.name))
                    .label(label),
            );
        }
        let lands = group.take == Take::None && group.unit != crate::rules::Unit::Exactly(1);
        if group.run.is_some() && !group.take.lifts_runs() && !lands {
            let at = group.clause("run").span.unwrap_or_default();
            let take = group.take.word();
            let mut warning =
                Diagnostic::warning(at, format!("`run` says nothing beside `take = \"{take}\"`"));
            if group.take == Take::None {
                warning =
                    Diagnostic::warning(at, "`run` says nothing where one card lands at a time")
                        .help("`unit = 13`, or another number, lets that many cards land at once");
            }
            report.push(warning);
        }
        if group.pair.is_some() && group.take == Take::None {
            let at = group.clause("pair").span.unwrap_or_default();
            report.push(
                Diagnostic::warning(at, "`pair` says nothing beside `take = \"none\"`")
                    .label("the top card has to be one that may be lifted"),
            );
        }
        if let (crate::rules::Unit::Exactly(unit), Some(capacity)) = (group.unit, group.capacity)
            && unit > capacity
        {
            let at = group.clause("unit").span.unwrap_or_default();
            report.push(
                Diagnostic::error(
                    at,
                    format!("`unit` is {unit}, but a pile holds {capacity} at most"),
                )
                .also(
                    group.clause("capacity").span.unwrap_or_default(),
                    "the capacity",
                ),
            );
        }
    }
}

/// Groups that fill each other in a circle would pass a card on for ever.
fn fills_end(game: &Game, report: &mut Diagnostics) {
    let mut in_circle = vec![false; game.groups.len()];
    for first in GroupId::first(game.groups.len()) {
        if in_circle[first.at()] {
            continue;
        }
        let Some(circle) = circle_of(game, first) else {
            continue;
        };
        let name = |group: GroupId| &game.group(group).name;
        let others = circle[1..].iter().map(|g| format!("`{}`", name(*g)));
        let others: Vec<String> = others.collect();
        let by_way = match others.as_slice() {
            [] => String::new(),
            others => format!(", by way of {}", join_with(others, "and")),
        };
        let message = format!("`{}` is filled from itself{by_way}", name(first));
        let fill = |group: GroupId| game.group(group).clause("fill").span.unwrap_or_default();
        let mut wrong = Diagnostic::error(fill(first), message);
        for pair in circle.windows(2) {
            let label = format!("and `{}` is filled from here", name(pair[1]));
            wrong = wrong.also(fill(pair[1]), label);
        }
        report.push(wrong);
        for group in circle {
            in_circle[group.at()] = true;
        }
    }
}

/// The shortest way from a group to the one that fills it and on, until it comes back to itself.
fn circle_of(game: &Game, first: GroupId) -> Option<Vec<GroupId>> {
    let mut seen = vec![false; game.groups.len()];
    let mut ways = VecDeque::from([vec![first]]);
    while let Some(way) = ways.pop_front() {
        for &next in way.last().into_iter().flat_map(|g| &game.group(*g).fill) {
            if next == first {
                return Some(way);
            }
            if !std::mem::replace(&mut seen[next.at()], true) {
                let mut longer = way.clone();
                longer.push(next);
                ways.push_back(longer);
            }
        }
    }
    None
}

fn win_is_possible(game: &Game, file: &File, report: &mut Diagnostics) {
    if file.win.is_some() {
        return;
    }
    let goals = || game.groups.iter().filter(|g| g.goal);
    let room: Option<usize> = goals()
        .map(|g| {
            g.capacity
                .map(|c| usize::from(c) * usize::from(g.piles.count))
        })
        .sum();
    let span = goals().find_map(|g| g.header);
    if goals().next().is_none() {
        report.push(
            Diagnostic::error(
                START_OF_FILE,
                "no group of piles is a goal, so the game could never be won",
            )
            .help("write `goal = true` for a group, or say under `[win]` when the game is won"),
        );
        return;
    }
    if room.is_some_and(|room| room < game.deck.len()) {
        let room = pluralize(count(room.unwrap_or(0)), "card");
        report.push(
            Diagnostic::error(
                span.unwrap_or_default(),
                format!(
                    "the goal piles hold {room}, the pack has {}",
                    game.deck.len()
                ),
            )
            .label("so the game could never be won")
            .help("change `count` or `capacity`, or say under `[win]` when the game is won"),
        );
    }
}

fn base_is_set(game: &Game, file: &File, report: &mut Diagnostics) {
    let reads_base = |c: &Condition| c.reads.any(crate::condition::Reads::BASE);
    let Some(base) = &game.base else {
        let mut first: Option<Span> = None;
        each_condition(game, |condition, _| {
            if reads_base(condition) {
                first = first.or(Some(condition.span));
            }
        });
        if let Some(span) = first {
            report.push(
                Diagnostic::error(span, "this asks for the base rank, but nothing sets one").help(
                    "say under `[base]` which group's first card sets it: `of = \"foundation\"`",
                ),
            );
        }
        return;
    };
    let of = game.group(base.of);
    let dealt = unrolled(game, &game.setup)
        .iter()
        .any(|(step, _)| match &step.kind {
            StepKind::Deal(dealing) => of.piles.contains(dealing.to.first),
            StepKind::Pick { to, .. } => of.piles.contains(to.first),
            StepKind::Turn { .. }
            | StepKind::Shuffle(_)
            | StepKind::Rotate(_)
            | StepKind::Sink(..)
            | StepKind::Close(_)
            | StepKind::Call(_) => false,
        });
    if !dealt && base.from.is_empty() {
        let span = file
            .base
            .as_ref()
            .and_then(Field::get)
            .and_then(|b| b.of.as_ref())
            .map(|o| o.span);
        report.push(
            Diagnostic::error(span.unwrap_or_default(), format!("nothing ever sets the base rank of `{}`", of.name))
                .help("deal a card to it in the setup, or say which piles a player's first card comes from: `from = [...]`"),
        );
    }
}
