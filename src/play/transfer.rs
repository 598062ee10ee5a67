//! Moves cards from pile to pile for a command, which notes the piles that change.

use super::board_view::BoardView;
use super::command::Command;
use crate::cards::{CardId, IdSet};
use crate::condition::PileId;

impl<const WORDS: usize, const PILES: usize> Command<'_, WORDS, PILES> {
    /// Moves one card from anywhere in its pile: to another pile, or, if `removes_pair` is set, out of the game
    /// together with that pile's top card.
    pub(super) fn move_card(&mut self, card: CardId, to: PileId, removes_pair: bool) {
        match self.game.discard.filter(|_| removes_pair) {
            Some(discard) => {
                // The top card goes to the discard pile first, below the moved card.
                let top = self.take_top(to);
                self.take_out(card);
                for card in top.into_iter().chain([card]) {
                    self.put(card, discard, true);
                }
            }
            None => {
                let face_up = !self.board.hidden().contains(card);
                self.take_out(card);
                self.put(card, to, face_up);
            }
        }
    }

    /// Lets a card and the top card of another pile change places. The group of the card's pile also gets a card.
    pub(super) fn swap_cards(&mut self, card: CardId, from: PileId, to: PileId) {
        let group = |pile: PileId| self.game.piles[pile.index()].group;
        if group(from) != group(to) {
            self.count_move(from);
        }
        self.hash_changed(from, |command| {
            command.hash_changed(to, |command| command.board.swap_with_top(card, to));
        });
        self.cache.stale.insert(from);
        self.cache.stale.insert(to);
    }

    /// Updates the number of cards on goal piles for cards added to a pile.
    #[inline]
    pub(super) fn add_goal_cards(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.index()].goal {
            self.board.goal_cards += cards;
        }
    }

    /// Updates the number of cards on goal piles for cards removed from a pile.
    #[inline]
    pub(super) fn subtract_goal_cards(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.index()].goal {
            self.board.goal_cards -= cards;
        }
    }

    /// Records that cards were added to a pile.
    #[inline]
    fn record_added(&mut self, pile: PileId, cards: u8) {
        self.add_goal_cards(pile, cards);
        self.cache.stale.insert(pile);
    }

    /// Records that cards were removed from a pile.
    #[inline]
    fn record_removed(&mut self, pile: PileId, cards: u8) {
        self.subtract_goal_cards(pile, cards);
        if self.board.size(pile) == 0 {
            self.emptied.insert(pile);
        }
        self.cache.stale.insert(pile);
    }

    /// Moves a card and all cards on top of it without turning any over.
    #[inline]
    pub(super) fn move_unit(&mut self, card: CardId, from: PileId, to: PileId) {
        let was_empty = self.board.size(to) == 0;
        let size = self.board.move_unit(card, from, to);
        self.hash_moved(from, to, size);
        self.record_removed(from, size);
        self.record_added(to, size);
        if was_empty {
            self.set_base_if_unset(to, card);
        }
    }

    /// Moves cards one by one from the top of a pile to another: at most `max`, limited by the cards available and the
    /// room in the target. `face_up_after` is called with whether a card was face down, and returns whether it is placed
    /// face up. Returns the number of cards moved.
    #[inline]
    pub(super) fn deal_from_top(
        &mut self,
        from: PileId,
        to: PileId,
        max: u8,
        face_up_after: impl Fn(bool) -> bool,
    ) -> u8 {
        if self.hash.is_some() {
            return self.deal_hashed(from, to, max, face_up_after);
        }
        self.deal(from, to, max, face_up_after)
    }

    /// Like [`Command::deal_from_top`], and leaves the hash as it is.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most steps deal a few cards each time"
    )]
    pub(super) fn deal(
        &mut self,
        from: PileId,
        to: PileId,
        max: u8,
        face_up_after: impl Fn(bool) -> bool,
    ) -> u8 {
        let was_empty = self.board.size(to) == 0;
        let count = max.min(self.max_dealt(from, to));
        let Some(first) = self.board.top(from).filter(|_| count > 0) else {
            return 0;
        };
        let may_face_up = to != self.game.stock;
        self.board.move_from_top(from, to, count, |was_hidden| {
            may_face_up && face_up_after(was_hidden)
        });
        self.record_removed(from, count);
        self.record_added(to, count);
        if was_empty {
            self.set_base_if_unset(to, first);
        }
        count
    }

    /// Like [`Command::deal_from_top`], but each card goes under all cards of the target.
    pub(super) fn deal_under(&mut self, from: PileId, to: PileId, max: u8, face_up: bool) -> u8 {
        let is_first = self.board.size(to) == 0;
        let first = if is_first {
            self.deal_from_top(from, to, max.min(1), |_| face_up)
        } else {
            0
        };
        let count = (max - first).min(self.max_dealt(from, to));
        if count > 0 {
            let face_up = face_up && to != self.game.stock;
            self.hash_changed(from, |command| {
                command.hash_changed(to, |command| {
                    command.board.move_under(from, to, count, face_up);
                });
            });
            self.record_removed(from, count);
            self.record_added(to, count);
        }
        first + count
    }

    /// The largest number of cards that can be dealt from a pile to another.
    pub(super) fn max_dealt(&self, from: PileId, to: PileId) -> u8 {
        let capacity = self.game.folded.piles[to.index()].capacity;
        let room = capacity.saturating_sub(self.board.size(to));
        room.min(self.board.size(from))
    }

    /// Moves all cards of a pile to an empty pile of the same group.
    pub(super) fn move_pile(&mut self, from: PileId, to: PileId) {
        let size = self.board.size(from);
        self.board.move_pile(from, to);
        self.hash_moved(from, to, size);
        self.emptied.insert(from);
        let piles = &self.game.folded.piles;
        let is_stale = self.cache.is_stale(from) || self.cache.is_stale(to);
        let is_alike = piles[from.index()] == piles[to.index()];
        if is_stale || !is_alike || piles[to.index()].availability.is_some() {
            self.cache.stale.insert(from);
            self.cache.stale.insert(to);
        } else {
            self.cache.move_entry(from, to);
        }
        if self.view().needs_base()
            && let Some(lowest) = self.view().cards_down(to).last()
        {
            self.set_base_if_unset(to, lowest);
        }
    }

    /// Sets the base rank, if it is not set yet and `card` is the first card on a pile of the group that sets it.
    #[inline]
    fn set_base_if_unset(&mut self, pile: PileId, card: CardId) {
        if self.board.base.is_none()
            && let Some(base) = &self.game.base
            && base.of == self.game.piles[pile.index()].group
            && let Some(rank) = self.game.deck[card.index()].rank()
        {
            self.board.base = Some(rank);
            // What every pile offers and accepts may depend on the base rank.
            self.cache.stale = IdSet::first(self.game.piles.len());
        }
    }

    /// Removes a card from its pile, wherever it is in the pile.
    pub(super) fn take_out(&mut self, card: CardId) {
        let pile = if self.hash.is_some() {
            self.take_out_hashed(card)
        } else {
            self.board.take_out(card)
        };
        self.record_removed(pile, 1);
    }

    /// Removes the top card of a pile and returns it; `None` if the pile is empty.
    pub(super) fn take_top(&mut self, pile: PileId) -> Option<CardId> {
        let card = self.board.top(pile)?;
        self.take_out(card);
        Some(card)
    }

    /// Puts a card that is not in any pile on top of the given pile. Cards put on the stock are always face down.
    pub(super) fn put(&mut self, card: CardId, pile: PileId, face_up: bool) {
        let was_empty = self.board.size(pile) == 0;
        self.board
            .put(card, pile, face_up && pile != self.game.stock);
        self.hash_put(pile, 1);
        self.record_added(pile, 1);
        if was_empty {
            self.set_base_if_unset(pile, card);
        }
    }

    /// Puts the cards of a pack on a pile, the first one at the bottom, face down.
    pub(super) fn put_pack(&mut self, mut cards: impl Iterator<Item = CardId>, pile: PileId) {
        let Some(lowest) = cards.next() else {
            return;
        };
        self.put(lowest, pile, false);
        let before = self.board.size(pile);
        for card in cards {
            self.board.put(card, pile, false);
        }
        let others = self.board.size(pile) - before;
        self.hash_put(pile, others);
        self.record_added(pile, others);
    }

    /// Puts a card that is not in any pile at the bottom of the given pile. Cards put into the stock are always face
    /// down.
    pub(super) fn put_under(&mut self, card: CardId, pile: PileId, face_up: bool) {
        let Some(lowest) = self.board.lowest(pile) else {
            return self.put(card, pile, face_up);
        };
        let face_up = face_up && pile != self.game.stock;
        self.hash_changed(pile, |command| {
            command.board.put_below(card, lowest, pile, face_up);
        });
        self.record_added(pile, 1);
    }
}
