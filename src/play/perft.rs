//! Counts move sequences.

use super::generate::Move;
use super::position::Position;

/// The number of sequences of `depth` legal moves. Shorter sequences, which end because no move is legal, do not count;
/// play continues after a win.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // One position and one list of moves per level, so that the search does not allocate.
    let mut levels: Vec<(Position, Vec<Move>)> =
        (0..depth).map(|_| (position.clone(), Vec::new())).collect();
    descend(position, &mut levels)
}

/// Counts the sequences for one level of the tree and the levels below it.
fn descend(position: &Position, levels: &mut [(Position, Vec<Move>)]) -> u64 {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else {
        return 1;
    };
    position.legal_moves_into(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut count = 0;
    for &mv in moves.iter() {
        next.clone_from(position);
        next.play_unchecked(mv);
        count += descend(next, deeper);
    }
    count
}
