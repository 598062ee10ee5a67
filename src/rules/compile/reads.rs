//! What the conditions of a game read.

use crate::condition::{Condition, Counter, GroupId, Leaf};
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
