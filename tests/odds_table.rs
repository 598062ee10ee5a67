//! What is known of the odds of games: the tables, and what is recorded of the built-in games.

use std::fs;
use std::path::{Path, PathBuf};

use patience_cli::percents;
use serde_json::Value;

use crate::common::{RunResult, root, run_patience, run_with_data, with_snapshot_settings};
use crate::markdown::read_page;
use crate::tables::{HonestArgs, record_honest, record_odds};

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

/// Changes the verdicts in a file.
fn change(file: &str, change: impl Fn(&mut Value)) {
    let text = fs::read_to_string(file).expect("it was written");
    let lines = text.lines().map(|line| {
        let mut verdict = serde_json::from_str(line).expect("it is JSON");
        change(&mut verdict);
        format!("{verdict}\n")
    });
    fs::write(file, lines.collect::<String>()).expect("there is room");
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

/// The limits of a row are the highest that were tried. It says how many unknown deals had lower ones.
#[test]
fn unknown_deals_with_lower_limits_are_counted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = path(folder.path(), "verdicts");
    for (deals, states, expected) in [
        ("1..4", "20", "--deals 1..4 --states 20"),
        (
            "1..1",
            "30",
            "--deals 1..4 --states 30 (less for 3 unknown)",
        ),
        ("1..4", "30", "--deals 1..4 --states 30"),
        (
            "1..3",
            "40",
            "--deals 1..4 --states 40 (less for 1 unknown)",
        ),
    ] {
        let args = [
            "odds", "spider", "--deals", deals, "--states", states, "--file", &file,
        ];
        assert_eq!(run_patience(&args, "").status, 0);
        let known = json(&["spider", "--file", &file]);
        assert_eq!(known["games"][0]["unknown"], 4);
        assert_eq!(known["games"][0]["options"], expected);
    }
}

/// The data folder and the record are looked up together; the one that decided more deals counts.
#[test]
fn what_the_player_solved_counts_if_it_decided_more() {
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
    change(&file, |verdict| {
        verdict["attempt"]["rules"] = "0123456789abcdef".into();
        verdict["attempt"]["name"] = "Old\u{1b}[2J\n\tCanister".into();
    });
    let missing = path(folder.path(), "missing");
    for (args, status, expected) in [
        (&["--file", &file][..], 1, "2 deals are left out"),
        (
            &["fan", "--file", &file],
            1,
            "`patience odds fan --deals 1..100`",
        ),
        (&["--file", &missing], 2, "No such file or directory"),
        (&["--states", "5"], 2, "--deals"),
        (&["fan", "--memory", "5"], 2, "--deals"),
        (&["--deals", "1..2"], 2, "expected the game"),
        (&["fan", "golf", "--deals", "1..2"], 2, "expected one game"),
        (
            &["fan", "--deals", "1..2", "--file", &file, &missing],
            2,
            "expected one file",
        ),
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
    let noted = record_odds(&[], folder.path()).expect("it can be written");
    let advice = "write it again with `cargo run --release --example tables -- odds`";
    assert!(!noted.contains("note"), "{noted}{advice}");
    for name in [
        "odds/recorded.tsv",
        "odds/honest.tsv",
        "odds/chart.svg",
        "ODDS.md",
    ] {
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
    let record = || record_odds(&[PathBuf::from(&file)], &into);
    let missing = record().expect_err("there is no file");
    assert!(missing.contains("No such file or directory"), "{missing}");
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
    for (row, expected) in [
        ("no row", "expected 12 fields"),
        (
            "x\tX\tabc\t5\t2\t2\t1\t70\t\t2026-11-22\t0.1.0",
            "expected six counts",
        ),
        (
            "x\tX\tabc\t5\t2\t3\t1\t70\t8\t\t2026-11-22\t0.1.0",
            "do not add up",
        ),
    ] {
        fs::write(odds.join("recorded.tsv"), format!("\n\n{row}\n")).expect("it can be written");
        let damaged = record().expect_err("it is no row");
        assert!(damaged.contains(expected), "{damaged}");
    }
}

/// What an honest player wins is recorded, and is what `simulate` finds; newer results replace older ones, and results of
/// rules that have changed are left out.
#[test]
fn honest_results_are_recorded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let odds = folder.path().join("odds");
    fs::create_dir_all(&odds).expect("a folder can be made");
    fs::write(odds.join("recorded.tsv"), "\n\n").expect("it can be written");
    let old = "# The head\n# is skipped\nfan\tFan\t0000\t1\t1\t0\t9\ttrue\t2026-11-22\t0.1.0\n";
    fs::write(odds.join("honest.tsv"), old).expect("it can be written");
    let play = |deals, no_look| {
        let game = "klondike --with draw-one".parse().expect("it is a game");
        let states = 300;
        let args = HonestArgs {
            game,
            deals,
            states,
            no_look,
        };
        let noted = record_honest(&args, folder.path()).expect("it can be written");
        let page = fs::read_to_string(folder.path().join("ODDS.md")).expect("it is written");
        (noted, page)
    };
    let (noted, page) = play(5, true);
    let note = "Fan: what was recorded is left out";
    assert!(noted.contains(note), "{noted}");
    let options = "klondike --with draw-one --deals 1..5 --states 300 --no-look";
    assert!(page.contains(&format!("| `{options}` |")), "{page}");
    let (noted, page) = play(3, false);
    assert!(!noted.contains("note"), "{noted}");
    let options = "klondike --with draw-one --deals 1..3 --states 300";
    assert!(page.contains(&format!("| `{options}` |")), "{page}");
    let simulated = format!("simulate {options} --player honest --jobs 1 --format json");
    let simulated = run_patience(&simulated.split(' ').collect::<Vec<_>>(), "");
    let simulated: Value = serde_json::from_str(&simulated.stdout).expect("it is JSON");
    let row = format!("| Klondike, draw-one | 3 | {} |", simulated["wins"]);
    assert!(page.contains(&row), "{page}");
    for (row, expected) in [
        ("no row", "expected 10 fields"),
        ("x\tX\tabc\t5\t2\t2\ttrue\t2026-11-22\t0.1.0", "four counts"),
        (
            "x\tX\tabc\t5\t6\t2\t1\ttrue\t2026-11-22\t0.1.0",
            "more wins",
        ),
        (
            "x\tX\tabc\t5\t2\t2\t1\tyes\t2026-11-22\t0.1.0",
            "found `yes`",
        ),
    ] {
        fs::write(odds.join("honest.tsv"), format!("\n\n{row}\n")).expect("it can be written");
        let damaged = record_odds(&[], folder.path()).expect_err("it is no row");
        assert!(damaged.contains(expected), "{damaged}");
    }
}

/// The table for people has at most 80 columns, whatever games are called and however many deals were solved.
#[test]
fn the_table_is_narrow() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (file, games) = (path(folder.path(), "verdicts"), path(folder.path(), ""));
    let names = [
        ("x", "A title that needs a line of its own"),
        ("y", "日本語のソリティアとその他の"),
    ];
    for (number, (id, name)) in names.into_iter().enumerate() {
        let rules =
            "like = \"american-canister\"\n[piles.foundation]\nbuild = 'up and in_suit and this.";
        let rules = format!("name = \"{name}\"\n{rules}size < {}'\n", 40 + number);
        fs::write(folder.path().join(format!("{id}.toml")), rules).expect("there is room");
    }
    let at = ["--file", &file, "--games", &games];
    for game in ["american-canister", "x", "y"] {
        let solved = solve(game, "1..3", &at);
        assert_eq!(solved.status, 0, "{}", solved.stderr);
    }
    let text = fs::read_to_string(&file).expect("it was written");
    let first = text.lines().next().expect("there are verdicts");
    let first: Value = serde_json::from_str(first).expect("it is JSON");
    let more = |template: &Value, deal: String, winnable: bool| {
        let mut verdict = template.clone();
        verdict["deal"] = deal.into();
        (verdict["winnable"], verdict["states"]) = (winnable.into(), 5.into());
        format!("{verdict}\n")
    };
    let many = (10..=12_000).map(|deal| more(&first, deal.to_string(), deal % 2 == 1));
    fs::write(&file, text + &many.collect::<String>()).expect("there is room");
    change(&file, |verdict| {
        (verdict["micros"], verdict["solved"]) = (7000.into(), 1_795_327_692.into());
    });
    let text = run_patience(&[&["odds"], &at[..]].concat(), "").stdout;
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    with_snapshot_settings("", || insta::assert_snapshot!("odds_table", text));
    // The day of the newest verdict, and deals of several programs.
    let text = fs::read_to_string(&file).expect("it was written");
    let of_x = text.lines().nth(3).expect("there are verdicts");
    let of_x: Value = serde_json::from_str(of_x).expect("it is JSON");
    let foreign = ["ms:7", "ms:9"].map(|deal| more(&of_x, deal.to_owned(), true));
    fs::write(&file, text + &foreign.concat()).expect("there is room");
    for (day, date) in [
        (0_i64, "1970-01-01"),
        (11_016, "2000-02-29"),
        (20_779, "2026-11-22"),
        (47_541, "2100-03-01"),
    ] {
        let solved = day * 86_400 + 86_399;
        change(&file, |verdict| verdict["solved"] = solved.into());
        let known = json(&[&["x"], &at[..]].concat());
        assert_eq!(known["games"][0]["date"], date);
        let options = "--deals 1..3 and --deals ms:7..9 (2 of them) --states 500";
        assert_eq!(known["games"][0]["options"], options);
    }
}

#[test]
fn percents_have_the_decimals_that_the_width_deserves() {
    let text = |low, high| percents((low, high), " to ");
    assert_eq!(text(0.0, 1.0), "0.0 to 100.0");
    assert_eq!(text(0.625_93, 0.943_8), "62.5 to 94.4");
    assert_eq!(text(0.818_61, 0.820_29), "81.86 to 82.03");
    assert_eq!(text(0.999_98, 1.0), "99.99800 to 100.00000");
}
