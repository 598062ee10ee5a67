//! Every file in `games/`, picked up without being registered anywhere.

use insta::{assert_snapshot, glob};
use patience::condition::View;
use patience::rules::BUILT_IN;
use patience::{Deal, DealNumber, Position, perft, trial, words};

use crate::common::{Chance, patience, root, rules, rules_files, with_snapshots};

#[test]
fn facts() {
    glob!("../games", "*.toml", |path| {
        let rules = rules(path);
        assert!(rules.warnings.is_empty(), "{} has warnings", path.display());
        let facts = words::facts(rules.game()).join("\n");
        with_snapshots("the compiled facts", || assert_snapshot!("facts", facts));
    });
}

#[test]
fn opening() {
    glob!("../games", "*.toml", |path| {
        let path = path.to_str().expect("a path of letters");
        let answer = patience(&["play", path, "--deal", "1"], "moves\n");
        with_snapshots("deal 1 and its legal moves", || {
            assert_snapshot!("opening", answer.output);
        });
    });
}

#[test]
fn after_random_moves() {
    glob!("../games", "*.toml", |path| {
        let rules = rules(path);
        let mut position =
            Position::deal(rules.game(), &Deal::Number(DealNumber(2))).expect("a number is a deal");
        let mut chance = Chance(2);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[chance.below(legal.len())];
            moves.push(patience::play::write(&position, chosen));
            position.play(chosen).expect("it is legal");
        }
        let path = path.to_str().expect("a path of letters");
        let answer = patience(&["play", path, "--deal", "2"], &moves.join("\n"));
        let last = answer
            .output
            .rsplit("> ")
            .next()
            .expect("there is a last move")
            .to_owned();
        let text = format!("{}\n\nafter the last: {last}", moves.join(", "));
        with_snapshots("random moves of deal 2 and the board after them", || {
            assert_snapshot!("moves", text);
        });
    });
}

#[test]
fn move_trees() {
    glob!("../games", "*.toml", |path| {
        let rules = rules(path);
        let mut lines = Vec::new();
        for deal in [1, 2, 3] {
            let position = Position::deal(rules.game(), &Deal::Number(DealNumber(deal)))
                .expect("a number is a deal");
            let counts: Vec<String> = (1..=4)
                .map(|depth| perft(&position, depth).to_string())
                .collect();
            lines.push(format!("deal {deal}: {}", counts.join(" ")));
        }
        with_snapshots("move sequences of length 1, 2, 3, 4", || {
            assert_snapshot!("perft", lines.join("\n"));
        });
    });
}

#[test]
fn situations() {
    glob!("../games", "*.toml", |path| {
        let rules = rules(path);
        let situations = match trial::situations(&rules) {
            Ok(situations) => situations,
            Err(wrong) => panic!(
                "{}",
                patience::text::render(&wrong.diagnostics, &wrong.sources, false)
            ),
        };
        assert!(
            situations.len() >= 5,
            "{} has few situations",
            path.display()
        );
        let wins = |s: &trial::Situation| !s.moves.is_empty() && trial::run(s).position.won();
        assert!(
            situations.iter().any(wins),
            "no situation of {} is won by a move",
            path.display()
        );
        let mut results = Vec::new();
        for situation in &situations {
            assert!(
                !situation.name.is_empty(),
                "a situation of {} has no name",
                path.display()
            );
            let failures = trial::run(situation).failures;
            let passed = if failures.is_empty() {
                "passed"
            } else {
                "FAILED"
            };
            results.push(format!("{passed}: {}", situation.name));
            for failure in failures {
                results.push(patience::text::render_one(&failure, rules.sources(), false));
            }
        }
        let results = results.join("\n");
        assert!(!results.contains("FAILED"), "{results}");
        with_snapshots("the situations", || assert_snapshot!("situations", results));
    });
}

/// Files that no game of the library resembles, each of which an engine once got wrong, with what is right.
#[test]
fn situations_of_hostile_files() {
    for file in rules_files("tests/hostile") {
        let rules = rules(&file);
        let situations = trial::situations(&rules);
        for situation in situations.unwrap_or_else(|wrong| panic!("{:?}", wrong.diagnostics)) {
            if let Some(failure) = trial::run(&situation).failures.first() {
                let wrong = patience::text::render_one(failure, rules.sources(), false);
                panic!("{}: {}: {wrong}", file.display(), situation.name);
            }
        }
    }
}

#[test]
fn built_in_games_are_those_of_the_folder() {
    for file in rules_files("games") {
        let name = file.file_name().expect("a file has a name");
        let built_in = BUILT_IN.get_file(name).map(include_dir::File::contents);
        let written = std::fs::read(&file).expect("the file can be read");
        assert!(
            built_in == Some(&written[..]),
            "{} is not built in: touch src/rules/library.rs",
            file.display()
        );
    }
    let built_in = BUILT_IN
        .files()
        .filter(|f| f.path().extension().is_some_and(|e| e == "toml"))
        .count();
    assert_eq!(
        built_in,
        rules_files("games").len(),
        "touch src/rules/library.rs"
    );
    assert!(root().join("games").is_dir());
}

#[test]
fn no_alias_is_a_games_id_or_name() {
    let games: Vec<_> = rules_files("games")
        .iter()
        .map(|f| std::sync::Arc::clone(rules(f).game()))
        .collect();
    for game in &games {
        for alias in &game.aliases {
            let is = |text: &str| text.eq_ignore_ascii_case(alias);
            assert!(
                !games.iter().any(|g| is(&g.id) || is(&g.name)),
                "{alias} of {} is a game itself",
                game.id
            );
        }
    }
}
