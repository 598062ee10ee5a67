//! Damaged files: whatever bytes a file has, it is answered, soon, in letters that a terminal may be shown, and a game
//! that is taken can be played.
//!
//! Two thousand are tried each time; `PATIENCE_FILES=1000000` tries that many, and `PATIENCE_FIRST=5000` begins elsewhere.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use patience::internals::{is_printable, render};
use patience::{Deal, DealNumber, Library, Position, Rules};

use crate::common::{Chance, rules_files, setting};

/// What is put into a file: what may mean something, and what may mean harm.
const PIECES: [&[u8]; 34] = [
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

/// A file with one to four places damaged.
fn damaged(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + chance.below(12)).min(bytes.len());
        match chance.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].to_vec();
                let to = chance.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            2 if at < bytes.len() => bytes[at] = chance.below(256).to_le_bytes()[0],
            3 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            _ => {
                let piece = PIECES[chance.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

/// What is wrong with the answer to a file, if anything is.
fn complaint(bytes: &[u8], seed: u64) -> Option<String> {
    let library = Library::new().with_folder(crate::common::root().join("tests/errors"));
    let text = match Rules::parse_with("damaged.toml", "damaged", bytes, &library) {
        Err(rejected) => render(&rejected.diagnostics, &rejected.sources, false),
        Ok(rules) => played(&rules, seed),
    };
    if text.is_empty() {
        return Some("it is refused without a word".to_owned());
    }
    let hidden = text.chars().find(|&c| c != '\n' && !is_printable(c));
    hidden.map(|hidden| format!("{hidden:?} in the answer"))
}

/// Plays a little, and gives all that is said of the game.
fn played(rules: &Rules, seed: u64) -> String {
    let mut said = render(&rules.warnings, rules.sources(), false);
    match rules.test_cases() {
        Err(rejected) => said += &render(&rejected.diagnostics, &rejected.sources, false),
        Ok(test_cases) => {
            for test_case in test_cases.iter().take(20) {
                let _ = test_case.run();
            }
        }
    }
    said += &rules.game().facts().join("\n");
    let Ok(mut position) = Position::deal(rules.game(), &Deal::Number(DealNumber(seed))) else {
        return said;
    };
    let mut chance = Chance(seed);
    for _ in 0..20 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[chance.below(legal.len())];
        said += &position.format_move(chosen);
        position.play(chosen).expect("it is listed");
    }
    said
}

#[test]
#[expect(clippy::print_stdout, reason = "it is seen with `--nocapture` only")]
fn files_are_answered() {
    let (first, files) = (
        setting("PATIENCE_FIRST", 0),
        setting("PATIENCE_FILES", 2000),
    );
    let sound: Vec<Vec<u8>> = ["games", "tests/errors", "tests/hostile"]
        .into_iter()
        .flat_map(rules_files)
        .map(|file| fs::read(file).expect("it can be read"))
        .collect();
    let next = AtomicU64::new(first);
    let slowest = Mutex::new((Duration::ZERO, 0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + files {
                        break;
                    }
                    let mut chance = Chance(seed);
                    let bytes = &sound[chance.below(sound.len())];
                    let bytes = damaged(bytes, &mut chance);
                    let start = Instant::now();
                    let found = catch_unwind(AssertUnwindSafe(|| complaint(&bytes, seed)));
                    let mut slowest = slowest.lock().expect("no thread panics with it");
                    *slowest = (*slowest).max((start.elapsed(), seed));
                    drop(slowest);
                    let found = found.unwrap_or_else(|_| Some("it panics".to_owned()));
                    let text = String::from_utf8_lossy(&bytes);
                    assert_eq!(found, None, "file {seed}:\n{text}");
                }
            });
        }
    });
    println!(
        "the slowest answer, of {files}, with its seed: {:?}",
        slowest.into_inner()
    );
}
