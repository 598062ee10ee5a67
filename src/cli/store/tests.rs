//! Counting, programs at the same time, and files that are damaged or not ours.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use tempfile::{TempDir, tempdir};

use super::{End, FILE, GameSummary, PlayedGame, Store, StoreError, Wanted};
use crate::cards::{DealNumber, Stream};
use crate::cli::args::{Format, StatsArgs};
use crate::cli::save::Help;
use crate::cli::stats::report;
use crate::cli::testing::{assert_passed, assert_snapshot, folder_of_test, run_test};
use crate::rules::Library;
use crate::text::is_printable;

/// The game with a number, at a fixed time.
fn played(number: u32, game: &str, variants: &[&str], end: End) -> PlayedGame {
    let seconds = u64::from(number);
    PlayedGame {
        game: game.to_owned(),
        variants: variants.iter().map(|v| (*v).to_owned()).collect(),
        name: [&[game][..], variants].concat().join(", "),
        rules: "0123456789abcdef".to_owned(),
        deal: number.is_multiple_of(2).then(|| number.to_string()),
        end,
        moves: 90 + number,
        score: (number != 3).then_some(40),
        carries: false,
        seconds: 4000 - seconds,
        help: Help {
            hints: number / 9,
            solver: number / 40,
        },
        started: 1_795_327_292 + 1000 * seconds,
        ended: 1_795_327_692 + 1000 * seconds,
    }
}

/// A folder with some games.
fn some_games() -> TempDir {
    let folder = tempdir().expect("there is room");
    let mut store = Store::open(folder.path()).expect("it can be created");
    let ends = [End::Won, End::Won, End::Stuck, End::Won, End::GivenUp];
    for (number, end) in (0..).zip(ends) {
        let game = played(number, "heaps", &[], end);
        store.record(&game).expect("there is room");
    }
    for (number, score) in [(5, -37), (6, 118), (7, -52)] {
        let end = if score > 0 { End::Won } else { End::Stuck };
        let mut game = played(number, "heaps", &["vegas", "draw-one"], end);
        (game.score, game.carries) = (Some(score), true);
        store.record(&game).expect("there is room");
    }
    let name = "/home/ann/games/a-game-with-a-long-name.toml";
    let mut game = played(3700, name, &[], End::Won);
    game.name = "A Game With a Really Long Name".to_owned();
    game.seconds = 3723;
    store.record(&game).expect("there is room");
    folder
}

fn stats(folder: &Path, games: &[&str], format: Format, history: Option<u32>) -> String {
    let games = games.iter().map(|game| (*game).to_owned()).collect();
    let args = StatsArgs {
        games,
        format,
        history,
    };
    match report(&args, folder, &Library::new()) {
        Ok(lines) => lines.join("\n") + "\n",
        Err(error) => format!("{error:?}\n"),
    }
}

#[test]
fn games_are_counted() {
    let folder = some_games();
    let text = stats(folder.path(), &[], Format::Text, Some(4));
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    // When a game ended is said in the time zone of the player.
    let mut shown = Vec::new();
    for line in text.lines() {
        let is_date = line.get(4..5) == Some("-") && line.get(7..8) == Some("-");
        let date = if is_date { 16 } else { 0 };
        shown.push(format!("{}{}", &"....-..-.. ..:.."[..date], &line[date..]));
    }
    assert_snapshot("stats", &shown.join("\n"));
    let json = stats(folder.path(), &[], Format::Json, Some(2));
    assert_snapshot("stats_json", &json);
    let one = stats(folder.path(), &["heaps"], Format::Text, None);
    assert!(
        one.contains("draw-one") && !one.contains("Really Long"),
        "{one}"
    );
    let variant = [Wanted {
        game: "heaps".to_owned(),
        variants: vec!["vegas".to_owned()],
    }];
    let store = Store::open(folder.path()).expect("it is there");
    let found = store.summary(&variant).expect("it is in order");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].balance, Some(29));
    assert_eq!(store.history(&variant, 9).expect("it is in order").len(), 3);
}

#[test]
fn nothing_is_created_by_asking() {
    let folder = tempdir().expect("there is room");
    let inner = folder.path().join("inner");
    assert_eq!(
        stats(&inner, &[], Format::Text, Some(3)),
        "No game has been recorded yet.\n"
    );
    assert_eq!(
        stats(&inner, &[], Format::Json, Some(3)),
        "{\"games\":[],\"history\":[]}\n"
    );
    assert!(stats(&inner, &["no-such-game"], Format::Text, None).contains("there is no game"));
    assert!(!inner.exists());
    // An interrupted first transaction leaves an empty file.
    fs::write(folder.path().join(FILE), "").expect("there is room");
    assert!(stats(folder.path(), &[], Format::Text, None).starts_with("No game"));
    let mut store = Store::open(folder.path()).expect("an empty file can be used");
    let game = played(1, "heaps", &[], End::Won);
    store.record(&game).expect("there is room");
    let recorded = store.history(&[], 5).expect("it is in order");
    assert_eq!(recorded.len(), 1);
    assert_eq!(recorded[0].game, game);
}

/// Streaks and counts, computed with a loop.
fn summary_of(games: &[PlayedGame]) -> GameSummary {
    let last = games.last().expect("there are games");
    let count = |end| games.iter().filter(|game| game.end == end).count() as u64;
    let (mut current, mut longest) = (0, 0);
    for game in games {
        current = if game.end == End::Won { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    let helped =
        |is_help: fn(Help) -> bool| games.iter().filter(|game| is_help(game.help)).count() as u64;
    let won = games.iter().filter(|game| game.end == End::Won);
    let scores = games.iter().filter_map(|game| game.score).map(i64::from);
    GameSummary {
        game: last.game.clone(),
        variants: last.variants.clone(),
        name: last.name.clone(),
        played: games.len() as u64,
        won: count(End::Won),
        stuck: count(End::Stuck),
        given_up: count(End::GivenUp),
        helped: helped(|help| help.hints > 0 || help.solver > 0),
        helped_by_solver: helped(|help| help.solver > 0),
        current_streak: current,
        longest_streak: longest,
        best_score: scores.clone().max(),
        best_seconds: won.map(|game| game.seconds).min(),
        balance: last.carries.then(|| scores.sum()),
        last_ended: games.iter().map(|game| game.ended).max().unwrap_or(0),
    }
}

#[test]
fn streaks_are_those_of_a_simple_count() {
    let folder = tempdir().expect("there is room");
    let mut store = Store::open(folder.path()).expect("it can be created");
    let mut random = Stream::new(DealNumber(1));
    let mut games: [Vec<PlayedGame>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    for number in 0..120 {
        let which = random.below(3);
        let end = End::ALL[random.below(5).saturating_sub(2)];
        let mut game = played(
            number,
            ["a", "a", "b"][which],
            [&["x"][..], &[], &["x"]][which],
            end,
        );
        game.carries = which == 0;
        store.record(&game).expect("there is room");
        games[which].push(game);
        if number > 20 {
            let expected = [1, 0, 2].map(|which| summary_of(&games[which]));
            assert_eq!(store.summary(&[]).expect("it is in order"), expected);
        }
    }
}

#[test]
#[ignore = "run twice at once by the test below"]
fn records_a_hundred_games() {
    let folder = folder_of_test();
    for number in 0..100 {
        // Opened anew, as by a hundred programs.
        let mut store = Store::open(&folder).expect("it can be opened");
        let mut game = played(number, "heaps", &[], End::Won);
        // Another program has not started its games at the same moments.
        game.started += u64::from(std::process::id());
        store.record(&game).expect("there is room");
    }
}

/// A game is counted once: until it is won by how it ended last, and not at all while it goes on.
#[test]
fn a_game_is_counted_once() {
    let folder = tempdir().expect("there is room");
    let mut store = Store::open(folder.path()).expect("it can be created");
    let count = |store: &Store| {
        let games = store.summary(&[]).expect("it is in order");
        let count = |game: &GameSummary| (game.played, game.won, game.stuck, game.given_up);
        games.first().map(count)
    };
    let game = |end| played(1, "heaps", &["b", "a"], end);
    store.record(&game(End::GivenUp)).expect("there is room");
    assert_eq!(count(&store), Some((1, 0, 0, 1)));
    store.forget(&game(End::GivenUp)).expect("it is there");
    assert_eq!(count(&store), None);
    for end in [End::GivenUp, End::Stuck] {
        store.record(&game(end)).expect("there is room");
    }
    assert_eq!(count(&store), Some((1, 0, 1, 0)));
    for end in [End::Won, End::Stuck, End::Won] {
        store.record(&game(end)).expect("there is room");
        store.forget(&game(end)).expect("it is there");
    }
    assert_eq!(count(&store), Some((1, 1, 0, 0)));
    store
        .record(&played(2, "heaps", &["a", "b"], End::Won))
        .expect("there is room");
    assert_eq!(count(&store), Some((2, 2, 0, 0)));
}

#[cfg(unix)]
#[test]
fn two_programs_at_once_lose_no_game() {
    let folder = tempdir().expect("there is room");
    // They also create the database at once.
    let programs = [1, 2].map(|_| {
        run_test(
            "cli::store::tests::records_a_hundred_games",
            folder.path(),
            "",
        )
    });
    programs.into_iter().for_each(assert_passed);
    let store = Store::open(folder.path()).expect("it is there");
    let summary = store.summary(&[]).expect("it is in order");
    assert_eq!((summary[0].played, summary[0].longest_streak), (200, 200));
}

#[test]
#[ignore = "run by the test below, with a limit on the size of files"]
fn finds_the_disk_full() {
    let mut store = Store::open(&folder_of_test()).expect("it is there");
    let mut game = played(99, "heaps", &[], End::Won);
    game.name = "x".repeat(100_000);
    let error = store.record(&game).expect_err("there is no room");
    assert!(!error.to_string().contains("damaged"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_game() {
    let folder = some_games();
    let before = stats(folder.path(), &[], Format::Json, Some(100));
    let setup = "trap '' XFSZ; ulimit -f 40;";
    assert_passed(run_test(
        "cli::store::tests::finds_the_disk_full",
        folder.path(),
        setup,
    ));
    assert_eq!(stats(folder.path(), &[], Format::Json, Some(100)), before);
}

#[test]
fn another_program_that_does_not_end_is_reported() {
    let folder = some_games();
    let other = Connection::open(folder.path().join(FILE)).expect("it is there");
    other.execute_batch("BEGIN EXCLUSIVE").expect("it is free");
    let path = folder.path().join(FILE);
    let mut store = Store {
        connection: Connection::open(&path).expect("it is there"),
        path,
    };
    let short = store.connection.busy_timeout(Duration::from_millis(20));
    short.expect("any time is valid");
    let error = store.record(&played(1, "heaps", &[], End::Won));
    assert!(matches!(error, Err(StoreError::Busy(_))), "{error:?}");
    other.execute_batch("ROLLBACK").expect("it was begun");
    store
        .record(&played(1, "heaps", &[], End::Won))
        .expect("it is free");
}

#[test]
fn files_that_are_not_ours_are_refused_and_kept() {
    let database = |sql: &str| {
        let folder = tempdir().expect("there is room");
        let path = folder.path().join(FILE);
        let connection = Connection::open(&path).expect("there is room");
        connection
            .execute_batch(sql)
            .expect("the statements are valid");
        drop(connection);
        fs::read(path).expect("it was written")
    };
    let ours = fs::read(some_games().path().join(FILE)).expect("it was written");
    let text = b"Dear diary,\ntoday I played \x1b[2J all day long.\n".repeat(90);
    let another = "PRAGMA application_id = 1346458697; PRAGMA user_version = 4; CREATE TABLE t (x)";
    let files: [(&str, Vec<u8>, &str); 6] = [
        ("a text", text, "is damaged: it is not a database;"),
        (
            "another program's",
            database("CREATE TABLE t (x)"),
            "is not a database of patience",
        ),
        (
            "a newer one",
            database(&another.replace("version = 4", "version = 7")),
            "has version 7",
        ),
        (
            "other tables",
            database(another),
            "is damaged: its tables are not those that were created;",
        ),
        (
            "half of ours",
            ours[..ours.len() / 2].to_vec(),
            "is damaged: ",
        ),
        ("the start of ours", ours[..50].to_vec(), "is damaged: "),
    ];
    for (name, content, expected) in files {
        let folder = tempdir().expect("there is room");
        let path = folder.path().join(FILE);
        fs::write(&path, &content).expect("there is room");
        let asked = Store::open_existing(folder.path());
        let asked = asked.and_then(|store| store.expect("it is not empty").summary(&[]));
        let message = asked.expect_err(name).to_string();
        assert!(message.contains(expected), "{name}: {message}");
        assert!(message.chars().all(is_printable), "{name}: {message:?}");
        let recorded = Store::open(folder.path())
            .and_then(|mut store| store.record(&played(1, "heaps", &[], End::Won)));
        assert!(recorded.is_err(), "{name}");
        assert_eq!(fs::read(&path).expect("it is there"), content, "{name}");
    }
    let folder = tempdir().expect("there is room");
    fs::create_dir(folder.path().join(FILE)).expect("there is room");
    assert!(Store::open(folder.path()).is_err() && Store::open_existing(folder.path()).is_err());
}

/// After every change of the file, the answer is a report or a message, and can be printed.
#[test]
fn a_damaged_database_is_never_a_surprise() {
    let ours = fs::read(some_games().path().join(FILE)).expect("it was written");
    let mut random = Stream::new(DealNumber(2));
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..600 {
        let mut content = ours.clone();
        for _ in 0..=random.below(3) {
            // Most of the file is empty; the ends of its pages are not.
            let page = random.below(content.len() / 4096) * 4096;
            let within = random.below(300);
            let at = if random.below(2) == 0 {
                page + within
            } else {
                page + 4095 - within
            };
            content[at] = [0, 0xff, 0x1b, content[at] ^ 1][random.below(4)];
        }
        let folder = tempdir().expect("there is room");
        fs::write(folder.path().join(FILE), &content).expect("there is room");
        let format = if round % 2 == 0 {
            Format::Text
        } else {
            Format::Json
        };
        let text = stats(folder.path(), &[], format, Some(100));
        if text.contains("Usage(") {
            refused += 1;
            assert!(text.trim_end().chars().all(is_printable), "{text:?}");
        } else {
            accepted += 1;
        }
        if let Ok(mut store) = Store::open(folder.path()) {
            let _ = store.record(&played(1, "heaps", &[], End::Won));
        }
    }
    assert!(
        refused > 100 && accepted > 50,
        "{refused} refused, {accepted} accepted"
    );
}
