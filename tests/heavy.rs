//! Rules files that are right and ask for as much work as can be: each is loaded, dealt and played all the same.

use patience::internals::{Compiled, MAX_FOR_A_COMMAND, Work};
use patience::{Deal, DealNumber, Library, Outcome, Position, Rules};

use crate::common::{Chance, root, rules, rules_files};

/// The opening of a file, and the work of each of so many moves from there.
fn played(name: &str, moves: usize) -> (Position, Vec<u64>) {
    let rules = rules(&root().join("tests/heavy").join(name));
    let deal = Deal::Number(DealNumber(1));
    let mut position = Position::deal(rules.game(), &deal).expect("a number is a deal");
    let mut chance = Chance(1);
    let mut done = Vec::new();
    for _ in 0..moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mut work = Work::new(10 * MAX_FOR_A_COMMAND);
        position.play_within(legal[chance.below(legal.len())], &mut work);
        done.push(work.done());
    }
    (position, done)
}

#[test]
fn all_are_played() {
    for path in rules_files("tests/heavy") {
        let name = path.file_name().expect("a name").to_str().expect("letters");
        let (position, done) = played(name, 20);
        assert!(!done.is_empty(), "{name} has moves");
        assert!(done.iter().all(|&work| work <= MAX_FOR_A_COMMAND), "{name}");
        let (again, same) = played(name, 20);
        assert!(position.key() == again.key() && done == same, "{name}");
        // An answer is all that is asked for.
        let _: Outcome = position.outcome();
    }
}

/// What happens by itself would take 13 million steps after each move.
#[test]
fn what_happens_by_itself_ends() {
    let (position, done) = played("auto-heavy.toml", 5);
    assert_eq!(done, [MAX_FOR_A_COMMAND; 5]);
    let cards: usize = Compiled::new(position.game())
        .groups
        .iter()
        .flat_map(|g| g.piles.iter())
        .map(|p| position.cards(p).len())
        .sum();
    assert_eq!(cards, 52);
}

/// Each of a hundred tests has a hundredth of the work, which three of its commands would exceed.
#[test]
fn situations_share_their_work() {
    let path = root().join("tests/heavy/auto-heavy.toml");
    let mut text = std::fs::read_to_string(path).expect("the file can be read");
    text += &"[[test]]\ndeal = 1\nmoves = [\"spin*3\"]\n".repeat(100);
    let rules = Rules::parse_with("a.toml", "a", text.as_bytes(), &Library::new());
    let Ok(rules) = rules else {
        panic!("the file is right")
    };
    let Ok(test_cases) = rules.test_cases() else {
        panic!("its tests are right")
    };
    let failures = test_cases[0].run().failures;
    let said: Vec<&str> = failures.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(said, ["this takes more than 2,000,000 units of work"]);
}
