//! Benchmarks: random playouts, move trees, solving and loading, for a dozen very different games.
//!
//! Usage: `cargo bench -- [GAME ...] [--beside FOLDER]`, or `cargo bench -- --solve` to measure only solving,
//! or `cargo bench -- --library [GAME ...]` for every game of the library, or `cargo bench -- --work [FOLDER]` for what a
//! unit of work takes. Our Klondike is compared with `klondike.rs`, which is written by hand. `FOLDER`, or its `target/release`, contains `klondike_native`,
//! a collection of more such programs. They run alternately with ours, so that the machine is in the same state for both,
//! on the same deals and with the same limit on moves; the ratio of the CPU times is printed.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod beside;
mod klondike;
mod library;
mod load;
mod playouts;
#[path = "../rng.rs"]
mod rng;
mod solves;
mod trees;
mod work;

use std::path::PathBuf;
use std::sync::Arc;

use patience::{Game, Rules};
use patience_cli::CpuTime;

/// How many times each benchmark is measured.
const ROUNDS: usize = 7;
/// Games whose moves differ in cost.
const DEFAULT_GAMES: [&str; 12] = [
    "klondike",
    "freecell",
    "spider",
    "forty-thieves",
    "yukon",
    "dutchess",
    "grand-duchess",
    "patriarchs",
    "pyramid",
    "montana",
    "crazy-quilt",
    "la-belle-lucie",
];

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    args.retain(|a| a != "--bench");
    let beside = args.iter().position(|a| a == "--beside").map(|at| {
        let folder = args.split_off(at).into_iter().nth(1);
        PathBuf::from(folder.expect("--beside is followed by a folder"))
    });
    let all = args.is_empty();
    if all {
        args = DEFAULT_GAMES.map(str::to_owned).to_vec();
    }
    if args == ["--solve"] {
        return print_solves();
    }
    if let Some(("--library", games)) = args.split_first().map(|(a, b)| (a.as_str(), b)) {
        return library::print(games);
    }
    if let Some(("--work", rest)) = args.split_first().map(|(a, b)| (a.as_str(), b)) {
        return work::print(rest.first().map(std::path::Path::new));
    }
    beside::print_own();
    if let Some(folder) = &beside {
        beside::print(folder);
    }
    println!(
        "random playouts, at most {} moves per game:",
        playouts::MAX_MOVES
    );
    for game in &args {
        playouts::print(&load_built_in(game));
    }
    if !all {
        return;
    }
    println!("move trees, every position generated:");
    for game in &args {
        trees::print(&load_built_in(game));
    }
    print_solves();
    println!("loading:");
    load::print();
}

fn print_solves() {
    println!("the first 100 deals, each with at most 300,000 positions:");
    for game in solves::GAMES {
        solves::print(&load_built_in(game));
    }
}

fn load_built_in(game: &str) -> Arc<Game> {
    let rules = Rules::built_in(game).expect("the game is built in");
    Arc::clone(rules.game())
}

/// Runs `f`; returns its result and the CPU time in seconds.
fn measure<T>(f: impl FnOnce() -> T) -> (T, f64) {
    let start = CpuTime::now();
    let result = f();
    (result, start.elapsed().as_secs_f64())
}

/// Formats the median, minimum and maximum of some values.
fn format_spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let (min, max) = (values[0], values[values.len() - 1]);
    format!("{:.2} [{min:.2}-{max:.2}]", values[values.len() / 2])
}
