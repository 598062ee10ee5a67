//! Move tree counts that agree with other programs.
//!
//! Each line of `tests/perft/*.txt` is a word and its value: `game` is the path of a rules file, `deck` the stock
//! before the first deal, `from` the source of the counts, `count` a depth and the number of move sequences.

use std::fs;
use std::path::Path;

use patience::deal::parse_cards;
use patience::player::perft;
use patience::{Deal, Position};

use crate::common::{open_rules, root, with_each_file};

/// The largest count that the test verifies; deeper trees take too long without a release build.
const MAX_COUNT: u64 = 3_000_000;

#[test]
fn counts_agree() {
    with_each_file("tests/perft", "txt", |path| {
        let checked = check_counts(path);
        assert!(checked > 0, "{} has no counts to verify", path.display());
    });
}

/// Verifies the counts of a file, and returns the number of counts.
fn check_counts(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("the file can be read");
    let (mut game, mut position, mut counts) = (None, None, 0);
    for line in text.lines() {
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => game = Some(open_rules(&root().join(value))),
            "deck" => {
                let cards = parse_cards(value).expect("the deck is a list of cards");
                let game = game.as_ref().expect("`game` comes first").game();
                position =
                    Some(Position::deal(game, &Deal::Deck(cards)).expect("the deck fits the game"));
            }
            "count" => {
                let (depth, count) = value.split_once(' ').expect("`count` has two numbers");
                let (depth, count): (u32, u64) = (
                    depth.parse().expect("the depth is a number"),
                    count.parse().expect("the count is a number"),
                );
                if count <= MAX_COUNT {
                    let found = perft(
                        position.as_ref().expect("`deck` comes before `count`"),
                        depth,
                    );
                    assert_eq!(found, Some(count), "{} at depth {depth}", path.display());
                    counts += 1;
                }
            }
            _ => {}
        }
    }
    counts
}
