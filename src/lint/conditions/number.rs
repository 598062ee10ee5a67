//! Comparisons of numbers, as bounds of one quantity whose range is known.

use super::scope::Scope;
use crate::condition::{
    Comparison, GroupExpr, PileExpr, Predicate, PredicateKind, Property, Sort, Value, ValueKind,
};
use crate::lint::flow::Number;

/// A sum of numbers that are read from the table, each with a factor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quantity {
    terms: Vec<(i64, ValueKind)>,
}

/// A comparison of a quantity with a constant.
pub(super) struct Bounded {
    pub(super) quantity: Quantity,
    pub(super) comparison: Comparison,
    pub(super) limit: i64,
}

/// What a comparison comes down to.
pub(super) enum Compared {
    /// It is always true, or always false.
    Fixed(bool),
    /// It is a bound of a quantity.
    Bounded(Bounded),
}

impl Bounded {
    /// Whether a value of the quantity is within the bound.
    pub(super) fn holds(&self, value: i64) -> bool {
        self.comparison.compare(Some(value), Some(self.limit))
    }
}

impl Quantity {
    fn size(pile: &PileExpr) -> Quantity {
        Quantity {
            terms: vec![(1, ValueKind::OfPile(Property::Size, pile.clone()))],
        }
    }

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

    /// The single number that it is, if it is one.
    pub(super) fn only(&self) -> Option<&ValueKind> {
        match self.terms.as_slice() {
            [(1, kind)] => Some(kind),
            _ => None,
        }
    }
}

/// A sum while it is taken apart.
#[derive(Default)]
struct Sum {
    terms: Vec<(i64, ValueKind)>,
    constant: i64,
}

impl Sum {
    /// Adds a number times a factor.
    fn add(&mut self, number: &Value, factor: i64) {
        match &number.kind {
            ValueKind::Number(literal) => self.constant += factor * i64::from(*literal),
            ValueKind::Plus(a, b) => {
                self.add(a, factor);
                self.add(b, factor);
            }
            ValueKind::Minus(a, b) => {
                self.add(a, factor);
                self.add(b, -factor);
            }
            ValueKind::Times(a, b) => match (a.literal(), b.literal()) {
                (Some(literal), _) => self.add(b, factor.saturating_mul(literal.into())),
                (_, Some(literal)) => self.add(a, factor.saturating_mul(literal.into())),
                _ => self.add_term(number.kind.clone(), factor),
            },
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(piles)) if piles.count == 1 => {
                self.add_term(
                    ValueKind::OfPile(Property::Size, PileExpr::At(piles.first)),
                    factor,
                );
            }
            kind => self.add_term(kind.clone(), factor),
        }
    }

    fn add_term(&mut self, kind: ValueKind, factor: i64) {
        match self.terms.iter_mut().find(|(_, known)| *known == kind) {
            Some((sum, _)) => *sum += factor,
            None => self.terms.push((factor, kind)),
        }
    }

    /// Whether the sum cannot overflow when it is computed.
    fn is_exact(&self, scope: &Scope<'_>) -> bool {
        let bound = |(factor, kind): &(i64, ValueKind)| {
            let (low, high) = scope.range(&kind.clone().into()).set.unwrap_or((0, 0));
            let most = low.saturating_abs().max(high.saturating_abs());
            factor.saturating_abs().saturating_mul(most)
        };
        let terms = self.terms.iter().map(bound);
        let most = terms.fold(self.constant.saturating_abs(), i64::saturating_add);
        most <= i64::from(i32::MAX)
            || self.constant == 0 && matches!(self.terms.as_slice(), [(1, _)])
    }
}

/// Reduces a predicate about numbers or empty piles. Returns `None` if it is about anything else, or too large.
pub(super) fn reduce(predicate: &Predicate, scope: &Scope<'_>) -> Option<Compared> {
    let (comparison, a, b) = match &predicate.kind {
        PredicateKind::PileEmpty(pile) => return Some(empty(Quantity::size(pile))),
        PredicateKind::AllEmpty(group) => {
            let mut sum = Sum::default();
            sum.add(&ValueKind::OfGroup(Property::Size, *group).into(), 1);
            return Some(empty(Quantity { terms: sum.terms }));
        }
        PredicateKind::Compare(comparison, a, b) if a.sort() == Sort::Number => (*comparison, a, b),
        _ => return None,
    };
    let sides = [a, b].map(|number| {
        let mut side = Sum::default();
        side.add(number, 1);
        side
    });
    if !sides.iter().all(|side| side.is_exact(scope)) {
        return None;
    }
    let mut difference = Sum::default();
    difference.add(a, 1);
    difference.add(b, -1);
    let quantity = Quantity {
        terms: difference.terms,
    };
    let limit = -difference.constant;
    let Some((first, _)) = quantity.terms.iter().find(|(factor, _)| *factor != 0) else {
        let holds = comparison.compare(Some(0), Some(limit));
        let range = quantity.range(scope);
        return (!range.absent).then_some(Compared::Fixed(holds));
    };
    if *first > 0 {
        return Some(Compared::Bounded(Bounded {
            quantity,
            comparison,
            limit,
        }));
    }
    let terms = quantity.terms.into_iter();
    Some(Compared::Bounded(Bounded {
        quantity: Quantity {
            terms: terms.map(|(factor, kind)| (-factor, kind)).collect(),
        },
        comparison: match comparison {
            Comparison::Equal => Comparison::Equal,
            Comparison::Less => Comparison::More,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::More => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
        },
        limit: -limit,
    }))
}

fn empty(quantity: Quantity) -> Compared {
    Compared::Bounded(Bounded {
        quantity,
        comparison: Comparison::Equal,
        limit: 0,
    })
}
