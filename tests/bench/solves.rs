//! Solving: how many deals of a game are decided within a number of positions, and how fast.

use std::sync::Arc;

use patience::solve::{Control, Limits};
use patience::{Deal, DealNumber, Game, Position, Solver, Verdict};

use crate::measure;
use crate::playouts::to_f64;

/// Games that are hard in different ways: stock and waste, cells, runs in suit, one goal pile.
pub(crate) const GAMES: [&str; 8] = [
    "klondike",
    "freecell",
    "bakers-game",
    "seahaven-towers",
    "fan",
    "king-albert",
    "black-hole",
    "golf",
];

/// The number of deals, and of positions for each.
const DEALS: u64 = 100;
const STATES: u64 = 300_000;

/// Solves the first deals of a game. The search is the same in every run, so one round is enough for all but the time.
pub(crate) fn print(game: &Arc<Game>) {
    let solver = Solver::new(Limits::default().with_states(STATES));
    let solve = |number| {
        let deal = Deal::Number(DealNumber(number));
        let position = Position::deal(game, &deal).expect("the deal succeeds");
        solver.solve(&position, &Control::default())
    };
    let (solutions, seconds) = measure(|| (1..=DEALS).map(solve).collect::<Vec<_>>());
    let count = |is_counted: fn(&Verdict) -> bool| {
        let counted = solutions
            .iter()
            .filter(|solution| is_counted(&solution.verdict));
        counted.count()
    };
    let states: u64 = solutions.iter().map(|solution| solution.states).sum();
    println!(
        "  {:16} {:3} winnable, {:3} unwinnable, {:3} unknown; {:.1} deals and {:.2} million positions per second",
        game.id(),
        count(|verdict| matches!(verdict, Verdict::Winnable(_))),
        count(|verdict| matches!(verdict, Verdict::Unwinnable)),
        count(|verdict| matches!(verdict, Verdict::Unknown(_))),
        to_f64(DEALS) / seconds,
        to_f64(states) / seconds / 1e6,
    );
}
