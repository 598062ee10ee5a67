//! Random playouts: the legal moves of each position are listed, and one of them is played.

use std::sync::Arc;

use patience::Game;
use patience::player::{Plan, Tally, simulate};

use crate::{ROUNDS, format_spread, measure};

/// The maximum number of moves in a playout.
pub(crate) const MAX_MOVES: u32 = 200;
/// The number of playouts in a round.
const PLAYOUTS: u64 = 1000;

pub(crate) fn print(game: &Arc<Game>) {
    let mut rates = Vec::new();
    let (mut total, mut total_seconds) = (Tally::default(), 0.0);
    for round in 0..ROUNDS as u64 {
        let first = 1 + round * PLAYOUTS;
        let plan = Plan::new(first..=first + PLAYOUTS - 1).with_moves(MAX_MOVES);
        let (tally, elapsed) =
            measure(|| simulate(game, &plan, &|_| {}).expect("the deals succeed"));
        rates.push(to_f64(tally.moves) / elapsed / 1e6);
        total.add(&tally);
        total_seconds += elapsed;
    }
    println!(
        "  {:16} {} million moves per second, {:.0} ns per listed move, {:.2} moves per position",
        game.id(),
        format_spread(&mut rates),
        total_seconds / to_f64(total.generated) * 1e9,
        to_f64(total.generated) / to_f64(total.moves)
    );
}

/// Converts a count for calculations.
pub(crate) fn to_f64(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("the count fits `u32`"))
}
