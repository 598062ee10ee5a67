//! Automatic moves that never come to rest, found by trying.

use std::sync::Arc;

use super::finding::{Finding, Kind};
use crate::cards::DealNumber;
use crate::play::{Deal, Position, WorkBudget};
use crate::rules::Game;

/// How many deals are tried.
const DEALS: u64 = 2;
/// How many moves of each deal are tried.
const MOVES: usize = 10;
/// The most work for the deals, in operations: far more than that of any built-in game.
const MAX_WORK: u64 = 5_000_000;

/// Plays a few moves of some deals. Warns if an automatic move could still run after the last of them.
pub(super) fn check(game: &Arc<Game>, found: &mut Vec<Finding>) {
    let mut budget = WorkBudget::new(MAX_WORK);
    for number in 1..=DEALS {
        let deal = Deal::Number(DealNumber(number));
        let Ok(mut position) = Position::deal_within(game, &deal, &mut budget) else {
            return;
        };
        for played in 0..=MOVES {
            if let Some(auto) = position.restless_auto() {
                let auto = &game.autos[auto];
                let when = match played {
                    0 => format!("after deal {number}"),
                    _ => format!("after a move in deal {number}"),
                };
                let message = format!("`auto.{}` does not come to rest", auto.name);
                let span = auto.steps.first().map(|step| step.span).unwrap_or_default();
                found.push(
                    Finding::new(Kind::Step, span, message)
                        .label(format!("{when}, it could still run"))
                        .help(format!(
                            "the program stops it when it has run {} times after a move",
                            game.deck.len()
                        ))
                        .help("write a `when` that does not hold once the cards are where they belong"),
                );
                return;
            }
            let moves = position.legal_moves();
            let Some(&chosen) = moves.get(played % moves.len().max(1)) else {
                break;
            };
            position.play_unchecked(chosen);
        }
    }
}
