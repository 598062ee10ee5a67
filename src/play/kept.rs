//! The hash of a board that is kept: each move changes it by the cards that it moves, so that nobody has to look at the
//! others.
//!
//! Each card has a [code](crate::cards::codes), and each place on a pile a weight; the hash is the sum of their products.
//! The weight of a place is that of the place below, times a constant. So cards that stay together weigh the same
//! everywhere, up to a factor, and are added up once for the pile they leave and the one they come to.

use super::board_view::BoardView;
use super::command::Command;
use crate::cards::{CardId, mix};
use crate::condition::PileId;
use crate::rules::Game;
use crate::work::{Kind, spend};

/// By how much a card weighs more than the same card at the place below. Any odd number without a pattern will do.
const STEP: u64 = 0xd134_2543_de82_ef95;

/// The weights of the places of a pile, up to the factor of the pile.
const HEIGHTS: [u64; 256] = {
    let mut powers = [1; 256];
    let mut height = 1;
    while height < powers.len() {
        powers[height] = STEP.wrapping_mul(powers[height - 1]);
        height += 1;
    }
    powers
};

/// The factors of the piles: odd numbers, so that nothing is lost by a multiplication.
const FACTORS: [u64; 256] = {
    let mut factors = [1; 256];
    let mut pile = 0;
    while pile < factors.len() {
        factors[pile] = mix(pile as u64) | 1;
        pile += 1;
    }
    factors
};

/// The weight of the place on a pile that has so many places below it.
#[inline]
fn weight(pile: PileId, below: u8) -> u64 {
    FACTORS[pile.index() % FACTORS.len()].wrapping_mul(HEIGHTS[usize::from(below)])
}

/// What stands for a card of a board.
#[inline]
fn code<T: BoardView>(game: &Game, view: &T, card: CardId) -> u64 {
    game.codes[card.index()][usize::from(view.is_hidden(card))]
}

/// The sum over the top cards of a pile, as if the lowest of them lay at a place of weight 1.
#[inline]
fn sum_of_top<T: BoardView>(game: &Game, view: &T, pile: PileId, count: u8) -> u64 {
    spend(Kind::Key, 1 + usize::from(count));
    let mut next = view.top_card(pile);
    let mut sum = 0_u64;
    for _ in 0..count {
        let Some(card) = next else { break };
        sum = sum.wrapping_mul(STEP).wrapping_add(code(game, view, card));
        next = view.card_below(card);
    }
    sum
}

/// The hash of a board, computed anew.
pub(super) fn hash_board<T: BoardView>(view: &T) -> u64 {
    let game = view.game();
    let piles = game.piles().map(|pile| {
        let sum = sum_of_top(game, view, pile, view.pile_size(pile));
        weight(pile, 0).wrapping_mul(sum)
    });
    piles.fold(0, u64::wrapping_add)
}

/// Most positions do not keep their hash. So each of these methods asks that first, and does the rest out of line.
impl<const WORDS: usize, const PILES: usize> Command<'_, WORDS, PILES> {
    /// Notes that so many top cards of a pile came there.
    #[inline]
    pub(super) fn hash_put(&mut self, pile: PileId, count: u8) {
        if self.hash.is_some() {
            self.add_top(pile, count);
        }
    }

    /// Notes that the top cards of a pile came from the top of another, in the same order.
    #[inline]
    pub(super) fn hash_moved(&mut self, from: PileId, to: PileId, count: u8) {
        // An illegal move may put cards back where they are.
        if self.hash.is_some() && from != to {
            self.add_top(to, count);
            let sum = self.sum_of_top(to, count);
            self.subtract(sum, from, self.board.size(from));
        }
    }

    /// Like [`Command::deal`], and changes the hash by the cards that are dealt.
    #[inline(never)]
    pub(super) fn deal_hashed(
        &mut self,
        from: PileId,
        to: PileId,
        max: u8,
        face_up_after: impl Fn(bool) -> bool,
    ) -> u8 {
        let count = max.min(self.max_dealt(from, to));
        let sum = self.sum_of_top(from, count);
        self.deal(from, to, count, face_up_after);
        self.subtract(sum, from, self.board.size(from));
        self.add_top(to, count);
        count
    }

    /// Changes the cards of a pile in any way.
    #[inline]
    pub(super) fn hash_changed(&mut self, pile: PileId, change: impl FnOnce(&mut Self)) {
        if self.hash.is_none() {
            return change(self);
        }
        let sum = self.sum_of_top(pile, self.board.size(pile));
        change(self);
        self.subtract(sum, pile, 0);
        self.add_top(pile, self.board.size(pile));
    }

    /// Removes a card from its pile, wherever it is in the pile. Returns the pile.
    pub(super) fn take_out_hashed(&mut self, card: CardId) -> PileId {
        let pile = self.board.expect_pile_of(card);
        let take_out = |command: &mut Self| {
            command.board.take_out(card);
        };
        if self.board.top(pile) == Some(card) {
            let sum = self.sum_of_top(pile, 1);
            take_out(self);
            self.subtract(sum, pile, self.board.size(pile));
        } else {
            self.hash_changed(pile, take_out);
        }
        pile
    }

    #[inline(never)]
    fn sum_of_top(&self, pile: PileId, count: u8) -> u64 {
        sum_of_top(self.game, &self.view(), pile, count)
    }

    #[inline(never)]
    fn add_top(&mut self, pile: PileId, count: u8) {
        let sum = self.sum_of_top(pile, count);
        self.subtract(sum.wrapping_neg(), pile, self.board.size(pile) - count);
    }

    /// Subtracts cards that lay on a pile, the lowest of them on so many others.
    fn subtract(&mut self, sum: u64, pile: PileId, below: u8) {
        if let Some(hash) = self.hash {
            *hash = hash.wrapping_sub(sum.wrapping_mul(weight(pile, below)));
        }
    }
}
