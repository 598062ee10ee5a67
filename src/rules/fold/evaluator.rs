//! Evaluates facts in one position.

use std::cell::{Cell, OnceCell};

use super::FoldedRules;
use crate::cards::{Order, Rank};
use crate::condition::{PileId, Scene, Value, View};

/// Evaluates the facts of the folded rules in a position. Each shared number and each of the first 64 residuals is
/// evaluated at most once.
#[derive(Debug)]
pub struct FactEvaluator<'a, V> {
    pub(super) folded: &'a FoldedRules,
    pub(super) view: &'a V,
    base: Option<Rank>,
    order: &'a Order,
    /// Which of the first 64 residuals have been evaluated.
    evaluated: Cell<u64>,
    /// Which of them evaluated to true.
    known_true: Cell<u64>,
    /// The shared numbers evaluated so far. Most games need none, so the list is created when it is first needed.
    numbers: OnceCell<Vec<Cell<Option<i32>>>>,
}

impl<'a, V: View> FactEvaluator<'a, V> {
    /// Creates an evaluator that has not evaluated anything yet.
    #[inline]
    pub fn new(
        folded: &'a FoldedRules,
        view: &'a V,
        base: Option<Rank>,
        order: &'a Order,
    ) -> FactEvaluator<'a, V> {
        FactEvaluator {
            folded,
            view,
            base,
            order,
            evaluated: Cell::new(0),
            known_true: Cell::new(0),
            numbers: OnceCell::new(),
        }
    }

    /// Whether a fact holds, given its index in [`FoldedRules::facts`].
    #[inline]
    pub fn holds(&self, fact: usize) -> bool {
        self.folded.facts[fact].holds(self)
    }

    /// Whether `available` lets cards be lifted from a pile.
    #[inline]
    pub fn is_available(&self, pile: PileId) -> bool {
        let fact = self.folded.piles[pile.index()].availability;
        fact.is_none_or(|fact| self.holds(fact))
    }

    /// Whether a residual holds, given its index in [`FoldedRules::residuals`].
    pub(super) fn residual(&self, index: usize) -> bool {
        let predicate = &self.folded.residuals[index];
        let evaluate = || predicate.holds(&Scene::table(self.view, self.base), self.order);
        let shift = u32::try_from(index).ok();
        let Some(bit) = shift.and_then(|shift| 1u64.checked_shl(shift)) else {
            return evaluate();
        };
        if self.evaluated.get() & bit == 0 {
            self.evaluated.set(self.evaluated.get() | bit);
            if evaluate() {
                self.known_true.set(self.known_true.get() | bit);
            }
        }
        self.known_true.get() & bit != 0
    }

    /// The value of a shared number, given its index in [`FoldedRules::numbers`].
    pub(super) fn number(&self, index: usize) -> i32 {
        let shared = &self.folded.numbers;
        let numbers = self
            .numbers
            .get_or_init(|| vec![Cell::new(None); shared.len()]);
        numbers[index].get().unwrap_or_else(|| {
            let number = shared[index].evaluate(self);
            numbers[index].set(Some(number));
            number
        })
    }

    /// The number that a value is; 0 if it is absent.
    pub(super) fn value(&self, value: &Value) -> i32 {
        let scene = Scene::table(self.view, self.base);
        value.number(&scene, self.order).unwrap_or(0)
    }
}
