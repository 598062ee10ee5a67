//! Folds the conditions of actions, automatic moves, steps and the win.

use std::collections::HashMap;

use super::RuleFolder;
use super::fact::Fact;
use super::tabulate::TableIndex;
use crate::condition::{Condition, Facts, PileId, PileSet, Piles, Reads, Slot};
use crate::rules::Verb;
use crate::rules::game::Game;
use crate::rules::step::Step;
use crate::text::Span;

/// The maximum number of pairs of piles of a deal whose condition is folded for each pair.
const MAX_PAIRS: usize = 1024;

/// The facts of each condition, by the span of the condition.
pub(super) type FactsBySpan = HashMap<Span, Facts>;

/// Stores the facts of each condition in the condition.
pub(super) fn store_facts(game: &mut Game, facts: &FactsBySpan) {
    let mut whens: Vec<&mut Option<Condition>> = vec![&mut game.win];
    let mut steps: Vec<&mut Step> = Vec::new();
    for action in &mut game.actions {
        whens.push(&mut action.when);
        steps.extend(&mut action.steps);
    }
    for auto in &mut game.autos {
        whens.push(&mut auto.when);
        steps.extend(&mut auto.steps);
    }
    steps.extend(&mut game.setup);
    for step in steps {
        whens.extend([&mut step.when, &mut step.only, &mut step.which]);
        whens.extend(step.divert.iter_mut().map(|divert| &mut divert.which));
    }
    for condition in whens.into_iter().flatten() {
        condition.facts = facts.get(&condition.span).cloned().unwrap_or_default();
    }
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
        for step in game.steps_in_play() {
            if let Some(which) = &step.which
                && let Some(facts) = self.fold_which(step, which)
            {
                facts_by_span.insert(which.span, facts);
            }
        }
        let steps = game.steps_in_play().chain(&game.setup);
        for (condition, piles) in steps.flat_map(Step::conditions) {
            if condition.slot == Slot::Which
                && let Some(facts) = self.fold_cards(condition, piles)
            {
                facts_by_span.insert(condition.span, facts);
            }
        }
        facts_by_span
    }

    /// Folds a condition that depends only on the card and on the base rank. Returns `None` if it depends on anything
    /// else.
    fn fold_cards(&mut self, condition: &Condition, piles: Piles) -> Option<Facts> {
        let others = Reads::TOP | Reads::FROM | Reads::TABLE | Reads::MOVED_SIZE;
        let reads = condition.predicate.reads();
        if !reads.any(Reads::CARD) || reads.any(others) {
            return None;
        }
        let cards = piles.iter().map(|pile| {
            let predicate = self
                .specializer
                .specialize(&condition.predicate, pile, None);
            let built = self.find_table(&predicate, TableIndex::Target { is_empty: true })?;
            built.is_exact.then_some((pile, built.table.rows))
        });
        Some(Facts::Cards(cards.collect::<Option<_>>()?))
    }

    /// Folds the condition that selects the cards of a deal to a fact for each pile that gets cards and each pile that
    /// they come from. Returns `None` if it tells the cards of a pile apart.
    fn fold_which(&mut self, step: &Step, which: &Condition) -> Option<Facts> {
        let pairs = usize::from(step.from.count) * usize::from(step.to.count);
        let reads = which.predicate.reads();
        if step.verb != Verb::Deal
            || reads.any(Reads::CARD | Reads::TOP | Reads::MOVED_SIZE)
            || pairs > MAX_PAIRS
            || !self.can_afford(pairs, &which.predicate)
        {
            return None;
        }
        let facts = |to| {
            let facts = self.facts_by_origin(&which.predicate, to, step.from.iter());
            (to, facts)
        };
        let lists: Vec<_> = step.to.iter().map(facts).collect();
        let is_constant = |fact: usize| self.folded.facts[fact] == Fact::Constant(true);
        let origins = || lists.iter().flat_map(|(_, facts)| facts);
        if !origins().all(|(_, fact)| is_constant(*fact)) {
            return Some(Facts::ByOrigin(lists));
        }
        let different: PileSet = origins().map(|(from, _)| *from).collect();
        let are_disjoint = different.len() == origins().count();
        let origins = |facts: Vec<(PileId, usize)>| facts.into_iter().map(|(from, _)| from);
        let lists = lists.into_iter();
        let lists = lists.map(|(to, facts)| (to, origins(facts).collect()));
        Some(Facts::Origins {
            lists: lists.collect(),
            are_disjoint,
        })
    }
}
