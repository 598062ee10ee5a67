//! Random playouts: every position's legal moves are listed, and one of them is played.

use std::sync::Arc;

use patience::{Game, Plan, Player, Tally, simulate};

use crate::{ROUNDS, seconds, spread};

/// The most moves of a playout.
pub(crate) const CAP: u32 = 200;
/// How many playouts a round has.
const GAMES: u64 = 1000;

pub(crate) fn print(game: &Arc<Game>) {
    let mut rates = Vec::new();
    let (mut total, mut all) = (Tally::default(), 0.0);
    for round in 0..ROUNDS as u64 {
        let first = 1 + round * GAMES;
        let plan = Plan {
            deals: first..=first + GAMES - 1,
            player: Player::Random,
            moves: CAP,
            jobs: 1,
        };
        let (tally, took) = seconds(|| simulate(game, &plan, &|_| {}).expect("numbers are deals"));
        rates.push(count(tally.moves) / took / 1e6);
        total.add(&tally);
        all += took;
    }
    println!(
        "  {:16} {} million moves a second, {:.0} ns a move that is listed, {:.2} moves a position",
        game.id(),
        spread(&mut rates),
        all / count(total.generated) * 1e9,
        count(total.generated) / count(total.moves)
    );
}

/// A count as a number to calculate with.
pub(crate) fn count(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("few enough"))
}
