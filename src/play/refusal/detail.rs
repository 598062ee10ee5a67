//! Explains which part of a false condition is false.

use crate::condition::{Condition, Predicate, PredicateKind};
use crate::play::board_view::BoardView;
use crate::play::sight::{Bindings, Sight};
use crate::prose;

/// Describes what a false part of a condition requires: a named condition by its name, followed by the first false part
/// of its body if the bindings are given, otherwise by its whole body.
pub(super) fn describe_requirement<T: BoardView>(
    sight: &Sight<'_, T>,
    part: &Predicate,
    condition: Option<(&Condition, Bindings)>,
) -> String {
    let (game, base) = (sight.view.game(), sight.view.base());
    let is_named = |predicate: &&Predicate| prose::phrase_by_name(predicate, game).is_some();
    let whole = condition.map(|(condition, _)| &condition.predicate);
    let Some(named) = whole.filter(is_named).or(Some(part).filter(is_named)) else {
        return prose::describe_requirement(part, game, base);
    };
    let (detail, expected) = match condition {
        Some((condition, bindings)) => {
            let holds =
                |part: &Predicate| sight.evaluate_predicate(part, &condition.order, bindings);
            first_false(part, true, &holds)
        }
        None => (part, true),
    };
    let requirement = prose::describe_requirement(named, game, base);
    let detail = prose::describe_detail(detail, !expected, game, base);
    format!("{requirement}: {detail}")
}

/// Returns the innermost part that has not its expected value, with that value.
fn first_false<'p>(
    predicate: &'p Predicate,
    expected: bool,
    holds: &impl Fn(&Predicate) -> Option<bool>,
) -> (&'p Predicate, bool) {
    match &predicate.kind {
        PredicateKind::Not(inner) => first_false(inner, !expected, holds),
        PredicateKind::All(parts) if expected => first_of(parts, predicate, expected, holds),
        PredicateKind::Any(parts) if !expected => first_of(parts, predicate, expected, holds),
        _ => (predicate, expected),
    }
}

/// Looks for the first part of a list that has not its expected value. If there is none, the list itself must do.
fn first_of<'p>(
    parts: &'p [Predicate],
    list: &'p Predicate,
    expected: bool,
    holds: &impl Fn(&Predicate) -> Option<bool>,
) -> (&'p Predicate, bool) {
    match parts.iter().find(|part| holds(part) == Some(!expected)) {
        Some(part) => first_false(part, expected, holds),
        None => (list, expected),
    }
}
