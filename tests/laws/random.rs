//! The laws over rules that no game of the library has: random files, and files of the library with slips in them.
//!
//! Some hundreds are judged each time; `PATIENCE_RULES=100000` judges that many of each, and `PATIENCE_FIRST=5000`
//! begins elsewhere. A file that breaks a law is made as small as it can be and shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use patience::{Library, Rules};

use super::judge::{Broken, Cited, judge_game};
use super::mutate::mutated;
use super::random_rules::random_rules;
use super::shrink::shrunk;
use crate::common::{Chance, rules_files, setting};

const MOVES: usize = 30;

fn parsed(text: &str) -> Option<Rules> {
    Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new()).ok()
}

/// Plays a file, if it is right; `None` if it is not.
fn judged(text: &str, seed: u64, cited: &mut Cited) -> Option<Result<(), Broken>> {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let rules = parsed(text)?;
        Some(judge_game(rules.game(), seed, MOVES, cited))
    }));
    played.unwrap_or_else(|panic| {
        let found = panic.downcast_ref::<String>().cloned();
        let found = found.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Some(Err(Broken {
            law: "nothing panics",
            found: found.unwrap_or_default(),
        }))
    })
}

/// What was found in many files.
#[derive(Default)]
struct Report {
    files: u64,
    right: u64,
    cited: Cited,
    /// By law: how many files break it, and the first of them.
    broken: BTreeMap<&'static str, (u64, String, u64, String)>,
}

/// Judges files, in as many threads as there are processors.
fn report(files: u64, text_of: impl Fn(u64) -> String + Sync) -> Report {
    let first = setting("PATIENCE_FIRST", 0);
    let report = Mutex::new(Report::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::panic::set_hook(Box::new(|_| ()));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (report, text_of) = (&report, &text_of);
            scope.spawn(move || {
                let mut cited = Cited::default();
                for seed in
                    (first + thread..first + files).step_by(usize::try_from(threads).expect("few"))
                {
                    let text = text_of(seed);
                    let found = judged(&text, seed, &mut cited);
                    let mut report = report.lock().expect("no thread panics here");
                    report.files += 1;
                    report.right += u64::from(found.is_some());
                    if let Some(Err(broken)) = found {
                        let entry = report.broken.entry(broken.law);
                        entry.or_insert_with(|| (0, text, seed, broken.found)).0 += 1;
                    }
                }
                let mut report = report.lock().expect("no thread panics here");
                for (key, count) in cited.0 {
                    *report.cited.0.entry(key).or_default() += count;
                }
            });
        }
    });
    let _ = std::panic::take_hook();
    report.into_inner().expect("no thread panics here")
}

/// Says what was judged, for whoever runs many files by hand.
#[expect(clippy::print_stdout, reason = "it is seen with `--nocapture` only")]
fn say(report: &Report) {
    let cited: BTreeMap<_, _> = report.cited.0.iter().collect();
    println!(
        "{} of {} files are right; refused by {cited:?}",
        report.right, report.files
    );
}

/// Fails with a small file for each law that does not hold.
fn assert_unbroken(report: &Report) {
    let mut message = String::new();
    for (law, (count, text, seed, found)) in &report.broken {
        let breaks = |text: &str| {
            let found = judged(text, *seed, &mut Cited::default());
            matches!(found, Some(Err(broken)) if broken.law == *law)
        };
        let small = shrunk(text, breaks);
        let now = match judged(&small, *seed, &mut Cited::default()) {
            Some(Err(broken)) => broken.found,
            _ => found.clone(),
        };
        let _ = write!(
            message,
            "\n=== {law}: {count} files, the first by seed {seed}\n{now}\n---\n{small}\n"
        );
    }
    assert!(
        report.broken.is_empty(),
        "of {} files, {} of them right:{message}",
        report.files,
        report.right
    );
}

/// Fails if fewer files are right than one of so many.
fn assert_right(report: &Report, one_of: u64) {
    let (right, files) = (report.right, report.files);
    assert!(
        right * one_of >= files,
        "{right} of {files} files are right"
    );
}

#[test]
fn random_rules_keep_the_laws() {
    let files = setting("PATIENCE_RULES", 300);
    let report = report(files, |seed| random_rules(&mut Chance(seed)));
    say(&report);
    assert_unbroken(&report);
    assert_right(&report, 2);
    let keys = [
        "piles.available",
        "piles.take",
        "piles.keep",
        "piles.alike",
        "piles.unit",
        "piles.run",
        "piles.capacity",
        "piles.distinct",
        "piles.start",
        "piles.build",
        "piles.pair",
        "base.from",
        "base.locks",
        "actions.when",
        "actions.limit",
        "actions.do",
    ];
    for key in keys {
        let times = report.cited.0.get(key).copied().unwrap_or(0);
        assert!(times >= 100, "{key} refuses {times} times only");
    }
}

#[test]
fn mutated_games_keep_the_laws() {
    let files = setting("PATIENCE_RULES", 300);
    let games: Vec<String> = rules_files("games")
        .iter()
        .map(|file| fs::read_to_string(file).expect("it can be read"))
        .collect();
    let report = report(files, |seed| {
        let mut chance = Chance(seed);
        let game = &games[chance.below(games.len())];
        mutated(game, &mut chance)
    });
    say(&report);
    assert_unbroken(&report);
    assert_right(&report, 3);
}
