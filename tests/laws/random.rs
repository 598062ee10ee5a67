//! Checks the laws with rules that no game of the library has: random files, and mutated files of the library.
//!
//! A normal run checks a few hundred. `PATIENCE_RULES=100000` checks that many of each kind, and `PATIENCE_FIRST=5000`
//! sets the first seed. A file that violates a law is shrunk and shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use patience::{Library, Rules};

use super::judge::{RefusalCounts, Violation, check_random_game};
use super::mutate::mutate;
use super::random_rules::write_random_rules;
use super::shrink::shrink;
use crate::common::{Rng, env_number, rules_files};

const MOVES: usize = 30;

fn parse(text: &str) -> Option<Rules> {
    Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new()).ok()
}

/// Checks the laws in a random game of a rules file; returns `None` if the file is not valid.
fn check_file(
    text: &str,
    seed: u64,
    refusals: &mut RefusalCounts,
) -> Option<Result<(), Violation>> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        let rules = parse(text)?;
        // Whatever is found, finding it must not fail.
        let _ = rules.lint();
        Some(check_random_game(rules.game(), seed, MOVES, refusals))
    }));
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Some(Err(Violation {
            law: "nothing panics",
            details: message.unwrap_or_default(),
        }))
    })
}

/// The results for many files.
#[derive(Default)]
struct Report {
    files: u64,
    valid: u64,
    refusals: RefusalCounts,
    /// By law: the number of files that violate it; and the text, the seed and the details of one of them.
    violations: BTreeMap<&'static str, (u64, String, u64, String)>,
}

/// Checks the files of a range of seeds, with one thread per processor.
fn check_files(count: u64, write_file: impl Fn(u64) -> String + Sync) -> Report {
    let first = env_number("PATIENCE_FIRST", 0);
    let report = Mutex::new(Report::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::panic::set_hook(Box::new(|_| ()));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (report, write_file) = (&report, &write_file);
            scope.spawn(move || {
                let mut refusals = RefusalCounts::default();
                for seed in (first + thread..first + count)
                    .step_by(usize::try_from(threads).expect("there are few threads"))
                {
                    let text = write_file(seed);
                    let result = check_file(&text, seed, &mut refusals);
                    let mut report = report.lock().expect("no thread panics here");
                    report.files += 1;
                    report.valid += u64::from(result.is_some());
                    if let Some(Err(violation)) = result {
                        let entry = report.violations.entry(violation.law);
                        entry
                            .or_insert_with(|| (0, text, seed, violation.details))
                            .0 += 1;
                    }
                }
                let mut report = report.lock().expect("no thread panics here");
                for (key, count) in refusals.0 {
                    *report.refusals.0.entry(key).or_default() += count;
                }
            });
        }
    });
    let _ = std::panic::take_hook();
    report.into_inner().expect("no thread panics here")
}

/// Prints a summary for manual runs with many files.
#[expect(clippy::print_stdout, reason = "visible only with `--nocapture`")]
fn print_summary(report: &Report) {
    let refusals: BTreeMap<_, _> = report.refusals.0.iter().collect();
    println!(
        "{} of {} files are valid; refusals by key: {refusals:?}",
        report.valid, report.files
    );
}

/// Asserts that no file violates a law; panics with a small file for each law that does not hold.
fn assert_no_violations(report: &Report) {
    let mut message = String::new();
    for (law, (count, text, seed, details)) in &report.violations {
        let violates = |text: &str| {
            let result = check_file(text, *seed, &mut RefusalCounts::default());
            matches!(result, Some(Err(violation)) if violation.law == *law)
        };
        let small = shrink(text, violates);
        let details = match check_file(&small, *seed, &mut RefusalCounts::default()) {
            Some(Err(violation)) => violation.details,
            _ => details.clone(),
        };
        let _ = write!(
            message,
            "\n=== {law}: {count} files, one of them with seed {seed}\n{details}\n---\n{small}\n"
        );
    }
    assert!(
        report.violations.is_empty(),
        "of {} files, {} of them valid:{message}",
        report.files,
        report.valid
    );
}

/// Asserts that at least one in `n` files is valid.
fn assert_one_in_n_valid(report: &Report, n: u64) {
    let (valid, files) = (report.valid, report.files);
    assert!(
        valid * n >= files,
        "only {valid} of {files} files are valid"
    );
}

#[test]
fn random_rules_keep_the_laws() {
    let files = env_number("PATIENCE_RULES", 300);
    let report = check_files(files, |seed| write_random_rules(&mut Rng(seed)));
    print_summary(&report);
    assert_no_violations(&report);
    assert_one_in_n_valid(&report, 2);
    let keys = [
        "piles.available",
        "piles.take",
        "piles.keep",
        "piles.alike",
        "piles.unit",
        "piles.run",
        "piles.capacity",
        "piles.start",
        "piles.build",
        "piles.pair",
        "piles.swap",
        "base.from",
        "base.locks",
        "actions.when",
        "actions.limit",
        "actions.do",
    ];
    for key in keys {
        let times = report.refusals.0.get(key).copied().unwrap_or(0);
        assert!(times >= 100, "{key} refuses only {times} times");
    }
}

#[test]
fn mutated_games_keep_the_laws() {
    let files = env_number("PATIENCE_RULES", 300);
    let games: Vec<String> = rules_files("games")
        .iter()
        .map(|file| fs::read_to_string(file).expect("the file can be read"))
        .collect();
    let report = check_files(files, |seed| {
        let mut rng = Rng(seed);
        let game = &games[rng.below(games.len())];
        mutate(game, &mut rng)
    });
    print_summary(&report);
    assert_no_violations(&report);
    assert_one_in_n_valid(&report, 3);
}
