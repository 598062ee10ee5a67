//! Measures how far a condition is from holding, as a guess that guides the search.
//!
//! After the branch distance of search-based software testing (B. Korel, "Automated Software Test Data Generation", 1990).

use super::eval::Eval;
use super::{
    Comparison, Condition, Domain, Predicate, PredicateKind, Property, Scene, Value, ValueKind,
    View,
};

impl Condition {
    /// How far the condition is from holding: 0 if it holds. A part that asks for an amount counts how much is missing, any
    /// other part that does not hold counts one; parts that must all hold add up.
    pub(crate) fn distance<V: View + ?Sized>(&self, scene: &Scene<'_, V>) -> u32 {
        Eval::new(scene, &self.order).measure(&self.predicate)
    }
}

impl<V: View + ?Sized> Eval<'_, V> {
    fn measure(&self, predicate: &Predicate) -> u32 {
        match &predicate.kind {
            PredicateKind::All(parts) => parts
                .iter()
                .fold(0, |sum, part| self.measure(part).saturating_add(sum)),
            PredicateKind::Any(parts) => {
                let least = parts.iter().map(|part| self.measure(part)).min();
                least.unwrap_or(1)
            }
            PredicateKind::Compare(comparison, a, b) if is_amount(a) || is_amount(b) => {
                self.measure_difference(*comparison, a, b)
            }
            PredicateKind::Every(domain, predicate) => {
                let mut sum: u32 = 0;
                self.measure_each(domain, predicate, |distance| {
                    sum = sum.saturating_add(distance);
                });
                sum
            }
            PredicateKind::Some(domain, predicate) => {
                let mut least: Option<u32> = None;
                self.measure_each(domain, predicate, |distance| {
                    least = Some(least.map_or(distance, |least| least.min(distance)));
                });
                least.unwrap_or(1)
            }
            _ => u32::from(!self.eval_predicate(predicate)),
        }
    }

    /// Measures a predicate for each element of a domain.
    fn measure_each(&self, domain: &Domain, predicate: &Predicate, mut each: impl FnMut(u32)) {
        self.every(domain, |element| {
            each(element.measure(predicate));
            true
        });
    }

    fn measure_difference(&self, comparison: Comparison, a: &Value, b: &Value) -> u32 {
        let (Some(a), Some(b)) = (self.eval_value(a), self.eval_value(b)) else {
            return 1;
        };
        if comparison.compare(Some(a), Some(b)) {
            return 0;
        }
        // What is equal may still not be less.
        a.abs_diff(b).max(1)
    }
}

/// Whether a value is an amount, which moves change bit by bit.
fn is_amount(value: &Value) -> bool {
    match &value.kind {
        ValueKind::OfPile(property, _) | ValueKind::OfGroup(property, _) => {
            *property == Property::Size
        }
        ValueKind::Used(_) | ValueKind::Score | ValueKind::Count(..) | ValueKind::Sum(..) => true,
        ValueKind::Plus(a, b) | ValueKind::Minus(a, b) | ValueKind::Times(a, b) => {
            is_amount(a) || is_amount(b)
        }
        _ => false,
    }
}
