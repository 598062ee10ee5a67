//! Folding a condition of a pile, part by part.

use super::Folder;
use super::check::{Check, Left};
use super::given::Given;
use super::tables::{ROWS, Sets, card_of};
use crate::cards::{Card, CardId, CardSet, Rank};
use crate::condition::{
    Condition, Known, PileId, PileSet, Predicate, PredicateKind, Reads, Scene, Unknown,
};
use crate::rules::rule::Refuser;

/// What a table is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The card that a card would lie on, where there is one.
    Own { is_empty: bool },
    /// The top card of another pile.
    Beside(PileId),
    /// The card that a card would lie on; it holds not cards but the top cards of the piles they come from.
    FromTop { is_empty: bool },
}

/// A table in the making, and what was found out on the way.
struct Made {
    sets: Sets,
    /// Whether nothing but what is in the table decides.
    is_exact: bool,
    /// The one other pile whose top card decides, too, if nothing else does.
    beside: Option<PileId>,
}

/// What an `and` of parts is folded into.
#[derive(Clone, Default)]
pub(super) struct Parts {
    pub(super) sets: Option<Sets>,
    pub(super) left: Left,
    /// Whether a fact in it is one of the pile that it was folded for.
    is_of_pile: bool,
}

impl Folder<'_> {
    /// Folds a condition of a pile; a condition that is not there accepts nothing.
    pub(super) fn condition(
        &mut self,
        key: Refuser,
        condition: Option<&Condition>,
        pile: PileId,
        by: By,
    ) -> Parts {
        let Some(condition) = condition else {
            return Parts::default();
        };
        if let Some((_, parts)) = self.shared.iter().find(|(k, _)| *k == key) {
            return parts.clone();
        }
        let tests = match &condition.predicate.kind {
            PredicateKind::All(tests) => tests.as_slice(),
            _ => std::slice::from_ref(&condition.predicate),
        };
        let mut parts = Parts {
            sets: Some(Sets::one(CardSet::first(self.game.deck.len()))),
            left: Left::default(),
            is_of_pile: false,
        };
        for test in tests {
            self.part(test, pile, by, &mut parts);
        }
        if !parts.is_of_pile && !condition.predicate.mentions_this() {
            self.shared.push((key, parts.clone()));
        }
        parts
    }

    /// Folds a part of an `and` into the first form that holds it.
    fn part(&mut self, test: &Predicate, pile: PileId, by: By, parts: &mut Parts) {
        let By::Own { is_empty } = by else {
            unreachable!("a part is folded for its own pile first");
        };
        let reads = test.reads();
        let made = self.table(test, pile, by);
        let mut narrow = |sets: &Sets| {
            parts.sets = parts.sets.take().map(|all| all.and(sets));
        };
        if let Some(made) = &made {
            narrow(&made.sets);
            if made.is_exact {
                return;
            }
        }
        let origins = if reads.any(Reads::FROM) {
            self.origins(test, pile)
        } else {
            None
        };
        if let Some((set, is_exact)) = origins {
            parts.left.narrow(set);
            if is_exact {
                return;
            }
        }
        if !reads.any(Reads::CARD_OR_FROM) {
            let fact = self.fact(test, pile);
            parts.is_of_pile |= reads.any(Reads::TOP);
            parts.left.checks.push(Check::Fact(fact));
            parts.left.facts += test.cost(self.game.deck.len());
            return;
        }
        if let Some(beside) = made.and_then(|made| made.beside)
            && !reads.any(Reads::FROM | Reads::TOP)
            && let Some(made) = self.table(test, pile, By::Beside(beside))
            && made.is_exact
        {
            let table = self.tables.add(&made.sets);
            parts.left.checks.push(Check::Beside(beside, table));
            return;
        }
        if test.reads_only_cards_of_origin()
            && !reads.any(Reads::CARD)
            && let Some(made) = self.table(test, pile, By::FromTop { is_empty })
            && made.is_exact
        {
            let table = self.tables.add(&made.sets);
            parts.left.checks.push(Check::FromTop(table));
            return;
        }
        parts.left.checks.push(Check::Predicate(test.clone()));
    }

    /// Whether a test can be asked so often; then that is done.
    pub(super) fn affords(&mut self, times: usize, test: &Predicate) -> bool {
        let price = test.cost(self.game.deck.len()).saturating_mul(times as u64);
        let rest = self.budget.checked_sub(price);
        self.budget = rest.unwrap_or(self.budget);
        rest.is_some()
    }

    /// The piles of origin for which a test may hold, whatever the cards are, and whether it then does; `None` where that
    /// would take too much to find out.
    fn origins(&mut self, test: &Predicate, this: PileId) -> Option<(PileSet, bool)> {
        if !self.affords(self.places.len(), test) {
            return None;
        }
        let view = Given::new(&self.places);
        let unknown = Unknown {
            reads: Reads::CARD | Reads::TOP | Reads::BASE,
            was_asked: &view.was_asked,
        };
        let mut is_exact = true;
        let may_hold = |pile: &PileId| {
            let scene = Scene {
                this: Some(this),
                from: Some(*pile),
                ..Scene::table(&view, None)
            };
            let known = test.evaluate_partial(&scene, &self.game.order, unknown);
            is_exact &= known.is_some();
            known != Some(false)
        };
        let set = PileId::first(self.places.len()).filter(may_hold).collect();
        Some((set, is_exact))
    }

    /// The table of a test: the cards for which it may hold; `None` where that would take too much to find out.
    fn table(&mut self, test: &Predicate, this: PileId, by: By) -> Option<Made> {
        let reads = test.reads();
        let (is_empty, other) = match by {
            By::Own { is_empty } | By::FromTop { is_empty } => (is_empty, None),
            By::Beside(pile) => (true, Some(pile)),
        };
        let by_base = reads.any(Reads::BASE);
        let by_face = other.is_some() || !is_empty && reads.any(Reads::TOP);
        let mut sets = Sets {
            by_base,
            by_face,
            rows: Vec::new(),
        };
        if !self.affords(sets.bases() * sets.row_count() * self.game.deck.len(), test) {
            return None;
        }
        let mut view = Given::new(&self.places);
        let bases = std::iter::once(None).chain(Rank::all().map(Some));
        let mut is_exact = true;
        for base in bases.take(sets.bases()) {
            for row in 0..sets.row_count() {
                let face = card_of(row).filter(|_| by_face);
                if let Some(other) = other {
                    view.known = vec![(other, face)];
                }
                let top = face.filter(|_| other.is_none());
                if !is_empty && by_face && top.is_none() {
                    // Nothing lies on no card.
                    sets.rows.push(CardSet::EMPTY);
                    continue;
                }
                let set = CardId::first(self.game.deck.len()).filter(|card| {
                    let card = self.game.deck[card.at()];
                    let known = self.is_known(test, &mut view, by, this, base, card, top);
                    is_exact &= known.is_some();
                    known != Some(false)
                });
                sets.rows.push(set.collect());
            }
        }
        debug_assert_eq!(sets.rows.len(), sets.bases() * sets.row_count());
        debug_assert!(!by_face || sets.row_count() == ROWS);
        let mut tops = view.tops.get().iter();
        let beside = tops
            .next()
            .filter(|_| tops.next().is_none() && !view.more.get());
        Some(Made {
            sets,
            is_exact,
            beside,
        })
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "they are what a condition is asked about"
    )]
    fn is_known(
        &self,
        test: &Predicate,
        view: &mut Given<'_>,
        by: By,
        this: PileId,
        base: Option<Rank>,
        card: Card,
        top: Option<Card>,
    ) -> Known {
        let is_of_origin = matches!(by, By::FromTop { .. });
        if is_of_origin {
            view.known = vec![(Given::origin(), Some(card))];
        }
        let view = &*view;
        let scene = Scene {
            view,
            base,
            card: (!is_of_origin).then_some(card),
            top,
            this: Some(this),
            from: is_of_origin.then(Given::origin),
        };
        let unknown = Unknown {
            reads: if is_of_origin {
                Reads::CARD
            } else {
                Reads::FROM
            },
            was_asked: &view.was_asked,
        };
        test.evaluate_partial(&scene, &self.game.order, unknown)
    }
}
