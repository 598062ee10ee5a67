//! Evaluates conditions with partial information, in three-valued logic.

use crate::work::{Kind, spend};
use std::cell::Cell;

use super::eval::Eval;
use super::{Domain, Predicate, PredicateKind, Reads, Scene, View};
use crate::cards::Order;

/// A truth value in three-valued logic; `None` means unknown.
pub type Ternary = Option<bool>;

/// Which inputs of a predicate are unknown.
#[derive(Clone, Copy, Debug)]
pub struct Unknown<'a> {
    /// The parts of the scene that are unknown; their values in the scene are ignored.
    pub reads: Reads,
    /// A flag that the view sets when something unknown is read.
    pub was_read: &'a Cell<bool>,
}

impl Predicate {
    /// Evaluates the predicate with partial information. Returns `None` if the result depends on something unknown.
    ///
    /// The parts of an `and`, `or` or `not`, and the elements of a quantifier, are evaluated separately, so one known part
    /// can decide the result. Any other predicate is unknown if it reads anything unknown.
    pub fn evaluate_partial<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        unknown: Unknown<'_>,
    ) -> Ternary {
        Eval::new(scene, order).eval_partial(self, unknown)
    }
}

impl<V: View + ?Sized> Eval<'_, V> {
    /// Like [`Predicate::evaluate_partial`], inside of quantifiers.
    pub(super) fn eval_partial(&self, predicate: &Predicate, unknown: Unknown<'_>) -> Ternary {
        spend(Kind::Node, 1);
        let evaluate = |part: &Predicate| self.eval_partial(part, unknown);
        match &predicate.kind {
            PredicateKind::Not(inner) => evaluate(inner).map(|holds| !holds),
            PredicateKind::All(parts) => all(parts.iter().map(evaluate)),
            PredicateKind::Any(parts) => any(parts.iter().map(evaluate)),
            PredicateKind::Every(domain, body) => self.eval_every(domain, body, true, unknown),
            PredicateKind::Some(domain, body) => {
                let none = self.eval_every(domain, body, false, unknown);
                none.map(|none| !none)
            }
            _ => {
                if unknown.reads != Reads::default() && predicate.reads().any(unknown.reads) {
                    return None;
                }
                unknown.was_read.set(false);
                let holds = self.eval_predicate(predicate);
                (!unknown.was_read.get()).then_some(holds)
            }
        }
    }
}

impl<V: View + ?Sized> Eval<'_, V> {
    /// Whether a predicate has a value for every element of a domain.
    fn eval_every(
        &self,
        domain: &Domain,
        body: &Predicate,
        value: bool,
        unknown: Unknown<'_>,
    ) -> Ternary {
        if unknown.reads != Reads::default() && domain.reads().any(unknown.reads) {
            return None;
        }
        let (mut result, mut is_known) = (Some(true), None);
        unknown.was_read.set(false);
        self.every(domain, |inside| {
            // Which elements there are may depend on something unknown too.
            is_known = is_known.or(Some(!unknown.was_read.get()));
            match inside.eval_partial(body, unknown) {
                Some(holds) if holds == value => true,
                Some(_) => {
                    result = Some(false);
                    false
                }
                None => {
                    result = None;
                    true
                }
            }
        });
        let is_known = is_known.unwrap_or(!unknown.was_read.get());
        result.filter(|_| is_known)
    }
}

/// Three-valued `and`.
#[inline]
pub fn all(knowns: impl IntoIterator<Item = Ternary>) -> Ternary {
    let mut result = Some(true);
    for known in knowns {
        match known {
            Some(true) => {}
            Some(false) => return known,
            None => result = None,
        }
    }
    result
}

/// Three-valued `or`.
#[inline]
pub fn any(knowns: impl IntoIterator<Item = Ternary>) -> Ternary {
    let not = |known: Ternary| known.map(|holds| !holds);
    not(all(knowns.into_iter().map(not)))
}
