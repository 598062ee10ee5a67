//! How long a unit of work takes, for each thing that the program does: over all games of the library, and over the rules
//! files in a folder.

use std::path::Path;

use patience::library::{Library, built_in_ids};
use patience::solve::{Control, Limits};
use patience::{Deal, DealNumber, Position, Rules, Solver, work};

use crate::measure;
use patience::internals::Stream;

/// How many moves of each deal are played.
const MOVES: usize = 200;
/// The deals of each game.
const DEALS: u64 = 3;

/// What was done, and what it took.
#[derive(Default)]
struct Row {
    units: u64,
    seconds: f64,
    dearest: (f64, String),
}

impl Row {
    fn add<T>(&mut self, game: &str, f: impl FnOnce() -> T) -> T {
        let before = work::done();
        let (result, seconds) = measure(f);
        let units = work::done() - before;
        self.units += units;
        self.seconds += seconds;
        let each = seconds * 1e9 / to_f64(units.max(1000));
        // What takes no time is measured too badly to be the dearest.
        if seconds > 1e-3 && each > self.dearest.0 {
            self.dearest = (each, game.to_owned());
        }
        result
    }
}

const ROWS: [&str; 9] = [
    "loading", "checking", "dealing", "listing", "moving", "copying", "hashing", "naming",
    "solving",
];

pub(crate) fn print(folder: Option<&Path>) {
    let mut rows: [Row; ROWS.len()] = Default::default();
    match folder {
        None => {
            for id in built_in_ids() {
                let rules = rows[0].add(id, || Rules::built_in(id));
                add(&mut rows, &rules.expect("the game is built in"));
            }
        }
        Some(folder) => {
            let files = std::fs::read_dir(folder).expect("the folder can be read");
            for file in files {
                let path = file.expect("the folder can be read").path();
                if path.extension().is_none_or(|ext| ext != "toml") {
                    continue;
                }
                let text = std::fs::read(&path).expect("the file can be read");
                let name = path
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned());
                let name = name.unwrap_or_default();
                let library = Library::new();
                if let Ok(rules) =
                    rows[0].add(&name, || Rules::parse_with(&name, &name, &text, &library))
                {
                    add(&mut rows, &rules);
                }
            }
        }
    }
    println!("  what      million units  seconds  ns a unit  dearest");
    for (name, row) in ROWS.iter().zip(&rows) {
        println!(
            "  {name:9} {:13.1}  {:7.2}  {:9.2}  {:.1} {}",
            to_f64(row.units) / 1e6,
            row.seconds,
            row.seconds * 1e9 / to_f64(row.units.max(1000)),
            row.dearest.0,
            row.dearest.1,
        );
    }
}

fn add(rows: &mut [Row; ROWS.len()], rules: &Rules) {
    let [
        _,
        checking,
        dealing,
        listing,
        moving,
        copying,
        hashing,
        naming,
        solving,
    ] = rows;
    let game = rules.game();
    let id = game.id();
    checking.add(id, || rules.lint());
    for number in 1..=DEALS {
        let deal = Deal::Number(DealNumber(number));
        let Ok(first) = dealing.add(id, || Position::deal(game, &deal)) else {
            continue;
        };
        let (mut line, mut random) = (Vec::new(), Stream::new(DealNumber(number)));
        let mut legal = Vec::new();
        let mut at = first.clone();
        for _ in 0..MOVES {
            at.legal_moves_into(&mut legal);
            if legal.is_empty() {
                break;
            }
            let chosen = legal[random.below(legal.len())];
            line.push(chosen);
            at.play_unchecked(chosen);
        }
        moving.add(id, || {
            let mut at = first.clone();
            for mv in &line {
                at.play_unchecked(*mv);
            }
        });
        let mut path = vec![first.clone()];
        for mv in &line {
            let mut next = path[path.len() - 1].clone();
            next.play_unchecked(*mv);
            path.push(next);
        }
        listing.add(id, || {
            for at in &mut path {
                at.legal_moves_into(&mut legal);
            }
        });
        let mut copy = first.clone();
        copying.add(id, || {
            for at in &path {
                copy.clone_from(at);
            }
        });
        hashing.add(id, || path.iter().fold(0, |all, at| all ^ at.hash()));
        naming.add(id, || {
            let mut at = first.clone();
            at.legal_moves_into(&mut legal);
            legal
                .iter()
                .map(|mv| at.format_move(*mv).len())
                .sum::<usize>()
        });
        if number == 1 {
            let solver = Solver::new(Limits::default().with_states(2_000).with_work(100_000_000));
            solving.add(id, || solver.solve(&first, &Control::default()));
        }
    }
}

/// A count as a number to calculate with; the last three digits do not matter.
fn to_f64(count: u64) -> f64 {
    1e3 * f64::from(u32::try_from(count / 1000).unwrap_or(u32::MAX))
}
