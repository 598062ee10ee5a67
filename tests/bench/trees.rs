//! Move trees in which every position is generated.

use std::sync::Arc;

use patience::{Deal, DealNumber, Game, Move, Position};

use crate::{ROUNDS, format_spread, measure};

/// Buffers for a tree search: a position and a list of moves for each level.
pub(crate) type Levels = Vec<(Position, Vec<Move>)>;

pub(crate) fn new_levels(position: &Position, depth: usize) -> Levels {
    vec![(position.clone(), Vec::new()); depth]
}

/// Generates and counts every position, leaves included, in the tree of all move sequences of a length.
pub(crate) fn generate_tree(position: &mut Position, levels: &mut [(Position, Vec<Move>)]) -> u64 {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else {
        return 0;
    };
    position.legal_moves_into(moves);
    let mut count = 0;
    for &mv in moves.iter() {
        next.clone_from(position);
        next.play_unchecked(mv);
        count += 1 + generate_tree(next, deeper);
    }
    count
}

pub(crate) fn print(game: &Arc<Game>) {
    let mut start = Position::deal(game, &Deal::Number(DealNumber(1))).expect("the deal succeeds");
    // Deep enough for a measurable time, if the game has enough moves.
    let depth = (1..12).find(|&depth| {
        let mut levels = new_levels(&start, depth);
        generate_tree(&mut start, &mut levels) > 100_000
    });
    let mut levels = new_levels(&start, depth.unwrap_or(12));
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let (count, elapsed) = measure(|| generate_tree(&mut start, &mut levels));
        rates.push(crate::playouts::to_f64(count) / elapsed / 1e6);
    }
    let id = game.id();
    println!(
        "  {id:16} {} million positions per second",
        format_spread(&mut rates)
    );
}
