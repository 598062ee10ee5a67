//! Folds the condition of a pile, predicate by predicate.

use super::check::{Check, PendingChecks};
use super::tables::TableDraft;
use super::tabulate::TableIndex;
use super::{MAX_UNROLLED, RuleFolder};
use crate::cards::CardSet;
use crate::condition::{Condition, PartialView, PileId, PileSet, Predicate, Reads, Scene, Unknown};
use crate::rules::rule::RuleKey;
use crate::work::is_all_done;

/// A folded condition: a table, and the checks that remain. The default accepts no card.
#[derive(Clone, Default)]
pub(super) struct FoldedCondition {
    pub(super) table: Option<TableDraft>,
    pub(super) pending: PendingChecks,
    /// Whether one of its facts depends on the pile of its folding.
    depends_on_pile: bool,
}

impl FoldedCondition {
    /// A condition that accepts each of some cards.
    fn any(cards: usize) -> FoldedCondition {
        FoldedCondition {
            table: Some(TableDraft::constant(CardSet::first(cards))),
            ..FoldedCondition::default()
        }
    }

    fn restrict(&mut self, table: &TableDraft) {
        self.table = self.table.take().map(|all| all.intersect(table));
    }
}

/// The maximum number of source piles of a condition that is folded for each source pile.
const MAX_ORIGINS: usize = 64;

impl RuleFolder<'_> {
    /// Folds a condition of a pile. A missing condition accepts no card.
    pub(super) fn fold_condition(
        &mut self,
        key: RuleKey,
        condition: Option<&Condition>,
        pile: PileId,
        index: TableIndex,
    ) -> FoldedCondition {
        // Rules that take too much work are rejected in the end.
        let Some(condition) = condition.filter(|_| !is_all_done()) else {
            return FoldedCondition::default();
        };
        if let Some((_, folded)) = self.cache.iter().find(|(k, _)| *k == key) {
            return folded.clone();
        }
        let predicate = self
            .specializer
            .specialize(&condition.predicate, pile, None);
        let mut folded = FoldedCondition::any(self.game.deck.len());
        for part in predicate.conjuncts() {
            self.fold_predicate(part, pile, index, &mut folded);
        }
        if !folded.depends_on_pile && !condition.predicate.mentions_this() {
            self.cache.push((key, folded.clone()));
        }
        folded
    }

    /// Folds a specialized predicate of a conjunction to the first form that can express it.
    fn fold_predicate(
        &mut self,
        predicate: &Predicate,
        pile: PileId,
        index: TableIndex,
        folded: &mut FoldedCondition,
    ) {
        let TableIndex::Target { is_empty } = index else {
            unreachable!("the other indexes are tried below");
        };
        let reads = predicate.reads();
        let built = self.find_table(predicate, index);
        if let Some(built) = &built {
            folded.restrict(&built.table);
            if built.is_exact {
                return;
            }
        }
        let origins = if reads.any(Reads::FROM) {
            self.origins(predicate, pile)
        } else {
            None
        };
        if let Some((set, is_exact)) = origins {
            folded.pending.restrict_origins(set);
            if is_exact {
                return;
            }
        }
        if !reads.any(Reads::CARD_OR_FROM) {
            let fact = self.add_fact(predicate, pile);
            folded.depends_on_pile |= reads.any(Reads::TOP);
            folded.pending.checks.push(Check::Fact(fact));
            return;
        }
        if predicate.depends_on_moved_size_only() {
            let check = Check::MovedSize(predicate.clone());
            folded.pending.checks.push(check);
            return;
        }
        if let Some(weight) = self.fold_weight(predicate) {
            folded.pending.checks.push(Check::Weight(weight));
            return;
        }
        if let Some(relation) = self.fold_every_moved(predicate) {
            folded.pending.checks.push(Check::EveryMoved(relation));
            return;
        }
        if let Some(other) = built.and_then(|built| built.other_pile)
            && !reads.any(Reads::FROM | Reads::TOP | Reads::MOVED_SIZE)
            && let Some(built) = self.find_table(predicate, TableIndex::OtherPile(other))
            && built.is_exact
        {
            let table = self.tables.add(&built.table);
            folded.pending.checks.push(Check::ByOtherTop(other, table));
            return;
        }
        if predicate.reads_only_cards_of_origin()
            && !reads.any(Reads::CARD)
            && let Some(built) = self.find_table(predicate, TableIndex::Origin { is_empty })
            && built.is_exact
        {
            let table = self.tables.add(&built.table);
            folded.pending.checks.push(Check::OriginTop(table));
            return;
        }
        if self.fold_by_origin(predicate, pile, folded)
            || self.fold_parts(predicate, pile, index, folded)
        {
            return;
        }
        let check = Check::Predicate(predicate.clone());
        folded.pending.checks.push(check);
    }

    /// Folds a predicate to a fact for each pile that the cards may come from. Returns `false` if it cannot.
    fn fold_by_origin(
        &mut self,
        predicate: &Predicate,
        pile: PileId,
        folded: &mut FoldedCondition,
    ) -> bool {
        let all = PileSet::first(self.places.len());
        let origins = folded.pending.origins.map_or(all, |origins| origins & all);
        if predicate.reads().any(Reads::CARD | Reads::MOVED_SIZE)
            || origins.len() > MAX_ORIGINS
            || !self.can_afford(origins.len(), predicate)
        {
            return false;
        }
        let mut facts = vec![None; self.places.len()];
        for (from, fact) in self.facts_by_origin(predicate, pile, origins.iter()) {
            facts[from.index()] = Some(fact);
        }
        let check = Check::FactOfOrigin(facts);
        folded.depends_on_pile |= predicate.reads().any(Reads::TOP);
        folded.pending.checks.push(check);
        true
    }

    /// Adds the fact that a predicate holds for cards from each of some piles, and returns their indices. Piles whose
    /// cards never satisfy it are left out.
    pub(super) fn facts_by_origin(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        origins: impl Iterator<Item = PileId>,
    ) -> Vec<(PileId, usize)> {
        let mut facts = Vec::new();
        for from in origins {
            let of_origin = self.specializer.specialize(predicate, this, Some(from));
            if of_origin.literal() != Some(false) {
                facts.push((from, self.add_fact(&of_origin, this)));
            }
        }
        facts
    }

    /// Folds the parts of a predicate one by one. Returns `false` if it has none, or if it is a quantifier that is better
    /// evaluated as a whole.
    fn fold_parts(
        &mut self,
        predicate: &Predicate,
        pile: PileId,
        index: TableIndex,
        folded: &mut FoldedCondition,
    ) -> bool {
        if !self.can_afford(1, predicate) {
            return false;
        }
        let Some((is_all, parts)) = self.specializer.split(predicate, MAX_UNROLLED) else {
            return false;
        };
        let evaluates = |folded: &FoldedCondition| {
            let mut checks = folded.pending.checks.iter();
            checks.any(|check| matches!(check, Check::Predicate(_)))
        };
        if is_all {
            let mut all = folded.clone();
            for part in &parts {
                self.fold_predicate(part, pile, index, &mut all);
            }
            if predicate.is_quantified() && evaluates(&all) {
                return false;
            }
            *folded = all;
            return true;
        }
        let mut alternatives = Vec::new();
        for part in &parts {
            let mut alternative = FoldedCondition::any(self.game.deck.len());
            self.fold_predicate(part, pile, index, &mut alternative);
            if predicate.is_quantified() && evaluates(&alternative) {
                return false;
            }
            alternatives.push(alternative);
        }
        let all_piles = PileSet::first(self.places.len());
        let mut lists = Vec::new();
        for alternative in alternatives {
            folded.depends_on_pile |= alternative.depends_on_pile;
            let table = alternative.table.map(|table| self.tables.add(&table));
            let mut checks: Vec<Check> = table.map(Check::ByTop).into_iter().collect();
            checks.extend(alternative.pending.finish(all_piles));
            lists.push(checks);
        }
        folded.pending.checks.push(Check::Any(lists));
        true
    }

    /// Whether the work that is left is enough to evaluate a predicate this many times.
    pub(super) fn can_afford(&self, times: usize, predicate: &Predicate) -> bool {
        let cost = predicate
            .cost(&self.game.names)
            .saturating_mul(times as u64);
        self.specializer.can_afford(cost)
    }

    /// Returns the source piles that may satisfy a predicate, and whether it certainly holds for all of them. Returns
    /// `None` if that would be too expensive.
    fn origins(&mut self, predicate: &Predicate, this: PileId) -> Option<(PileSet, bool)> {
        if !self.can_afford(self.places.len(), predicate) {
            return None;
        }
        let view = PartialView::new(self.places);
        let unknown = Unknown {
            reads: Reads::CARD | Reads::TOP | Reads::BASE | Reads::MOVED_SIZE,
            was_read: &view.missed,
        };
        let mut is_exact = true;
        let may_hold = |pile: &PileId| {
            let scene = Scene {
                this: Some(this),
                from: Some(*pile),
                ..Scene::table(&view, None)
            };
            let known = predicate.evaluate_partial(&scene, &self.game.order, unknown);
            is_exact &= known.is_some();
            known != Some(false)
        };
        let set = PileId::first(self.places.len()).filter(may_hold).collect();
        Some((set, is_exact))
    }
}
