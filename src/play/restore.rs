//! Whether an action leaves everything as it was, and is therefore not legal.
//!
//! For most actions a look at the steps shows that they cannot (`may_restore` in the compiled action is false). For
//! others it is mostly enough to count cards; only where the piles have as many as before, the action is tried.

use super::board::GameBoard;
use super::board_view::BoardView;
use super::cache::PileCache;
use super::command::Command;
use super::generate::State;
use super::work::{MAX_FOR_A_COMMAND, Work};
use crate::cards::{CardId, DealNumber, Stream};
use crate::condition::{ActionId, PileId};
use crate::rules::file::By;
use crate::rules::{Dealing, Game, Step, StepKind};

/// Whether an action, with all that follows from it, leaves everything as it was. The trial may do as much work as the
/// action itself, so that both end at the same point.
pub(super) fn is_restored_by<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    action: ActionId,
    work: &mut Work,
) -> bool {
    let mut own = Work::new(MAX_FOR_A_COMMAND);
    let restores = would_be_restored_by(view, action, &mut own);
    work.spend(own.done());
    restores
}

fn would_be_restored_by<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    action: ActionId,
    work: &mut Work,
) -> bool {
    let GameBoard { game, board } = view;
    let piles = || PileId::first(game.piles.len());
    // Mostly other piles are longer then, and nothing that happens by itself would change that.
    let is_quiet = game.autos.is_empty() && game.filled.is_empty();
    let steps = &game.actions[action.at()].steps;
    if is_quiet
        && let Some(sizes) = sizes_after(view, steps)
        && piles().any(|pile| board.size(pile) != sizes[pile.at()])
    {
        return false;
    }
    let mut after = State {
        board: *board,
        // It is not asked what could be done then.
        cache: PileCache::empty(),
    };
    // What shuffles is not tried.
    let mut stream = Stream::new(DealNumber(0));
    let mut command = Command::new(game, &mut after, &mut stream);
    command.do_steps_of(action, work);
    command.settle(true, work);
    let after = command.view();
    let shown =
        |view: GameBoard<'_, WORDS, PILES>, card: CardId| (view.face(card), view.is_hidden(card));
    view.base() == after.base()
        && piles().all(|pile| {
            let before = view.cards_down(pile).map(|card| shown(view, card));
            before.eq(after.cards_down(pile).map(|card| shown(after, card)))
        })
}

/// How many cards each pile has after steps that do not look at cards; `None` for any others.
fn sizes_after<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    steps: &[Step],
) -> Option<[u8; PILES]> {
    let mut sizes = [0; PILES];
    for pile in PileId::first(view.game.piles.len()) {
        sizes[pile.at()] = view.board.size(pile);
    }
    for step in steps {
        match &step.kind {
            _ if step.when.is_some() => return None,
            StepKind::Deal(dealing) if dealing.is_plain() => {
                deal_sizes(view.game, dealing, &mut sizes);
            }
            StepKind::Turn {
                from,
                only: None,
                to,
            } => {
                for pile in from {
                    let turned = std::mem::take(&mut sizes[pile.at()]);
                    sizes[to.at()] += turned;
                }
            }
            StepKind::Rotate(_) | StepKind::Sink(..) => {}
            _ => return None,
        }
    }
    Some(sizes)
}

/// Deals the next cards, whatever they are.
fn deal_sizes<const PILES: usize>(game: &Game, dealing: &Dealing, sizes: &mut [u8; PILES]) {
    let rounds = match dealing.by {
        By::Pile => 1,
        By::Round => u8::MAX,
    };
    for round in 0..rounds {
        let mut dealt = 0;
        for to in dealing.to.iter() {
            let mut left = match dealing.by {
                By::Pile => dealing.amount_of(to),
                By::Round => u8::from(dealing.amount_of(to) > round),
            };
            for from in dealing.from.iter() {
                let room = game.folded.piles[to.at()]
                    .capacity
                    .saturating_sub(sizes[to.at()]);
                let count = left.min(room).min(sizes[from.at()]);
                left -= count;
                sizes[from.at()] -= count;
                sizes[to.at()] += count;
                dealt += count;
            }
        }
        if dealt == 0 {
            return;
        }
    }
}
