//! What a run that is lifted may depend on.

use crate::condition::{Condition, Reads};
use crate::rules::game::{Game, Group};
use crate::text::{Diagnostic, Diagnostics};

/// Refuses runs that are lifted and depend on more than their own cards. What may be lifted from a pile then depends
/// on that pile and the base rank alone, so that nothing that happens elsewhere can change it.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    for group in game.groups.iter().filter(|g| g.take.lifts_runs()) {
        let condition = group.run.as_ref().or(group.build.as_ref());
        if let Some(condition) = condition.filter(|c| c.reads.any(Reads::FROM | Reads::TABLE)) {
            report.push(more_than_a_run(group, condition));
        }
    }
}

fn more_than_a_run(group: &Group, condition: &Condition) -> Diagnostic {
    let part = condition
        .predicate
        .span_that_reads(Reads::FROM | Reads::TABLE);
    let message = "a run that is lifted depends on more than its own cards";
    let expected = "expected `card`, `top`, `base` and the place of `this` only";
    let help = if group.run.is_some() {
        "say under `available` or `start` and `build` of other groups what depends on the rest of the table"
    } else {
        "this `build` also says what a run is: write `run = '...'` for that, with the cards of the run only"
    };
    Diagnostic::error(part, message).label(expected).help(help)
}
