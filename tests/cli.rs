//! The program from the outside: commands, error messages, exit statuses, pipes.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

use crate::common::{
    root, run_at_terminal, run_in_color, run_patience, run_with_input, with_snapshot_settings,
};

fn program() -> Command {
    let mut command = Command::new(get_cargo_bin("patience"));
    command
        .current_dir(root())
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1");
    command
}

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

#[test]
fn a_position_is_printed_as_it_can_be_read() {
    let print_position =
        |more: &[&str]| run_patience(&[&["position", "klondike"][..], more].concat(), "");
    let start = ["--deal", "1", "--with", "draw-one"];
    let result = print_position(&[&start[..], &["t3 t1", "deal"]].concat());
    assert_eq!(result.status, 0, "{}", result.stderr);
    with_snapshot_settings("", || assert_snapshot!("position", result.stdout));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed.position");
    std::fs::write(&path, &result.stdout).expect("the file can be written");
    let path = path.to_str().expect("the path is UTF-8");
    assert_eq!(print_position(&["--position", path]).stdout, result.stdout);
    let refused = print_position(&[&start[..], &["deal", "t1 f9"]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(
        refused
            .stderr
            .contains("move 2, `t1 f9`: there is no pile `f9`")
    );
    assert!(print_position(&[]).stderr.contains("expected --deal DEAL"));
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

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = program()
        .args(["play", "klondike", "--deal", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("standard input is a pipe");
    // The write may fail, because the program may exit before it reads everything. That is what is tested.
    let _ = input.write_all("show\n".repeat(20_000).as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
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
    for name in ["!", "two\nlines", "\u{1b}[2J"] {
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

/// Commands with long and short output, some that succeed and some that fail.
#[cfg(unix)]
const COMMANDS: [(&str, i32); 14] = [
    ("--help", 0),
    ("list", 0),
    ("rules klondike", 0),
    ("rules klondike --facts", 0),
    ("rules klondike --format markdown", 0),
    ("rules klondike --source", 0),
    ("play klondike --deal 1", 0),
    ("check games/klondike.toml", 0),
    ("check tests/errors/five_mistakes.toml", 3),
    ("test agnes", 0),
    ("test tests/games/failing/wrong-tests.toml", 1),
    ("perft klondike --deal 1 --depth 1", 0),
    ("simulate golf --deals 1..2", 0),
    ("simulate golf --deals 1..2 --format json", 0),
];

#[test]
#[cfg(unix)]
fn a_reader_that_stops_early_is_not_an_error() {
    for (args, status) in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe can be created");
        drop(reader);
        let mut command = program();
        let output = command.args(args.split(' ')).stdout(writer).output();
        let output = output.expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
        assert_eq!(output.status.code(), Some(status), "{args}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for (args, _) in COMMANDS {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("`/dev/full` exists");
        let mut command = program();
        let output = command.args(args.split(' ')).stdout(full).output();
        let output = output.expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(
            errors.starts_with("error: the output cannot be written"),
            "{args}: {errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{args}: {errors}");
    }
}

/// All input is limited, and endless input is rejected.
#[test]
fn input_is_limited() {
    let folder = std::env::temp_dir().join(format!("patience-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    let large = folder.join("large.toml");
    let file = std::fs::File::create(&large).expect("the file can be created");
    file.set_len(2 << 20).expect("the file can be extended");
    let large = large.to_str().expect("the path is UTF-8");
    let mut cases = vec![(large, 3, "error: the file is larger than 1 MiB".to_owned())];
    if cfg!(unix) {
        let why = "error: /dev/zero: not a regular file".to_owned();
        cases.push(("/dev/zero", 2, why));
    }
    for (path, status, complaint) in cases {
        for args in [
            &["play", "klondike", "--position", path][..],
            &["check", path],
            &["test", path],
        ] {
            let result = run_patience(args, "");
            assert_eq!(result.status, status, "{args:?}");
            // `check` prints what it finds to standard output.
            let text = result.stderr + &result.stdout;
            assert!(text.starts_with(&complaint), "{text}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder exists");
    let deck = "AS ".repeat(1000);
    let result = run_patience(&["play", "klondike", "--deck", &deck], "");
    assert_eq!(result.stderr, "error: --deck: more than 1000 bytes\n");
    let spaces = format!("deal{}nonsense\n", " ".repeat(1200));
    let result = run_patience(&["play", "klondike", "--deal", "1"], &spaces);
    assert!(
        result
            .stdout
            .ends_with("\n> ...\nA line can have at most 1000 bytes.\n\n")
    );
}

/// What the program takes for the lines of an input: `...` for one that is too long, which is skipped whole.
fn lines_of(input: &[u8]) -> Vec<String> {
    let args = ["play", "four-corners", "--deal", "1"];
    let result = run_with_input(&args, &mut &input[..], false, None);
    let typed = result.stdout.lines();
    let typed = typed.filter_map(|line| line.strip_prefix("> "));
    typed.map(str::to_owned).collect()
}

#[test]
fn lines_of_input_are_read() {
    assert_eq!(lines_of(b""), [""; 0]);
    assert_eq!(lines_of(b"\n"), [""]);
    assert_eq!(lines_of(b"a\nb\r\nc"), ["a", "b", "c"]);
    assert_eq!(lines_of(b"a\r"), ["a"]);
    assert_eq!(lines_of(b"a\n\r\nb\n"), ["a", "", "b"]);
    // A command without its invisible characters would be another one.
    let typed =
        "de\0al\nd\u{fffd}eal\n\x1b[A\ndeal\x08\nt1\tt2\ra\n\u{9b}\u{202e}\u{2069}d\u{200b}\n";
    let read = [
        "de\u{fffd}al",
        "d\u{fffd}eal",
        "\u{fffd}[A",
        "deal\u{fffd}",
        "t1\tt2\u{fffd}a",
        "\u{fffd}\u{fffd}\u{fffd}d\u{fffd}",
    ];
    assert_eq!(lines_of(typed.as_bytes()), read);
    assert_eq!(lines_of(b"d\xff\n"), ["d\u{fffd}"]);
    for end in ["\n", "\r\n", ""] {
        for length in [998, 999, 1000, 1001, 1002, 1003, 1004, 100_000] {
            let line = "x".repeat(length);
            let expected = if length <= 1000 { &line } else { "..." };
            let typed = format!("{line}{end}");
            assert_eq!(lines_of(typed.as_bytes()), [expected], "{length} {end:?}");
        }
    }
}

/// The name of a game may have several words, before moves as well.
#[test]
fn a_position_is_that_of_a_game_with_a_long_name() {
    let position = |words: &[&str]| {
        let args = [&["position"], words, &["--deal", "1"]].concat();
        let result = run_patience(&args, "");
        assert_eq!((result.status, result.stderr.as_str()), (0, ""));
        result.stdout
    };
    let dealt = position(&["four-corners", "deal"]);
    assert_ne!(dealt, position(&["four-corners"]));
    for words in [
        &["four", "corners", "deal"][..],
        &["Four Corners", "deal"],
        &["four", "corners", "deal"],
    ] {
        assert_eq!(position(words), dealt, "{words:?}");
    }
    let result = run_patience(&["position", "four", "corner", "deal", "--deal", "1"], "");
    assert!(result.stderr.contains("there is no game `four`"));
}

#[test]
fn a_pipe_gets_no_control_codes() {
    let result = run_patience(
        &["play", "dutchess", "--deal", "1"],
        "r3 f\n\u{1b}[31mx\nmoves\n",
    );
    assert!(result.stdout.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(result.stdout.lines().all(|l| l.chars().count() <= 80));
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

/// A move of several cards is played as in `play`, in several moves, and refused for the same reason.
#[test]
fn a_position_can_be_after_a_move_of_several_cards() {
    let place = "place.t1 = \"9S 8H 7C\"\nplace.t2 = \"TH\"\nplace.t3 = \"KS\"\n";
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("a.pos");
    std::fs::write(&file, place).expect("there is room");
    let file = file.to_str().expect("it is UTF-8");
    let position =
        |text: &str| run_patience(&["position", "freecell", "--position", file, text], "");
    let moved = position("t1 t2 3");
    assert_eq!((moved.status, moved.stderr.as_str()), (0, ""));
    assert!(moved.stdout.contains("TH 9S 8H 7C"), "{}", moved.stdout);
    let played = run_patience(&["play", "freecell", "--position", file], "t1 t2 3\n");
    assert!(
        played.stdout.contains("Played in 5 moves."),
        "{}",
        played.stdout
    );
    let refused = position("t1 t3 3");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let played = run_patience(&["play", "freecell", "--position", file], "t1 t3 3\n").stdout;
    let why = refused.stderr.strip_prefix("error: move 1, `t1 t3 3`: ");
    let (why, _) = why
        .and_then(|why| why.rsplit_once(" ("))
        .expect("the move and the line of the rule are named");
    assert!(why.len() > 10 && played.contains(why), "{why}: {played}");
}
