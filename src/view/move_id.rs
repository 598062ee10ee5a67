//! Numbers for moves.

use crate::condition::ActionId;
use crate::play::{Move, Position};
use crate::rules::{Game, NumberedMove};

impl Game {
    /// How many numbers for moves there are: see [`Position::move_id`].
    pub fn move_ids(&self) -> u32 {
        self.action_count() + self.numbers.count()
    }

    fn action_count(&self) -> u32 {
        u32::try_from(self.actions.len()).unwrap_or(u32::MAX)
    }
}

impl Position {
    /// A number for a move, below [`Game::move_ids`]. In all positions of a game the same number means the same action,
    /// or a move of the card at the same depth from the same pile to the same pile.
    ///
    /// Every move that is legal in any position of the game has one. `None` if the game does not have what the move
    /// names, if its card is on no pile, or if the rules never allow such a move, such as one of two cards from a pile
    /// that gives only its top card.
    pub fn move_id(&self, mv: Move) -> Option<u32> {
        let game = self.game();
        match mv {
            Move::Action(action) => {
                let number = u32::try_from(action.index()).ok();
                number.filter(|&number| number < game.action_count())
            }
            Move::Cards(card, to) => {
                let from = self.pile_of(card).filter(|_| self.has_pile(to))?;
                let depth = self.cards_down(from).position(|other| other == card)?;
                let number = game.numbers.number(NumberedMove { from, to, depth })?;
                Some(game.action_count() + number)
            }
        }
    }

    /// The move that a number means here, legal or not: the inverse of [`Position::move_id`]. `None` if the pile has too
    /// few cards, or if the number is not below [`Game::move_ids`].
    pub fn move_with_id(&self, id: u32) -> Option<Move> {
        let game = self.game();
        let Some(number) = id.checked_sub(game.action_count()) else {
            return Some(Move::Action(ActionId::new(usize::try_from(id).ok()?)));
        };
        let NumberedMove { from, to, depth } = game.numbers.find(number)?;
        let card = self.cards_down(from).nth(depth)?;
        Some(Move::Cards(card, to))
    }
}
