//! Statistics: how games are counted, and databases that are damaged or not ours.

use std::fs;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use patience::internals::is_printable;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::common::{Rng, RunResult, cases, run_with_data, say, with_snapshot_settings};

/// Some games that were played.
const GAMES: &str = include_str!("stats/games.sql");

fn new_folder() -> TempDir {
    tempdir().expect("a folder can be made")
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("patience.sqlite")
}

/// Counts a game in a folder.
fn play(folder: &Path) -> RunResult {
    let args = ["play", "golf", "--deal", "1", "--stats"];
    run_with_data(&args, "deal\nquit\n", false, folder)
}

/// A folder with a database of these games.
fn folder_with(games: &str) -> TempDir {
    let folder = new_folder();
    let result = play(folder.path());
    assert!(
        !result.stdout.contains("cannot be kept"),
        "{}",
        result.stdout
    );
    let database = Connection::open(file_in(folder.path())).expect("it was created");
    let emptied = database.execute("DELETE FROM played", []);
    assert_eq!(emptied, Ok(1));
    database.execute_batch(games).expect("the rows are valid");
    folder
}

fn stats(folder: &Path, args: &[&str]) -> String {
    let result = run_with_data(&[&["stats"], args].concat(), "", false, folder);
    result.stdout + &result.stderr
}

fn stats_json(folder: &Path, args: &[&str]) -> Value {
    let text = stats(folder, &[&["--format", "json"], args].concat());
    serde_json::from_str(&text).expect("it is JSON")
}

/// A game that was won stays counted as won, also if it is loaded again and left before its end.
#[test]
fn a_game_that_was_won_stays_won() {
    let folder = new_folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rules = "name = 'Quick'\nabout = 'Deal once.'\nwin = 'waste is not empty'\n[piles.waste]\n\
                 [actions.deal]\ndo = [{ deal = 1, to = 'waste' }]\n";
    fs::write(path("quick.toml"), rules).expect("there is room");
    let saved = path("a.save");
    let typed = format!("save {saved}\ndeal\nload {saved}\nnew\nquit\n");
    let args = ["play", &path("quick.toml"), "--deal", "1", "--stats"];
    run_with_data(&args, &typed, false, folder.path());
    let found = stats_json(folder.path(), &[]);
    assert_eq!(found["games"][0]["played"], 1, "{found}");
    assert_eq!(found["games"][0]["won"], 1, "{found}");
}

#[test]
fn games_are_counted() {
    let folder = folder_with(GAMES);
    let text = stats(folder.path(), &["--history", "4"]);
    let is_narrow = text.lines().all(|line| line.chars().count() <= 80);
    assert!(is_narrow, "{text}");
    // When a game ended is said in the time zone of the player.
    let hide_date = |line: &str| {
        let is_date = line.get(4..5) == Some("-") && line.get(7..8) == Some("-");
        let date = if is_date { 16 } else { 0 };
        format!("{}{}\n", &"....-..-.. ..:.."[..date], &line[date..])
    };
    let text: String = text.lines().map(hide_date).collect();
    with_snapshot_settings("", || assert_snapshot!("stats", text));
    let found = stats(folder.path(), &["--format", "json", "--history", "2"]);
    with_snapshot_settings("", || assert_snapshot!("stats_json", found));
    let one = stats(folder.path(), &["heaps"]);
    assert!(
        one.contains("draw-one") && !one.contains("Really Long"),
        "{one}"
    );
}

/// A variant with a name of its own stands for the games that were played with it, whatever else they were played with.
#[test]
fn games_with_a_variant_are_counted() {
    let games = GAMES.replace("'heaps', ", "'klondike', ");
    let folder = folder_with(&games.replace("draw-one vegas", "draw-one saratoga"));
    let found = stats_json(folder.path(), &["saratoga", "--history", "9"]);
    let games = found["games"].as_array().expect("it is a list");
    assert_eq!((games.len(), &games[0]["balance"]), (1, &json!(29)));
    assert_eq!(found["history"].as_array().map(Vec::len), Some(3));
}

#[test]
fn nothing_is_created_by_asking() {
    let folder = new_folder();
    let inner = folder.path().join("inner");
    let nothing = "No game has been recorded yet.\n";
    assert_eq!(stats(&inner, &["--history", "3"]), nothing);
    let empty = json!({ "games": [], "history": [] });
    assert_eq!(stats_json(&inner, &["--history", "3"]), empty);
    assert!(stats(&inner, &["no-such-game"]).contains("there is no game"));
    assert!(!inner.exists());
    // An interrupted first transaction leaves an empty file.
    fs::write(file_in(folder.path()), "").expect("there is room");
    assert_eq!(stats(folder.path(), &[]), nothing);
    play(folder.path());
    let found = stats_json(folder.path(), &["--history", "5"]);
    assert_eq!(found["history"][0]["game"], "golf");
}

/// What is said of games, one after the other, is what a loop counts.
#[test]
fn streaks_are_those_of_a_simple_count() {
    let folder = folder_with("");
    let database = Connection::open(file_in(folder.path())).expect("it was created");
    let insert = "INSERT INTO played
        (game, variants, name, rules, result, moves, carries, seconds, hints, solver, started, ended)
        VALUES (?1, ?2, '', '', ?3, 1, 0, 1, 0, 0, ?4, ?4)";
    let mut rng = Rng(1);
    let mut games = [("a", ""), ("a", "x"), ("b", "x")].map(|game| (game, Vec::new()));
    for number in 0..120 {
        let ((game, variants), ends) = &mut games[rng.below(3)];
        let end = ["won", "won", "won", "stuck", "given up"][rng.below(5)];
        let inserted = database.execute(insert, (&*game, &*variants, end, number));
        assert_eq!(inserted, Ok(1));
        ends.push(end);
        if number < 20 {
            continue;
        }
        let found = stats_json(folder.path(), &[]);
        for (index, (_, ends)) in games.iter().enumerate() {
            let runs = ends.split(|end| *end != "won").map(<[_]>::len);
            let expected = [
                ("played", ends.len()),
                ("won", ends.iter().filter(|end| **end == "won").count()),
                ("stuck", ends.iter().filter(|end| **end == "stuck").count()),
                ("current_streak", runs.clone().next_back().unwrap_or(0)),
                ("longest_streak", runs.max().unwrap_or(0)),
            ];
            for (key, expected) in expected {
                assert_eq!(found["games"][index][key], expected, "{key}");
            }
        }
    }
}

#[test]
fn databases_that_are_not_ours_are_refused_and_kept() {
    let database = |sql: &str| {
        let folder = new_folder();
        let database = Connection::open(file_in(folder.path())).expect("there is room");
        database
            .execute_batch(sql)
            .expect("the statements are valid");
        drop(database);
        fs::read(file_in(folder.path())).expect("it was written")
    };
    let ours = fs::read(file_in(folder_with(GAMES).path())).expect("it was written");
    let text = b"Dear diary,\ntoday I played \x1b[2J all day long.\n".repeat(90);
    let another = "PRAGMA application_id = 1346458697; PRAGMA user_version = 4; CREATE TABLE t (x)";
    let newer = another.replace("version = 4", "version = 7");
    let tables = "is damaged: its tables are not those that were created;";
    for (content, expected) in [
        (text, "is damaged: it is not a database;"),
        (
            database("CREATE TABLE t (x)"),
            "is not a database of patience",
        ),
        (database(&newer), "has version 7"),
        (database(another), tables),
        (ours[..ours.len() / 2].to_vec(), "is damaged: "),
        (ours[..50].to_vec(), "is damaged: "),
    ] {
        let folder = new_folder();
        fs::write(file_in(folder.path()), &content).expect("there is room");
        let message = stats(folder.path(), &[]);
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(message.trim_end().chars().all(is_printable), "{message:?}");
        let played = play(folder.path());
        assert!(
            played.stdout.contains("it cannot be kept: "),
            "{}",
            played.stdout
        );
        let after = fs::read(file_in(folder.path())).expect("it is there");
        assert!(after == content, "{expected}");
    }
    let folder = new_folder();
    fs::create_dir(file_in(folder.path())).expect("there is room");
    assert!(stats(folder.path(), &[]).starts_with("error: "));
    assert!(play(folder.path()).stdout.contains("it cannot be kept: "));
}

/// After every change of the file, the answer is a report or a message, and can be printed.
#[test]
fn a_damaged_database_is_never_a_surprise() {
    let ours = fs::read(file_in(folder_with(GAMES).path())).expect("it was written");
    let mut rng = Rng(2);
    let (mut refused, mut accepted) = (0, 0);
    let rounds = cases(600);
    for round in 0..rounds {
        let mut content = ours.clone();
        for _ in 0..=rng.below(3) {
            // Most of the file is empty; the ends of its pages are not.
            let page = rng.below(content.len() / 4096) * 4096;
            let within = rng.below(300);
            let at = page + [within, 4095 - within][rng.below(2)];
            content[at] = [0, 0xff, 0x1b, content[at] ^ 1][rng.below(4)];
        }
        let folder = new_folder();
        fs::write(file_in(folder.path()), &content).expect("there is room");
        let format = ["text", "json"][usize::from(round % 2 == 1)];
        let args = ["stats", "--history", "100", "--format", format];
        let result = run_with_data(&args, "", false, folder.path());
        match result.status {
            0 => accepted += 1,
            status => {
                refused += 1;
                assert_eq!((status, result.stdout.as_str()), (2, ""));
                assert!(
                    result.stderr.trim_end().chars().all(is_printable),
                    "{}",
                    result.stderr
                );
            }
        }
        assert_eq!(play(folder.path()).status, 0);
    }
    let least = rounds / 12;
    assert!(
        refused > 2 * least && accepted > least,
        "{refused}, {accepted}"
    );
    say("a_damaged_database_is_never_a_surprise", &rounds);
}
