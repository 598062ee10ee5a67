//! The program from the outside: commands, help, error messages, exit statuses.

use std::fmt::Write as _;
use std::path::Path;

use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;

use crate::common::{
    program, root, run_at_terminal, run_in_color, run_patience, with_snapshot_settings,
};

#[test]
fn the_binary_answers() {
    with_snapshot_settings("", || {
        assert_cmd_snapshot!("without_a_command", &mut program());
        assert_cmd_snapshot!(
            "perft",
            program().args(["perft", "klondike", "--deal", "1", "--depth", "3"])
        );
        assert_cmd_snapshot!(
            "test",
            program().args(["test", "agnes", "games/dutchess.toml"])
        );
        assert_cmd_snapshot!(
            "check",
            program().args([
                "check",
                "games/klondike.toml",
                "tests/errors/five_mistakes.toml",
                "no-such-file.toml"
            ])
        );
    });
}

/// A name of several words is one game for every command that takes one game and nothing after it.
#[test]
fn a_game_may_have_a_name_of_several_words() {
    for command in [
        "rules GAME",
        "perft GAME --deal 1 --depth 2",
        "simulate GAME --deals 1..2 --moves 5 --format json",
        "solve GAME --deal 1 --states 1",
    ] {
        let run = |game: &str| {
            let line = command.replace("GAME", game);
            let args: Vec<&str> = line.split(' ').collect();
            let result = run_patience(&args, "");
            assert_ne!(result.status, 2, "{}", result.stderr);
            let seconds = result.stdout.find("\"cpu_seconds\"");
            result.stdout[..seconds.unwrap_or(result.stdout.len())].to_owned()
        };
        assert_eq!(run("free cell"), run("freecell"), "{command}");
    }
}

#[test]
fn complaints() {
    let cases: [(&str, &[&str]); 21] = [
        ("open_for_people", &["play", "klondike", "--open"]),
        (
            "look_for_programs",
            &["play", "klondike", "--format", "json", "--width", "60"],
        ),
        ("perft_of_what", &["perft", "klondike", "--depth", "2"]),
        ("unknown_game", &["play", "klondlike"]),
        ("shared_name", &["play", "fascination"]),
        ("no_file", &["play", "nowhere/x.toml"]),
        ("a_folder", &["play", "games/"]),
        (
            "unknown_variant",
            &["play", "klondike", "--with", "draw-two"],
        ),
        ("no_variants", &["play", "agnes", "--with", "draw-two"]),
        ("short_deck", &["play", "klondike", "--deck", "AS 2S"]),
        ("wrong_card", &["play", "klondike", "--deck", "AS 1S"]),
        (
            "deck_and_deal",
            &["play", "klondike", "--deck", "AS", "--deal", "3"],
        ),
        ("deal_of_what", &["play", "klondike", "--deal", "yesterday"]),
        (
            "deal_too_high",
            &["play", "klondike", "--deal", "ms:8589934592"],
        ),
        ("deal_of_one_pack", &["play", "spider", "--deal", "ms:5"]),
        (
            "deal_of_full_packs",
            &["play", "joke-klon", "--deal", "pysol:5"],
        ),
        ("no_game", &["play"]),
        ("unknown_command", &["shuffle"]),
        ("help_for_a_game", &["help", "klondike"]),
        (
            "no_position",
            &["play", "klondike", "--position", "nowhere.toml"],
        ),
        (
            "wrong_position",
            &[
                "play",
                "klondike",
                "--position",
                "tests/plays/wrong.position",
            ],
        ),
    ];
    for (name, args) in cases {
        let result = run_patience(args, "");
        let text = format!(
            "{}{}exit status {}",
            result.stdout, result.stderr, result.status
        );
        with_snapshot_settings(&args.join(" "), || {
            assert_snapshot!(format!("complaint_{name}"), text);
        });
        assert_eq!(
            result.status,
            if name == "wrong_position" { 3 } else { 2 },
            "{name}"
        );
        assert_eq!(result.stdout, "", "{name}");
    }
}

#[test]
fn the_help_and_the_version_are_answers() {
    for args in [&["--help"][..], &["--version"], &["play", "--help"]] {
        let result = run_patience(args, "");
        assert_eq!(result.status, 0);
        assert!(result.stderr.is_empty() && !result.stdout.is_empty());
    }
    let as_option = |command: &str| run_patience(&[command, "--help"], "").stdout;
    let as_command = |command: &str| run_patience(&["help", command], "").stdout;
    for command in ["play", "list", "simulate"] {
        assert_eq!(as_command(command), as_option(command));
    }
    let (all, option) = (run_patience(&["help"], ""), run_patience(&["--help"], ""));
    assert_eq!(all.stdout, option.stdout);
}

/// The help of the program and of every command, which is its manual.
#[test]
fn the_help_of_every_command() {
    let mut text = String::new();
    for command in std::iter::once("help".to_owned()).chain(commands()) {
        let args = match command.as_str() {
            "help" => vec!["--help"],
            command => vec![command, "--help"],
        };
        let help = run_patience(&args, "").stdout;
        write!(text, "==== patience {}\n{help}\n", args.join(" ")).expect("a string takes all");
    }
    with_snapshot_settings("", || assert_snapshot!("help", text));
}

/// At a terminal with colors, the suits of the board have them, and so do mistakes in a rules file.
#[test]
fn colors_in_the_dialog() {
    let board = run_in_color(
        &["play", "klondike", "--deal", "1", "--suits", "letters"],
        "t1 t2\ndeal\nhint\nquit\n",
    );
    let text = board.stdout.replace('\u{1b}', "ESC");
    with_snapshot_settings("", || assert_snapshot!("colors", text));
    let mistakes = run_in_color(&["check", "tests/errors/five_mistakes.toml"], "");
    assert!(
        mistakes.stdout.contains("\u{1b}[91merror\u{1b}"),
        "{}",
        mistakes.stdout
    );
    let plain = run_at_terminal(&["play", "klondike", "--deal", "1"], "quit\n");
    assert!(!plain.stdout.contains('\u{1b}'));
}

#[test]
fn a_failed_test_is_a_no() {
    let result = run_patience(&["test", "tests/games/failing/wrong-tests.toml"], "");
    assert_eq!(result.status, 1);
    with_snapshot_settings("", || assert_snapshot!("failed_tests", result.stdout));
}

#[test]
fn a_false_condition_is_explained_by_its_parts() {
    let result = run_patience(&["test", "tests/games/failing/false-conditions.toml"], "");
    assert_eq!(result.status, 1);
    with_snapshot_settings("", || assert_snapshot!("false_conditions", result.stdout));
}

#[test]
fn the_source_is_printed_as_it_is() {
    let result = run_patience(&["rules", "klondike", "--source"], "");
    let file =
        std::fs::read_to_string(root().join("games/klondike.toml")).expect("the file can be read");
    assert_eq!(result.stdout, file);
}

#[test]
fn a_variant_is_described_with_its_game() {
    let about = |arguments: &[&str]| {
        let result = run_patience(arguments, "");
        let line = result.stdout.lines().find(|l| l.starts_with("about = "));
        let line = line.expect("the rules say what the game is");
        line.trim_end_matches('"').to_owned()
    };
    let game = about(&["rules", "ten-across", "--facts"]);
    let variant = about(&["rules", "ten-across", "--facts", "--with", "one-way"]);
    let added = variant.strip_prefix(&format!("{game} "));
    assert_eq!(
        added,
        Some("The two loose cards may be played, but nothing takes their places.")
    );
}

/// The names of all commands, in the order of the help.
fn commands() -> Vec<String> {
    let help = run_patience(&["help"], "").stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.map(|line| line.split_whitespace().next().expect("a name"));
    let names = names.filter(|name| *name != "help");
    let commands: Vec<String> = names.map(str::to_owned).collect();
    assert!(commands.len() > 10, "{commands:?}");
    commands
}

/// Every command has completions for each shell, and a manual page.
#[test]
fn completions_and_manual_cover_every_command() {
    let commands = commands();
    let page = run_patience(&["man"], "");
    assert!(page.stdout.contains(".TH patience 1"), "{}", page.stdout);
    for command in &commands {
        let line = format!("patience\\-{command}(1)");
        assert!(page.stdout.contains(&line), "{command}: {}", page.stdout);
        let command_page = run_patience(&["man", command], "");
        assert!(command_page.stdout.contains(".SH SYNOPSIS"), "{command}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run_patience(&["completions", shell], "");
        assert_eq!(script.status, 0, "{}", script.stderr);
        for command in &commands {
            assert!(script.stdout.contains(command), "{shell}: {command}");
        }
    }
    let unknown = run_patience(&["man", "plya"], "");
    assert_eq!(unknown.status, 2);
    assert!(
        unknown
            .stderr
            .starts_with("error: `plya` is not a command; ")
    );
}

#[test]
fn a_random_deal_can_be_played_again() {
    let first = run_patience(&["play", "klondike"], "");
    let line = first.stdout.lines().next().expect("the board is shown");
    let number = line
        .rsplit(' ')
        .next()
        .expect("the line ends with the deal number");
    let again = run_patience(&["play", "klondike", "--deal", number], "");
    assert_eq!(first.stdout, again.stdout);
}

/// What `new` writes is correct, tested, and never in place of another file.
#[test]
fn new_games_are_correct() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-games");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    let run = |args: &[&str]| {
        let output = program().args(args).current_dir(&folder).output();
        let output = output.expect("the program runs");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8(text).expect("it is text"),
        )
    };
    for (args, file) in [
        (&["My \"First\" Game"][..], "my-first-game.toml"),
        (&["Another", "--like", "spider"], "another.toml"),
        (&["A Third", "--like", "free cell"], "a-third.toml"),
    ] {
        let args = [&["new"], args].concat();
        let (status, text) = run(&args);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.starts_with(&format!("{file} is a game")), "{text}");
        let (status, text) = run(&["check", file, "--deny", "warnings"]);
        assert_eq!(status, Some(0), "{text}");
        let (status, text) = run(&["test", file]);
        assert_eq!(status, Some(0), "{text}");
        let before = std::fs::read_to_string(folder.join(file)).expect("it is there");
        assert_eq!(run(&args).0, Some(2));
        let after = std::fs::read_to_string(folder.join(file)).expect("it is there");
        assert_eq!(before, after);
    }
    for name in ["!", "two\nlines", "\u{1b}[2J", "game"] {
        assert_ne!(run(&["new", name]).0, Some(0), "{name:?}");
    }
    let count = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(count, 3);
}

/// `check` takes files, games, folders and standard input, and can fail because of warnings.
#[test]
fn many_things_can_be_checked() {
    let warned = "tests/errors/discard_without_pair.toml";
    let rules = include_str!("../games/klondike.toml");
    let wrong = "name = \"Heap\"\nnmae = 1\n";
    for (args, input, status, end) in [
        (&["check", "klondike"][..], "", 0, "klondike: no mistakes\n"),
        (&["check", "tests/hostile"], "", 0, "no mistakes\n"),
        (&["check", warned], "", 0, "1 warning\n"),
        (
            &["check", warned, "--deny", "warnings"],
            "",
            3,
            "1 warning\n",
        ),
        (
            &["check", "games/golf.toml", "--deny", "warnings"],
            "",
            0,
            "golf.toml: no mistakes\n",
        ),
        (&["check", "-"], rules, 0, "-: no mistakes\n"),
        (&["check", "-"], wrong, 3, "-: 1 mistake\n"),
    ] {
        let result = run_patience(args, input);
        assert_eq!(
            result.status, status,
            "{args:?}: {}{}",
            result.stdout, result.stderr
        );
        assert!(result.stdout.ends_with(end), "{args:?}: {}", result.stdout);
    }
    for args in [
        &["check", "nosuchgame"][..],
        &["check", "src"],
        &["check", "no-such.toml"],
    ] {
        let result = run_patience(args, "");
        assert_eq!((result.status, result.stdout.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn statistics_are_in_the_data_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("statistics");
    // What an earlier run left; the first time there is nothing.
    let _ = std::fs::remove_dir_all(&folder);
    let stats = |arguments: &[&str]| {
        let mut command = program();
        command
            .arg("stats")
            .args(arguments)
            .env("PATIENCE_DATA", &folder);
        let output = command.output().expect("the program can be run");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8(text).expect("output is UTF-8"),
        )
    };
    let nothing = (
        Some(0),
        "No game of `dutchess` has been recorded yet.\n".to_owned(),
    );
    assert_eq!(stats(&["dutchess"]), nothing);
    assert!(!folder.exists(), "asking creates nothing");
    std::fs::create_dir(&folder).expect("the folder can be created");
    let file = folder.join("patience.sqlite");
    std::fs::write(&file, "not a database".repeat(100)).expect("the file can be written");
    let name = file.display();
    let damaged = format!(
        "error: {name} is damaged: it is not a database; move it away, and a new one is created\n"
    );
    assert_eq!(stats(&[]), (Some(2), damaged));
}

/// A number of jobs is refused in the same words, whatever the jobs do.
#[test]
fn a_number_of_jobs_has_a_limit() {
    for command in [
        &["simulate", "klondike", "--deals", "1"][..],
        &["odds", "klondike", "--deals", "1"],
        &["test", "klondike", "--gaps"],
    ] {
        for jobs in [
            "0",
            "257",
            "100000",
            "18446744073709551616",
            "-1",
            "two",
            "",
        ] {
            let result = run_patience(&[command, &[&format!("--jobs={jobs}")]].concat(), "");
            assert_eq!(
                (result.status, result.stdout.as_str()),
                (2, ""),
                "{command:?}"
            );
            let expected = format!("invalid value '{jobs}' for '--jobs <N>': expected 1 to 256");
            assert!(result.stderr.contains(&expected), "{}", result.stderr);
        }
    }
}
