//! Explains why a condition holds or not: the parts that decide it, with the values that they found.

use super::board_view::BoardView;
use super::position::Position;
use super::sight::{Bindings, Sight};
use crate::cards::Order;
use crate::condition::{Condition, Predicate, PredicateKind, Ternary};
use crate::prose;
use crate::text::Span;

/// A part of a condition that decides whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deciding {
    /// Where the part is written.
    pub span: Span,
    /// Whether the part holds; `None` if that depends on a face-down card.
    pub holds: Ternary,
    /// What it found: "the score is 3", "t3 has 4 cards".
    pub found: String,
}

impl<T: BoardView> Sight<'_, T> {
    /// Explains why a predicate holds or not, by the parts that decide it: the false ones of an `and`, all of an `or`
    /// that is false, and so on inward. It tells nothing that cannot be seen.
    pub(super) fn explain(
        &self,
        predicate: &Predicate,
        order: &Order,
        bindings: Bindings,
    ) -> Vec<Deciding> {
        let (game, base) = (self.view.game(), bindings.base.or(self.view.base()));
        let mut deciding = Vec::new();
        for reason in self.reasons(predicate, order, bindings) {
            deciding.push(Deciding {
                span: reason.negated.unwrap_or(reason.part.span),
                holds: reason.holds.map(|holds| holds != reason.negated.is_some()),
                found: prose::describe_reason(&reason, game, base),
            });
            if let (PredicateKind::Won, Some(_), Some(win)) =
                (&reason.part.kind, reason.holds, &game.win)
            {
                deciding.extend(self.explain(&win.predicate, &win.order, Bindings::default()));
            }
        }
        deciding
    }
}

impl Position {
    /// Explains why a condition without variables holds or not, by the parts that decide it. Face-down cards are told.
    pub(crate) fn explain(&self, condition: &Condition) -> Vec<Deciding> {
        let sight = Sight::for_rules(self);
        sight.explain(&condition.predicate, &condition.order, Bindings::default())
    }
}
