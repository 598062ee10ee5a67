//! Rules files that are right and ask for as much work as can be: each is loaded, dealt and played all the same.

use patience::{Deal, DealNumber, Position};

use crate::common::{rules, rules_files};

#[test]
fn all_are_played() {
    for path in rules_files("tests/heavy") {
        let rules = rules(&path);
        let deal = Deal::Number(DealNumber(1));
        let mut position = Position::deal(rules.game(), &deal).expect("a number is a deal");
        for _ in 0..5 {
            let legal = position.legal_moves();
            let Some(&chosen) = legal.last() else { break };
            position.play(chosen).expect("it is legal");
        }
    }
}
