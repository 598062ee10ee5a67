//! Checks that the keys of each group of piles have an effect.

use std::collections::VecDeque;

use crate::condition::{GroupId, Reads};
use crate::rules::Unit;
use crate::rules::file::Take;
use crate::rules::game::{Game, Group};
use crate::rules::step::Step;
use crate::text::{Describe, Diagnostic, Diagnostics, join_with, pluralize};

/// Checks that the keys of each group have an effect.
pub(super) fn check_groups(game: &Game, report: &mut Diagnostics) {
    for group in &game.groups {
        if group.landing_run().is_some() && group.unit == Unit::Exactly(1) {
            let span = group.place_of("run");
            let message = "`run` has no effect if cards are placed one at a time";
            report
                .warn(span, message)
                .label(format!("no runs are lifted with {}", take_text(group)))
                .help("a larger unit, such as `unit = 13`, allows several cards at once");
        }
        check_moved(game, group, report);
        check_swap(game, group, report);
        if group.pair.is_some() && group.take == Take::None {
            let span = group.place_of("pair");
            report
                .warn(
                    span,
                    format!("`pair` has no effect with {}", take_text(group)),
                )
                .label("only a top card that may be lifted can leave in a pair");
        }
        if let (Unit::Exactly(unit), Some(capacity)) = (group.unit, group.capacity)
            && unit > capacity
        {
            let span = group.place_of("unit");
            let message = format!("`unit` is {unit}, but a pile can hold at most {capacity}");
            let label = if group.span_of("capacity").is_some() {
                "its capacity".to_owned()
            } else {
                let capacity = pluralize(capacity, "card");
                format!("a {} holds {capacity} by default", group.role.word())
            };
            let capacity = group.place_of("capacity");
            report.error(span, message).also(capacity, label);
        }
    }
}

/// Checks that cards can come to a group to change places, and that `swap` does not reveal face-down cards.
fn check_swap(game: &Game, group: &Group, report: &mut Diagnostics) {
    let Some(swap) = &group.swap else {
        return;
    };
    let span = group.place_of("swap");
    if group.pair.is_some() {
        let pair = group.place_of("pair");
        report
            .error(span, "a group cannot have both `pair` and `swap`")
            .also(pair, "`pair` is here");
    }
    let is_source = |other: &Group| {
        other.take != Take::None && (other.name != group.name || group.piles.count > 1)
    };
    if !game.groups.iter().any(is_source) {
        let message = "no card that may be lifted can come here to change places";
        report
            .error(span, message)
            .help("allow cards to be lifted: `take = \"top\"`");
    }
    let may_be_hidden = group.take == Take::None || group.available.is_some();
    let hides_cards = |step: &Step| step.hides_cards_in(group.piles);
    if may_be_hidden
        && swap.predicate.reads().any(Reads::TOP)
        && !swap.predicate.reads_faces()
        && game.steps_in_play().chain(&game.setup).any(hides_cards)
    {
        report
            .warn(
                swap.predicate.span_that_reads(Reads::TOP),
                "this tells the player something about a top card that may be face down",
            )
            .help("test it first: `top is face_up and ...`");
    }
}

/// Warns about conditions on the moved cards where always the same number of cards moves.
fn check_moved(game: &Game, group: &Group, report: &mut Diagnostics) {
    let (size, why) = match group.unit {
        Unit::Exactly(unit) => (unit, "the group takes this number at a time"),
        Unit::Any if game.groups.iter().any(|g| g.take.lifts_runs()) => return,
        Unit::Any => (1, "no group lifts several cards at a time"),
    };
    for condition in group.start.iter().chain(&group.build) {
        if condition.predicate.reads().any(Reads::MOVED_SIZE) {
            let part = condition.predicate.span_that_reads(Reads::MOVED_SIZE);
            let message = format!("`moved` always has {} here", pluralize(size, "card"));
            report.warn(part, message).label(why);
        }
    }
}

/// Quotes the `take` of a group, and says if it is a default.
fn take_text(group: &Group) -> String {
    let take = format!("`take = \"{}\"`", group.take.word());
    match group.span_of("take") {
        Some(_) => take,
        None => format!("{take}, the default of a {}", group.role.word()),
    }
}

/// Checks that groups do not refill each other in a cycle, which would move cards forever.
pub(super) fn check_fill_cycles(game: &Game, report: &mut Diagnostics) {
    let mut in_cycle = vec![false; game.groups.len()];
    for first in GroupId::first(game.groups.len()) {
        if in_cycle[first.index()] {
            continue;
        }
        let Some(cycle) = find_fill_cycle(game, first) else {
            continue;
        };
        let name = |group: GroupId| &game.group(group).name;
        let others = cycle[1..].iter().map(|g| format!("`{}`", name(*g)));
        let others: Vec<String> = others.collect();
        let via = match others.as_slice() {
            [] => String::new(),
            others => format!(" via {}", join_with(others, "and")),
        };
        let message = format!("`{}` is refilled from itself{via}", name(first));
        let fill = |group: GroupId| game.group(group).place_of("fill");
        let mut error = Diagnostic::error(fill(first), message);
        for pair in cycle.windows(2) {
            let label = format!("and `{}` is refilled from here", name(pair[1]));
            error = error.also(fill(pair[1]), label);
        }
        report.push(error);
        for group in cycle {
            in_cycle[group.index()] = true;
        }
    }
}

/// Finds the shortest cycle from a group to itself along `fill`, by breadth-first search.
fn find_fill_cycle(game: &Game, first: GroupId) -> Option<Vec<GroupId>> {
    let mut seen = vec![false; game.groups.len()];
    let mut paths = VecDeque::from([vec![first]]);
    while let Some(path) = paths.pop_front() {
        for &next in path.last().into_iter().flat_map(|g| &game.group(*g).fill) {
            if next == first {
                return Some(path);
            }
            if !std::mem::replace(&mut seen[next.index()], true) {
                let mut longer = path.clone();
                longer.push(next);
                paths.push_back(longer);
            }
        }
    }
    None
}
