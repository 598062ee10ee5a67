//! Positions that differ only in cards that a player does not know.

use super::generate::{Move, State};
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, CardSet, DealNumber, Stream};
use crate::condition::PileId;

/// Which cards a position in which equal cards were numbered anew has in the place of others, by their numbers there.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    originals: Vec<CardId>,
}

impl Numbers {
    /// Cards by their new numbers.
    pub(crate) fn renumber(&self, cards: CardSet) -> CardSet {
        let all = CardId::first(self.originals.len());
        all.filter(|card| cards.contains(self.originals[card.index()]))
            .collect()
    }

    /// Moves by the new numbers as moves of the cards that they were.
    pub(crate) fn as_played(&self, moves: Vec<Move>) -> Vec<Move> {
        let as_played = |mv| match mv {
            Move::Cards(card, to) => Move::Cards(self.originals[card.index()], to),
            Move::Action(_) => mv,
        };
        moves.into_iter().map(as_played).collect()
    }
}

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

    /// The same position with equal cards numbered by where they lie, those that are known first: it depends only on faces, and
    /// not on which of two equal cards was dealt where.
    pub(crate) fn renumbered(&self, known: CardSet) -> (Position, Numbers) {
        let game = &self.game;
        let mut originals: Vec<CardId> = CardId::first(game.deck.len()).collect();
        let piles: Vec<(PileId, Vec<CardId>)> =
            game.piles().map(|pile| (pile, self.cards(pile))).collect();
        let on_board = || piles.iter().flat_map(|(_, cards)| cards.iter().copied());
        let (first, then): (Vec<CardId>, Vec<CardId>) =
            on_board().partition(|&card| known.contains(card));
        let left_out = originals
            .clone()
            .into_iter()
            .filter(|&card| self.pile_of(card).is_none());
        let mut free = originals.clone();
        let mut numbers = originals.clone();
        for card in first.into_iter().chain(then).chain(left_out) {
            let same_face = |&number: &CardId| self.face(number) == self.face(card);
            let index = free
                .iter()
                .position(same_face)
                .expect("each card has a number");
            let number = free.remove(index);
            numbers[card.index()] = number;
            originals[number.index()] = card;
        }
        let mut position = self.clone();
        if numbers
            .iter()
            .enumerate()
            .any(|(old, new)| old != new.index())
        {
            with_state!(&mut position.state, state => {
                for (pile, cards) in &piles {
                    let cards = cards.iter().map(|card| numbers[card.index()]);
                    state.board.replace(*pile, cards);
                }
                for card in on_board() {
                    state.board.turn(numbers[card.index()], !self.is_hidden(card));
                }
                **state = State::new(game, state.board);
            });
            position.refresh_hash();
        }
        (position, Numbers { originals })
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
        position.refresh_hash();
        position
    }
}
