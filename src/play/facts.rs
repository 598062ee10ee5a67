//! Evaluates facts during move generation.

use std::cell::Cell;

use super::board::GameBoard;
use super::board_view::BoardView;
use crate::cards::{Order, Rank};
use crate::condition::{PileId, View};
use crate::rules::fold::{Evaluate, FoldedRules};

/// Evaluates the facts of the folded rules for one board. Each of the first 16 shared numbers and of the first 64
/// residuals is evaluated at most once.
pub(super) struct FactEvaluator<'a, const WORDS: usize, const PILES: usize> {
    pub(super) view: GameBoard<'a, WORDS, PILES>,
    /// Which of the first 64 residuals have been evaluated.
    evaluated: Cell<u64>,
    /// Which of them evaluated to true.
    known_true: Cell<u64>,
    /// Which of the first shared numbers have been evaluated.
    known_numbers: Cell<u16>,
    /// Their values.
    numbers: [Cell<i32>; 16],
}

impl<'a, const WORDS: usize, const PILES: usize> FactEvaluator<'a, WORDS, PILES> {
    /// Creates an evaluator that has not evaluated anything yet.
    pub(super) fn new(view: GameBoard<'a, WORDS, PILES>) -> Self {
        FactEvaluator {
            view,
            evaluated: Cell::new(0),
            known_true: Cell::new(0),
            known_numbers: Cell::new(0),
            numbers: [const { Cell::new(0) }; 16],
        }
    }

    /// Whether a fact holds, given its index in [`FoldedRules::facts`](crate::rules::fold::FoldedRules::facts).
    #[inline]
    pub(super) fn holds(&self, fact: usize) -> bool {
        self.view.game.folded.facts[fact].holds(self)
    }

    /// Whether `available` lets cards be lifted from a pile.
    #[inline]
    pub(super) fn is_available(&self, pile: PileId) -> bool {
        let fact = self.view.game.folded.availability_fact(pile);
        fact.is_none_or(|fact| self.holds(fact))
    }
}

impl<'a, const WORDS: usize, const PILES: usize> Evaluate<GameBoard<'a, WORDS, PILES>>
    for FactEvaluator<'a, WORDS, PILES>
{
    fn view(&self) -> &GameBoard<'a, WORDS, PILES> {
        &self.view
    }

    fn base(&self) -> Option<Rank> {
        self.view.board.base
    }

    fn order(&self) -> &Order {
        &self.view.game.order
    }

    fn folded(&self) -> &FoldedRules {
        &self.view.game.folded
    }

    fn residual(&self, index: usize) -> bool {
        let predicate = &self.folded().residuals[index];
        let evaluate = || predicate.holds(&self.view.scene(), self.order());
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

    fn number(&self, index: usize) -> i32 {
        let evaluate = || self.folded().numbers[index].evaluate(self);
        let Some(number) = self.numbers.get(index) else {
            return evaluate();
        };
        if self.known_numbers.get() >> index & 1 == 0 {
            number.set(evaluate());
            self.known_numbers
                .set(self.known_numbers.get() | 1 << index);
        }
        number.get()
    }
}

impl<const WORDS: usize, const PILES: usize> GameBoard<'_, WORDS, PILES> {
    /// Whether the game is won, by folded facts where there are any.
    pub(super) fn is_won(&self) -> bool {
        let win = self.game.win.as_ref();
        match win.and_then(|condition| condition.facts.get(None)) {
            Some(fact) => FactEvaluator::new(*self).holds(fact),
            None => View::is_won(self),
        }
    }
}
