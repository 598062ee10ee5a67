//! Decides whether an action would leave the board unchanged, which makes it illegal.
//!
//! For most actions, the compiler can tell that they never do: `may_restore` is false. The others are tried on a copy.

use std::cmp::Ordering;

use super::board::GameBoard;
use super::board_view::BoardView;
use super::cache::PileCache;
use super::command::Command;
use super::generate::State;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, DealNumber, Stream};
use crate::condition::{ActionId, PileId};

/// A board whose copies can try actions.
pub(super) trait Trial: BoardView {
    /// Whether an action and its consequences leave the board unchanged.
    fn is_restored_by(&self, action: ActionId) -> bool;
}

impl<const WORDS: usize, const PILES: usize> Trial for GameBoard<'_, WORDS, PILES> {
    fn is_restored_by(&self, action: ActionId) -> bool {
        would_be_restored_by(*self, action)
    }
}

impl Trial for Position {
    fn is_restored_by(&self, action: ActionId) -> bool {
        with_state!(&self.state, state => state.view(&self.game).is_restored_by(action))
    }
}

fn would_be_restored_by<const WORDS: usize, const PILES: usize>(
    before: GameBoard<'_, WORDS, PILES>,
    action: ActionId,
) -> bool {
    let game = before.game;
    let mut after = State {
        board: *before.board,
        // The trial never lists moves.
        cache: PileCache::empty(),
    };
    // Unused: actions that shuffle are never tried.
    let (mut rng, mut hash) = (Stream::new(DealNumber(0)), None);
    let mut command = Command::new(game, &mut after, &mut rng, &mut hash);
    command.run_action(action, &mut ());
    // A pile keeps its new size, unless automatic steps or refills can move the cards back.
    let has_changed = |pile: PileId| {
        let size = before.board.size(pile);
        match command.board.size(pile).cmp(&size) {
            Ordering::Less => !game.gains_later.contains(pile),
            Ordering::Greater => !game.loses_later.contains(pile),
            Ordering::Equal => false,
        }
    };
    if game.piles().any(has_changed) {
        return false;
    }
    command.settle(true, &mut ());
    // What was stopped has not come back to rest.
    command.window.is_open() && looks_like(before, command.view())
}

/// Whether two boards of a game look the same: the faces of their cards, and which way up they are.
fn looks_like<const WORDS: usize, const PILES: usize>(
    one: GameBoard<'_, WORDS, PILES>,
    other: GameBoard<'_, WORDS, PILES>,
) -> bool {
    let look =
        |view: GameBoard<'_, WORDS, PILES>, card: CardId| (view.face(card), view.is_hidden(card));
    one.base() == other.base()
        && one.game.piles().all(|pile| {
            let cards = one.cards_down(pile).map(|card| look(one, card));
            cards.eq(other.cards_down(pile).map(|card| look(other, card)))
        })
}
