//! What the conditions of a game read.

use crate::condition::{Condition, Counter, GroupId, Leaf, Node, PredicateKind, Value, ValueKind};
use crate::rules::game::Game;
use crate::text::Span;

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
    for (condition, owner) in game.conditions() {
        let (predicate, span) = (&condition.predicate, condition.span);
        predicate.walk(&mut |leaf| f(Read { leaf, owner, span }));
    }
    if let Some(points) = &game.score.points {
        let (owner, span) = (None, points.span);
        points
            .number
            .walk(&mut |leaf| f(Read { leaf, owner, span }));
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

/// Notes up to where each counter matters: one more than the largest number that a condition compares it with or, of an
/// action with a limit, at least the limit. There is no end if anything else is done with it.
pub(super) fn cap_counters(game: &mut Game) {
    let actions = game.actions.iter().map(|action| action.limit.unwrap_or(0));
    let groups = game.groups.iter().map(|_| 0);
    let mut caps: Vec<u16> = actions.chain(groups).collect();
    let mut raise = |counter: Counter, cap: u16| {
        let index = game.counter_index(counter);
        caps[index] = caps[index].max(cap);
    };
    for (condition, _) in game.conditions() {
        raise_caps(Node::Predicate(&condition.predicate), &mut raise);
    }
    if let Some(points) = &game.score.points {
        raise_caps(Node::Value(&points.number), &mut raise);
    }
    let is_read = |index: usize| match index.checked_sub(game.actions.len()) {
        None => game.actions[index].limit.is_some() || game.actions[index].is_counted,
        Some(group) => game.piles[game.groups[group].piles.first.index()].is_counted,
    };
    let caps = caps.into_iter().enumerate();
    game.counters_read = caps.filter(|&(index, _)| is_read(index)).collect();
}

fn raise_caps(node: Node<'_>, raise: &mut impl FnMut(Counter, u16)) {
    let as_counter = |value: &Value| match value.kind {
        ValueKind::Used(counter) => Some(counter),
        _ => None,
    };
    if let Node::Predicate(predicate) = node
        && let PredicateKind::Compare(_, a, b) = &predicate.kind
        && let (Some(counter), Some(number)) =
            (as_counter(a).or(as_counter(b)), a.literal().or(b.literal()))
    {
        let cap = number.max(-1).saturating_add(1);
        raise(counter, u16::try_from(cap).unwrap_or(u16::MAX));
    } else if let Node::Value(value) = node
        && let Some(counter) = as_counter(value)
    {
        raise(counter, u16::MAX);
    } else {
        node.each_child(&mut |child| raise_caps(child, raise));
    }
}

/// Finds a group whose counter this condition reads, but no rule, so that nothing counts the cards moved to it.
pub(super) fn find_uncounted(game: &Game, condition: &Condition) -> Option<GroupId> {
    let mut found = None;
    condition.predicate.walk(&mut |leaf| {
        if let Leaf::Used(Counter::Group(group)) = leaf {
            let first = game.groups[group.index()].piles.first;
            if !game.piles[first.index()].is_counted {
                found = Some(group);
            }
        }
    });
    found
}
