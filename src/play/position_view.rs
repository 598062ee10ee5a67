//! Read access to the board of a position.

use super::board::counter_index;
use super::board_view::BoardView;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{Card, CardId, Rank};
use crate::condition::{CardRef, Counter, PileId, Place, View};
use crate::rules::Game;

impl View for Position {
    fn top(&self, pile: PileId) -> Option<Card> {
        self.top_card(pile).map(|top| self.face(top))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        with_state!(&self.state, state => state.view(&self.game).bottom(pile))
    }

    fn size(&self, pile: PileId) -> u8 {
        with_state!(&self.state, state => state.board.size(pile))
    }

    fn place(&self, pile: PileId) -> Place {
        self.game.piles[pile.index()].place
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card, CardId) -> bool) -> bool {
        with_state!(&self.state, state => state.view(&self.game).every_card(pile, holds))
    }

    fn every_moved_card(
        &self,
        card: CardId,
        from: PileId,
        holds: &mut dyn FnMut(Card, CardId) -> bool,
    ) -> bool {
        with_state!(&self.state, state => state.view(&self.game).every_moved_card(card, from, holds))
    }

    fn index_of(&self, card: CardRef) -> Option<u8> {
        with_state!(&self.state, state => state.view(&self.game).index_of(card))
    }

    fn is_face_up(&self, card: CardRef) -> bool {
        with_state!(&self.state, state => state.view(&self.game).is_face_up(card))
    }

    fn counter(&self, counter: Counter) -> u16 {
        let index = counter_index(&self.game, counter);
        with_state!(&self.state, state => state.board.counter(index))
    }

    fn score(&self) -> i32 {
        with_state!(&self.state, state => state.view(&self.game).score())
    }

    #[inline]
    fn is_won(&self) -> bool {
        with_state!(&self.state, state => state.view(&self.game).is_won())
    }

    fn is_stuck(&self) -> bool {
        self.outcome() == super::Outcome::Stuck
    }
}

impl BoardView for Position {
    fn game(&self) -> &Game {
        &self.game
    }

    fn base(&self) -> Option<Rank> {
        Position::base(self)
    }

    fn top_card(&self, pile: PileId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.top(pile))
    }

    fn card_below(&self, card: CardId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.below(card))
    }

    fn pile_of(&self, card: CardId) -> Option<PileId> {
        Position::pile_of(self, card)
    }

    fn is_hidden(&self, card: CardId) -> bool {
        Position::is_hidden(self, card)
    }

    fn has_hidden_cards(&self) -> bool {
        with_state!(&self.state, state => !state.board.hidden().is_empty())
    }
}
