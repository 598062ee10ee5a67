//! The law that the solver claims nothing but the truth, whatever the rules are.

use patience::library::Library;
use patience::{Deal, DealNumber, Position, Rules};

use super::plain_rules::write_plain_rules;
use super::random_rules::write_random_rules;
use crate::common::{Rng, cases, first_seed};
use crate::solve::truth::{Comparison, Tally, play_on};

#[test]
fn verdicts_agree_with_a_plain_search_of_random_rules() {
    let mut comparison = Comparison::new(600, 3);
    for seed in first_seed()..first_seed() + cases(600) {
        let text = write_random_rules(&mut Rng(seed));
        let rules = Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new());
        let Ok(rules) = rules else { continue };
        // Most random rules have too many positions with a whole pack, or none but the first.
        for names in [&[][..], &["2 ranks", "3 suits"], &["4 ranks", "2 suits"]] {
            let Ok(game) = rules.with_variants(names) else {
                continue;
            };
            let Ok(mut position) = Position::deal(&game, &Deal::Number(DealNumber(seed))) else {
                continue;
            };
            for moves in [0, 5, 30] {
                play_on(&mut position, moves, &mut Rng(seed));
                let place = format!("seed {seed}, {names:?}, after {moves} more moves\n{text}");
                comparison.compare(&position, &place);
            }
        }
    }
    comparison.assert_at_least("verdicts of random rules", 6_000, 800, 700);
}

/// The positions of each plain file: dealt, and after some random moves.
const MOVES: [usize; 3] = [0, 4, 12];

#[test]
fn verdicts_agree_with_a_plain_search_of_plain_rules() {
    let mut comparison = Comparison::of_all_pairs(3_000);
    let files = cases(800);
    let mut valid = 0;
    for seed in first_seed()..first_seed() + files {
        let text = write_plain_rules(&mut Rng(seed));
        let rules = Rules::parse_with("plain.toml", "plain", text.as_bytes(), &Library::new());
        let Ok(rules) = rules else { continue };
        let deal = Deal::Number(DealNumber(seed));
        let Ok(mut position) = Position::deal(rules.game(), &deal) else {
            continue;
        };
        valid += 1;
        for moves in MOVES {
            play_on(&mut position, moves, &mut Rng(seed));
            let place = format!("seed {seed}, after {moves} more moves\n{text}");
            comparison.compare(&position, &place);
        }
    }
    assert!(valid * 4 > files * 3, "{valid} of {files} files are valid");
    comparison.assert_at_least("verdicts of plain rules", 20_000, 400, 500);
    comparison.assert_each_reduction(Tally {
        on: 40,
        mattered: 2,
    });
}
