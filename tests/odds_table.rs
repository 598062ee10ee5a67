//! What is known of the odds of games: the tables, and what is recorded of the built-in games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{RunResult, root, run_patience, run_with_data};
use crate::markdown::read_page;
use crate::tables::record_odds;

/// Solves some deals of a game whose deals are solved quickly.
fn solve(game: &str, deals: &str, more: &[&str]) -> RunResult {
    let args = [
        "odds", game, "--deals", deals, "--states", "500", "--jobs", "1",
    ];
    run_patience(&[&args, more].concat(), "")
}

fn json(args: &[&str]) -> Value {
    let result = run_patience(&[&["odds", "--format", "json"], args].concat(), "");
    assert_eq!((result.status, &result.stderr[..]), (0, ""));
    serde_json::from_str(&result.stdout).expect("it is JSON")
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// What is known after a run is what the run found, of one game and of all, under whichever name it was asked for.
#[test]
fn what_was_solved_is_known() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = path(folder.path(), "verdicts");
    for (game, with) in [
        ("late-binding", ""),
        ("Fan", "single"),
        ("american-canister", ""),
    ] {
        let with = if with.is_empty() {
            vec![]
        } else {
            vec!["--with", with]
        };
        let solved = solve(
            game,
            "3..12",
            &[&["--file", &file, "--format", "json"], &with[..]].concat(),
        );
        let found: Value = serde_json::from_str(&solved.stdout).expect("it is JSON");
        let known = json(&[&[game, "--file", &file], &with[..]].concat());
        for field in [
            "rules",
            "deals",
            "winnable",
            "unwinnable",
            "unknown",
            "states",
            "low",
            "high",
        ] {
            assert_eq!(known["games"][0][field], found[field], "{game}, {field}");
        }
        assert_eq!(known["games"][0]["options"], "--deals 3..12 --states 500");
    }
    let all = json(&["--file", &file]);
    let games = all["games"].as_array().expect("it is a list");
    let names = games.iter().map(|game| (&game["game"], &game["title"]));
    let names: Vec<String> = names
        .map(|(game, title)| format!("{game} {title}"))
        .collect();
    let expected = [
        r#""american-canister" "American Canister""#,
        r#""fan --with single" "Fan, single""#,
        r#""late-binding" "Late-Binding Solitaire""#,
    ];
    assert_eq!(names, expected);
    // Games of which nothing is known are named.
    let some = json(&["fan", "late-binding", "--file", &file]);
    assert_eq!(some["unsolved"], serde_json::json!(["fan"]));
}

/// The data folder and the record are looked up together; the one with more deals counts.
#[test]
fn what_the_player_solved_counts_if_it_is_more() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let odds = |args: &[&str]| {
        let args = [&["odds", "american-canister", "--format", "json"], args].concat();
        let result = run_with_data(&args, "", false, folder.path());
        let found: Value = serde_json::from_str(&result.stdout).expect("it is JSON");
        found["games"][0]["deals"].as_u64()
    };
    let recorded = odds(&[]).unwrap_or(0);
    assert_eq!(odds(&["--deals", "1..2", "--jobs", "1"]), None);
    assert_eq!(odds(&[]), Some(recorded.max(2)));
}

#[test]
fn nothing_known_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = path(folder.path(), "verdicts");
    let solved = solve("american-canister", "1..2", &["--file", &file]);
    assert_eq!(solved.status, 0, "{}", solved.stderr);
    let database = rusqlite::Connection::open(&file).expect("it is a database");
    let change = "UPDATE solved_rules SET fingerprint = '0123456789abcdef', name = 'Old\u{1b}[2J\n' || char(9) || 'Canister'";
    assert_eq!(database.execute(change, []), Ok(1));
    drop(database);
    let missing = path(folder.path(), "missing");
    for (args, status, expected) in [
        (&["--file", &file][..], 1, "2 deals are left out"),
        (
            &["fan", "--file", &file],
            1,
            "`patience odds fan --deals 1..100`",
        ),
        (&["--file", &missing], 2, "there are no verdicts in"),
        (&["--states", "5"], 2, "expected --deals"),
        (&["--deals", "1..2"], 2, "expected the game"),
        (&["fan", "golf", "--deals", "1..2"], 2, "expected one game"),
        (&["fan", "--jobs", "2"], 2, "--deals"),
    ] {
        let result = run_patience(&[&["odds"], args].concat(), "");
        assert_eq!((result.status, &result.stdout[..]), (status, ""));
        assert!(result.stderr.contains(expected), "{}", result.stderr);
        assert!(!result.stderr.contains('\u{1b}'), "{}", result.stderr);
    }
}

/// Everything about the recorded odds is as the program writes it, and about the games as they are now.
#[test]
fn the_record_is_current() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    // The part of the page that is written by hand stays.
    let page = read_page("games/ODDS.md");
    let by_hand = page.find("\n## How deals are solved\n");
    let by_hand = &page[by_hand.expect("a part of the page is written by hand")..];
    fs::write(folder.path().join("ODDS.md"), by_hand).expect("it can be written");
    let noted = record_odds(None, folder.path()).expect("it can be written");
    let advice = "write it again with `cargo run --release --example tables -- odds`";
    assert!(!noted.contains("note"), "{noted}{advice}");
    for name in ["odds/recorded.tsv", "odds/chart.svg", "ODDS.md"] {
        let written = fs::read_to_string(folder.path().join(name));
        let published = fs::read_to_string(root().join("games").join(name));
        let (written, published) = (
            written.expect("it is written"),
            published.expect("it is there"),
        );
        assert!(written == published, "games/{name}: {advice}");
    }
}

/// New verdicts are added, if they are more; rules that have changed are left out.
#[test]
fn verdicts_are_recorded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (file, into) = (path(folder.path(), "verdicts"), folder.path().join("games"));
    let record = || record_odds(Some(Path::new(&file)), &into);
    let missing = record().expect_err("there is no file");
    assert!(missing.contains("there are no verdicts in"), "{missing}");
    let solved = solve("late-binding", "1..4", &["--file", &file]);
    assert_eq!(solved.status, 0, "{}", solved.stderr);
    let odds = into.join("odds");
    fs::create_dir_all(&odds).expect("a folder can be made");
    let old = "# The head\n# is skipped\nfan\tFan\t0000\t1\t1\t0\t0\t1\t1\t\t2026-11-22\t0.1.0\n";
    fs::write(odds.join("recorded.tsv"), old).expect("it can be written");
    let recorded = record().expect("it can be written");
    assert!(recorded.ends_with("games: 1, deals: 4\n"), "{recorded}");
    let note = "Fan: what was recorded is left out";
    assert!(recorded.contains(note), "{recorded}");
    let document = fs::read_to_string(into.join("ODDS.md")).expect("it is written");
    let row = "| Late-Binding Solitaire | 4 |";
    assert!(document.contains(row), "{document}");
    solve("late-binding", "5..6", &["--file", &file]);
    assert_eq!(record(), Ok("games: 1, deals: 6\n".to_owned()));
    fs::write(odds.join("recorded.tsv"), "\n\nno row\n").expect("it can be written");
    let damaged = record().expect_err("it is no row");
    assert!(damaged.contains("expected 12 fields"), "{damaged}");
}
