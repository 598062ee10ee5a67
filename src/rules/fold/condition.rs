//! Folds the condition of a pile, predicate by predicate.

use super::RuleFolder;
use super::check::{Check, PendingChecks};
use super::tables::{ROWS, TableDraft, card_of, row_of};
use crate::cards::{Card, CardId, CardSet, Rank};
use crate::condition::{
    Condition, PartialView, PileId, PileSet, Predicate, Reads, Scene, Ternary, Unknown,
};
use crate::rules::rule::RuleKey;

/// What a table is indexed by, and which cards it contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TableIndex {
    /// Indexed by the top card of the target; contains moved cards.
    Target { is_empty: bool },
    /// Indexed by the top card of another pile; contains moved cards.
    OtherPile(PileId),
    /// Indexed by the top card of the target; contains the top cards of the piles that cards come from.
    Origin { is_empty: bool },
}

/// The table of a predicate.
struct PredicateTable {
    table: TableDraft,
    /// Whether the predicate depends on nothing else.
    is_exact: bool,
    /// The other pile, if the predicate also depends on the top card of one other pile and on nothing else.
    other_pile: Option<PileId>,
}

/// A folded condition: a table, and the checks that remain. The default accepts no card.
#[derive(Clone, Default)]
pub(super) struct FoldedCondition {
    pub(super) table: Option<TableDraft>,
    pub(super) pending: PendingChecks,
    /// Whether one of its facts depends on the pile of its folding.
    depends_on_pile: bool,
}

impl RuleFolder<'_> {
    /// Folds a condition of a pile. A missing condition accepts no card.
    pub(super) fn fold_condition(
        &mut self,
        key: RuleKey,
        condition: Option<&Condition>,
        pile: PileId,
        index: TableIndex,
    ) -> FoldedCondition {
        let Some(condition) = condition else {
            return FoldedCondition::default();
        };
        if let Some((_, folded)) = self.cache.iter().find(|(k, _)| *k == key) {
            return folded.clone();
        }
        let mut folded = FoldedCondition {
            table: Some(TableDraft::constant(CardSet::first(self.game.deck.len()))),
            pending: PendingChecks::default(),
            depends_on_pile: false,
        };
        for predicate in condition.predicate.conjuncts() {
            self.fold_predicate(predicate, pile, index, &mut folded);
        }
        if !folded.depends_on_pile && !condition.predicate.mentions_this() {
            self.cache.push((key, folded.clone()));
        }
        folded
    }

    /// Folds a predicate of a conjunction to the first form that can express it.
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
        let built = self.build_table(predicate, pile, index);
        let mut restrict = |table: &TableDraft| {
            folded.table = folded.table.take().map(|all| all.intersect(table));
        };
        if let Some(built) = &built {
            restrict(&built.table);
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
            folded.pending.fact_cost += predicate.cost(&self.game.names);
            return;
        }
        if predicate.depends_on_moved_size_only() {
            let check = Check::MovedSize(predicate.clone());
            folded.pending.checks.push(check);
            return;
        }
        if let Some(other) = built.and_then(|built| built.other_pile)
            && !reads.any(Reads::FROM | Reads::TOP | Reads::MOVED_SIZE)
            && let Some(built) = self.build_table(predicate, pile, TableIndex::OtherPile(other))
            && built.is_exact
        {
            let table = self.tables.add(&built.table);
            folded.pending.checks.push(Check::ByOtherTop(other, table));
            return;
        }
        if predicate.reads_only_cards_of_origin()
            && !reads.any(Reads::CARD)
            && let Some(built) = self.build_table(predicate, pile, TableIndex::Origin { is_empty })
            && built.is_exact
        {
            let table = self.tables.add(&built.table);
            folded.pending.checks.push(Check::OriginTop(table));
            return;
        }
        folded
            .pending
            .checks
            .push(Check::Predicate(predicate.clone()));
    }

    /// Spends the cost of evaluating a predicate a number of times. Returns `false` if the budget is too small.
    pub(super) fn spend(&mut self, times: usize, predicate: &Predicate) -> bool {
        let cost = predicate
            .cost(&self.game.names)
            .saturating_mul(times as u64);
        let rest = self.budget.checked_sub(cost);
        self.budget = rest.unwrap_or(self.budget);
        rest.is_some()
    }

    /// Returns the source piles that may satisfy a predicate, and whether it certainly holds for all of them. Returns
    /// `None` if that would be too expensive.
    fn origins(&mut self, predicate: &Predicate, this: PileId) -> Option<(PileSet, bool)> {
        if !self.spend(self.places.len(), predicate) {
            return None;
        }
        let view = PartialView::new(&self.places);
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

    /// Builds the table of the cards that may satisfy a predicate. Returns `None` if that would be too expensive.
    fn build_table(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        index: TableIndex,
    ) -> Option<PredicateTable> {
        let reads = predicate.reads();
        let (is_empty, other) = match index {
            TableIndex::Target { is_empty } | TableIndex::Origin { is_empty } => (is_empty, None),
            TableIndex::OtherPile(pile) => (true, Some(pile)),
        };
        let by_base = reads.any(Reads::BASE);
        let by_face = other.is_some() || !is_empty && reads.any(Reads::TOP);
        let mut table = TableDraft {
            by_base,
            by_face,
            rows: Vec::new(),
        };
        if !self.spend(
            table.base_count() * table.row_count() * self.game.deck.len(),
            predicate,
        ) {
            return None;
        }
        let mut view = PartialView::new(&self.places);
        let bases = std::iter::once(None).chain(Rank::all().map(Some));
        let mut is_exact = true;
        for base in bases.take(table.base_count()) {
            for row in 0..table.row_count() {
                let face = card_of(row).filter(|_| by_face);
                if let Some(other) = other {
                    view.known.clear();
                    view.known.push((other, face));
                }
                let top = face.filter(|_| other.is_none());
                if !is_empty && by_face && top.is_none() {
                    // `build` needs a card to build on.
                    table.rows.push(CardSet::EMPTY);
                    continue;
                }
                // Cards with equal faces have equal values.
                let mut known_faces = [None; ROWS];
                let set = CardId::first(self.game.deck.len()).filter(|card| {
                    let card = self.game.deck[card.index()];
                    let known = *known_faces[row_of(Some(card))].get_or_insert_with(|| {
                        self.evaluate(predicate, &mut view, index, this, base, card, top)
                    });
                    is_exact &= known.is_some();
                    known != Some(false)
                });
                table.rows.push(set.collect());
            }
        }
        debug_assert_eq!(table.rows.len(), table.base_count() * table.row_count());
        debug_assert!(!by_face || table.row_count() == ROWS);
        let mut tops = view.missed_tops.get().iter();
        let other_pile = tops
            .next()
            .filter(|_| tops.next().is_none() && !view.missed_others.get());
        Some(PredicateTable {
            table,
            is_exact,
            other_pile,
        })
    }

    /// Evaluates a predicate for a card, as far as its value is known.
    #[expect(
        clippy::too_many_arguments,
        reason = "a condition depends on all of them"
    )]
    fn evaluate(
        &self,
        predicate: &Predicate,
        view: &mut PartialView<'_>,
        index: TableIndex,
        this: PileId,
        base: Option<Rank>,
        card: Card,
        top: Option<Card>,
    ) -> Ternary {
        let is_of_origin = matches!(index, TableIndex::Origin { .. });
        if is_of_origin {
            view.known.clear();
            view.known.push((PartialView::origin(), Some(card)));
        }
        let view = &*view;
        let scene = Scene {
            view,
            base,
            card: (!is_of_origin).then_some(card),
            card_id: (!is_of_origin).then(PartialView::some_card),
            top,
            this: Some(this),
            from: is_of_origin.then(PartialView::origin),
            moved_size: None,
        };
        let unknown = Unknown {
            reads: if is_of_origin {
                Reads::CARD | Reads::MOVED_SIZE
            } else {
                Reads::FROM | Reads::MOVED_SIZE
            },
            was_read: &view.missed,
        };
        predicate.evaluate_partial(&scene, &self.game.order, unknown)
    }
}
