//! Checks a whole game: deals that do not fit, piles that no card can reach, wins that are impossible.

use std::collections::VecDeque;

use super::START_OF_FILE;
use crate::cards::Card;
use crate::condition::{Condition, Counter, GroupId, Leaf, PileId, Reads};
use crate::rules::field::{Field, Named};
use crate::rules::file::{File, Role, Take};
use crate::rules::game::{Game, Group};
use crate::rules::step::{Step, StepKind};
use crate::text::{Diagnostic, Diagnostics, Span, join_with, pluralize};

/// An input that a condition or the score reads, and its context.
pub(super) struct Read<'a> {
    pub(super) leaf: Leaf<'a>,
    /// The group of `this`, if any.
    pub(super) owner: Option<GroupId>,
    /// The span of the whole condition.
    pub(super) span: Span,
}

/// Calls `f` for every input that the conditions of the rules and the score read.
pub(super) fn for_each_read(game: &Game, mut f: impl FnMut(Read<'_>)) {
    for_each_condition(game, |condition, owner| {
        let span = condition.span;
        let predicate = &condition.predicate;
        predicate.walk(&mut |leaf| f(Read { leaf, owner, span }));
    });
    if let Some(points) = &game.score.points {
        let (owner, span) = (None, points.span);
        points
            .number
            .walk(&mut |leaf| f(Read { leaf, owner, span }));
    }
}

/// Calls `f` for every condition of the rules, with the group of `this`, if any.
pub(crate) fn for_each_condition(game: &Game, mut f: impl FnMut(&Condition, Option<GroupId>)) {
    for (id, group) in GroupId::first(game.groups.len()).zip(&game.groups) {
        let conditions = [
            &group.start,
            &group.build,
            &group.pair,
            &group.swap,
            &group.run,
            &group.available,
        ];
        conditions
            .into_iter()
            .flatten()
            .for_each(|c| f(c, Some(id)));
    }
    for step in game.steps_in_play().chain(&game.setup) {
        for_each_step_condition(game, step, &mut f);
    }
    let when_conditions = game
        .actions
        .iter()
        .map(|a| &a.when)
        .chain(game.autos.iter().map(|a| &a.when));
    when_conditions
        .chain([&game.win, &game.until])
        .flatten()
        .for_each(|c| f(c, None));
}

/// Calls `f` for every condition of a step, with the group of `this`, if any.
fn for_each_step_condition(
    game: &Game,
    step: &Step,
    mut f: impl FnMut(&Condition, Option<GroupId>),
) {
    step.when.iter().for_each(|c| f(c, None));
    let (target, conditions) = match &step.kind {
        StepKind::Deal(dealing) => {
            let divert = dealing.divert.as_ref().and_then(|d| d.which.as_ref());
            let conditions = [dealing.only.as_ref(), dealing.which.as_ref(), divert];
            (Some(dealing.to.first), conditions)
        }
        StepKind::Turn { from, only, .. } => (from.first().copied(), [only.as_ref(), None, None]),
        StepKind::Sink { piles, only, which } => {
            (Some(piles.first), [only.as_ref(), Some(which), None])
        }
        StepKind::Close { piles, only } => (Some(piles.first), [only.as_ref(), None, None]),
        StepKind::Pick { .. } | StepKind::Shuffle(_) | StepKind::Call(_) => {
            return;
        }
    };
    let group = target.map(|pile| game.piles[pile.index()].group);
    for condition in conditions.into_iter().flatten() {
        f(condition, group);
    }
}

/// Marks the actions and groups whose counters are read by a condition.
pub(super) fn mark_counted(game: &mut Game) {
    let mut counters = Vec::new();
    for_each_read(game, |read| {
        if let Leaf::Used(counter) = read.leaf {
            counters.push(counter);
        }
    });
    for counter in counters {
        match counter {
            Counter::Action(action) => game.actions[action.index()].is_counted = true,
            Counter::Group(group) => {
                let piles = game.groups[group.index()].piles.range();
                for pile in &mut game.piles[piles] {
                    pile.is_counted = true;
                }
            }
        }
    }
}

pub(super) fn check(game: &Game, file: &File, report: &mut Diagnostics) {
    check_setup_deals(game, report);
    check_picks(game, report);
    check_groups(game, report);
    check_own_counts(game, file, report);
    check_fill_cycles(game, report);
    check_win(game, file, report);
    check_base(game, file, report);
}

/// Returns a list of steps in which each `call` is replaced by the steps of the action. Each step is paired with a
/// flag: whether it is conditional.
fn inline_calls<'a>(game: &'a Game, steps: &'a [Step]) -> Vec<(&'a Step, bool)> {
    let mut list = Vec::new();
    for step in steps {
        if let StepKind::Call(action) = &step.kind {
            let called = &game.actions[action.index()];
            let is_conditional = step.when.is_some() || called.when.is_some();
            list.extend(
                called
                    .steps
                    .iter()
                    .map(|s| (s, s.when.is_some() || is_conditional)),
            );
        } else {
            list.push((step, step.when.is_some()));
        }
    }
    list
}

/// Checks that the setup deals no more cards than the pack has, and no more to a pile than it can hold.
fn check_setup_deals(game: &Game, report: &mut Diagnostics) {
    let mut stock_size = game.deck.len();
    let mut sizes = vec![0usize; game.piles.len()];
    for (step, is_conditional) in inline_calls(game, &game.setup) {
        match &step.kind {
            StepKind::Pick { cards, to } => {
                stock_size = stock_size.saturating_sub(cards.len());
                to.iter().for_each(|p| sizes[p.index()] += 1);
            }
            StepKind::Deal(dealing)
                if dealing.from.first == game.stock
                    && dealing.only.is_none()
                    && dealing.which.is_none()
                    && !is_conditional =>
            {
                let (to, amount) = (dealing.to, &dealing.amount);
                let may_skip = dealing.divert.as_ref().is_some_and(|divert| divert.skip);
                let Some(total) = amount.total(to.count) else {
                    stock_size = 0;
                    continue;
                };
                for (index, pile) in to.iter().enumerate() {
                    sizes[pile.index()] += usize::from(amount.of(index));
                    let capacity = game.group_of(pile).capacity;
                    if let Some(capacity) =
                        capacity.filter(|&c| !may_skip && sizes[pile.index()] > usize::from(c))
                    {
                        let name = game.pile_full_name(pile);
                        report.push(
                            Diagnostic::error(
                                step.span,
                                format!("`{name}` gets {}", pluralize(sizes[pile.index()], "card")),
                            )
                            .label(format!("it can hold at most {capacity}")),
                        );
                        break;
                    }
                }
                if total > stock_size {
                    report.push(
                        Diagnostic::error(
                            step.span,
                            format!("{} are dealt", pluralize(total, "card")),
                        )
                        .label(format!("only {stock_size} are left"))
                        .help("`deal = \"all\"` deals the remaining cards"),
                    );
                }
                stock_size = stock_size.saturating_sub(total);
            }
            StepKind::Deal(_)
            | StepKind::Turn { .. }
            | StepKind::Shuffle(_)
            | StepKind::Sink { .. }
            | StepKind::Close { .. }
            | StepKind::Call(_) => {}
        }
    }
}

/// Checks that the pack has the cards that the setup picks.
fn check_picks(game: &Game, report: &mut Diagnostics) {
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
                    Diagnostic::error(step.span, format!("{card} is picked too often"))
                        .label(format!("the pack has only {copies}")),
                );
            }
        }
    }
}

/// Checks that cards can reach each group and that its keys have an effect.
fn check_groups(game: &Game, report: &mut Diagnostics) {
    let mut is_reached = vec![false; game.groups.len()];
    for step in game.steps_in_play().chain(&game.setup) {
        let mut reach = |pile: PileId| is_reached[game.piles[pile.index()].group.index()] = true;
        match &step.kind {
            StepKind::Deal(dealing) => {
                reach(dealing.to.first);
                dealing.divert.iter().for_each(|d| reach(d.to.first));
            }
            StepKind::Pick { to, .. } => reach(to.first),
            StepKind::Turn { to, .. } => reach(*to),
            StepKind::Shuffle(_)
            | StepKind::Sink { .. }
            | StepKind::Close { .. }
            | StepKind::Call(_) => {}
        }
    }
    if let Some(discard) = game.discard {
        is_reached[game.piles[discard.index()].group.index()] = true;
    }
    for (group, is_reached) in game.groups.iter().zip(is_reached) {
        let span = group.header.unwrap_or_default();
        let accepts = group.start.is_some();
        if !is_reached && !accepts && group.fill.is_empty() && group.role != Role::Stock {
            let label = match group.role {
                Role::Discard => {
                    "no step deals to it, it has no `start`, and no group has a `pair`"
                }
                _ => "no step deals to it, and it has no `start`",
            };
            report.push(
                Diagnostic::warning(span, format!("no card can ever reach `{}`", group.name))
                    .label(label),
            );
        }
        if group.landing_run().is_some() && group.unit == crate::rules::Unit::Exactly(1) {
            let span = group.clause("run").span.unwrap_or_default();
            let message = "`run` has no effect if cards are placed one at a time";
            report.push(
                Diagnostic::warning(span, message)
                    .label(format!("no runs are lifted with {}", take_text(group)))
                    .help("a larger unit, such as `unit = 13`, allows several cards at once"),
            );
        }
        check_moved(game, group, report);
        check_swap(game, group, report);
        if group.pair.is_some() && group.take == Take::None {
            let span = group.clause("pair").span.unwrap_or_default();
            report.push(
                Diagnostic::warning(
                    span,
                    format!("`pair` has no effect with {}", take_text(group)),
                )
                .label("only a top card that may be lifted can leave in a pair"),
            );
        }
        if let (crate::rules::Unit::Exactly(unit), Some(capacity)) = (group.unit, group.capacity)
            && unit > capacity
        {
            let span = group.clause("unit").span.unwrap_or_default();
            let message = format!("`unit` is {unit}, but a pile can hold at most {capacity}");
            let label = if group.span_of("capacity").is_some() {
                "its capacity".to_owned()
            } else {
                let capacity = pluralize(capacity, "card");
                format!("a {} holds {capacity} by default", group.role.word())
            };
            let capacity = group.clause("capacity").span.unwrap_or_default();
            report.push(Diagnostic::error(span, message).also(capacity, label));
        }
    }
}

/// Checks that actions whose steps differ from use to use say whether a use that changes nothing counts.
fn check_own_counts(game: &Game, file: &File, report: &mut Diagnostics) {
    let tables = Named::entries(file.actions.as_ref());
    for (id, action) in game.actions().zip(&game.actions) {
        let is_idle_set = tables
            .get(id.index())
            .is_some_and(|(_, keys)| keys.get().is_some_and(|keys| keys.idle.is_some()));
        if action.limit.is_none() || is_idle_set {
            continue;
        }
        let mut first: Option<Span> = None;
        for (step, _) in inline_calls(game, &action.steps) {
            for_each_step_condition(game, step, |condition, _| {
                condition.predicate.walk(&mut |leaf| {
                    if matches!(leaf, Leaf::Used(counter) if counter == Counter::Action(id)) {
                        first = first.or(Some(condition.span));
                    }
                });
            });
        }
        let Some(span) = first else { continue };
        let name = &action.name;
        report.push(
            Diagnostic::warning(span, format!("this reads how often `{name}` was used, but a use that changes nothing is illegal and does not count"))
                .help("write `idle = true` in the action if such a use counts, else `idle = false`"),
        );
    }
}

/// Checks that cards can come to a group to change places, and that `swap` does not reveal face-down cards.
fn check_swap(game: &Game, group: &Group, report: &mut Diagnostics) {
    let Some(swap) = &group.swap else {
        return;
    };
    let span = group.clause("swap").span.unwrap_or_default();
    if group.pair.is_some() {
        let pair = group.clause("pair").span.unwrap_or_default();
        report.push(
            Diagnostic::error(span, "a group cannot have both `pair` and `swap`")
                .also(pair, "`pair` is here"),
        );
    }
    let is_source = |other: &Group| {
        other.take != Take::None && (other.name != group.name || group.piles.count > 1)
    };
    if !game.groups.iter().any(is_source) {
        let message = "no card that may be lifted can come here to change places";
        report.push(
            Diagnostic::error(span, message).help("allow cards to be lifted: `take = \"top\"`"),
        );
    }
    let may_be_hidden = group.take == Take::None || group.available.is_some();
    let deals_face_down = |step: &Step| match &step.kind {
        StepKind::Deal(deal) => !deal.face_up && group.piles.contains(deal.to.first),
        _ => false,
    };
    if may_be_hidden
        && swap.reads.any(Reads::TOP)
        && !swap.predicate.reads_faces()
        && game.steps_in_play().chain(&game.setup).any(deals_face_down)
    {
        report.push(
            Diagnostic::warning(
                swap.predicate.span_that_reads(Reads::TOP),
                "this tells the player something about a top card that may be face down",
            )
            .help("test it first: `top is face_up and ...`"),
        );
    }
}

/// Warns about conditions on the moved cards where always the same number of cards moves.
fn check_moved(game: &Game, group: &Group, report: &mut Diagnostics) {
    let (size, why) = match group.unit {
        crate::rules::Unit::Exactly(unit) => (unit, "the group takes this number at a time"),
        crate::rules::Unit::Any if game.groups.iter().any(|g| g.take.lifts_runs()) => return,
        crate::rules::Unit::Any => (1, "no group lifts several cards at a time"),
    };
    for condition in group.start.iter().chain(&group.build) {
        if condition.reads.any(Reads::MOVED_SIZE) {
            let part = condition.predicate.span_that_reads(Reads::MOVED_SIZE);
            let message = format!("`moved` always has {} here", pluralize(size, "card"));
            report.push(Diagnostic::warning(part, message).label(why));
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
fn check_fill_cycles(game: &Game, report: &mut Diagnostics) {
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
        let fill = |group: GroupId| game.group(group).clause("fill").span.unwrap_or_default();
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

/// Checks that the default win condition can be met: that the goal piles can hold all cards.
fn check_win(game: &Game, file: &File, report: &mut Diagnostics) {
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
                "the game can never be won: no group of piles is a goal",
            )
            .help("write `goal = true` in a group, or say when it is won: `win = '...'`"),
        );
        return;
    }
    if room.is_some_and(|room| room < game.deck.len()) {
        let room = pluralize(room.unwrap_or(0), "card");
        report.push(
            Diagnostic::error(
                span.unwrap_or_default(),
                format!(
                    "the goal piles hold {room}, but the game has {}",
                    game.deck.len()
                ),
            )
            .label("so the game can never be won")
            .help("change `count` or `capacity`, or say when it is won: `win = '...'`"),
        );
    }
}

/// Checks that something sets the base rank if the game uses it.
fn check_base(game: &Game, file: &File, report: &mut Diagnostics) {
    let Some(base) = &game.base else {
        let mut first: Option<Span> = None;
        for_each_read(game, |read| {
            if let Leaf::Base = read.leaf {
                first = first.or(Some(read.span));
            }
        });
        if let Some(span) = first {
            report.push(
                Diagnostic::error(span, "this reads the base rank, but nothing sets it").help(
                    "add `[base]` with the group whose first card sets it: `of = \"foundation\"`",
                ),
            );
        }
        return;
    };
    let base_group = game.group(base.of);
    let is_dealt = inline_calls(game, &game.setup)
        .iter()
        .any(|(step, _)| match &step.kind {
            StepKind::Deal(dealing) => {
                let diverted = dealing.divert.as_ref().map(|divert| divert.to);
                let targets = [Some(dealing.to), diverted];
                let mut targets = targets.into_iter().flatten();
                targets.any(|piles| base_group.piles.contains(piles.first))
            }
            StepKind::Pick { to, .. } => base_group.piles.contains(to.first),
            StepKind::Turn { .. }
            | StepKind::Shuffle(_)
            | StepKind::Sink { .. }
            | StepKind::Close { .. }
            | StepKind::Call(_) => false,
        });
    if !is_dealt && base.from.is_empty() {
        let span = file
            .base
            .as_ref()
            .and_then(Field::get)
            .and_then(|b| b.of.as_ref())
            .map(|o| o.span);
        report.push(
            Diagnostic::error(span.unwrap_or_default(), format!("nothing ever sets the base rank of `{}`", base_group.name))
                .help("deal a card to it in the setup, or write the groups that a player's first card comes from: `from = [...]`"),
        );
    }
}
