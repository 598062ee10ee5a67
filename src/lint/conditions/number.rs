//! Comparisons of numbers, as bounds of one quantity whose range is known.

use super::scope::Scope;
use crate::condition::{
    Comparison, GroupExpr, PileExpr, Predicate, PredicateKind, Property, Sort, Value, ValueKind,
};
use crate::lint::flow::Number;

/// A sum of numbers that are read from the table, each with a factor.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Quantity {
    terms: Vec<(i64, ValueKind)>,
}

/// A comparison of a quantity with a constant.
pub(super) struct Bounded {
    pub(super) quantity: Quantity,
    /// 1, or -1 if the negative of the quantity is compared.
    sign: i64,
    comparison: Comparison,
    limit: i64,
}

impl Bounded {
    /// Whether a value of the quantity is within the bound.
    pub(super) fn holds(&self, value: i64) -> bool {
        let value = value.saturating_mul(self.sign);
        self.comparison.compare(Some(value), Some(self.limit))
    }

    /// The value of the quantity at the bound.
    pub(super) fn limit(&self) -> i64 {
        self.sign * self.limit
    }
}

impl Quantity {
    /// The values that it can have.
    pub(super) fn range(&self, scope: &Scope<'_>) -> Number {
        let mut sum = Number::exactly(0);
        for (factor, kind) in &self.terms {
            let number = scope.range(&kind.clone().into());
            sum.absent |= number.absent;
            sum.set = sum.set.zip(number.set).map(|(sum, (low, high))| {
                let (a, b) = (factor * low, factor * high);
                (sum.0 + a.min(b), sum.1 + a.max(b))
            });
        }
        sum
    }

    /// Whether it is always 0, because its numbers cancel each other out.
    pub(super) fn is_nothing(&self) -> bool {
        self.terms.iter().all(|(factor, _)| *factor == 0)
    }

    /// The single number that it is, if it is one.
    pub(super) fn only(&self) -> Option<&ValueKind> {
        match self.terms.as_slice() {
            [(1, kind)] => Some(kind),
            _ => None,
        }
    }

    /// How many different numbers it is made of.
    pub(super) fn count(&self) -> usize {
        self.terms.len()
    }

    /// Whether it is this number, without anything added to it.
    pub(super) fn is(&self, number: &Value) -> bool {
        let mut other = Quantity::default();
        other.add(number, 1) == 0 && other == *self
    }

    /// Adds a number times a factor. Returns the part of it that is constant.
    fn add(&mut self, number: &Value, factor: i64) -> i64 {
        match &number.kind {
            ValueKind::Number(literal) => return factor * i64::from(*literal),
            ValueKind::Plus(a, b) => return self.add(a, factor) + self.add(b, factor),
            ValueKind::Minus(a, b) => return self.add(a, factor) + self.add(b, -factor),
            ValueKind::Times(a, b) => match (a.literal(), b.literal()) {
                (Some(literal), _) => return self.add(b, factor.saturating_mul(literal.into())),
                (_, Some(literal)) => return self.add(a, factor.saturating_mul(literal.into())),
                _ => self.add_term(number.kind.clone(), factor),
            },
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(piles)) if piles.count == 1 => {
                let pile = PileExpr::At(piles.first);
                self.add_term(ValueKind::OfPile(Property::Size, pile), factor);
            }
            kind => self.add_term(kind.clone(), factor),
        }
        0
    }

    fn add_term(&mut self, kind: ValueKind, factor: i64) {
        match self.terms.iter_mut().find(|(_, known)| *known == kind) {
            Some((sum, _)) => *sum += factor,
            None => self.terms.push((factor, kind)),
        }
    }
}

/// Whether a number cannot overflow when it is computed.
fn is_exact(number: &Value, scope: &Scope<'_>) -> bool {
    let mut sum = Quantity::default();
    let constant = sum.add(number, 1);
    let bound = |(factor, kind): &(i64, ValueKind)| {
        let (low, high) = scope.range(&kind.clone().into()).set.unwrap_or((0, 0));
        let most = low.saturating_abs().max(high.saturating_abs());
        factor.saturating_abs().saturating_mul(most)
    };
    let terms = sum.terms.iter().map(bound);
    let most = terms.fold(constant.saturating_abs(), i64::saturating_add);
    most <= i64::from(i32::MAX) || constant == 0 && sum.only().is_some()
}

/// Reduces a predicate about numbers or empty piles. Returns `None` if it is about anything else, or too large.
pub(super) fn reduce(predicate: &Predicate, scope: &Scope<'_>) -> Option<Bounded> {
    let size_is_none =
        |size: ValueKind| (Comparison::Equal, size.into(), ValueKind::Number(0).into());
    let (comparison, a, b): (Comparison, Value, Value) = match &predicate.kind {
        PredicateKind::PileEmpty(pile) => {
            size_is_none(ValueKind::OfPile(Property::Size, pile.clone()))
        }
        PredicateKind::AllEmpty(group) => size_is_none(ValueKind::OfGroup(Property::Size, *group)),
        PredicateKind::Compare(comparison, a, b) if a.sort() == Sort::Number => {
            (*comparison, a.clone(), b.clone())
        }
        _ => return None,
    };
    if !is_exact(&a, scope) || !is_exact(&b, scope) {
        return None;
    }
    let mut quantity = Quantity::default();
    let limit = -(quantity.add(&a, 1) + quantity.add(&b, -1));
    if quantity.is_nothing() && quantity.range(scope).absent {
        return None;
    }
    // A quantity and its negative are told by the same numbers.
    let first = quantity.terms.iter().find(|(factor, _)| *factor != 0);
    let sign = first.map_or(1, |(factor, _)| factor.signum());
    for (factor, _) in &mut quantity.terms {
        *factor *= sign;
    }
    Some(Bounded {
        quantity,
        sign,
        comparison,
        limit,
    })
}
