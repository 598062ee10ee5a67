//! House rules: `--set KEY=VALUE` changes a key of a rules file for one evening, and is checked like the file.

use crate::common::{Folder, run_patience};

/// The page of rules and the messages, with each run of blanks as one.
fn page(args: &[&str]) -> (u8, String) {
    let result = run_patience(args, "");
    let text = result.stdout + &result.stderr;
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    (result.status, words.join(" ").replace("\n ", " "))
}

fn rules(set: &str) -> (u8, String) {
    page(&["rules", "freecell", "--set", set])
}

#[test]
fn values_are_toml_or_text() {
    for set in [
        "piles.cell.count=5",
        "piles.cell.count = 5",
        "piles.cell = { count = 5 }",
        "piles.cell={count=5}",
    ] {
        let (status, text) = rules(set);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains("five cells"), "{set}: {text}");
    }
    for set in [
        "piles.tableau.start=King",
        "piles.tableau.start='King'",
        "piles.tableau.start=\"King\"",
    ] {
        let (status, text) = rules(set);
        assert_eq!(status, 0, "{text}");
        assert!(
            text.contains("An empty tableau pile takes a King"),
            "{set}: {text}"
        );
    }
}

#[test]
fn mistakes_are_shown_like_those_of_a_file() {
    let mistakes = [
        ("piles.cell.cuont=5", "did you mean `count`?"),
        ("piles.cell.count=500", "expected"),
        ("piles.cell.count=five", "expected a whole number"),
        (
            "piles.tableau.build=dwon and alternating",
            "did you mean `down`?",
        ),
        ("like=klondike", "--set:1:1"),
        ("a b=c", "--set:1"),
        ("=5", "--set:1"),
        ("#=5", "sets nothing"),
        ("setup.do=[{deal=7,to=tableau}]", "tableau"),
        ("piles.cell.count=5\npiles.tableau.count=3", "character"),
        ("piles.cell.count=5 # \u{202e}", "character"),
        ("piles.cell.count", "KEY=VALUE"),
        ("piles.tableau.build=\u{1b}[2J", "character"),
    ];
    for (set, expected) in mistakes {
        let (status, text) = rules(set);
        assert_ne!(status, 0, "{set}: {text}");
        assert!(text.contains(expected), "{set}: {text}");
        assert!(!text.contains('\u{1b}'), "{set}");
    }
}

#[test]
fn a_mistake_in_one_of_several_is_shown_there() {
    let set = ["--set", "name=X", "--set", "piles.tableau.count=9"];
    let args = [["rules", "klondike"].as_slice(), &set].concat();
    let (status, text) = page(&args);
    assert_ne!(status, 0, "{text}");
    assert!(text.contains("--set 2:1:1"), "{text}");
}

#[test]
fn saved_games_keep_them() {
    let folder = Folder::new();
    let path = folder.path("five.save");
    let set = ["--set", "piles.cell.count=5"];
    let args = [["play", "freecell", "--deal", "5"].as_slice(), &set].concat();
    let input = format!("t1 c\nsave {path}\nquit\n");
    let result = run_patience(&args, &input);
    assert!(result.stdout.contains("\nSaved as "), "{}", result.stdout);
    let result = run_patience(&["play", "--load", &path], "");
    assert_eq!(result.status, 0, "{}", result.stderr);
    assert!(result.stdout.contains("c5"), "{}", result.stdout);
    assert!(
        result.stdout.contains("piles.cell.count=5"),
        "{}",
        result.stdout
    );
}

#[test]
fn the_last_one_and_no_variant_wins() {
    let args = ["rules", "klondike", "--with", "draw-one"];
    let set = [
        "--set",
        "piles.tableau.start=any",
        "--set",
        "piles.tableau.start=Queen",
    ];
    let (_, text) = page(&[args.as_slice(), &set].concat());
    assert!(
        text.contains("An empty tableau pile takes a Queen"),
        "{text}"
    );
    assert!(
        text.contains("a card from the stock to the waste"),
        "{text}"
    );
}

/// The same rule twice is one, in the title as well; and what `odds` says to type can be typed in a shell.
#[test]
fn are_said_once_and_quoted() {
    let set = ["--set", "piles.tableau.start=King or Queen"];
    let args = [
        ["position", "klondike", "--deal", "1"].as_slice(),
        &set,
        &set,
    ]
    .concat();
    let result = run_patience(&args, "");
    assert_eq!(
        result.stdout.matches("King or Queen").count(),
        1,
        "{}",
        result.stdout
    );
    let result = run_patience(&[["odds", "klondike"].as_slice(), &set].concat(), "");
    let line = "`patience odds klondike --with 'piles.tableau.start=King or Queen' --deals 1..100`";
    let said = result.stdout + &result.stderr;
    assert!(said.contains(line), "{said}");
}
