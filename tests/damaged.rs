//! Fuzz test with damaged files: whatever a file contains, nothing panics, all output is printable, and a game that is
//! accepted can be played.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use patience::internals::is_printable;
use patience::library::Library;
use patience::{Deal, DealNumber, Position, Rules};
use patience_cli::render;

use crate::common::{Rng, cases, first_seed, in_parallel, rules_files, say};

/// Byte strings inserted into files: syntax, and bytes likely to cause trouble.
const TOKENS: [&[u8]; 34] = [
    b"\"",
    b"'",
    b"'''",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b",",
    b".",
    b"\n",
    b"\r",
    b"\0",
    b"\x1b[2J",
    b"\xc2\x9b",
    b"\xff",
    b"\xe2\x80\xae",
    b"#",
    b"(",
    b")",
    b"not ",
    b" and ",
    b" or ",
    b"every(p in tableau, ",
    b"-1",
    b"99999999999",
    b"1e9",
    b"1979-05-27",
    b"true",
    b"like = \"klondike\"\n",
    b"drop = [\"piles\"]\n",
    b"[piles.x]\n",
    b"count = 64\n",
    b"packs = 2\n",
];

/// Mutates a file in one to four places.
fn mutate(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(4) {
        let start = rng.below(bytes.len() + 1);
        let end = (start + rng.below(12)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(start..end)),
            1 => {
                let copy = bytes[start..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            2 if start < bytes.len() => bytes[start] = rng.below(256).to_le_bytes()[0],
            3 if start < bytes.len() => bytes[start] ^= 1 << rng.below(8),
            _ => {
                let token = TOKENS[rng.below(TOKENS.len())];
                bytes.splice(start..start, token.iter().copied());
            }
        }
    }
    bytes
}

/// Loads and plays a file; returns a description of the problem if the output is empty or not printable.
fn find_problem(bytes: &[u8], seed: u64) -> Option<String> {
    let library = Library::new().with_folder(crate::common::root().join("tests/errors"));
    let text = match Rules::parse_with("damaged.toml", "damaged", bytes, &library) {
        Err(rejected) => render(&rejected.diagnostics, &rejected.sources, false),
        Ok(rules) => play_and_collect_output(&rules, seed),
    };
    if text.is_empty() {
        return Some("it is rejected without a message".to_owned());
    }
    let unprintable = text.chars().find(|&c| c != '\n' && !is_printable(c));
    unprintable.map(|c| format!("{c:?} in the output"))
}

/// Runs the tests of a game, plays some moves, and returns all the text it produces.
fn play_and_collect_output(rules: &Rules, seed: u64) -> String {
    let mut output = render(&rules.warnings, rules.sources(), false);
    match rules.test_cases() {
        Err(rejected) => output += &render(&rejected.diagnostics, &rejected.sources, false),
        Ok(test_cases) => {
            for test_case in test_cases.iter().take(20) {
                let _ = test_case.run();
            }
        }
    }
    let settings = rules.settings(&[""; 0]).expect("no variant is wrong");
    output += &settings.to_toml(true);
    output += &rules.page().to_text(60);
    output += &rules.page().to_markdown();
    let Ok(mut position) = Position::deal(rules.game(), &Deal::Number(DealNumber(seed))) else {
        return output;
    };
    let mut rng = Rng(seed);
    for _ in 0..20 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.below(legal.len())];
        output += &position.format_move(mv);
        position.play(mv).expect("listed moves are legal");
    }
    output
}

#[test]
fn damaged_files_are_handled() {
    let originals: Vec<Vec<u8>> = ["games", "tests/errors", "tests/hostile"]
        .into_iter()
        .flat_map(rules_files)
        .map(|file| fs::read(file).expect("the file can be read"))
        .collect();
    let seeds: Vec<u64> = (first_seed()..first_seed() + cases(2000)).collect();
    let times = in_parallel(&seeds, |&seed| {
        let mut rng = Rng(seed);
        let bytes = &originals[rng.below(originals.len())];
        let bytes = mutate(bytes, &mut rng);
        let start = Instant::now();
        let problem = catch_unwind(AssertUnwindSafe(|| find_problem(&bytes, seed)));
        let problem = problem.unwrap_or_else(|_| Some("it panics".to_owned()));
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(problem, None, "file {seed}:\n{text}");
        (start.elapsed(), seed)
    });
    let slowest = times.into_iter().max();
    let count = seeds.len();
    say(
        "damaged_files_are_handled",
        &format_args!("{count} files, the slowest {slowest:?}"),
    );
}
