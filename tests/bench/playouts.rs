//! Random playouts: every position's legal moves are listed, and one of them is played.
//!
//! `cargo bench -- [GAME ...] [--program COMMAND]`: the games, by default all in `games/`; and a program to run
//! alternately with ours, which plays Klondike from `COMMAND GAMES SEED CAP` and prints `N moves` and `N cpu s`
//! somewhere in its answer, so that the ratio is of one machine in one state.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::process::Command;
use std::time::Instant;

use patience::{Deal, DealNumber, Position, Rules};

const CAP: usize = 200;
const ROUNDS: usize = 7;

fn main() {
    let mut args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let program = args.iter().position(|a| a == "--program").map(|at| {
        let found = args.split_off(at);
        found
            .get(1)
            .cloned()
            .expect("--program is followed by a command")
    });
    if args.is_empty() {
        args = patience::rules::built_in_ids()
            .into_iter()
            .map(str::to_owned)
            .collect();
    }
    for game in &args {
        let rules = Rules::built_in(game)
            .expect("the game is built in")
            .expect("it has no mistakes");
        let mut ours = Vec::new();
        let mut ratios = Vec::new();
        for round in 0..ROUNDS {
            let rate = playouts(&rules, 1 + round as u64 * 2000);
            ours.push(rate);
            if let Some(program) = &program {
                ratios.push(rate / theirs(program));
            }
        }
        let said = if ratios.is_empty() {
            "no program beside it".to_owned()
        } else {
            format!("ratio {}", spread(&mut ratios))
        };
        println!(
            "{game}: {} million moves a second; {said}",
            spread(&mut ours)
        );
    }
}

/// Million moves a second over 2000 deals.
fn playouts(rules: &Rules, first: u64) -> f64 {
    let mut chance = first;
    let mut moves = 0u32;
    let mut legal = Vec::new();
    let start = Instant::now();
    for deal in first..first + 2000 {
        let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(deal)))
            .expect("a number is a deal");
        for _ in 0..CAP {
            position.legal_moves_into(&mut legal);
            if legal.is_empty() {
                break;
            }
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = ((chance >> 33) * legal.len() as u64) >> 31;
            position.play_unchecked(legal[usize::try_from(at).expect("below a length")]);
            moves += 1;
        }
    }
    f64::from(moves) / start.elapsed().as_secs_f64() / 1e6
}

fn theirs(program: &str) -> f64 {
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{program} 2000 1 {CAP}"))
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|w| w.parse::<f64>().ok());
    let moves = words
        .iter()
        .position(|w| *w == "moves")
        .and_then(|at| number(at + 1))
        .expect("it says its moves");
    let cpu = words
        .iter()
        .position(|w| *w == "cpu")
        .and_then(|at| number(at - 1))
        .expect("it says its time");
    moves / cpu / 1e6
}

fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let (least, most) = (values[0], values[values.len() - 1]);
    format!("{:.2} [{least:.2}-{most:.2}]", values[values.len() / 2])
}
