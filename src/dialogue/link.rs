//! Numbers of moves, for links and for rules that change.
//!
//! They say the same as the [ids](Position::move_id) of moves, but depend only on how many actions, piles and cards a game
//! has. So a link keeps its meaning when the rules change, and the moves that were played can be played again while an
//! author changes them. Ids are smaller, but follow from the rules.

use crate::condition::{ActionId, PileId};
use crate::play::{Move, Position};
use crate::rules::Game;

/// The sizes of a game: of its actions, its piles, and its cards.
fn sizes(game: &Game) -> (usize, usize, usize) {
    (game.actions().len(), game.piles().len(), game.deck().len())
}

/// The number of a move; `None` if the game does not have what it names, or if its card is on no pile.
pub fn number_of(position: &Position, mv: Move) -> Option<u32> {
    let (actions, piles, cards) = sizes(position.game());
    let number = match mv {
        Move::Action(action) => Some(action.index()).filter(|&index| index < actions)?,
        Move::Cards(card, to) => {
            let to = Some(to.index()).filter(|&to| to < piles)?;
            let from = position.pile_of(card)?;
            let depth = position.cards_down(from).position(|other| other == card)?;
            actions + (from.index() * piles + to) * cards + depth
        }
    };
    u32::try_from(number).ok()
}

/// The move that a number means in a position, legal or not; `None` if there are too few cards or piles for it.
pub fn move_of(position: &Position, number: u32) -> Option<Move> {
    let (actions, piles, cards) = sizes(position.game());
    let number = usize::try_from(number).ok()?;
    let Some(number) = number.checked_sub(actions) else {
        return Some(Move::Action(ActionId::new(number)));
    };
    let (pair, depth) = (number / cards, number % cards);
    let from = position.game().piles().nth(pair / piles)?;
    let card = position.cards_down(from).nth(depth)?;
    Some(Move::Cards(card, PileId::new(pair % piles)))
}
