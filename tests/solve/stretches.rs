//! The stretches of shortened wins against a search as simple as can be.

use std::collections::HashMap;

use patience::solve::{Control, Limits};
use patience::{Deal, DealNumber, Move, Position, Rules, Solver, Verdict};

use crate::common::{assert_cases, cases};

/// How many moves a stretch has.
const STRETCH: usize = 8;

/// A shortened win of a deal, if one is found soon.
fn find_short_win(first: &Position) -> Option<Vec<Move>> {
    let limits = Limits::default().with_states(100_000);
    let solver = Solver::new(limits).with_shorter_wins();
    match solver.solve(first, &Control::default()).verdict {
        Verdict::Winnable(moves) => Some(moves),
        _ => None,
    }
}

/// The fewest moves to each position that some moves lead to, by a breadth-first search of at most so many positions.
fn search_from(first: &Position, most: usize) -> HashMap<Vec<u8>, usize> {
    let mut known = HashMap::from([(first.key(), 0)]);
    let mut level = vec![first.clone()];
    for depth in 1..STRETCH {
        for position in std::mem::take(&mut level) {
            for mv in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let key = next.key();
                if known.len() >= most {
                    return known;
                }
                known.entry(key).or_insert_with(|| {
                    level.push(next);
                    depth
                });
            }
        }
    }
    known
}

/// The most positions that a plain search looks at.
const MOST: usize = 300;

/// No stretch of eight moves can be replaced with a shorter one that a plain search finds.
#[test]
fn shortened_wins_have_no_needless_stretches() {
    let mut checked = 0;
    for game in ["freecell", "klondike", "yukon", "fan", "scorpion"] {
        let rules = Rules::built_in(game).expect("it is a built-in game");
        for deal in 1..=cases(2) {
            let deal = Deal::Number(DealNumber(deal));
            let first = Position::deal(rules.game(), &deal).expect("the deal succeeds");
            let Some(moves) = find_short_win(&first) else {
                continue;
            };
            let mut path = vec![first];
            for &mv in &moves {
                let mut next = path[path.len() - 1].clone();
                next.play_unchecked(mv);
                path.push(next);
            }
            for (start, position) in path.iter().enumerate() {
                let known = search_from(position, MOST);
                for (length, end) in path[start..].iter().enumerate().take(STRETCH + 1) {
                    let found = known.get(&end.key());
                    checked += usize::from(found.is_some() && length > 0);
                    assert!(
                        found.is_none_or(|found| *found >= length),
                        "{game}, deal {deal:?}: {length} moves after {start} can be {found:?}"
                    );
                }
            }
        }
    }
    let test = "shortened_wins_have_no_needless_stretches";
    assert_cases(test, checked, 1000);
}
