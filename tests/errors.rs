//! Rules files with errors: each contains the mistake that it is named after, and its diagnostic is a snapshot.

use std::fmt::Write as _;

use insta::assert_snapshot;
use patience::Rules;
use patience::internals::is_printable;
use patience::library::{Library, Rejected, RulesError};
use patience_cli::render;

use crate::common::{root, run_patience, with_each_file, with_snapshot_settings};

/// The diagnostics of a rules file, and of its tests if the rules are valid.
fn diagnose(path: &std::path::Path) -> Rejected {
    let name = path
        .strip_prefix(root())
        .expect("the file is in the project")
        .display()
        .to_string();
    let stem = path
        .file_stem()
        .expect("a file has a name")
        .to_str()
        .expect("the name is UTF-8");
    let bytes = std::fs::read(path).expect("the file can be read");
    // Messages contain paths, so the folder is relative: they are then the same on every machine.
    root();
    let folder = std::path::Path::new("tests/errors").to_path_buf();
    match Rules::parse_with(&name, stem, &bytes, &Library::new().with_folder(folder)) {
        Err(rejected) => rejected,
        Ok(rules) => match rules.test_cases() {
            Err(rejected) => rejected,
            Ok(_) => Rejected::new(rules.lint(), rules.sources().clone()),
        },
    }
}

#[test]
fn answers() {
    with_each_file("tests/errors", "toml", |path| {
        let rejected = diagnose(path);
        let count = rejected.diagnostics.iter().count();
        let expected = expected_count(path);
        let text = render(&rejected.diagnostics, &rejected.sources, false);
        assert_eq!(
            count,
            expected,
            "{}: one diagnostic for each mistake\n{text}",
            path.display()
        );
        let unprintable = text.chars().find(|&c| c != '\n' && !is_printable(c));
        assert_eq!(unprintable, None, "{}", path.display());
        with_snapshot_settings("", || assert_snapshot!("error", text));
    });
}

/// The number of diagnostics that a file should have: one, unless a comment in it gives another number.
fn expected_count(path: &std::path::Path) -> usize {
    let bytes = std::fs::read(path).expect("the file can be read");
    let text = String::from_utf8_lossy(&bytes);
    let comment = text.lines().find_map(|l| l.strip_prefix("# answers: "));
    comment.map_or(1, |comment| {
        let count = comment
            .split(',')
            .next()
            .expect("the comment has a first part");
        count.parse().expect("the comment starts with a number")
    })
}

/// Position files are read by the same code as rules files.
#[test]
fn positions() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    with_each_file("tests/errors/positions", "toml", |path| {
        let bytes = std::fs::read(path).expect("the file can be read");
        let name = path
            .file_name()
            .expect("a file has a name")
            .to_string_lossy();
        let read = rules.read_position::<&str>(&name, &bytes, &[]);
        let rejected = read.expect_err("the file has an error");
        assert_eq!(rejected.diagnostics.iter().count(), 1, "{name}");
        let text = render(&rejected.diagnostics, &rejected.sources, false);
        with_snapshot_settings("", || assert_snapshot!("position", text));
    });
}

/// What a `main` prints that returns the error is the message, not the texts of all files.
#[test]
fn errors_say_the_same_when_debugged() {
    let text = "name = 'Heaps'\nnmae = 'Heaps'";
    let rejected = Rules::parse("heaps", text).expect_err("the file has an error");
    let message = rejected.to_string();
    assert!(message.starts_with("heaps.toml:2:1: unknown key `nmae`"));
    assert_eq!(format!("{rejected:?}"), message);
    assert_eq!(format!("{rejected:#?}"), message);
    assert_eq!(format!("{:?}", RulesError::Rejected(rejected)), message);
    let unknown = Rules::built_in("heaps").expect_err("there is no such game");
    assert_eq!(format!("{unknown:?}"), unknown.to_string());
}

/// Asserts that a text is rejected. Input that hangs the reader or exhausts memory would fail the test, too.
fn assert_rejected(name: &str, bytes: &[u8]) {
    let read = Rules::parse_with("hostile.toml", "hostile", bytes, &Library::new());
    let Err(rejected) = read else {
        panic!("{name} is accepted")
    };
    let rendered = render(&rejected.diagnostics, &rejected.sources, false);
    assert!(!rendered.is_empty());
}

#[test]
fn hostile_files_are_rejected() {
    let mut rng = crate::common::Rng(1);
    for length in [1, 10, 100, 1000, 100_000] {
        let bytes: Vec<u8> = (0..length)
            .map(|_| rng.below(256).to_le_bytes()[0])
            .collect();
        assert_rejected("random bytes", &bytes);
        let text: String = bytes.iter().map(|b| char::from(b % 96 + 32)).collect();
        assert_rejected("random letters", text.as_bytes());
    }
    assert_rejected("nothing", b"");
    assert_rejected("ten megabytes", "x = 1\n".repeat(1_700_000).as_bytes());
    assert_rejected("a file of keys", "x = 1\n".repeat(170_000).as_bytes());
    assert_rejected(
        "nested lists",
        format!("a = {}", "[".repeat(100_000)).as_bytes(),
    );
    assert_rejected(
        "nested tables",
        format!("a = {}", "{ b = ".repeat(100_000)).as_bytes(),
    );
    assert_rejected(
        "dots",
        format!("{} = 1", vec!["a"; 100_000].join(".")).as_bytes(),
    );
    let level = format!("{} = {{", vec!["a"; 79].join("."));
    let header = vec!["a"; 79].join(".");
    assert_rejected(
        "dots in nested tables",
        format!("[{header}]\n{}", level.repeat(100_000)).as_bytes(),
    );
    assert_rejected(
        "dots in nested tables that are closed",
        format!("[{header}]\n{}{}", level.repeat(79), "}".repeat(79)).as_bytes(),
    );
    assert_rejected(
        "a key twice with all that is in it",
        format!(
            "a = 1\na = {}{}",
            level.repeat(79).replacen("a.a", "{a.a", 1),
            "}".repeat(80)
        )
        .as_bytes(),
    );
    let condition = |text: &str| format!("name = 'A'\n[piles.tableau]\nstart = '{text}'\n");
    for open in [
        "(",
        "not ",
        "-",
        "any and (",
        "(any) or ",
        "every(p in tableau, ",
        "up ",
        "[",
    ] {
        assert_rejected(open, condition(&open.repeat(100_000)).as_bytes());
        assert_rejected(open, condition(&open.repeat(150)).as_bytes());
    }
    for count in [
        "4000000000",
        "-1",
        "99999999999999999999999999",
        "0x7fffffffffffffff",
    ] {
        assert_rejected(
            count,
            format!("name = 'A'\n[piles.tableau]\ncount = {count}\n").as_bytes(),
        );
        assert_rejected(
            count,
            format!("name = 'A'\n[deck]\npacks = {count}\n").as_bytes(),
        );
        assert_rejected(
            count,
            format!("name = 'A'\n[setup]\ndo = [{{ deal = {count}, to = 'stock' }}]\n").as_bytes(),
        );
    }
    let mut many = "name = 'A'\n".to_owned();
    for number in 0..5000 {
        let _ = write!(many, "[piles.{}]\nrole = 'reserve'\n", letter_name(number));
    }
    assert_rejected("five thousand groups", many.as_bytes());
    assert_rejected(
        "a long line",
        format!("name = 'A'\nabout = 3 {}", "x".repeat(900_000)).as_bytes(),
    );
}

fn letter_name(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 || text.is_empty() {
        text.push(char::from(b'a' + (number % 26).to_le_bytes()[0]));
        number /= 26;
    }
    text
}

#[test]
fn the_program_rejects_with_status_3() {
    let result = run_patience(
        &["play", "tests/errors/five_mistakes.toml", "--deal", "1"],
        "",
    );
    assert_eq!(result.status, 3);
    assert_eq!(result.stdout, "");
    assert_eq!(result.stderr.matches("error: ").count(), 5);
}
