//! Openings and moves that do not come to rest, and what takes too much work, found by trying.

use std::sync::Arc;

use super::finding::{Finding, Kind};
use crate::cards::{DealNumber, Stream};
use crate::condition::{Condition, Node, Slot};
use crate::play::{Deal, Halt, Position};
use crate::rules::Game;
use crate::text::{Describe, Diagnostic, Span, group_digits};
use crate::work::{self, LISTING, OPENING, Window};

/// How many deals are tried.
const DEALS: u64 = 3;
/// How many moves of each deal are tried.
const MOVES: usize = 200;
/// The most work for all of them.
const MAX_WORK: u64 = 100_000_000;

/// Plays random moves of some deals. Reports if what follows from one of them is stopped by a limit, or if an opening, a
/// move or a list of moves takes more work than it may.
pub(super) fn check(game: &Arc<Game>, found: &mut Vec<Finding>) {
    let window = Window::new(MAX_WORK);
    for number in 1..=DEALS {
        let deal = Deal::Number(DealNumber(number));
        let before = work::done();
        let dealt = Position::deal_noting_halt(game, &deal);
        let opening = work::done() - before;
        if opening > OPENING {
            return found.push(too_much(game, "an opening", OPENING));
        }
        let Ok((mut position, mut halt)) = dealt else {
            return;
        };
        let (mut random, mut legal) = (Stream::new(DealNumber(number)), Vec::new());
        for played in 0..=MOVES {
            if let Some(halt) = halt {
                let when = match played {
                    0 => format!("in deal {number}"),
                    _ => format!("after a move in deal {number}"),
                };
                return found.push(describe(game, halt, &when));
            }
            let before = work::done();
            position.legal_moves_into(&mut legal);
            let listing = work::done() - before;
            if listing > LISTING {
                return found.push(too_much(game, "a list of all moves", LISTING));
            }
            if legal.is_empty() {
                break;
            }
            if !window.is_open() {
                return;
            }
            halt = position.play_noting_halt(legal[random.below(legal.len())]);
        }
    }
}

/// Reports a limit that was met.
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
    let diagnostic = match halt {
        Halt::Runs(_) => Diagnostic::warning(span, message),
        Halt::Work(_) => Diagnostic::error(span, message),
    };
    let kind = Kind::Step;
    Finding { kind, diagnostic }
        .label(format!("{when}, it was stopped {}", halt.describe(game)))
        .help(help)
}

/// Reports that something takes too much work, at the condition that can take most of it.
fn too_much(game: &Game, what: &str, most: u64) -> Finding {
    let conditions = game.conditions();
    let conditions = conditions.map(|(condition, owner)| {
        let piles = owner.map_or(1, |group| u64::from(game.group(group).piles.count));
        let operations = Node::Predicate(&condition.predicate).cost(&game.names);
        (condition, piles, operations)
    });
    let dearest = conditions.max_by_key(|&(condition, piles, operations)| {
        operations * piles * cards_asked(game, condition)
    });
    let (span, label) = dearest.map_or((Span::default(), String::new()), |found| {
        let (condition, piles, operations) = found;
        let each = match (piles, cards_asked(game, condition)) {
            (1, 1) => "",
            (_, 1) => ", for each pile",
            _ => ", for each pile and card",
        };
        let (key, operations) = (condition.slot.key(), group_digits(operations));
        let label = format!("`{key}` can take most of it: up to {operations} operations{each}");
        (condition.span, label)
    });
    let most = group_digits(most);
    let message = format!("{what} takes more than {most} units of work");
    Finding {
        kind: Kind::Work,
        diagnostic: Diagnostic::error(span, message).label(label),
    }
    .help("let the condition look at fewer piles and cards, or the game have fewer of them")
}

/// How many cards a condition may be asked for, in each pile.
fn cards_asked(game: &Game, condition: &Condition) -> u64 {
    match condition.slot {
        Slot::Start | Slot::Build | Slot::Pair | Slot::Swap | Slot::Run | Slot::Which => {
            game.deck.len() as u64
        }
        _ => 1,
    }
}
