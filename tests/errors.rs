//! Wrong rules files: each makes the mistake it is named after, and its answer is a snapshot.

use std::fmt::Write as _;

use insta::{assert_snapshot, glob};
use patience::internals::{is_printable, render};
use patience::{Library, Rejected, Rules, Severity};

use crate::common::{patience, root, with_snapshots};

/// What is said of a file, with its tests, if it is right so far.
fn said(path: &std::path::Path) -> Rejected {
    let name = path
        .strip_prefix(root())
        .expect("in the project")
        .display()
        .to_string();
    let stem = path.file_stem().expect("a name").to_str().expect("letters");
    let bytes = std::fs::read(path).expect("the file can be read");
    // Messages name files as they are found, so that what they say is the same on every machine.
    let folder = std::path::Path::new("tests/errors").to_path_buf();
    match Rules::parse_with(&name, stem, &bytes, &Library::new().with_folder(folder)) {
        Err(rejected) => rejected,
        Ok(rules) => match rules.test_cases() {
            Err(rejected) => rejected,
            Ok(_) => Rejected {
                diagnostics: rules.warnings.clone(),
                sources: rules.sources().clone(),
            },
        },
    }
}

#[test]
fn answers() {
    glob!("errors/*.toml", |path| {
        let rejected = said(path);
        let number = rejected.diagnostics.iter().count();
        let expected = answers_of(path);
        let text = render(&rejected.diagnostics, &rejected.sources, false);
        assert_eq!(
            number,
            expected,
            "{}: one mistake, one answer\n{text}",
            path.display()
        );
        let hidden = text.chars().find(|&c| c != '\n' && !is_printable(c));
        assert_eq!(hidden, None, "{}: goes to a terminal", path.display());
        with_snapshots("", || assert_snapshot!("error", text));
    });
}

/// How many answers a file has: one, or as many as a comment in it says.
fn answers_of(path: &std::path::Path) -> usize {
    let bytes = std::fs::read(path).expect("the file can be read");
    let text = String::from_utf8_lossy(&bytes);
    let said = text.lines().find_map(|l| l.strip_prefix("# answers: "));
    said.map_or(1, |said| {
        let number = said.split(',').next().expect("there is a first part");
        number.parse().expect("a number of answers")
    })
}

/// Position files are read by the same reader as rules files.
#[test]
fn positions() {
    let rules = Rules::built_in("klondike").expect("it is built in");
    glob!("errors/positions/*.toml", |path| {
        let bytes = std::fs::read(path).expect("the file can be read");
        let name = path.file_name().expect("a name").to_string_lossy();
        let read = rules.read_position::<&str>(&name, &bytes, &[]);
        let rejected = read.expect_err("it has a mistake");
        assert_eq!(rejected.diagnostics.iter().count(), 1, "{name}");
        let text = render(&rejected.diagnostics, &rejected.sources, false);
        with_snapshots("", || assert_snapshot!("position", text));
    });
}

#[test]
fn there_are_many_kinds() {
    let files = crate::common::rules_files("tests/errors");
    assert!(files.len() >= 40);
    let errors = files
        .iter()
        .filter(|f| {
            said(f)
                .diagnostics
                .iter()
                .any(|d| d.severity == Severity::Error)
        })
        .count();
    assert!(errors >= 40);
}

/// A text that is no rules file is refused, whatever it is; one that hung or ate memory would not end.
fn refused(name: &str, bytes: &[u8]) {
    let read = Rules::parse_with("hostile.toml", "hostile", bytes, &Library::new());
    let Err(rejected) = read else {
        panic!("{name} is accepted")
    };
    let drawn = render(&rejected.diagnostics, &rejected.sources, false);
    assert!(!drawn.is_empty());
}

#[test]
fn hostile_files_are_refused() {
    let mut chance = crate::common::Chance(1);
    for length in [1, 10, 100, 1000, 100_000] {
        let bytes: Vec<u8> = (0..length)
            .map(|_| chance.below(256).to_le_bytes()[0])
            .collect();
        refused("random bytes", &bytes);
        let text: String = bytes.iter().map(|b| char::from(b % 96 + 32)).collect();
        refused("random letters", text.as_bytes());
    }
    refused("nothing", b"");
    refused("ten megabytes", "x = 1\n".repeat(1_700_000).as_bytes());
    refused("a file of keys", "x = 1\n".repeat(170_000).as_bytes());
    refused(
        "nested lists",
        format!("a = {}", "[".repeat(100_000)).as_bytes(),
    );
    refused(
        "nested tables",
        format!("a = {}", "{ b = ".repeat(100_000)).as_bytes(),
    );
    refused(
        "dots",
        format!("{} = 1", vec!["a"; 100_000].join(".")).as_bytes(),
    );
    let level = format!("{} = {{", vec!["a"; 79].join("."));
    let header = vec!["a"; 79].join(".");
    refused(
        "dots in nested tables",
        format!("[{header}]\n{}", level.repeat(100_000)).as_bytes(),
    );
    refused(
        "dots in nested tables that are closed",
        format!("[{header}]\n{}{}", level.repeat(79), "}".repeat(79)).as_bytes(),
    );
    refused(
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
        refused(open, condition(&open.repeat(100_000)).as_bytes());
        refused(open, condition(&open.repeat(150)).as_bytes());
    }
    for count in [
        "4000000000",
        "-1",
        "99999999999999999999999999",
        "0x7fffffffffffffff",
    ] {
        refused(
            count,
            format!("name = 'A'\n[piles.tableau]\ncount = {count}\n").as_bytes(),
        );
        refused(
            count,
            format!("name = 'A'\n[deck]\npacks = {count}\n").as_bytes(),
        );
        refused(
            count,
            format!("name = 'A'\n[setup]\ndo = [{{ deal = {count}, to = 'stock' }}]\n").as_bytes(),
        );
    }
    let mut many = "name = 'A'\n".to_owned();
    for number in 0..5000 {
        let _ = write!(many, "[piles.{}]\nrole = 'reserve'\n", letters(number));
    }
    refused("five thousand groups", many.as_bytes());
    refused(
        "a long line",
        format!("name = 'A'\nabout = 3 {}", "x".repeat(900_000)).as_bytes(),
    );
}

fn letters(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 || text.is_empty() {
        text.push(char::from(b'a' + (number % 26).to_le_bytes()[0]));
        number /= 26;
    }
    text
}

#[test]
fn the_program_refuses_with_status_3() {
    let answer = patience(
        &["play", "tests/errors/five_mistakes.toml", "--deal", "1"],
        "",
    );
    assert_eq!(answer.status, 3);
    assert_eq!(answer.output, "");
    assert_eq!(answer.errors.matches("error: ").count(), 5);
}

/// Sentences of random words are refused, or they always have an answer.
#[test]
fn random_conditions_are_total() {
    let mut words: Vec<&str> = patience::internals::WORDS.iter().map(|w| w.text).collect();
    words.extend([
        "stock",
        "tableau",
        "foundation",
        "tableau 1",
        "1",
        "2",
        "-",
        "+",
        "==",
        "<",
        "!=",
        "(",
        ")",
    ]);
    words.extend([
        ".",
        ".size",
        ".top",
        ".rank",
        ".index",
        "[",
        "]",
        ",",
        "and",
        "or",
        "is",
        "not",
        "every(p in tableau,",
        "p",
    ]);
    let mut chance = crate::common::Chance(5);
    let mut accepted = 0;
    for _ in 0..6000 {
        let length = 1 + chance.below(7);
        let condition: Vec<&str> = (0..length)
            .map(|_| words[chance.below(words.len())])
            .collect();
        let condition = condition.join(" ").replace(" .", ".");
        let key = ["start", "build", "available"][chance.below(3)];
        let text = format!(
            "name = 'A'\n[piles.foundation]\ncount = 4\nstart = 'Ace'\nbuild = 'up'\n\
             [piles.tableau]\ncount = 3\ntake = 'run'\n{key} = '{condition}'\n\
             [setup]\ndo = [{{ deal = 5, to = 'tableau' }}]\n[actions.deal]\ndo = [{{ deal = 1, to = 'tableau' }}]\n"
        );
        let Ok(rules) =
            Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new())
        else {
            continue;
        };
        accepted += 1;
        let deal = patience::Deal::Number(patience::DealNumber(1));
        let mut position =
            patience::Position::deal(rules.game(), &deal).expect("a number is a deal");
        for _ in 0..5 {
            let legal = position.legal_moves();
            let Some(&chosen) = legal.first() else { break };
            position.play(chosen).expect("it is legal");
        }
        assert!(!rules.game().facts().is_empty());
    }
    assert!(accepted > 100, "{accepted} of them say something");
}
