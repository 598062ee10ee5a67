//! Folds the conditions of actions, automatic moves, steps and the win.

use std::collections::HashMap;

use super::RuleFolder;
use crate::condition::{Condition, Facts, PileId};
use crate::rules::game::{Action, Auto, Game};
use crate::rules::step::StepKind;
use crate::text::Span;

/// The facts of each condition, by the span of the condition.
pub(super) type FactsBySpan = HashMap<Span, Facts>;

/// Calls `f` for each condition that does not depend on a card, with the piles that `this` can stand for in it.
fn for_each_condition(
    actions: &mut [Action],
    autos: &mut [Auto],
    win: &mut Option<Condition>,
    mut f: impl FnMut(&mut Condition, &[PileId]),
) {
    let actions = actions.iter_mut();
    let actions = actions.map(|action| (&mut action.when, &mut action.steps));
    let autos = autos
        .iter_mut()
        .map(|auto| (&mut auto.when, &mut auto.steps));
    for (when, steps) in actions.chain(autos) {
        if let Some(when) = when {
            f(when, &[]);
        }
        for step in steps {
            if let Some(when) = &mut step.when {
                f(when, &[]);
            }
            match &mut step.kind {
                StepKind::Deal(dealing) => {
                    let piles: Vec<PileId> = dealing.to.iter().collect();
                    dealing.only.iter_mut().for_each(|only| f(only, &piles));
                }
                StepKind::Sink { piles, only, .. } | StepKind::Close { piles, only } => {
                    let piles: Vec<PileId> = piles.iter().collect();
                    if let Some(only) = only {
                        f(only, &piles);
                    }
                }
                StepKind::Turn {
                    from,
                    only: Some(only),
                    ..
                } => {
                    let mut piles = from.clone();
                    piles.sort_unstable();
                    f(only, &piles);
                }
                _ => {}
            }
        }
    }
    if let Some(win) = win {
        f(win, &[]);
    }
}

/// Stores the facts of each condition in the condition.
pub(super) fn store_facts(game: &mut Game, facts: &FactsBySpan) {
    let Game {
        actions,
        autos,
        win,
        ..
    } = game;
    for_each_condition(actions, autos, win, |condition, _| {
        condition.facts = facts.get(&condition.span).cloned().unwrap_or_default();
    });
}

impl RuleFolder<'_> {
    /// Folds the conditions to facts.
    pub(super) fn fold_conditions(&mut self) -> FactsBySpan {
        let mut facts_by_span = FactsBySpan::new();
        let mut conditions = Vec::new();
        // The game is borrowed immutably here, so iterate over copies.
        let Game {
            actions,
            autos,
            win,
            ..
        } = self.game;
        let (mut actions, mut autos, mut win) = (actions.clone(), autos.clone(), win.clone());
        for_each_condition(&mut actions, &mut autos, &mut win, |condition, piles| {
            conditions.push((condition.clone(), piles.to_vec()));
        });
        for (condition, piles) in conditions {
            // The copy of the previous condition is gone, and this one may be at its address.
            self.known_relations.clear();
            let facts = if !condition.predicate.mentions_this() {
                let any = piles.first().copied().unwrap_or(PileId::new(0));
                Facts::One(self.add_fact(&condition.predicate, any))
            } else if piles.is_empty() {
                Facts::None
            } else {
                let fact = |&pile: &PileId| (pile, self.add_fact(&condition.predicate, pile));
                Facts::Each(piles.iter().map(fact).collect())
            };
            facts_by_span.insert(condition.span, facts);
        }
        facts_by_span
    }
}
