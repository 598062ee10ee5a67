//! Checks what the condition of a lifted run depends on.

use crate::condition::{Condition, Reads};
use crate::rules::game::{Game, Group};
use crate::text::{Describe, Diagnostic, Diagnostics};

/// What a lifted run must not depend on.
const OTHERS: Reads = Reads::FROM.union(Reads::TABLE).union(Reads::MOVED_SIZE);

/// Reports lifted runs that depend on more than their own cards. This ensures that the runs of a pile depend only on
/// that pile and the base rank, and never change because of other piles.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    for group in game.groups.iter().filter(|g| g.take.lifts_runs()) {
        let condition = group.run.as_ref().or(group.build.as_ref());
        if let Some(condition) = condition.filter(|c| c.predicate.reads().any(OTHERS)) {
            report.push(dependency_error(group, condition));
        }
    }
}

fn dependency_error(group: &Group, condition: &Condition) -> Diagnostic {
    let part = condition.predicate.span_that_reads(OTHERS);
    let message = "a lifted run depends on more than its own cards";
    let expected = "expected only `card`, `top`, `base` and the location of `this`";
    let help = if group.run.is_some() {
        "use `available`, or `start` and `build` of other groups, for conditions on other piles"
    } else {
        "this `build` also defines runs: write `run = '...'` to define them by their own cards"
    };
    Diagnostic::error(part, message).label(expected).help(help)
}
