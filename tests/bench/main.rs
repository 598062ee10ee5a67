//! Benchmarks: random playouts, move trees and loading, over a dozen games that differ much.
//!
//! `cargo bench -- [GAME ...] [--beside FOLDER]`. The folder is that of hand-written programs to compare with: there, or in
//! its `target/release`, lies `klondike_native`. It runs alternately with ours, on the same deals and with the same
//! cap; what is printed is the ratio of CPU times, so that the machine is in the same state for both. Without the
//! folder our figures are printed alone.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod beside;
#[path = "../chance.rs"]
mod chance;
mod load;
mod playouts;
mod trees;

use std::path::PathBuf;
use std::sync::Arc;

use patience::cli::CpuTime;
use patience::{Game, Rules};

/// How often everything is measured.
const ROUNDS: usize = 7;
/// Games that differ in what their moves cost.
const DOZEN: [&str; 12] = [
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
        args = DOZEN.map(str::to_owned).to_vec();
    }
    if let Some(folder) = &beside {
        beside::print(folder);
    } else {
        println!("no programs beside ours: `--beside FOLDER` names them");
    }
    println!("random playouts, at most {} moves a game:", playouts::CAP);
    for game in &args {
        playouts::print(&built_in(game));
    }
    if !all {
        return;
    }
    println!("move trees, every position made:");
    for game in &args {
        trees::print(&built_in(game));
    }
    println!("loading:");
    load::print();
}

fn built_in(game: &str) -> Arc<Game> {
    let rules = Rules::built_in(game).expect("a built-in game");
    Arc::clone(rules.game())
}

/// Runs `f` and gives the seconds of CPU time it took.
fn seconds<T>(f: impl FnOnce() -> T) -> (T, f64) {
    let start = CpuTime::now();
    let done = f();
    (done, start.elapsed().as_secs_f64())
}

/// The median, the least and the most of some figures.
fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let (least, most) = (values[0], values[values.len() - 1]);
    format!("{:.2} [{least:.2}-{most:.2}]", values[values.len() / 2])
}
