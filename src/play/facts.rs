//! Evaluates facts during move generation.

use std::cell::Cell;

use super::board::GameBoard;
use super::board_view::BoardView;

/// Evaluates the facts of the folded rules for one board. Each of the first 64 residuals is evaluated at most once.
pub(super) struct FactEvaluator<'a, const WORDS: usize, const PILES: usize> {
    pub(super) view: GameBoard<'a, WORDS, PILES>,
    /// Which of the first 64 residuals have been evaluated.
    evaluated: Cell<u64>,
    /// Which of them evaluated to true.
    known_true: Cell<u64>,
}

impl<'a, const WORDS: usize, const PILES: usize> FactEvaluator<'a, WORDS, PILES> {
    /// Creates an evaluator that has not evaluated anything yet.
    pub(super) fn new(view: GameBoard<'a, WORDS, PILES>) -> Self {
        FactEvaluator {
            view,
            evaluated: Cell::new(0),
            known_true: Cell::new(0),
        }
    }

    /// Whether a fact holds, given its index in [`FoldedRules::facts`](crate::rules::fold::FoldedRules::facts).
    #[inline]
    pub(super) fn holds(&self, fact: usize) -> bool {
        let folded = &self.view.game.folded;
        let evaluate = &mut |residual| self.evaluate_residual(residual);
        folded.facts[fact].holds(&self.view, &folded.relations, evaluate)
    }

    /// Evaluates a residual, given its index in [`FoldedRules::residuals`](crate::rules::fold::FoldedRules::residuals).
    fn evaluate_residual(&self, residual: usize) -> bool {
        let game = self.view.game;
        let evaluate = || game.folded.residuals[residual].holds(&self.view.scene(), &game.order);
        let shift = u32::try_from(residual).ok();
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
}
