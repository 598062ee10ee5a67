//! Tests of saved games, of games that were left, and of statistics.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::thread;

use insta::assert_snapshot;

use patience_cli::split_arguments;

use crate::common::{root, run_patience, run_with_data, with_snapshot_settings};

/// An empty folder of a test.
fn new_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be created");
    folder
}

/// Runs sessions on a terminal one after the other, and returns everything that is printed.
fn run_sessions(name: &str, sessions: &[(&[&str], &str)]) -> String {
    let folder = new_folder(name);
    let mut text = String::new();
    for (args, input) in sessions {
        let result = run_with_data(args, input, true, &folder);
        let (stdout, stderr) = (&result.stdout, &result.stderr);
        let (args, status) = (args.join(" "), result.status);
        writeln!(
            text,
            "$ patience {args}\n{stdout}{stderr}exit status {status}\n"
        )
        .expect("text can be written");
    }
    text
}

#[test]
fn a_game_that_was_left_is_offered() {
    let sessions: &[(&[&str], &str)] = &[
        (&["play", "klondike", "--deal", "3"], "deal\nt4 t6\nundo\n"),
        (&["play", "golf"], "quit\n"),
        (&["play", "klondike"], "n\nquit\n"),
        (&["play", "klondike"], "\nredo\nquit\n"),
        (&["play", "--resume"], "undo 5\nquit\n"),
        (&["play", "--resume"], "undo 5\n"),
        (&["play", "klondike"], "d\nquit\n"),
        (&["play", "--resume"], ""),
    ];
    with_snapshot_settings("games that were left", || {
        let text = run_sessions("left", sessions);
        // The deal of a new game is random.
        let shown = text.lines().filter(|line| {
            let words = [
                "$ ", "Klondike", "Golf", "The game", "error", "exit", "Nothing", "There",
            ];
            words
                .iter()
                .any(|word| line.trim_start_matches("> ").starts_with(word))
        });
        let shown: Vec<String> = shown.map(hide_random_deal).collect();
        assert_snapshot!("games_that_were_left", shown.join("\n"));
    });
}

/// Replaces the number of a random deal.
fn hide_random_deal(line: &str) -> String {
    match line.rsplit_once("deal ") {
        Some((before, after)) if after.parse::<u64>().is_ok_and(|number| number > 9) => {
            format!("{before}deal N")
        }
        _ => line.to_owned(),
    }
}

#[test]
fn games_are_counted_once() {
    let folder = new_folder("counted");
    // Left and left again after an undo, left without a move, left for a restart, and kept at the end.
    let lines = "t1 f\nnew 2\nundo\nundo\nt2 f\nnew 3\nnew 4\ndeal\nrestart\ndeal\nquit\n";
    run_with_data(&["play", "golf", "--deal", "1"], lines, true, &folder);
    // Won, and won again.
    let script =
        fs::read_to_string(root().join("tests/plays/klondike-won.play")).expect("it can be read");
    let (args, lines) = script.split_once('\n').expect("it has commands");
    let args = split_arguments(args);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let lines = format!("{lines}\nundo\nredo\nnew 9\nundo\nundo\nnew 9\nquit\n");
    run_with_data(&args, &lines, true, &folder);
    let result = run_with_data(&["stats", "--format", "json"], "", false, &folder);
    for expected in [
        r#""game":"golf","variants":[],"name":"Golf","played":2,"won":0,"stuck":0,"given_up":2"#,
        r#""game":"klondike","variants":[],"name":"Klondike","played":1,"won":1,"stuck":0,"given_up":0"#,
    ] {
        assert!(result.stdout.contains(expected), "{}", result.stdout);
    }
    let counted = ["--no-stats", "--deal", "5"];
    run_with_data(
        &[&["play", "golf"], &counted[..]].concat(),
        "deal\nnew 6\n",
        true,
        &folder,
    );
    let again = run_with_data(&["stats", "--format", "json"], "", false, &folder);
    assert_eq!(result.stdout, again.stdout);
}

#[test]
fn programs_at_once_count_all_games() {
    let folder = new_folder("at-once");
    let lines: String = (1..=100)
        .map(|deal| format!("new {deal}\ndeal\n"))
        .collect();
    let play = || {
        let args = ["play", "klondike", "--deal", "7", "--stats"];
        run_with_data(&args, &lines, false, &folder)
    };
    thread::scope(|scope| {
        let runs = [scope.spawn(play), scope.spawn(play)];
        for run in runs {
            let result = run.join().expect("the program does not panic");
            assert_eq!((result.status, result.stderr.as_str()), (0, ""));
        }
    });
    let result = run_with_data(&["stats", "--format", "json"], "", false, &folder);
    assert!(
        result.stdout.contains("\"played\":200"),
        "{}",
        result.stdout
    );
}

#[test]
fn saved_games_are_loaded() {
    let folder = new_folder("saved");
    let path = folder.join("game.save").display().to_string();
    let input = format!("t4 t6; deal\nundo\nsave {path}\n");
    let saved = run_patience(&["play", "klondike", "--deal", "3"], &input);
    assert!(saved.stdout.contains("Saved as"), "{}", saved.stdout);
    let board = |text: &str| {
        let shown = text
            .split("\n\n")
            .filter(|part| part.contains("Klondike, deal"));
        let last = shown.last().expect("a board is shown");
        let start = last.find("Klondike, deal").expect("it has a title");
        last[start..].trim_end().to_owned()
    };
    let loaded = run_patience(&["play", "--load", &path], "redo\nundo\n");
    assert_eq!(board(&saved.stdout), board(&loaded.stdout));
    let within = run_patience(&["play", "golf", "--deal", "1"], &format!("load {path}\n"));
    assert_eq!(board(&saved.stdout), board(&within.stdout));
    // What is no saved game is neither loaded nor replaced.
    let other = folder.join("notes.txt").display().to_string();
    fs::write(&other, "buy milk").expect("the file can be written");
    let input = format!("load {other}\nsave {other}\nload nowhere\n");
    let refused = run_patience(&["play", "klondike", "--deal", "3"], &input);
    let text = refused.stdout.replace(&other, "notes.txt");
    let answers: Vec<&str> = text.split("\n\n").skip(1).collect();
    with_snapshot_settings("files that are not saved games", || {
        assert_snapshot!("no_saved_games", answers.join("\n\n"));
    });
    assert_eq!(fs::read_to_string(&other).expect("it is there"), "buy milk");
}
