//! Positions that differ only in cards that a player does not know.

use super::generate::State;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, CardSet, DealNumber, Stream};

impl Position {
    /// The cards that are not face down: those that are face up, and those that a layout left out.
    pub(crate) fn shown_cards(&self) -> CardSet {
        let hidden: CardSet = with_state!(&self.state, state => state.board.hidden().widen::<{ CardSet::<4>::CAPACITY / 64 }>());
        CardSet::first(self.game.deck.len()) - hidden
    }

    /// The cards on the board that are not among the known ones, sorted by their faces.
    pub(crate) fn unknown_cards(&self, known: CardSet) -> Vec<CardId> {
        let piles = self.game.piles();
        let cards = piles.flat_map(|pile| self.cards_down(pile));
        let mut unknown: Vec<CardId> = cards.filter(|&card| !known.contains(card)).collect();
        unknown.sort_by_key(|&card| (self.face(card).face(), card));
        unknown
    }

    /// The position in which the cards that are not known, all of them face down, are arranged anew: their places get the
    /// cards of `unknown` in turn. Later shuffles follow from `seed`.
    pub(crate) fn rearranged(&self, known: CardSet, unknown: &[CardId], seed: u64) -> Position {
        let mut position = self.clone();
        position.rng = Stream::new(DealNumber(seed));
        let mut unknown = unknown.iter().copied();
        // All cards are read before the first is put elsewhere.
        let mut piles = Vec::new();
        for pile in self.game.piles() {
            let mut cards = self.cards(pile);
            if cards.iter().all(|&card| known.contains(card)) {
                continue;
            }
            for card in cards.iter_mut().filter(|card| !known.contains(**card)) {
                *card = unknown.next().expect("there is a card for each place");
            }
            piles.push((pile, cards));
        }
        let game = &self.game;
        with_state!(&mut position.state, state => {
            for (pile, cards) in piles {
                state.board.replace(pile, cards);
            }
            **state = State::new(game, state.board);
        });
        position
    }
}
