//! Saved games that are damaged, foreign or hostile, and games in progress of programs that are killed.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use patience::internals::is_printable;
use rusqlite::Connection;

use crate::common::{
    Folder, Rng, RunResult, cases, run_patience, run_with_data, run_with_input, say,
};
use crate::common::{root, with_snapshot_settings};

/// A game of thirty moves that goes on and on. The last two are undone as one, and the last four were undone.
const GAME: &str = include_str!("saves/endless.save");
const RULES: &str = "tests/saves/endless.toml";

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("it is there")
}

/// Plays a saved game.
fn load(path: &str, input: &str) -> RunResult {
    run_patience(&["play", "--load", path], input)
}

/// What `load` says of a file that it refuses, in one line.
fn refusal(path: &str) -> String {
    let result = load(path, "");
    assert_eq!((result.status, result.stdout.as_str()), (3, ""), "{path}");
    let mut lines = result.stderr.lines();
    let (message, place) = (lines.next().unwrap_or_default(), lines.next());
    assert!(message.chars().all(is_printable), "{message:?}");
    let place = place.and_then(|place| place.rsplit_once('/'));
    format!("{message} ({})", place.map_or("", |(_, place)| place))
}

/// A saved game is written as it was read, but for the time that it was played.
#[test]
fn what_is_loaded_is_saved_again() {
    let folder = Folder::new();
    let (first, second) = (folder.path("first.save"), folder.path("second.save"));
    let lines = |path: &str| -> Vec<String> {
        let text = read(path);
        let lines = text.lines().filter(|line| !line.starts_with("seconds"));
        lines.map(str::to_owned).collect()
    };
    let save_again = || {
        let result = load(&first, &format!("save {second}\n"));
        assert!(result.stdout.contains("\nSaved as "), "{}", result.stdout);
        assert_eq!(lines(&first), lines(&second));
    };
    for text in [GAME, GAME.trim_end(), &GAME.replace('\n', "\r\n")] {
        folder.write("first.save", text);
        save_again();
    }
    let deck = run_patience(&["position", RULES, "--deal", "5"], "").stdout;
    let deck = deck.split('"').nth(1).expect("all cards are in the stock");
    let position = folder.write("a.pos", format!("name = '''\nx\n'''\ndeck = \"{deck}\"\n"));
    for args in [
        &["freecell", "--deal", "ms:617"][..],
        &["klondike", "--deal", "18446744073709551615"],
        &[
            "klondike", "--deal", "2", "--with", "vegas", "--with", "draw-one",
        ],
        &[RULES, "--deck", deck],
        &[RULES, "--position", &position],
    ] {
        run_patience(&[&["play"], args].concat(), &format!("save {first}\n"));
        save_again();
    }
}

#[test]
fn half_a_saved_game_is_refused() {
    let folder = Folder::new();
    for length in (0..GAME.trim_end().len()).step_by(3) {
        refusal(&folder.write("half.save", &GAME[..length]));
    }
}

/// Every file is answered with a game or with a message that can be printed.
#[test]
fn a_changed_saved_game_is_harmless() {
    let words = [
        "\"",
        "'''",
        "[",
        "]",
        "{",
        "}",
        "=",
        ",",
        "\n",
        "\r",
        "\t",
        ";",
        "#",
        "\\u001b",
        "\\n",
        "-",
        "1",
        "t2",
        "99999999999999999999",
        "1e9",
        "1979-05-27",
        "true",
        "[x]\n",
        "w f",
        "deal",
        "\u{202e}",
        "\u{9b}",
    ];
    let folder = Folder::new();
    let mut rng = Rng(3);
    let (mut accepted, mut refused) = (0, 0);
    let rounds = cases(1500);
    for _ in 0..rounds {
        let mut text = GAME.to_owned();
        for _ in 0..=rng.below(3) {
            let from = rng.below(text.len() + 1);
            let to = (from + rng.below(9)).min(text.len());
            if text.is_char_boundary(from) && text.is_char_boundary(to) {
                text.replace_range(from..to, words[rng.below(words.len())]);
            }
        }
        let result = load(&folder.write("changed.save", &text), "redo 9\nundo 99\n");
        match result.status {
            0 => accepted += 1,
            2 | 3 => refused += 1,
            status => panic!("{status}: {text}"),
        }
        let said = result.stdout + &result.stderr;
        assert!(
            said.chars().all(|c| c == '\n' || is_printable(c)),
            "{said:?}"
        );
    }
    let least = rounds / 10;
    assert!(accepted > least && refused > least, "{accepted}, {refused}");
    say("a_changed_saved_game_is_harmless", &rounds);
}

/// What is said of files that are not saved games, and of moves that cannot be played again.
#[test]
fn files_that_are_not_loaded() {
    let folder = Folder::new();
    let edited = |old: &str, new: &str| {
        assert!(GAME.contains(old), "{old}");
        GAME.replace(old, new).into_bytes()
    };
    let mut answers = Vec::new();
    for (name, content) in [
        ("empty", Vec::new()),
        ("rules", b"name = \"Heaps\"\n[piles.waste]\n".to_vec()),
        ("image", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec()),
        ("escapes", b"\x1b[2J\x1b]0;title\x07".to_vec()),
        ("cut-off", GAME.as_bytes()[..GAME.len() / 2].to_vec()),
        ("not-utf-8", [GAME.as_bytes(), b"\xff"].concat()),
        ("too-large", "# x\n".repeat((1 << 18) + 1).into_bytes()),
        ("no-start", edited("deal = 5\n", "")),
        (
            "no-moves",
            GAME.split("moves =").next().unwrap_or_default().into(),
        ),
        ("unknown-key", edited("carried", "caried")),
        ("too-many-moves", edited("played = 25", "played = 99")),
        (
            "wrong-value",
            edited("started = 1795327292", "started = -1"),
        ),
        ("two-starts", edited("deal = 5", "deal = 5\ndeck = \"AS\"")),
        (
            "escapes-in-a-move",
            edited("\"deal\"", "\"de\\u001b[2Jal\""),
        ),
    ] {
        let message = refusal(&folder.write(&format!("{name}.save"), content));
        answers.push(format!("{name}: {message}"));
    }
    let changed = read(&root().join(RULES).display().to_string()).replace("deal = 3", "deal = 1");
    let changed = folder.write("endless.toml", changed);
    for (old, new) in [
        ("f1 t1; t3 f2", "t1 nowhere"),
        (
            "t1 t3\", \"t3 f2\", \"f2 t2",
            "t1 t3\", \"deal; s t1\", \"f2 t2",
        ),
        (RULES, changed.as_str()),
    ] {
        let stopped = load(&folder.write("stopped.save", edited(old, new)), "");
        assert_eq!(stopped.status, 0);
        let note = stopped.stdout.lines().next().unwrap_or_default();
        answers.push(note.to_owned());
    }
    with_snapshot_settings("", || {
        assert_snapshot!("files_that_are_not_loaded", answers.join("\n"));
    });
}

/// Only a saved game is replaced, and only by one that can be loaded.
#[test]
fn only_saved_games_are_replaced() {
    let folder = Folder::new();
    let path = folder.write("my game.save", &GAME[..200]);
    let save = |game: &str, path: &str| {
        let said = load(game, &format!("undo\nredo\nsave {path}\n")).stdout;
        said.lines().rev().nth(1).expect("it answers").to_owned()
    };
    let game = folder.write("game.save", GAME);
    let other = folder.path("other.save");
    assert!(save(&game, &other).starts_with("Saved as "));
    // A damaged one is replaced too.
    assert!(save(&game, &path).contains("in place of what was saved there"));
    for content in ["", "pat", "Dear diary"] {
        let other = folder.write("notes.txt", content);
        assert!(save(&game, &other).contains("is not a saved game"));
        assert_eq!(read(&other), content);
    }
    assert!(save(&game, &folder.path("")).contains("is a folder"));
    let nowhere = save(&game, &folder.path("no folder/x"));
    assert!(
        nowhere.contains("no folder/x: ") && !nowhere.contains(".patience-"),
        "{nowhere}"
    );
    // The path of these rules cannot be read again.
    let hostile = folder.path("two\nlines.toml");
    fs::copy(root().join(RULES), &hostile).expect("there is room");
    let said = run_patience(&["play", &hostile], &format!("save {path}\n")).stdout;
    assert!(said.contains("he game cannot be saved: "), "{said}");
    // Neither can more moves than these.
    let (start, _) = GAME.split_once("moves = ").expect("it has moves");
    for (count, expected) in [
        (45_000, "Saved as "),
        (60_000, "The game is too long to be saved"),
    ] {
        let moves = r#""t2 f1","f1 t2","#.repeat(count);
        let long = format!("{start}moves = [{}{moves}]\n", r#""deal","w t2","#);
        let long = long.replace("played = 25", &format!("played = {}", 2 * count + 2));
        let long = folder.write("long.save", long);
        let answer = save(&long, &other);
        assert!(answer.starts_with(expected), "{answer}");
    }
    assert_eq!(fs::read_dir(folder.dir()).expect("it exists").count(), 6);
}

/// A saved game names its rules so that they are found from everywhere.
#[test]
fn saved_games_lead_back_to_their_rules() {
    let folder = Folder::new();
    let path = folder.path("a.save");
    let own = root().join("games/golf.toml").display().to_string();
    let games = root().join("games").display().to_string();
    for (args, name) in [
        (&["golf"][..], "golf"),
        (&["Golf"], "golf"),
        (&["games/../games/golf.toml"], &own),
        // A game of one's own that has the id of a built-in one is another game.
        (&["golf", "--games", &games], &own),
    ] {
        run_patience(&[&["play"], args].concat(), &format!("save {path}\n"));
        assert!(read(&path).contains(&format!("\ngame = \"{name}\"\n")));
        assert!(load(&path, "").stdout.starts_with("Golf, deal "));
    }
    let built_in = read(&path).replace(&own, "golf");
    folder.write("a.save", built_in);
    let again = folder.path("b.save");
    let args = ["play", "--load", &path, "--games", &games];
    run_patience(&args, &format!("save {again}\n"));
    assert!(read(&again).contains("\ngame = \"golf\"\n"));
}

/// Lines that are typed one after the other. `before` is called with the number of each, from 0, when the program waits
/// for it.
struct Typed<'a> {
    lines: Box<dyn Iterator<Item = &'static str> + 'a>,
    before: Box<dyn FnMut(usize) + 'a>,
    number: usize,
    rest: Vec<u8>,
}

impl<'a> Typed<'a> {
    fn new(
        lines: impl Iterator<Item = &'static str> + 'a,
        before: impl FnMut(usize) + 'a,
    ) -> Typed<'a> {
        Typed {
            lines: Box::new(lines),
            before: Box::new(before),
            number: 0,
            rest: Vec::new(),
        }
    }
}

impl BufRead for Typed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() {
            (self.before)(self.number);
            self.number += 1;
            let line = self.lines.next();
            self.rest = line.map_or(Vec::new(), |line| format!("{line}\n").into_bytes());
        }
        Ok(&self.rest)
    }

    fn consume(&mut self, count: usize) {
        self.rest.drain(..count);
    }
}

impl Read for Typed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// How many moves were played in the games that are kept in a folder, the latest first.
fn kept(folder: &Path) -> Vec<usize> {
    let database = Connection::open(folder.join("patience.sqlite")).expect("it is there");
    let query = "SELECT game FROM unfinished ORDER BY changed DESC";
    let mut statement = database.prepare(query).expect("the table is there");
    let texts = statement.query_map([], |row| row.get(0));
    let texts: Result<Vec<String>, _> = texts.and_then(Iterator::collect);
    let played = |text: &String| {
        text.split_once("\nplayed = ")?
            .1
            .lines()
            .next()?
            .parse()
            .ok()
    };
    let texts = texts.expect("it is in order");
    texts.iter().filter_map(played).collect()
}

#[test]
fn a_game_in_progress_is_found_once_its_program_has_ended() {
    let inside = Folder::new();
    let folder = inside.dir().join("not yet there");
    let resume = |input: &str| run_with_data(&["play", "--resume"], input, true, &folder);
    let before = |number| match number {
        0 => assert!(
            !folder.exists(),
            "nothing is written before there is a move"
        ),
        _ => {
            let result = resume("");
            assert_eq!(result.stderr, "error: no game was left or interrupted\n");
        }
    };
    let play = ["play", RULES, "--deal", "5"];
    let mut typed = Typed::new(["deal", "deal"].into_iter(), before);
    run_with_input(&play, &mut typed, true, Some(&folder));
    drop(typed);
    assert_eq!(kept(&folder), [2]);
    assert_eq!(resume("deal\n").status, 0);
    assert_eq!(kept(&folder), [3]);
    // Another game at the same time.
    let mut typed = Typed::new(["deal"].into_iter(), |number| {
        if number == 1 {
            assert_eq!(resume("deal\n").status, 0);
        }
    });
    run_with_input(&play, &mut typed, true, Some(&folder));
    drop(typed);
    assert_eq!(kept(&folder), [4, 1]);
    for _ in 0..2 {
        run_with_data(&["play", RULES], "delete\nquit\n", true, &folder);
    }
    let names = fs::read_dir(&folder).expect("it exists").count();
    assert_eq!(names, 1, "nothing but the database");
    // A damaged game stays where it is.
    let database = Connection::open(folder.join("patience.sqlite")).expect("it is there");
    let insert = "INSERT INTO unfinished (game, changed) VALUES ('game = \u{1b}', 0)";
    database.execute(insert, []).expect("there is room");
    for _ in 0..2 {
        let message = resume("").stderr;
        assert!(message.contains("or it is damaged: "), "{message}");
        assert!(
            message.chars().all(|c| c == '\n' || is_printable(c)),
            "{message:?}"
        );
    }
}

/// Runs an ignored test in a process of its own, after a setup by the shell.
fn command_of_test(name: &str, setup: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    let run = format!("{setup} exec \"$0\" --exact saves::{name} --ignored --nocapture");
    command.args(["-c", &run]);
    command.arg(std::env::current_exe().expect("this is a program"));
    command.env("PATIENCE_DATA", folder).stdout(Stdio::piped());
    command
}

/// The folder that [`command_of_test`] hands on.
fn folder_of_test() -> String {
    std::env::var("PATIENCE_DATA").expect("another test runs this one")
}

#[test]
#[ignore = "run by the test below, which kills it"]
#[expect(clippy::print_stdout, reason = "the other process reads it")]
fn plays_until_it_is_killed() {
    let deals = ["deal"; 18].into_iter().chain(["redeal"]).cycle();
    let mut typed = Typed::new(deals.take(3000), |number| println!("\nafter {number}"));
    let args = ["play", RULES, "--deal", "5"];
    run_with_input(&args, &mut typed, true, Some(folder_of_test().as_ref()));
}

#[cfg(unix)]
#[test]
fn a_killed_program_loses_at_most_one_move() {
    for kill_after in [1, 2, 17, 400] {
        let folder = Folder::new();
        let mut command = command_of_test("plays_until_it_is_killed", "", folder.dir());
        let mut program = command.spawn().expect("there is a shell");
        let lines = BufReader::new(program.stdout.take().expect("it is piped")).lines();
        let numbers = lines.map_while(Result::ok);
        let mut numbers = numbers.filter_map(|line| line.strip_prefix("after ")?.parse().ok());
        let reached: Option<usize> = numbers.find(|number| *number >= kill_after);
        // This is SIGKILL, which no program can handle.
        program.kill().expect("it is running");
        program.wait().expect("it ends");
        let last = numbers.last().or(reached).expect("it has begun");
        let played = kept(folder.dir())[0];
        assert!(played == last || played == last + 1, "{played}, not {last}");
        let resumed = run_with_data(&["play", "--resume"], "", true, folder.dir());
        assert!(
            resumed.stdout.starts_with("Endless, deal 5\n"),
            "{}",
            resumed.stdout
        );
    }
}

#[test]
#[ignore = "run by the test below, with a limit on the size of files"]
fn finds_the_disk_full() {
    let folder = folder_of_test();
    let saved = format!("{folder}/a.save");
    let input = format!("deal\nsave {saved}\n");
    let result = run_with_data(&["play", "--load", &saved], &input, true, folder.as_ref());
    assert_eq!(
        result.stdout.matches("it cannot be kept: ").count(),
        1,
        "{}",
        result.stdout
    );
    assert!(
        result.stdout.contains("a.save: File too large"),
        "{}",
        result.stdout
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let folder = Folder::new();
    let saved = folder.write("a.save", GAME);
    run_with_data(&["play", RULES], "deal\n", true, folder.dir());
    // Files of no blocks; writing is an error, not a signal.
    let setup = "trap '' XFSZ; ulimit -f 0;";
    let mut command = command_of_test("finds_the_disk_full", setup, folder.dir());
    let output = command.output().expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
    assert_eq!(read(&saved), GAME);
    assert_eq!(kept(folder.dir()), [1]);
}
