//! What is known of the odds of games: the tables, the charts, and what is recorded of the built-in games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{RunResult, root, run_patience, run_with_data};

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

#[cfg(feature = "chart")]
mod chart {
    use super::*;

    /// Everything about the recorded odds is as the program writes it, and about the games as they are now.
    #[test]
    fn the_record_is_current() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let into = path(folder.path(), "games");
        let result = run_patience(&["odds", "record", "--into", &into], "");
        assert_eq!(result.status, 0, "{}", result.stderr);
        let advice = "write it again with `patience odds record`";
        assert_eq!(result.stderr, "", "{advice}");
        for name in ["odds/recorded.tsv", "odds/chart.svg", "ODDS.md"] {
            let written = fs::read_to_string(Path::new(&into).join(name));
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
        let (file, into) = (
            path(folder.path(), "verdicts"),
            path(folder.path(), "games"),
        );
        let solved = solve("late-binding", "1..4", &["--file", &file]);
        assert_eq!(solved.status, 0, "{}", solved.stderr);
        let record = || run_patience(&["odds", "record", "--file", &file, "--into", &into], "");
        let odds = Path::new(&into).join("odds");
        fs::create_dir_all(&odds).expect("a folder can be made");
        let old =
            "# The head\n# is skipped\nfan\tFan\t0000\t1\t1\t0\t0\t1\t1\t\t2026-11-22\t0.1.0\n";
        fs::write(odds.join("recorded.tsv"), old).expect("it can be written");
        let recorded = record();
        assert_eq!(
            (recorded.status, &recorded.stdout[..]),
            (0, "1 game, 4 deals\n")
        );
        assert!(
            recorded
                .stderr
                .contains("Fan: what was recorded is left out"),
            "{}",
            recorded.stderr
        );
        let document = fs::read_to_string(Path::new(&into).join("ODDS.md")).expect("it is written");
        assert!(
            document.contains("| Late-Binding Solitaire | 4 |"),
            "{document}"
        );
        solve("late-binding", "5..6", &["--file", &file]);
        assert_eq!(record().stdout, "1 game, 6 deals\n");
        fs::write(odds.join("recorded.tsv"), "\n\nno row\n").expect("it can be written");
        let damaged = record();
        assert_eq!(damaged.status, 2);
        assert!(
            damaged.stderr.contains("expected 12 fields"),
            "{}",
            damaged.stderr
        );
    }

    /// A run draws what it found.
    #[test]
    fn a_run_is_drawn() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (file, chart) = (
            path(folder.path(), "verdicts"),
            path(folder.path(), "chart.svg"),
        );
        let more = ["--file", &file, "--chart", &chart];
        assert_eq!(solve("american-canister", "1..2", &more).status, 0);
        let svg = fs::read_to_string(&chart).expect("it is written");
        assert!(
            svg.starts_with("<svg ") && svg.contains("American Canister"),
            "{svg}"
        );
        let nowhere = path(folder.path(), "missing/chart.svg");
        let result = run_patience(&["odds", "--file", &file, "--chart", &nowhere], "");
        assert_eq!(result.status, 2);
        assert!(result.stderr.contains("chart.svg: "), "{}", result.stderr);
    }
}
