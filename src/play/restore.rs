//! Decides whether an action would leave the board unchanged, which makes it illegal.
//!
//! For most actions, the compiler can tell that they never do: `may_restore` is false. For most others, counting cards
//! is enough. The action is tried on a copy only if every pile keeps its size.

use super::board::GameBoard;
use super::board_view::BoardView;
use super::cache::PileCache;
use super::command::Command;
use super::generate::State;
use super::work::{MAX_COMMAND_WORK, WorkBudget};
use crate::cards::{CardId, DealNumber, Stream};
use crate::condition::ActionId;
use crate::rules::file::By;
use crate::rules::{Game, Step};

/// Whether an action and its consequences leave the board unchanged. The trial has the work limit of the action itself,
/// so that both stop at the same point.
pub(super) fn is_restored_by<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    action: ActionId,
    budget: &mut WorkBudget,
) -> bool {
    budget.with_own(MAX_COMMAND_WORK, |trial| {
        would_be_restored_by(view, action, trial)
    })
}

fn would_be_restored_by<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    action: ActionId,
    budget: &mut WorkBudget,
) -> bool {
    let GameBoard { game, board } = view;
    let piles = || game.piles();
    // If a pile changes its size, the board changes, unless automatic steps or refills move the cards back.
    let steps_are_final = game.autos.is_empty() && game.refilled_piles.is_empty();
    let steps = &game.actions[action.index()].steps;
    if steps_are_final
        && let Some(sizes) = sizes_after(view, steps)
        && piles().any(|pile| board.size(pile) != sizes[pile.index()])
    {
        return false;
    }
    let mut after = State {
        board: *board,
        // The trial never lists moves.
        cache: PileCache::empty(),
    };
    // Unused: actions that shuffle are never tried.
    let mut rng = Stream::new(DealNumber(0));
    let mut command = Command::new(game, &mut after, &mut rng);
    command.run_action(action, budget, &mut ());
    command.settle(true, budget, &mut ());
    let after = command.view();
    let look =
        |view: GameBoard<'_, WORDS, PILES>, card: CardId| (view.face(card), view.is_hidden(card));
    view.base() == after.base()
        && piles().all(|pile| {
            let before = view.cards_down(pile).map(|card| look(view, card));
            before.eq(after.cards_down(pile).map(|card| look(after, card)))
        })
}

/// The number of cards in each pile after some steps. Returns `None` if that cannot be found by counting.
fn sizes_after<const WORDS: usize, const PILES: usize>(
    view: GameBoard<'_, WORDS, PILES>,
    steps: &[Step],
) -> Option<[u8; PILES]> {
    let mut sizes = [0; PILES];
    for pile in view.game.piles() {
        sizes[pile.index()] = view.board.size(pile);
    }
    for step in steps {
        if step.when.is_some() {
            return None;
        } else if step.is_plain_deal() {
            deal_sizes(view.game, step, &mut sizes);
        } else if step.is_packet() && step.only.is_none() {
            for pile in step.from.iter() {
                let turned = std::mem::take(&mut sizes[pile.index()]);
                sizes[step.to.first.index()] += turned;
            }
        } else if !step.reorders() {
            return None;
        }
    }
    Some(sizes)
}

/// Updates the sizes of piles for a deal.
fn deal_sizes<const PILES: usize>(game: &Game, deal: &Step, sizes: &mut [u8; PILES]) {
    let rounds = match deal.by {
        By::Pile => 1,
        By::Round => u8::MAX,
    };
    for round in 0..rounds {
        let mut dealt = 0;
        for to in deal.to.iter() {
            let mut remaining = match deal.by {
                By::Pile => deal.amount_of(to),
                By::Round => u8::from(deal.amount_of(to) > round),
            };
            for from in deal.from.iter() {
                let room = game.folded.piles[to.index()]
                    .capacity
                    .saturating_sub(sizes[to.index()]);
                let count = remaining.min(room).min(sizes[from.index()]);
                remaining -= count;
                sizes[from.index()] -= count;
                sizes[to.index()] += count;
                dealt += count;
            }
        }
        if dealt == 0 {
            return;
        }
    }
}
