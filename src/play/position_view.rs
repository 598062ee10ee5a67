//! Read access to the board of a position.

use super::board_view::BoardView;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, Rank};
use crate::condition::{Counter, PileId};
use crate::rules::Game;

impl BoardView for Position {
    fn game(&self) -> &Game {
        &self.game
    }

    fn base(&self) -> Option<Rank> {
        Position::base(self)
    }

    fn pile_size(&self, pile: PileId) -> u8 {
        with_state!(&self.state, state => state.board.size(pile))
    }

    fn top_card(&self, pile: PileId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.top(pile))
    }

    fn card_below(&self, card: CardId) -> Option<CardId> {
        with_state!(&self.state, state => state.board.below(card))
    }

    fn height(&self, card: CardId) -> u8 {
        with_state!(&self.state, state => state.view(&self.game).height(card))
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
    fn count(&self, counter: Counter) -> u16 {
        with_state!(&self.state, state => state.view(&self.game).count(counter))
    }

    fn goal_cards(&self) -> u8 {
        with_state!(&self.state, state => state.board.goal_cards)
    }

    fn is_proved_stuck(&self) -> bool {
        self.outcome() == super::Outcome::Stuck
    }
}
