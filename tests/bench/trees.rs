//! Move trees, with every leaf made.

use std::sync::Arc;

use patience::{Deal, DealNumber, Game, Move, Position};

use crate::{ROUNDS, seconds, spread};

/// The leaves of the tree of all move sequences of a length; each leaf is made, not only counted.
pub(crate) fn leaves(
    position: &Position,
    depth: usize,
    levels: &mut Vec<(Position, Vec<Move>)>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut next, mut moves) = levels
        .pop()
        .unwrap_or_else(|| (position.clone(), Vec::new()));
    position.legal_moves_into(&mut moves);
    let mut count = 0;
    for &chosen in &moves {
        next.clone_from(position);
        next.play_unchecked(chosen);
        count += leaves(&next, depth - 1, levels);
    }
    levels.push((next, moves));
    count
}

pub(crate) fn print(game: &Arc<Game>) {
    let start = Position::deal(game, &Deal::Number(DealNumber(1))).expect("a number is a deal");
    // Deep enough that a round takes its time, where the game has so many moves.
    let mut levels = Vec::new();
    let depth = (1..12).find(|&depth| leaves(&start, depth, &mut levels) > 100_000);
    let depth = depth.unwrap_or(12);
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let (count, took) = seconds(|| leaves(&start, depth, &mut levels));
        rates.push(f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / took / 1e6);
    }
    let id = &game.id;
    println!("  {id:16} {} million leaves a second", spread(&mut rates));
}
