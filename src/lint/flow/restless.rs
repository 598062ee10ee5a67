//! Openings and automatic moves that do not come to rest, found by trying.

use std::sync::Arc;

use super::finding::{Finding, Kind};
use crate::cards::DealNumber;
use crate::play::{Deal, Halt, Position};
use crate::rules::Game;
use crate::text::Describe;

/// How many deals are tried.
const DEALS: u64 = 2;
/// How many moves of each deal are tried.
const MOVES: usize = 10;

/// Plays a few moves of some deals. Warns if what follows from one of them is stopped by a limit.
pub(super) fn check(game: &Arc<Game>, found: &mut Vec<Finding>) {
    for number in 1..=DEALS {
        let deal = Deal::Number(DealNumber(number));
        let dealt = Position::deal_noting_halt(game, &deal);
        let Ok((mut position, mut halt)) = dealt else {
            return;
        };
        for played in 0..=MOVES {
            if let Some(halt) = halt {
                let when = match played {
                    0 => format!("in deal {number}"),
                    _ => format!("after a move in deal {number}"),
                };
                found.push(describe(game, halt, &when));
                return;
            }
            let moves = position.legal_moves();
            let Some(&chosen) = moves.get(played % moves.len().max(1)) else {
                break;
            };
            halt = position.play_noting_halt(chosen);
        }
    }
}

/// Warns of a limit that was met.
fn describe(game: &Game, halt: Halt, when: &str) -> Finding {
    let (steps, message, help) = match halt {
        Halt::Runs(auto) => (
            &game.autos[auto].steps,
            format!("`auto.{}` does not come to rest", game.autos[auto].name),
            "write a `when` that does not hold once the cards are where they belong",
        ),
        Halt::Work(auto) => (
            auto.map_or(&game.setup, |auto| &game.autos[auto].steps),
            "this takes too much work".to_owned(),
            "do the same in fewer steps, or with conditions that look at fewer cards",
        ),
    };
    let span = steps.first().map(|step| step.span).unwrap_or_default();
    Finding::new(Kind::Step, span, message)
        .label(format!("{when}, it was stopped {}", halt.describe(game)))
        .help(help)
}
