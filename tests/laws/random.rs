//! Checks the laws with rules that no game of the library has: random files, and mutated files of the library.
//!
//! A file that violates a law is shrunk and shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use patience::Rules;
use patience::library::Library;

use super::mutate::mutate;
use super::pages::check_page;
use super::random_rules::write_random_rules;
use super::shrink::shrink;
use super::walk::{Found, Violation, Walk};
use super::{LAWS, LAWS_OF_ANY_RULES};
use crate::common::{Rng, cases, first_seed, in_parallel, library, message_of, say, thinning};

const MOVES: usize = 30;

fn parse(text: &str) -> Option<Rules> {
    Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new()).ok()
}

/// The laws that hold for any rules, in a random game.
const WALK: Walk = Walk {
    laws: &[LAWS, LAWS_OF_ANY_RULES],
    moves: MOVES,
    thin: 1,
    lags: true,
};

/// Checks the laws in a random game of a rules file; returns `None` if the file is not valid.
fn check_file(text: &str, seed: u64) -> Option<Found> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        let rules = parse(text)?;
        // Whatever is found, finding it must not fail.
        let _ = rules.lint();
        let mut found = WALK.games(rules.game(), seed..=seed);
        if found.violation.is_none() {
            found.violation = check_page(rules.game()).err();
        }
        Some(found)
    }));
    result.unwrap_or_else(|panic| {
        Some(Found {
            violation: Some(Violation {
                law: "nothing panics",
                details: message_of(&*panic),
            }),
            ..Found::default()
        })
    })
}

/// The results for many files.
#[derive(Default)]
struct Report {
    files: usize,
    valid: usize,
    found: Found,
    /// By law: the number of files that violate it; and the text, the seed and the details of one of them.
    violations: BTreeMap<&'static str, (u64, String, u64, String)>,
}

/// Checks the files of some seeds.
fn check_files(test: &str, count: u64, write_file: impl Fn(u64) -> String + Sync) -> Report {
    let seeds: Vec<u64> = (first_seed()..first_seed() + count).collect();
    let checked = in_parallel(&seeds, |&seed| check_file(&write_file(seed), seed));
    let mut report = Report {
        files: seeds.len(),
        ..Report::default()
    };
    for (seed, found) in seeds.into_iter().zip(checked) {
        let Some(mut found) = found else { continue };
        report.valid += 1;
        if let Some(violation) = found.violation.take() {
            let first = || (0, write_file(seed), seed, violation.details);
            let entry = report.violations.entry(violation.law);
            entry.or_insert_with(first).0 += 1;
        }
        report.found.add(found);
    }
    let Report {
        files,
        valid,
        found,
        ..
    } = &report;
    say(
        test,
        &format_args!("{valid} of {files} files are valid, {:?}", found.cases),
    );
    report
}

/// Asserts that no file violates a law; panics with a small file for each law that does not hold.
fn assert_no_violations(report: &Report) {
    let mut message = String::new();
    for (law, (count, text, seed, details)) in &report.violations {
        let violates = |text: &str| {
            let violation = check_file(text, *seed).and_then(|found| found.violation);
            violation.is_some_and(|violation| violation.law == *law)
        };
        let small = shrink(text, violates);
        let violation = check_file(&small, *seed).and_then(|found| found.violation);
        let details = violation.map_or_else(|| details.clone(), |violation| violation.details);
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
fn assert_one_in_n_valid(report: &Report, n: usize) {
    let (valid, files) = (report.valid, report.files);
    assert!(
        valid * n >= files,
        "only {valid} of {files} files are valid"
    );
}

#[test]
fn random_rules_keep_the_laws() {
    let test = "random_rules_keep_the_laws";
    let report = check_files(test, cases(300), |seed| write_random_rules(&mut Rng(seed)));
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
        let times = report.found.refusals.get(key).copied().unwrap_or(0);
        let least = 100 / thinning();
        assert!(times >= least, "{key} refuses only {times} times");
    }
}

#[test]
fn mutated_games_keep_the_laws() {
    let games: Vec<&str> = library().iter().map(|file| file.rules.text()).collect();
    let report = check_files("mutated_games_keep_the_laws", cases(300), |seed| {
        let mut rng = Rng(seed);
        let game = games[rng.below(games.len())];
        mutate(game, &mut rng)
    });
    assert_no_violations(&report);
    assert_one_in_n_valid(&report, 3);
}
