//! Loading: a game made ready to play, and the whole library checked.

use patience::{Rules, built_in_ids};

use crate::{DOZEN, ROUNDS, seconds, spread};

pub(crate) fn print() {
    for game in DOZEN {
        let mut times: Vec<f64> = (0..ROUNDS)
            .map(|_| seconds(|| Rules::built_in(game)).1 * 1e3)
            .collect();
        println!("  {game:16} {} ms", spread(&mut times));
    }
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let all = || built_in_ids().into_iter().map(Rules::built_in).count();
            seconds(all).1 * 1e3
        })
        .collect();
    println!("  {:16} {} ms", "all games", spread(&mut times));
}
