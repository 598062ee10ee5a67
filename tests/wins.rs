//! A win of every game of which one is known, move by move.

use std::collections::BTreeMap;
use std::fs;

use patience::library::built_in_ids;
use patience::{Deal, DealNumber, Position, Rules};

use crate::common::root;

/// What a text says about some games: after a line such as `fan --deal 1`, lines about it until an empty one.
fn read_blocks(text: &str) -> BTreeMap<&str, (DealNumber, Vec<&str>)> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks = lines
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty());
    let blocks = blocks.map(|block| {
        let (id, number) = block[0]
            .split_once(" --deal ")
            .expect("a block begins with a deal");
        let number = number.parse().expect("a deal has a number");
        (id, (DealNumber(number), block[1..].to_vec()))
    });
    blocks.collect()
}

/// Each win in `tests/solve/wins.txt` was found by `patience solve`, as its first line says. It is played by the ordinary
/// rules. The games of which no win is known are listed in `tests/solve/unwon.txt`, so that each game is in one of the
/// two files. Long runs, which random play hardly ever builds, have an id as well.
#[test]
fn every_game_can_be_won() {
    let read = |name: &str| {
        fs::read_to_string(root().join("tests/solve").join(name)).expect("the file can be read")
    };
    let (wins, unwon) = (read("wins.txt"), read("unwon.txt"));
    let wins = read_blocks(&wins);
    let is_entry = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let unwon = unwon
        .lines()
        .filter(is_entry)
        .map(|line| line.split_once(": ").expect("a reason follows").0);
    let mut listed: Vec<&str> = wins.keys().copied().chain(unwon).collect();
    listed.sort_unstable();
    let mut ids = built_in_ids();
    ids.sort_unstable();
    assert_eq!(listed, ids);
    for (id, (number, lines)) in wins {
        let rules = Rules::built_in(id).expect("the game is built in");
        let mut position =
            Position::deal(rules.game(), &Deal::Number(number)).expect("it can be dealt");
        for text in lines.iter().flat_map(|line| line.split("; ")) {
            let mv = position
                .parse_move(text)
                .unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
            let number = position.move_id(mv);
            let meant = number.and_then(|number| position.move_with_id(number));
            assert_eq!(meant, Some(mv), "{id}: {text}");
            position
                .play(mv)
                .unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        }
        assert!(position.is_won(), "{id} is won");
    }
}
