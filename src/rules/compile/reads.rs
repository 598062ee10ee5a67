//! What the conditions of a game read.

use crate::condition::{Condition, Counter, GroupId, Leaf};
use crate::rules::game::Game;
use crate::rules::step::Step;
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
    for_each_condition_in_play(game, &mut f);
    for step in &game.setup {
        for_each_step_condition(game, step, &mut f);
    }
    game.until.iter().for_each(|c| f(c, None));
}

/// Calls `f` for every condition that is asked once the game is under way, with the group of `this`, if any.
pub(crate) fn for_each_condition_in_play(
    game: &Game,
    mut f: impl FnMut(&Condition, Option<GroupId>),
) {
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
    for step in game.steps_in_play() {
        for_each_step_condition(game, step, &mut f);
    }
    let when_conditions = game
        .actions
        .iter()
        .map(|a| &a.when)
        .chain(game.autos.iter().map(|a| &a.when));
    when_conditions
        .chain([&game.win])
        .flatten()
        .for_each(|c| f(c, None));
}

/// Calls `f` for every condition of a step, with the group of `this`, if any.
pub(super) fn for_each_step_condition(
    game: &Game,
    step: &Step,
    mut f: impl FnMut(&Condition, Option<GroupId>),
) {
    for (condition, this) in step.conditions() {
        let owner = this.iter().next();
        f(condition, owner.map(|pile| game.piles[pile.index()].group));
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
