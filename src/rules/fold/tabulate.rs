//! Builds the lookup tables of predicates.

use super::RuleFolder;
use super::tables::{ROWS, TableDraft, card_of, first_row_like, row_of};
use crate::cards::{Card, CardId, CardSet, Rank};
use crate::condition::{
    Aspect, CardExpr, Node, PartialView, PileExpr, PileId, Predicate, Reads, Scene, Ternary,
    Unknown,
};
use crate::work::{Kind, spend};

/// What a table is indexed by, and which cards it contains.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TableIndex {
    /// Indexed by the top card of the target; contains moved cards.
    Target { is_empty: bool },
    /// Indexed by the top card of another pile; contains moved cards.
    OtherPile(PileId),
    /// Indexed by the top card of the target; contains the top cards of the piles that cards come from.
    Origin { is_empty: bool },
}

/// The table of a predicate.
#[derive(Clone)]
pub(super) struct PredicateTable {
    pub(super) table: TableDraft,
    /// Whether the predicate depends on nothing else.
    pub(super) is_exact: bool,
    /// The other pile, if the predicate also depends on the top card of one other pile and on nothing else.
    pub(super) other_pile: Option<PileId>,
}

/// The number of the first placeholder in a predicate whose piles are replaced.
const FIRST_PLACEHOLDER: usize = 1;

impl RuleFolder<'_> {
    /// Finds or builds the table of a specialized predicate.
    pub(super) fn find_table(
        &mut self,
        predicate: &Predicate,
        index: TableIndex,
    ) -> Option<PredicateTable> {
        let general = self.specializer.replace_piles(predicate, FIRST_PLACEHOLDER);
        let Some((predicate, piles)) = general else {
            return self.build_table(predicate, index);
        };
        let placeholders = (FIRST_PLACEHOLDER..).map(PartialView::placeholder);
        let placeholders: Vec<(PileId, PileId)> = placeholders.zip(piles).collect();
        let index = match index {
            TableIndex::OtherPile(other) => {
                let known = placeholders.iter().find(|(_, pile)| *pile == other);
                TableIndex::OtherPile(known?.0)
            }
            index => index,
        };
        let key = (predicate, index);
        let mut built = match self.known_tables.get(&key) {
            Some(known) => known.clone()?,
            None => {
                let built = self.build_table(&key.0, index);
                self.known_tables.insert(key, built.clone());
                built?
            }
        };
        built.other_pile = built.other_pile.and_then(|other| {
            let known = placeholders
                .iter()
                .find(|(placeholder, _)| *placeholder == other);
            known.map(|(_, pile)| *pile)
        });
        Some(built)
    }

    /// Builds the table of the cards that may satisfy a predicate. Returns `None` if that would be too expensive.
    fn build_table(&mut self, predicate: &Predicate, index: TableIndex) -> Option<PredicateTable> {
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
        if !self.can_afford(
            table.base_count() * table.row_count() * self.game.deck.len(),
            predicate,
        ) {
            return None;
        }
        let (of_card, of_row) = aspects(predicate, index);
        let mut view = PartialView::new(self.places);
        let bases = std::iter::once(None).chain(Rank::all().map(Some));
        let mut is_exact = true;
        for base in bases.take(table.base_count()) {
            let first_row = table.rows.len();
            for row in 0..table.row_count() {
                spend(Kind::Cell, self.game.deck.len());
                let like = first_row_like(row, of_row);
                if like < row {
                    table.rows.push(table.rows[first_row + like]);
                    continue;
                }
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
                // Cards that are alike to the predicate have equal values.
                let mut known_faces = [None; ROWS];
                let set = CardId::first(self.game.deck.len()).filter(|card| {
                    let card = self.game.deck[card.index()];
                    let like = first_row_like(row_of(Some(card)), of_card);
                    let known = *known_faces[like].get_or_insert_with(|| {
                        self.evaluate(predicate, &mut view, index, base, card, top)
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

    /// Evaluates a predicate for a card. Returns `None` if its value depends on anything else.
    fn evaluate(
        &self,
        predicate: &Predicate,
        view: &mut PartialView<'_>,
        index: TableIndex,
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
            // Only its top card can be known.
            this: Some(PartialView::origin()),
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

/// The aspects that a predicate depends on: of the cards in the sets of a table, and of the cards that its rows are for.
fn aspects(predicate: &Predicate, index: TableIndex) -> (Aspect, Aspect) {
    let (mut of_card, mut of_row) = (Aspect::default(), Aspect::default());
    let is_of_origin = matches!(index, TableIndex::Origin { .. });
    Node::Predicate(predicate).each_card(&mut |card, aspect| match card {
        CardExpr::Card => of_card.add(aspect),
        CardExpr::Top | CardExpr::TopOf(PileExpr::This) if !is_of_origin => of_row.add(aspect),
        _ => {
            of_card.add(aspect);
            of_row.add(aspect);
        }
    });
    (of_card, of_row)
}
