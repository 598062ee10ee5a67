//! Warns about steps whose conditions may take more work than a move can have.

use crate::condition::Condition;
use crate::rules::game::Game;
use crate::rules::step::{MAX_COMMAND_WORK, Step};
use crate::text::{Describe, Diagnostic, Diagnostics, group_digits, pluralize};

/// Checks that the `where` and the `which` of each step can be evaluated for all piles and cards within the work limit of
/// a move. Beyond it they count as false, which nobody would notice in play.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    for step in game.steps_in_play() {
        check_step(game, step, report);
    }
}

fn check_step(game: &Game, step: &Step, report: &mut Diagnostics) {
    let cards = game.deck.len();
    let piles = usize::from(step.choices().count);
    let only = step.only.as_ref();
    let only = only.map(|only| (only, "where", pluralize(piles, "pile"), piles));
    let diverted = step
        .divert
        .as_ref()
        .and_then(|divert| divert.which.as_ref());
    let which = step.which.iter().chain(diverted);
    let which = which.map(|which| (which, "which", pluralize(cards, "card"), cards));
    for (condition, key, each, times) in only.into_iter().chain(which) {
        if let Some(warning) = warning(condition, key, &each, times) {
            report.push(warning);
        }
    }
}

/// Returns a warning if evaluating a condition a number of times exceeds the limit.
fn warning(condition: &Condition, key: &str, each: &str, times: usize) -> Option<Diagnostic> {
    let work = condition.cost.saturating_mul(times as u64);
    if work <= MAX_COMMAND_WORK {
        return None;
    }
    let (work, max) = (group_digits(work), group_digits(MAX_COMMAND_WORK));
    let cost = group_digits(condition.cost);
    let message = format!("`{key}` may take {work} operations; a move has {max}");
    let warning = Diagnostic::warning(condition.span, message);
    Some(
        warning
            .label(format!("{each}, {cost} operations each"))
            .help("beyond the limit the condition counts as false"),
    )
}
