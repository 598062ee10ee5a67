//! Numbers for moves.

use crate::condition::{ActionId, PileId};
use crate::play::{Move, Position};
use crate::rules::Game;

impl Game {
    /// How many numbers for moves there are: see [`Position::move_id`].
    pub fn move_ids(&self) -> u32 {
        let pairs = self.piles.len() * self.piles.len();
        u32::try_from(self.actions.len() + pairs * self.deck.len()).unwrap_or(u32::MAX)
    }
}

impl Position {
    /// A number for a move, below [`Game::move_ids`]. In all positions of a game the same number means the same action,
    /// or a move of the card at the same depth from the same pile to the same pile. `None` if the game does not have
    /// what the move names, or if its card is on no pile.
    pub fn move_id(&self, mv: Move) -> Option<u32> {
        let game = self.game();
        let actions = game.actions.len();
        let number = match mv {
            Move::Action(action) => Some(action.index()).filter(|&index| index < actions)?,
            Move::Cards(card, to) => {
                let to = Some(to.index()).filter(|&to| to < game.piles.len())?;
                let from = self.pile_of(card)?;
                let depth = self.cards_down(from).position(|other| other == card)?;
                let pair = from.index() * game.piles.len() + to;
                actions + pair * game.deck.len() + depth
            }
        };
        u32::try_from(number).ok()
    }

    /// The move that a number means here, legal or not: the inverse of [`Position::move_id`]. `None` if the pile has too
    /// few cards, or if the number is not below [`Game::move_ids`].
    pub fn move_with_id(&self, id: u32) -> Option<Move> {
        let game = self.game();
        let number = usize::try_from(id).ok()?;
        let Some(number) = number.checked_sub(game.actions.len()) else {
            return Some(Move::Action(ActionId::new(number)));
        };
        let (pair, depth) = (number / game.deck.len(), number % game.deck.len());
        let (from, to) = (pair / game.piles.len(), pair % game.piles.len());
        let from = game.piles().nth(from)?;
        let card = self.cards_down(from).nth(depth)?;
        Some(Move::Cards(card, PileId::new(to)))
    }
}
