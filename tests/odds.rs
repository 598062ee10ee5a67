//! `odds`: runs that are killed, that share a file or are joined give the same table as one run.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::common::{Folder, Rng, run_patience};

/// The arguments of a run that finds the same each time.
fn odds<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = [
        "odds", "fan", "--states", "5000", "--format", "json", "--file", file,
    ];
    [&args, more].concat()
}

fn run(args: &[&str]) -> (u8, String) {
    let result = run_patience(args, "");
    (result.status, result.stdout + &result.stderr)
}

/// Runs `odds`, which succeeds. Returns what it found, without how long that took.
fn counts(file: &str, more: &[&str]) -> String {
    let (status, text) = run(&odds(file, more));
    assert_eq!(status, 0, "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let fields = ["deals", "winnable", "unwinnable", "unknown", "low", "high"];
    let fields = fields.map(|field| format!("{field} {}", report[field]));
    fields.join(", ")
}

fn merge(into: &str, files: &[&str]) -> (u8, String) {
    run(&[&["odds", "merge", "--into", into], files].concat())
}

/// Starts the program in a process of its own.
fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patience"));
    let command = command.args(args).stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program exists")
}

fn assert_succeeds(program: Child) {
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

/// What the file says of each deal, without how long that took.
fn table(file: &str) -> Vec<String> {
    let database = Connection::open(file).expect("it can be opened");
    let query = "SELECT format('%s %d: %s %s %d', name, deal, winnable, reason, states)
        FROM verdicts JOIN solved_rules ON id = rules ORDER BY name, deal";
    let mut statement = database.prepare(query).expect("the tables are there");
    let rows = statement.query_map([], |row| row.get(0));
    let rows = rows.and_then(Iterator::collect);
    rows.expect("it is in order")
}

/// How many verdicts are in the file; none as long as it has no tables.
fn number_of_verdicts(file: &str) -> u64 {
    let count = Connection::open(file).and_then(|database| {
        database.busy_timeout(Duration::from_mins(1))?;
        database.query_row("SELECT count(*) FROM verdicts", [], |row| row.get(0))
    });
    count.unwrap_or(0)
}

/// Parts that were solved apart, one of them in two runs, give the same as the whole when they are joined.
#[test]
fn odds_can_be_solved_in_parts() {
    let folder = Folder::new();
    let (whole, joined) = (folder.path("whole"), folder.path("joined"));
    let expected = counts(&whole, &["--deals", "1..60", "--jobs", "2"]);
    assert!(expected.starts_with("deals 60"), "{expected}");
    let (a, b) = (folder.path("a"), folder.path("b"));
    counts(&a, &["--deals", "1..20", "--shard", "1/7"]);
    for (part, deals) in ["1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7"]
        .into_iter()
        .zip([9, 9, 9, 9, 8, 8, 8])
    {
        let file = if deals == 9 { &a } else { &b };
        let part = counts(file, &["--deals", "1..60", "--shard", part]);
        assert!(part.starts_with(&format!("deals {deals}, ")), "{part}");
    }
    // Merging again changes nothing.
    for _ in 0..2 {
        assert_eq!(merge(&joined, &[&a, &b]).0, 0);
        assert_eq!(counts(&joined, &["--deals", "1..60"]), expected);
        assert_eq!(table(&joined), table(&whole));
    }
}

/// Deals have all numbers of 64 bits, which the database has with a sign.
#[test]
fn all_numbers_of_deals_are_known_again() {
    let folder = Folder::new();
    let file = folder.path("file");
    for (first, last) in [
        (0, 2),
        ((1 << 63) - 2, (1 << 63) + 1),
        (u64::MAX - 2, u64::MAX),
    ] {
        let before = number_of_verdicts(&file);
        let deals = format!("{first}..{last}");
        let found = counts(&file, &["--deals", &deals]);
        let solved = number_of_verdicts(&file);
        assert_eq!(solved - before, last - first + 1);
        assert_eq!(counts(&file, &["--deals", &deals]), found);
        assert_eq!(number_of_verdicts(&file), solved);
    }
    let (_, known) = run(&["odds", "fan", "--format", "json", "--file", &file]);
    let options = "--deals 0..18446744073709551615 (10 of them) --states 5000";
    assert!(
        known.contains(&format!("\"options\":\"{options}\"")),
        "{known}"
    );
}

/// A file that says the opposite is refused as a whole.
#[test]
fn contradicting_odds_are_not_joined() {
    let folder = Folder::new();
    let (a, b) = (folder.path("a"), folder.path("b"));
    counts(&a, &["--deals", "1..30"]);
    counts(&b, &["--deals", "1..40"]);
    let database = Connection::open(&b).expect("it is a database");
    let turn = "UPDATE verdicts SET winnable = 1 WHERE deal =
        (SELECT max(deal) FROM verdicts WHERE winnable = 0 AND deal <= 30)";
    assert_eq!(database.execute(turn, []), Ok(1));
    drop(database);
    let before = table(&a);
    let (status, text) = merge(&a, &[&b]);
    assert_eq!(status, 2);
    assert!(text.contains("is winnable (version "), "{text}");
    assert!(text.contains("but was unwinnable before"), "{text}");
    assert!(text.contains("nothing of this file was added"), "{text}");
    assert_eq!(table(&a), before);
}

/// What is known better is not replaced by what is known less well, in whichever order files are joined.
#[test]
fn the_longer_attempt_is_kept() {
    let folder = Folder::new();
    let (short, long) = (folder.path("short"), folder.path("long"));
    let deals = ["--deals", "1..30"];
    let args = ["odds", "fan", "--states", "50", "--file", &short];
    assert_eq!(run(&[&args[..], &deals].concat()).0, 0);
    counts(&long, &deals);
    assert_ne!(table(&short), table(&long));
    for order in [[&short, &long], [&long, &short]] {
        let joined = folder.path("joined");
        let _ = fs::remove_file(&joined);
        assert_eq!(merge(&joined, &order.map(String::as_str)).0, 0);
        assert_eq!(table(&joined), table(&long));
    }
}

/// A run that ends early because enough is known ends there again, without solving any deal.
#[test]
fn a_run_ends_when_enough_is_known() {
    let folder = Folder::new();
    let file = folder.path("file");
    let args = ["--deals", "1..5000", "--until", "15", "--jobs", "1"];
    let found = counts(&file, &args);
    let solved = number_of_verdicts(&file);
    assert!((20..100).contains(&solved), "{found}");
    assert_eq!(counts(&file, &args), found);
    assert_eq!(number_of_verdicts(&file), solved);
}

/// The program is killed at random moments, and goes on each time where it was.
#[test]
fn a_run_may_be_killed_at_any_moment() {
    let folder = Folder::new();
    let (file, unbroken) = (folder.path("killed"), folder.path("unbroken"));
    // So many deals that no run comes to their end, however fast it is.
    let args = ["--deals", "1..1000000", "--jobs", "2"];
    let mut rng = Rng(14);
    for _ in 0..10 {
        let before = number_of_verdicts(&file);
        let mut program = start(&odds(&file, &args));
        // It has begun with its work, and is anywhere between two transactions or within one.
        while number_of_verdicts(&file) == before {
            assert!(matches!(program.try_wait(), Ok(None)), "it goes on");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(rng.below(120) as u64));
        program.kill().expect("it is ours");
        program.wait().expect("it ends");
        let after = number_of_verdicts(&file);
        assert!(after > before, "{after} of {before} verdicts are left");
    }
    let database = Connection::open(&file).expect("it is a database");
    let query = "SELECT max(deal) FROM verdicts";
    let last: u64 = database
        .query_row(query, [], |row| row.get(0))
        .expect("it can be read");
    drop(database);
    let deals = format!("1..{last}");
    let args = ["--deals", &deals, "--jobs", "2"];
    assert_eq!(counts(&file, &args), counts(&unbroken, &args));
    assert_eq!(table(&file), table(&unbroken));
}

/// Programs with the same deals, others with other deals and one that joins another file share a file.
#[test]
fn programs_share_a_file() {
    let folder = Folder::new();
    let (file, other, whole) = (
        folder.path("file"),
        folder.path("other"),
        folder.path("whole"),
    );
    counts(&other, &["--deals", "101..160"]);
    let mut programs = ["1..100", "1..100", "50..130", "50..130"]
        .map(|deals| start(&odds(&file, &["--deals", deals, "--jobs", "1"])));
    while number_of_verdicts(&file) == 0
        && programs
            .iter_mut()
            .all(|program| matches!(program.try_wait(), Ok(None)))
    {
        sleep(Duration::from_millis(5));
    }
    for _ in 0..3 {
        let (status, text) = merge(&file, &[&other]);
        assert_eq!((status, text.contains(": 60 deals")), (0, true), "{text}");
    }
    programs.into_iter().for_each(assert_succeeds);
    let expected = counts(&whole, &["--deals", "1..160"]);
    assert_eq!(table(&file), table(&whole));
    assert_eq!(counts(&file, &["--deals", "1..160"]), expected);
}

/// A file that another program keeps locked is waited for, but not for long, and nobody waits without knowing why.
#[test]
fn a_locked_file_is_reported() {
    let folder = Folder::new();
    let (file, other) = (folder.path("locked"), folder.path("other"));
    for file in [&file, &other] {
        counts(file, &["--deals", "1..2"]);
    }
    let lock = Connection::open(&file).expect("it is a database");
    lock.execute_batch("BEGIN EXCLUSIVE").expect("it is free");
    let begin = Instant::now();
    let all: [Vec<&str>; 4] = [
        odds(&file, &["--deals", "1..3"]),
        vec!["odds", "fan", "--file", &file],
        vec!["odds", "merge", "--into", &file, &other],
        vec!["odds", "merge", "--into", &other, &file],
    ];
    let programs: Vec<Child> = all.iter().map(|args| start(args)).collect();
    for program in programs {
        let output = program.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains("locked is in use by another program"),
            "{text}"
        );
    }
    let seconds = begin.elapsed().as_secs();
    assert!((4..60).contains(&seconds), "{seconds} s");
    lock.execute_batch("ROLLBACK").expect("it was begun");
    counts(&file, &["--deals", "1..3"]);
}

/// A run that has begun to solve says for which file it waits, and loses nothing by it.
#[test]
fn a_run_waits_for_a_file_that_is_locked_meanwhile() {
    let folder = Folder::new();
    let file = folder.path("locked");
    let mut program = start(&odds(&file, &["--deals", "1..100000"]));
    let mut wait_for = |verdicts: u64| {
        while number_of_verdicts(&file) < verdicts {
            assert!(program.try_wait().expect("it can be asked").is_none());
            sleep(Duration::from_millis(50));
        }
    };
    wait_for(10);
    let lock = Connection::open(&file).expect("it is a database");
    lock.busy_timeout(Duration::from_mins(1))
        .expect("it is a time");
    lock.execute_batch("BEGIN EXCLUSIVE").expect("it is free");
    sleep(Duration::from_secs(6));
    lock.execute_batch("ROLLBACK").expect("it was begun");
    wait_for(number_of_verdicts(&file) + 10);
    program.kill().expect("it runs");
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    let note = "locked is in use by another program; the verdicts are kept until it is free\n";
    assert!(text.ends_with(note), "{text}");
}

/// Files that cannot be used are named, with the reason, before any deal is solved; what is in them stays.
#[test]
fn files_that_cannot_be_used_are_refused() {
    let folder = Folder::new();
    let good = folder.path("good");
    counts(&good, &["--deals", "1..5"]);
    let newer = folder.path("newer");
    fs::copy(&good, &newer).expect("there is room");
    let database = Connection::open(&newer).expect("it is a database");
    let version = database.pragma_update(None, "user_version", 99);
    version.expect("any number is valid");
    drop(database);
    let (text, missing) = (folder.path("text"), folder.path("missing/file"));
    fs::write(&text, "Dear diary, \x1b[2J\n".repeat(99)).expect("there is room");
    let deals = ["--deals", "1..5"];
    for (file, expected) in [
        (&text, "text is damaged: it is not a database; move it away"),
        (&newer, "newer has version 99 of the database"),
        (&missing, "missing/file: No such file or directory"),
    ] {
        let before = fs::read(file).ok();
        let (status, message) = run(&odds(file, &deals));
        assert!(message.contains(expected), "{message}");
        assert_eq!(status, 2, "{message}");
        if Path::new(file).exists() {
            let (status, message) = merge(&good, &[file]);
            assert!(status == 2 && message.contains(expected), "{message}");
        }
        assert_eq!(fs::read(file).ok(), before, "{file}");
    }
    let table_before = table(&good);
    for (file, expected) in [
        (&missing, "there are no verdicts in"),
        (&good, "good is the file that the others are joined to"),
    ] {
        let (status, message) = merge(&good, &[file]);
        assert!(status == 2 && message.contains(expected), "{message}");
    }
    assert_eq!(table(&good), table_before);
}

/// When nothing more can be written, the run says so and ends; what was recorded before stays.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_verdict() {
    let folder = Folder::new();
    let file = folder.path("file");
    counts(&file, &["--deals", "1..30"]);
    let before = table(&file);
    let args = [
        "odds", "fan", "--deals", "1..3000", "--states", "5", "--file", &file,
    ]
    .join("' '");
    let program = env!("CARGO_BIN_EXE_patience");
    // Files may not become longer than this one is, give or take a few pages.
    let script = format!("trap '' XFSZ; ulimit -f 80; exec '{program}' '{args}'");
    let output = Command::new("sh").args(["-c", &script]).output();
    let output = output.expect("there is a shell");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with(&format!("error: {file}")), "{message}");
    assert_eq!(output.status.code(), Some(2));
    let after = table(&file);
    assert!(before.iter().all(|row| after.contains(row)));
    assert!(after.len() < 3000, "{} verdicts", after.len());
}

/// The most memory that a process used so far, in megabytes.
#[cfg(target_os = "linux")]
fn peak_memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Deals that cannot be decided fill their memory, and no more. Without the limit, these would take 90 megabytes.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_under_its_limit() {
    let folder = Folder::new();
    let file = folder.path("file");
    let limits = ["--states", "150000", "--memory", "8", "--jobs", "2"];
    let args = ["odds", "spider", "--deals", "1..2", "--file", &file];
    let mut program = start(&[&args[..], &limits].concat());
    let mut peak = 0;
    while matches!(program.try_wait(), Ok(None)) {
        peak = peak.max(peak_memory(&program).unwrap_or(0));
        sleep(Duration::from_millis(10));
    }
    assert_succeeds(program);
    // The program itself takes some, too.
    assert!((12..2 * 8 + 24).contains(&peak), "{peak} MB");
}
