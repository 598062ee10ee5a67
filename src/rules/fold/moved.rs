//! What is said of each of the moved cards: `every(c in moved, c.suit == card.suit)`, and comparisons of what is added up
//! over them, such as `sum(c in moved, c.value) > this.top.value`.

use super::RuleFolder;
use super::check::Weight;
use super::tables::{ROWS, card_of};
use crate::cards::Card;
use crate::condition::{
    Domain, Node, PartialView, PileExpr, PileId, Predicate, PredicateKind, Reads, Scene, Value,
    ValueKind,
};

impl RuleFolder<'_> {
    /// Folds a specialized predicate that says that each of the moved cards is related to the lowest of them. Returns the
    /// index of the relation, or `None` if the predicate says anything else.
    pub(super) fn fold_every_moved(&mut self, predicate: &Predicate) -> Option<usize> {
        let PredicateKind::Every(Domain::Cards(PileExpr::Moved), body) = &predicate.kind else {
            return None;
        };
        if !self.can_afford(ROWS * ROWS, body) {
            return None;
        }
        let pile = PartialView::placeholder(0);
        let body = self.specializer.open(body, &[pile]);
        if body
            .reads()
            .any(Reads::FROM | Reads::MOVED_SIZE | Reads::TOP | Reads::BASE)
        {
            return None;
        }
        let mut view = PartialView::new(self.places);
        let mut relation = vec![0; ROWS];
        for (row, related) in relation.iter_mut().enumerate() {
            view.known = vec![(pile, card_of(row))];
            for lowest in 1..ROWS {
                let scene = Scene {
                    card: card_of(lowest),
                    ..Scene::table(&view, None)
                };
                *related |= u64::from(body.holds(&scene, &self.game.order)) << lowest;
            }
        }
        let is_known = !view.missed.get();
        is_known.then(|| self.folded.relations.insert_full(relation).0)
    }

    /// Folds a specialized predicate that compares a sum over the moved cards, or a count of them, with a number that
    /// does not depend on them. Returns `None` if it does anything else.
    pub(super) fn fold_weight(&mut self, predicate: &Predicate) -> Option<Weight> {
        let PredicateKind::Compare(comparison, a, b) = &predicate.kind else {
            return None;
        };
        if !(is_of_moved(a) || is_of_moved(b)) || !self.can_afford(Card::FACES, predicate) {
            return None;
        }
        let (of_face, comparison, bound) = match (self.weigh_faces(a), self.weigh_faces(b)) {
            (Some(of_face), None) => (of_face, *comparison, b),
            (None, Some(of_face)) => (of_face, comparison.mirror(), a),
            _ => return None,
        };
        if Node::Value(bound).reads().any(Reads::CARD_OR_FROM) {
            return None;
        }
        Some(Weight {
            of_face,
            comparison,
            bound: bound.clone(),
        })
    }

    /// What each face adds to a sum or a count over the moved cards. Returns `None` if that depends on anything else, or
    /// if the value is anything else.
    fn weigh_faces(&mut self, sum: &Value) -> Option<Vec<i32>> {
        let card = PartialView::placeholder(0);
        match &sum.kind {
            ValueKind::Sum(Domain::Cards(PileExpr::Moved), body) => {
                let body = self.specializer.open_value(body, &[card]);
                self.of_each_face(Node::Value(&body), card)
            }
            ValueKind::Count(Domain::Cards(PileExpr::Moved), body) => {
                let body = self.specializer.open(body, &[card]);
                self.of_each_face(Node::Predicate(&body), card)
            }
            _ => None,
        }
    }

    /// What each face adds, if the body of the sum reads nothing but the top card of `pile`.
    fn of_each_face(&self, body: Node<'_>, pile: PileId) -> Option<Vec<i32>> {
        if body
            .reads()
            .any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE)
        {
            return None;
        }
        let of_face = |face| {
            let mut view = PartialView::new(self.places);
            view.known.push((pile, Some(Card::from_face(face))));
            let scene = Scene::table(&view, None);
            let weight = match body {
                Node::Predicate(counted) => i32::from(counted.holds(&scene, &self.game.order)),
                Node::Value(added) => added.number(&scene, &self.game.order).unwrap_or(0),
                Node::Card(_) | Node::Pile(_) => return None,
            };
            (!view.missed.get()).then_some(weight)
        };
        (0..Card::FACES).map(of_face).collect()
    }
}

/// Whether a value is a sum or a count over the moved cards.
fn is_of_moved(value: &Value) -> bool {
    matches!(
        value.kind,
        ValueKind::Sum(Domain::Cards(PileExpr::Moved), _)
            | ValueKind::Count(Domain::Cards(PileExpr::Moved), _)
    )
}
