//! Move trees, with every position made.

use std::sync::Arc;

use patience::{Deal, DealNumber, Game, Move, Position};

use crate::{ROUNDS, seconds, spread};

/// A position and a list of moves for each level of a tree.
pub(crate) type Levels = Vec<(Position, Vec<Move>)>;

pub(crate) fn levels(position: &Position, depth: usize) -> Levels {
    vec![(position.clone(), Vec::new()); depth]
}

/// Makes every position of the tree of all move sequences of a length, leaves too, and counts them.
pub(crate) fn made(position: &Position, levels: &mut [(Position, Vec<Move>)]) -> u64 {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else {
        return 0;
    };
    position.legal_moves_into(moves);
    let mut count = 0;
    for &chosen in moves.iter() {
        next.clone_from(position);
        next.play_unchecked(chosen);
        count += 1 + made(next, deeper);
    }
    count
}

pub(crate) fn print(game: &Arc<Game>) {
    let start = Position::deal(game, &Deal::Number(DealNumber(1))).expect("a number is a deal");
    // Deep enough that a round takes its time, where the game has so many moves.
    let depth = (1..12).find(|&depth| made(&start, &mut levels(&start, depth)) > 100_000);
    let mut levels = levels(&start, depth.unwrap_or(12));
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let (count, took) = seconds(|| made(&start, &mut levels));
        rates.push(crate::playouts::count(count) / took / 1e6);
    }
    let id = game.id();
    println!(
        "  {id:16} {} million positions a second",
        spread(&mut rates)
    );
}
