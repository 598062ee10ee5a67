//! Counts move sequences.

use super::generate::Move;
use super::position::Position;
use super::work::WorkBudget;

/// The number of sequences of `depth` legal moves. Shorter sequences, which end because no move is legal, do not count;
/// play continues after a win.
///
/// ```
/// use patience::player::perft;
/// use patience::{DealNumber, Position, Rules};
///
/// let rules = Rules::built_in("klondike")?;
/// let position = Position::deal(rules.game(), &DealNumber(3).into())?;
/// assert_eq!(perft(&position, 1), position.legal_moves().len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut budget = WorkBudget::new(u64::MAX);
    perft_within(position, depth, &mut budget).unwrap_or(u64::MAX)
}

/// Like [`perft`], within a work budget. Returns `None` if that is not enough.
pub fn perft_within(position: &Position, depth: u32, budget: &mut WorkBudget) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    // One position and one list of moves per level, so that the search does not allocate.
    let mut levels: Vec<(Position, Vec<Move>)> =
        (0..depth).map(|_| (position.clone(), Vec::new())).collect();
    let count = descend(&mut position.clone(), &mut levels, budget);
    (!budget.is_spent()).then_some(count)
}

/// Counts the sequences for one level of the tree and the levels below it. The count is too low if the budget is spent.
fn descend(
    position: &mut Position,
    levels: &mut [(Position, Vec<Move>)],
    budget: &mut WorkBudget,
) -> u64 {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else {
        return 1;
    };
    if !budget.spend(position.move_list_cost()) {
        return 0;
    }
    position.legal_moves_into(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut count = 0;
    for &mv in moves.iter() {
        next.clone_from(position);
        next.play_within(mv, budget);
        count += descend(next, deeper, budget);
    }
    count
}
