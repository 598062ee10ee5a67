//! Counts of move trees that other programs agree on.
//!
//! `tests/perft/*.txt`: lines of a word and its value. `game` is the path of a rules file, `deck` the stock before
//! the first deal, `from` whose counts they are, `count` a depth and the number of move sequences.

use std::fs;
use std::path::Path;

use insta::glob;
use patience::{Deal, Position, parse_cards, perft};

use crate::common::{root, rules};

/// The most sequences that a test counts; deeper lines are for a release build.
const MOST: u64 = 3_000_000;

#[test]
fn counts_agree() {
    glob!("perft/*.txt", |path| {
        let lines = check(path);
        assert!(lines > 0, "{} counts nothing", path.display());
    });
}

fn check(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("the file can be read");
    let (mut game, mut position, mut counts) = (None, None, 0);
    for line in text.lines() {
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => game = Some(rules(&root().join(value))),
            "deck" => {
                let cards = parse_cards(value).expect("cards");
                let game = game.as_ref().expect("the game stands first").game();
                position =
                    Some(Position::deal(game, &Deal::Deck(cards)).expect("a deck of the game"));
            }
            "count" => {
                let (depth, count) = value.split_once(' ').expect("a depth and a number");
                let (depth, count): (u32, u64) = (
                    depth.parse().expect("a depth"),
                    count.parse().expect("a number"),
                );
                if count <= MOST {
                    let found = perft(position.as_ref().expect("the deck stands first"), depth);
                    assert_eq!(found, count, "{} at depth {depth}", path.display());
                    counts += 1;
                }
            }
            _ => {}
        }
    }
    counts
}
