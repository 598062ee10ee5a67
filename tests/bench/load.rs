//! Loading: reading and compiling a single game, and all built-in games.

use patience::Rules;
use patience::library::built_in_ids;

use crate::{DEFAULT_GAMES, ROUNDS, format_spread, measure};

pub(crate) fn print() {
    for game in DEFAULT_GAMES {
        let mut times: Vec<f64> = (0..ROUNDS)
            .map(|_| measure(|| Rules::built_in(game)).1 * 1e3)
            .collect();
        println!("  {game:16} {} ms", format_spread(&mut times));
    }
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let all = || built_in_ids().into_iter().map(Rules::built_in).count();
            measure(all).1 * 1e3
        })
        .collect();
    println!("  {:16} {} ms", "all games", format_spread(&mut times));
}
