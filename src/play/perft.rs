//! Counting move sequences.

use super::generate::Move;
use super::position::Position;

/// The number of move sequences of a length, as the legal moves are listed, nothing left out. A sequence that ends
/// sooner, as there is no legal move, does not count; a won game goes on.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => descend(position, &mut Vec::new(), depth),
    }
}

/// One level of the tree; the levels below are kept in `levels`, so that nothing is allocated twice.
fn descend(position: &Position, levels: &mut Vec<(Position, Vec<Move>)>, depth: u32) -> u64 {
    let (mut next, mut moves) = levels
        .pop()
        .unwrap_or_else(|| (position.clone(), Vec::new()));
    position.legal_moves_into(&mut moves);
    let mut count = 0;
    if depth == 1 {
        count = moves.len() as u64;
    } else {
        for &chosen in &moves {
            next.clone_from(position);
            next.play_unchecked(chosen);
            count += descend(&next, levels, depth - 1);
        }
    }
    levels.push((next, moves));
    count
}
