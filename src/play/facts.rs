//! Evaluates facts while moves are listed.

use std::cell::Cell;

use super::board::GameBoard;

/// Evaluates the facts of the folded rules for one board. Each of the first 64 questions is evaluated at most once.
pub(super) struct Facts<'a, const WORDS: usize, const PILES: usize> {
    pub(super) view: GameBoard<'a, WORDS, PILES>,
    /// Bit sets over the first 64 questions: whether each was evaluated, and whether it holds.
    asked: Cell<u64>,
    hold: Cell<u64>,
}

impl<'a, const WORDS: usize, const PILES: usize> Facts<'a, WORDS, PILES> {
    /// Nothing is evaluated yet.
    pub(super) fn new(view: GameBoard<'a, WORDS, PILES>) -> Self {
        Facts {
            view,
            asked: Cell::new(0),
            hold: Cell::new(0),
        }
    }

    /// Whether a fact holds, given its index in [`Folded::facts`](crate::rules::fold::Folded::facts).
    #[inline]
    pub(super) fn holds(&self, fact: usize) -> bool {
        let folded = &self.view.game.folded;
        let ask = &mut |question| self.question_holds(question);
        folded.facts[fact].holds(&self.view, &folded.relations, ask)
    }

    /// Whether a question holds.
    fn question_holds(&self, question: usize) -> bool {
        let GameBoard { game, board } = self.view;
        let ask = || game.folded.questions[question].holds(&self.view, board.base, &game.order);
        let shift = u32::try_from(question).ok();
        let Some(bit) = shift.and_then(|shift| 1u64.checked_shl(shift)) else {
            return ask();
        };
        if self.asked.get() & bit == 0 {
            self.asked.set(self.asked.get() | bit);
            if ask() {
                self.hold.set(self.hold.get() | bit);
            }
        }
        self.hold.get() & bit != 0
    }
}
