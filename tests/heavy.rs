//! Valid rules files that demand as much work as possible: they are still loaded, dealt and played within the limits.

use std::sync::LazyLock;

use patience::internals::Compiled;
use patience::library::Library;
use patience::solve::{Control, Limit, Limits};
use patience::work::{self, MOVE};
use patience::{Deal, DealNumber, Outcome, Position, Rules, Solver, Verdict};

use crate::common::{Rng, RulesFile, cases, open_all, root, rules_files, say};

/// The rules files. They take long to compile, and are compiled once.
fn files() -> &'static [RulesFile] {
    static FILES: LazyLock<Vec<RulesFile>> =
        LazyLock::new(|| open_all(&rules_files("tests/heavy")));
    &FILES
}

/// Deals the game of a rules file.
fn deal(name: &str) -> Position {
    let file = files().iter().find(|file| file.path.ends_with(name));
    let rules = &file.expect("there is such a file").rules;
    let deal = Deal::Number(DealNumber(1));
    Position::deal(rules.game(), &deal).expect("the deal succeeds")
}

/// Plays random moves of a rules file; returns the last position and the work that each move took.
fn play_random_moves(name: &str, moves: usize) -> (Position, Vec<u64>) {
    let mut position = deal(name);
    let mut rng = Rng(1);
    let mut work_of_moves = Vec::new();
    for _ in 0..moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let before = work::done();
        position.play_unchecked(legal[rng.below(legal.len())]);
        work_of_moves.push(work::done() - before);
    }
    (position, work_of_moves)
}

#[test]
fn all_are_played() {
    let moves = usize::try_from(cases(20)).expect("there are few");
    for file in files() {
        let name = file.path.file_name().and_then(|name| name.to_str());
        let name = name.expect("a file has a name");
        let (position, work_of_moves) = play_random_moves(name, moves);
        assert!(!work_of_moves.is_empty(), "{name} has no moves");
        assert!(
            work_of_moves.iter().all(|&work| work <= MOVE + MOVE / 4),
            "{name}"
        );
        let (other, other_work) = play_random_moves(name, moves);
        assert!(
            position.key() == other.key() && work_of_moves == other_work,
            "{name}"
        );
        // Any outcome is fine, as long as one is found.
        let _: Outcome = position.outcome();
    }
    say("all_are_played", &format_args!("{moves} moves of each"));
}

/// The `auto` tables would run 13 million steps after each move.
#[test]
fn automatic_steps_end() {
    let (position, work_of_moves) = play_random_moves("auto-heavy.toml", 5);
    let is_cut = |work: &u64| (MOVE..MOVE + MOVE / 4).contains(work);
    assert!(work_of_moves.iter().all(is_cut), "{work_of_moves:?}");
    assert_eq!(work_of_moves.len(), 5);
    let cards: usize = Compiled::new(position.game())
        .groups
        .iter()
        .flat_map(|g| g.piles.iter())
        .map(|p| position.cards(p).len())
        .sum();
    assert_eq!(cards, 52);
}

/// A search that is interrupted before it begins does nothing.
#[test]
fn searches_end_soon() {
    let control = Control::default();
    control.interrupt();
    for name in [
        "actions-heavy.toml",
        "auto-heavy.toml",
        "listing-heavy.toml",
        "tables-heavy.toml",
    ] {
        let solution = Solver::new(Limits::default()).solve(&deal(name), &control);
        let verdict = Verdict::Unknown(Limit::Interrupt);
        assert_eq!(solution.verdict, verdict, "{name}");
        assert!(solution.states <= 1, "{name}");
    }
}

/// Each of six hundred tests may do a six-hundredth of the work, and one of its moves would exceed that.
#[test]
fn tests_share_their_work() {
    let path = root().join("tests/heavy/auto-heavy.toml");
    let mut text = std::fs::read_to_string(path).expect("the file can be read");
    text += &"[[test]]\ndeal = 1\nmoves = [\"spin\"]\n".repeat(600);
    let rules = Rules::parse_with("a.toml", "a", text.as_bytes(), &Library::new());
    let Ok(rules) = rules else {
        panic!("the file has no errors")
    };
    let Ok(test_cases) = rules.test_cases() else {
        panic!("the tests have no errors")
    };
    let failures = test_cases[0].run().failures;
    let messages: Vec<&str> = failures.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(messages, ["this takes more than 16,666,666 units of work"]);
}
