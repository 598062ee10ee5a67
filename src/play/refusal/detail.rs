//! Explains which part of a false condition is false.

use crate::condition::{Condition, Predicate};
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
    if let Some(described) = whole.filter(|whole| prose::is_described(whole, game)) {
        return prose::describe_requirement(described, game, base);
    }
    let Some(named) = whole.filter(is_named).or(Some(part).filter(is_named)) else {
        return prose::describe_requirement(part, game, base);
    };
    let (detail, expected) = match condition {
        Some((condition, bindings)) => {
            let holds =
                |part: &Predicate| sight.evaluate_predicate(part, &condition.order, bindings);
            part.first_wrong(true, &holds)
        }
        None => (part, true),
    };
    let requirement = prose::describe_requirement(named, game, base);
    let detail = prose::describe_detail(detail, !expected, game, base);
    format!("{requirement}: {detail}")
}
