//! What an author does at the prompt, from a game in progress to a test and back to the rules.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, Read};
use std::path::Path;

use patience::Rules;
use patience::library::catalog;
use tempfile::tempdir;

use crate::common::{Rng, root, run_patience, run_with_input};

/// What is printed for the last command that begins with a text.
fn answer<'a>(output: &'a str, command: &str) -> &'a str {
    let (_, after) = output
        .rsplit_once(&format!("\n> {command}"))
        .unwrap_or_else(|| panic!("{command} was typed"));
    let (_, after) = after.split_once('\n').expect("it is a line");
    let end = after.find("\n\n> ").unwrap_or(after.len());
    &after[..end]
}

/// Commands that may be legal or not: an action, a pile, or two piles.
fn random_command(rules: &Rules, rng: &mut Rng) -> String {
    let game = rules.game();
    let piles: Vec<String> = game.piles().map(|pile| game.pile_name(pile)).collect();
    let actions: Vec<&str> = game
        .actions()
        .map(|action| game.action_name(action))
        .collect();
    let mut pile = || piles[rng.below(piles.len())].clone();
    let (from, to) = (pile(), pile());
    match rng.below(20) {
        0 => "undo".to_owned(),
        1 => "auto".to_owned(),
        2..5 if !actions.is_empty() => actions[rng.below(actions.len())].to_owned(),
        2..12 => from,
        _ => format!("{from} {to}"),
    }
}

/// Runs the tests of a text that is added to the rules of a game. Returns how many there are, and the failures.
fn run_tests(id: &str, test: &str) -> (usize, Vec<String>) {
    let path = root().join(format!("games/{id}.toml"));
    let text = fs::read_to_string(path).expect("it is a file");
    let end = text.find("\n[[test]]").map_or(text.len(), |at| at + 1);
    let text = format!("{}\n{test}\n", &text[..end]);
    let rules = Rules::parse(id, text).unwrap_or_else(|error| panic!("{error}\n{test}"));
    let tests = rules
        .test_cases()
        .unwrap_or_else(|error| panic!("{error}\n{test}"));
    let runs = tests.iter().flat_map(|test| test.run().failures);
    let failures = runs.map(|failure| failure.message).collect();
    (tests.len(), failures)
}

/// Tests that differ from a test in one expectation each, and so must fail.
fn mutants(test: &str) -> Vec<String> {
    let lines: Vec<&str> = test.lines().collect();
    let mut mutants = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some((key, value)) = line.split_once(" = ") else {
            continue;
        };
        let changed = if key.starts_with("gives.") {
            let (first, rest) =
                value[1..].split_at(value[1..].find(' ').unwrap_or(value.len() - 2));
            match (first, rest) {
                ("", _) => format!("{key} = \"AS\""),
                (_, "\"") => format!("{key} = \"\""),
                (_, rest) => format!("{key} = \"{}", rest.trim_start()),
            }
        } else if key == "holds" {
            format!("holds = 'not ({})'", &value[1..value.len() - 1])
        } else if key.starts_with("illegal.") && !test.contains("illegal.\"none\"") {
            format!("illegal.none = {value}")
        } else if key == "only" && value.contains(',') && !value.ends_with('[') {
            format!(
                "only = [{}",
                value.split_once(',').expect("it has a comma").1
            )
        } else {
            continue;
        };
        let mut mutant = lines.clone();
        mutant[number] = &changed;
        mutants.push(mutant.join("\n"));
    }
    mutants
}

#[test]
fn tests_of_random_games_pass_and_notice_changes() {
    let mut rng = Rng(13);
    let (mut tests, mut changed, mut refused) = (0, 0, 0);
    let catalog = catalog();
    let games = catalog.iter().filter(|entry| entry.variant.is_none());
    for (number, entry) in games.enumerate().filter(|(number, _)| number % 5 == 0) {
        let rules = Rules::built_in(&entry.id).expect("it is built in");
        let mut script = Vec::new();
        let mut play = |script: &mut Vec<String>, count: usize| {
            script.extend((0..count).map(|_| random_command(&rules, &mut rng)));
        };
        play(&mut script, 15);
        match number % 3 {
            0 => script.push("mark".to_owned()),
            1 => script.push("mark open".to_owned()),
            _ => {}
        }
        play(&mut script, number % 16);
        script.push("test random".to_owned());
        let deal = number.to_string();
        let result = run_patience(&["play", &entry.id, "--deal", &deal], &script.join("\n"));
        let test = answer(&result.stdout, "test random").trim_end();
        if !test.contains("[[test]]") {
            assert!(
                test.starts_with("The marked position is no longer")
                    || test.starts_with("No test can repeat this"),
                "{}: {test}",
                entry.id
            );
            refused += 1;
            continue;
        }
        let (count, failures) = run_tests(&entry.id, test);
        assert_eq!(failures, [] as [String; 0], "{}:\n{test}", entry.id);
        assert_eq!(count, test.matches("[[test]]").count());
        tests += count;
        for mutant in mutants(test) {
            let (_, failures) = run_tests(&entry.id, &mutant);
            assert!(!failures.is_empty(), "{}: not noticed:\n{mutant}", entry.id);
            changed += 1;
        }
    }
    assert!(
        tests > 80 && changed > 150 && refused < 10,
        "{tests} {changed} {refused}"
    );
}

/// A closed test tells no card that the player has not seen: the faces in it were printed before.
#[test]
fn a_test_names_no_card_that_is_face_down() {
    for game in ["klondike", "spider", "yukon", "accordion", "clock"] {
        for moves in ["", "deal", "t1;t2;t3;t4;t5;t6;t7;deal;t1;t2;t3"] {
            let script = format!("mark\n{}\ntest x\ntrace\n", moves.replace(';', "\n"));
            let result = run_patience(&["play", game, "--deal", "5"], &script);
            let (seen, test) = result
                .stdout
                .split_once("\n> test x\n")
                .expect("it was typed");
            let words = |text: &str| -> Vec<String> {
                let is_part = |c: char| c.is_ascii_alphanumeric();
                let words = text.split(|c| !is_part(c)).filter(|word| word.len() == 2);
                let words = words.filter(|word| word.to_ascii_uppercase() == **word);
                let cards = words.filter(|word| patience::deal::parse_cards(word).is_ok());
                cards.map(str::to_owned).collect()
            };
            let seen = words(seen);
            let told = words(test);
            let hidden: Vec<&String> = told.iter().filter(|card| !seen.contains(card)).collect();
            assert!(hidden.is_empty(), "{game}, {moves}: {hidden:?}\n{test}");
        }
    }
}

/// An input that changes a file before some of its lines.
struct Editing<'a> {
    file: &'a Path,
    /// Each line, and what the file has when it is read.
    lines: VecDeque<(&'a str, Option<&'a str>)>,
    current: Vec<u8>,
}

impl Read for Editing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Editing<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.current.is_empty()
            && let Some((line, text)) = self.lines.pop_front()
        {
            if let Some(text) = text {
                fs::write(self.file, text)?;
            }
            self.current = format!("{line}\n").into_bytes();
        }
        Ok(&self.current)
    }

    fn consume(&mut self, count: usize) {
        self.current.drain(..count);
    }
}

pub(crate) const MINE: &str = "like = \"klondike\"\nname = \"Mine\"\ndrop = [\"variants\"]\n";

#[test]
fn reload_replays_the_moves_under_the_new_rules() {
    let folder = tempdir().expect("there is room");
    let file = folder.path().join("mine.toml");
    fs::write(&file, MINE).expect("there is room");
    let with = |more: &str| format!("{MINE}{more}\n");
    let (wrong, two) = (
        with("[actions.deal]\nlimit = 'two'"),
        with("[actions.deal]\nlimit = 2"),
    );
    let (deck, four) = (
        with("[piles.waste]\ncapacity = 3"),
        with("[actions.deal]\nlimit = 4"),
    );
    let gone = with("[variants.new]\nname = \"New\"");
    let mut input = Editing {
        file: &file,
        lines: VecDeque::from([
            ("deal", None),
            ("deal", None),
            ("mark", None),
            ("deal", None),
            ("reload", None),
            ("reload", Some(wrong.as_str())),
            ("reload", Some(two.as_str())),
            ("reload", Some(wrong.as_str())),
            ("reload", Some(four.as_str())),
            ("undo", None),
            ("reload", Some(two.as_str())),
            ("redo", None),
            ("undo", None),
            ("undo", None),
            ("reload", Some(deck.as_str())),
            ("deal", None),
            ("reload", Some(gone.as_str())),
            ("undo 9", None),
            ("quit", None),
        ]),
        current: Vec::new(),
    };
    let path = file.to_str().expect("it is UTF-8");
    let args = ["play", path, "--deal", "3"];
    let result = run_with_input(&args, &mut input, false, None);
    let folder = folder.path().canonicalize().expect("it is there");
    let folder = folder.to_str().expect("it is UTF-8");
    crate::common::with_snapshot_settings("reload", || {
        insta::assert_snapshot!("reload", result.stdout.replace(folder, "FOLDER"));
    });
}
