//! Counts move sequences.

use super::generate::Move;
use super::position::Position;
use crate::work::Window;

/// The number of sequences of `depth` legal moves. Shorter sequences, which end because no move is legal, do not count;
/// play continues after a win. `None` if a list of moves is not complete, or if [`work::within`] does not allow the work.
///
/// [`work::within`]: crate::work::within
///
/// ```
/// use patience::player::perft;
/// use patience::{DealNumber, Position, Rules};
///
/// let rules = Rules::built_in("klondike")?;
/// let position = Position::deal(rules.game(), &DealNumber(3).into())?;
/// assert_eq!(perft(&position, 1), Some(position.legal_moves().len() as u64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    // One position and one list of moves per level, so that the search does not allocate.
    let mut levels: Vec<(Position, Vec<Move>)> =
        (0..depth).map(|_| (position.clone(), Vec::new())).collect();
    descend(&mut position.clone(), &mut levels, Window::new(u64::MAX))
}

/// Counts the sequences for one level of the tree and the levels below it.
fn descend(
    position: &mut Position,
    levels: &mut [(Position, Vec<Move>)],
    window: Window,
) -> Option<u64> {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else {
        return Some(1);
    };
    if !position.legal_moves_into(moves) || !window.is_open() {
        return None;
    }
    if deeper.is_empty() {
        return Some(moves.len() as u64);
    }
    let mut count = 0;
    for &mv in moves.iter() {
        next.clone_from(position);
        next.play_unchecked(mv);
        count += descend(next, deeper, window)?;
    }
    Some(count)
}
