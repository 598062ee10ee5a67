//! Evaluates conditions with partial information, in three-valued logic.

use std::cell::Cell;

use super::{Predicate, PredicateKind, Reads, Scene, View};
use crate::cards::Order;

/// A truth value in three-valued logic; `None` means unknown.
pub type Known = Option<bool>;

/// Which inputs of a predicate are unknown.
#[derive(Clone, Copy, Debug)]
pub struct Unknown<'a> {
    /// The parts of the scene that are unknown; their values in the scene are ignored.
    pub reads: Reads,
    /// A flag that the view sets when it is asked for something unknown.
    pub was_asked: &'a Cell<bool>,
}

impl Predicate {
    /// Evaluates the predicate with partial information; `None` if the result depends on something unknown.
    ///
    /// The parts of an `and`, `or` or `not` are evaluated separately, so one known part can decide the result. Any
    /// other predicate is unknown if it reads anything unknown.
    #[must_use]
    pub fn evaluate_partial<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        unknown: Unknown<'_>,
    ) -> Known {
        let evaluate = |predicate: &Predicate| predicate.evaluate_partial(scene, order, unknown);
        match &self.kind {
            PredicateKind::Not(predicate) => evaluate(predicate).map(|holds| !holds),
            PredicateKind::All(parts) => all(parts.iter().map(evaluate)),
            PredicateKind::Any(parts) => any(parts.iter().map(evaluate)),
            _ => {
                if unknown.reads != Reads::default() && self.reads().any(unknown.reads) {
                    return None;
                }
                unknown.was_asked.set(false);
                let holds = self.holds(scene, order);
                (!unknown.was_asked.get()).then_some(holds)
            }
        }
    }
}

/// Three-valued `and`.
#[inline]
pub fn all(knowns: impl IntoIterator<Item = Known>) -> Known {
    let mut all = Some(true);
    for known in knowns {
        match known {
            Some(true) => {}
            Some(false) => return known,
            None => all = None,
        }
    }
    all
}

/// Three-valued `or`.
#[inline]
pub fn any(knowns: impl IntoIterator<Item = Known>) -> Known {
    let not = |known: Known| known.map(|holds| !holds);
    not(all(knowns.into_iter().map(not)))
}
