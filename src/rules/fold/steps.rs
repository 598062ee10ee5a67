//! Folds the conditions of actions, automatic moves, steps and the win.

use std::collections::HashMap;

use super::RuleFolder;
use crate::condition::{Condition, Facts, PileId, Piles, Slot};
use crate::rules::game::Game;
use crate::rules::step::Step;
use crate::text::Span;

/// The facts of each condition, by the span of the condition.
pub(super) type FactsBySpan = HashMap<Span, Facts>;

/// Stores the facts of each condition in the condition.
pub(super) fn store_facts(game: &mut Game, facts: &FactsBySpan) {
    let actions = game.actions.iter_mut();
    let actions = actions.map(|action| (&mut action.when, &mut action.steps));
    let autos = game.autos.iter_mut();
    let autos = autos.map(|auto| (&mut auto.when, &mut auto.steps));
    let store = |condition: &mut Condition| {
        condition.facts = facts.get(&condition.span).cloned().unwrap_or_default();
    };
    for (when, steps) in actions.chain(autos) {
        when.iter_mut().for_each(store);
        for step in steps {
            step.when.iter_mut().chain(&mut step.only).for_each(store);
        }
    }
    game.win.iter_mut().for_each(store);
}

impl RuleFolder<'_> {
    /// Folds to facts the conditions that do not depend on a card.
    pub(super) fn fold_conditions(&mut self) -> FactsBySpan {
        let game = self.game;
        let actions = game.actions.iter().map(|action| &action.when);
        let autos = game.autos.iter().map(|auto| &auto.when);
        let alone = actions.chain(autos).chain([&game.win]).flatten();
        let alone = alone.map(|condition| (condition, Piles::NONE));
        let of_steps = game.steps_in_play().flat_map(Step::conditions);
        let of_steps = of_steps.filter(|(condition, _)| condition.slot != Slot::Which);
        let mut facts_by_span = FactsBySpan::new();
        for (condition, piles) in alone.chain(of_steps) {
            let facts = if !condition.predicate.mentions_this() {
                Facts::One(self.add_fact(&condition.predicate, piles.first))
            } else if piles == Piles::NONE {
                Facts::None
            } else {
                let fact = |pile: PileId| (pile, self.add_fact(&condition.predicate, pile));
                Facts::Each(piles.iter().map(fact).collect())
            };
            facts_by_span.insert(condition.span, facts);
        }
        facts_by_span
    }
}
