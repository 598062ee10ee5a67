//! Every game of the library: its random playouts beside those of the hand-written Klondike, and its time to load.

use std::sync::Arc;

use patience::library::{CatalogEntry, catalog};
use patience::player::{Plan, Tally, simulate};
use patience::{Game, Rules};

use crate::playouts::{MAX_MOVES, to_f64};
use crate::{ROUNDS, beside, measure};

/// Playouts that are not measured: whatever is computed once is computed in them.
const FIRST_PLAYOUTS: u64 = 50;
/// The CPU time of a round, in seconds, after which no further playouts are started.
const ROUND_SECONDS: f64 = 0.02;

/// What was measured of a game.
struct Measured {
    key: String,
    /// Its time for a move, divided by its packs and by the time of the hand-written Klondike for a move.
    ratio: f64,
    load_ms: f64,
}

/// Prints the games, the slowest first, or those among `keys`.
pub(crate) fn print(keys: &[String]) {
    let mut games: Vec<Measured> = catalog()
        .iter()
        .filter(|entry| keys.is_empty() || keys.iter().any(|key| key == entry.key()))
        .map(measure_game)
        .collect();
    games.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    println!(
        "time for a move and pack, divided by that of the Klondike written by hand; ms to load:"
    );
    for game in &games {
        println!("  {:28} {:8.2} {:8.2}", game.key, game.ratio, game.load_ms);
    }
    let median = games.get(games.len() / 2).map_or(0.0, |game| game.ratio);
    let above = |limit: f64| games.iter().filter(|game| game.ratio > limit).count();
    let loads_slowly = games.iter().filter(|game| game.load_ms >= 10.0).count();
    println!(
        "{} games: median {median:.2}, {} above 3, {} above 2; {loads_slowly} load in 10 ms or more",
        games.len(),
        above(3.0),
        above(2.0)
    );
}

fn measure_game(entry: &CatalogEntry) -> Measured {
    let variants: Vec<&str> = entry.variant.as_deref().into_iter().collect();
    let load = || {
        let rules = Rules::built_in(&entry.id).expect("the game is built in");
        rules.with_variants(&variants).expect("it is a variant")
    };
    let mut load_times: Vec<f64> = (0..3).map(|_| measure(load).1 * 1e3).collect();
    load_times.sort_by(f64::total_cmp);
    let game = load();
    let packs = f64::from(u32::try_from(entry.packs).expect("there are few packs"));
    play(&game, 1, FIRST_PLAYOUTS);
    let mut first = 1 + FIRST_PLAYOUTS;
    let mut ratios: Vec<f64> = (0..ROUNDS as u64)
        .map(|round| {
            let by_hand = beside::seconds_by_hand(1 + round * 500, 500);
            let (mut seconds, mut moves, mut count) = (0.0, 0, 1);
            while seconds < ROUND_SECONDS {
                let (tally, elapsed) = measure(|| play(&game, first, count));
                (seconds, moves) = (seconds + elapsed, moves + tally.moves);
                first += count;
                count *= 2;
            }
            seconds / to_f64(moves.max(1)) / packs / by_hand
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    Measured {
        key: entry.key().to_owned(),
        ratio: ratios[ratios.len() / 2],
        load_ms: load_times[load_times.len() / 2],
    }
}

fn play(game: &Arc<Game>, first: u64, count: u64) -> Tally {
    let plan = Plan::new(first..=first + count - 1).with_moves(MAX_MOVES);
    simulate(game, &plan, &|_| {}).expect("the deals succeed")
}
