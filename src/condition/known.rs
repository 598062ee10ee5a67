//! Answering a condition as far as something is known.

use std::cell::Cell;

use super::{Predicate, PredicateKind, Reads, Scene, View};
use crate::cards::Order;

/// Whether something is so; `None` where that is not known.
pub type Known = Option<bool>;

/// What is not known when a test is asked.
#[derive(Clone, Copy, Debug)]
pub struct Unknown<'a> {
    /// What of the scene is not known, whatever stands there.
    pub reads: Reads,
    /// Set by the view when it is asked for something that is not known.
    pub was_asked: &'a Cell<bool>,
}

impl Predicate {
    /// Whether the test holds, whatever is not known; `None` where that decides. The parts of an `and`, an `or` and a
    /// `not` are looked at one by one, so that one known part can settle the whole; any other test is unknown if it
    /// reads anything that is.
    #[must_use]
    pub fn is_known<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        unknown: Unknown<'_>,
    ) -> Known {
        let known = |test: &Predicate| test.is_known(scene, order, unknown);
        match &self.kind {
            PredicateKind::Not(test) => known(test).map(|holds| !holds),
            PredicateKind::All(parts) => all(parts.iter().map(known)),
            PredicateKind::Any(parts) => any(parts.iter().map(known)),
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

/// Whether all of these are so.
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

/// Whether one of these is so.
#[inline]
pub fn any(knowns: impl IntoIterator<Item = Known>) -> Known {
    let not = |known: Known| known.map(|is_so| !is_so);
    not(all(knowns.into_iter().map(not)))
}
