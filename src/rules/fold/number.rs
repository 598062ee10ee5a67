//! Numbers that do not depend on the moved card, such as the score.

use indexmap::IndexSet;

use super::fact::Fact;
use super::{FactEvaluator, MAX_UNROLLED, RuleFolder};
use crate::condition::{
    Domain, GroupExpr, Node, PileExpr, PileId, Property, Value, ValueKind, View,
};
use crate::work::{Kind, spend};

/// The minimum number of parts of a sum or a count that is evaluated only once while moves are listed.
const MIN_SHARED: usize = 4;

/// A number that does not depend on the moved card, simplified for the pile that it belongs to. It is never absent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Always the same.
    Constant(i32),
    /// The number of cards in a pile.
    Size(PileId),
    /// How many of these facts hold.
    Count(Vec<Fact>),
    /// The sum of these numbers.
    Sum(Vec<Number>),
    /// The product of two numbers.
    Product(Box<(Number, Number)>),
    /// One of [`super::FoldedRules::numbers`], by its index.
    Shared(usize),
    /// A value that must be evaluated; 0 if it is absent.
    Value(Box<Value>),
}

impl Number {
    /// Evaluates the number.
    pub fn evaluate<V: View>(&self, known: &FactEvaluator<'_, V>) -> i32 {
        match self {
            Number::Constant(number) => *number,
            Number::Size(pile) => i32::from(known.view.size(*pile)),
            Number::Count(facts) => {
                spend(Kind::Fact, facts.len());
                let holding = facts.iter().filter(|fact| fact.holds(known));
                i32::try_from(holding.count()).unwrap_or(i32::MAX)
            }
            Number::Sum(parts) => {
                spend(Kind::Fact, parts.len());
                let sum: i64 = parts
                    .iter()
                    .map(|part| i64::from(part.evaluate(known)))
                    .sum();
                i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX })
            }
            Number::Product(factors) => {
                let (a, b) = &**factors;
                a.evaluate(known).saturating_mul(b.evaluate(known))
            }
            Number::Shared(index) => known.number(*index),
            Number::Value(value) => known.value(value),
        }
    }

    /// Adds up numbers.
    fn add_up(numbers: Vec<Number>) -> Number {
        let (mut parts, mut constant, mut counted) = (Vec::new(), 0i32, Vec::new());
        for number in numbers {
            match number {
                Number::Constant(number) => constant = constant.saturating_add(number),
                Number::Count(facts) => counted.extend(facts),
                Number::Sum(inner) => parts.extend(inner),
                number => parts.push(number),
            }
        }
        if !counted.is_empty() {
            parts.push(Number::Count(counted));
        }
        if constant != 0 {
            parts.push(Number::Constant(constant));
        }
        match parts.len() {
            0 => Number::Constant(0),
            1 => parts.remove(0),
            _ => Number::Sum(parts),
        }
    }
}

impl RuleFolder<'_> {
    /// Folds a specialized value to a number. Returns `None` if it may be absent, or if nothing of it can be folded.
    pub(super) fn fold_number(&mut self, value: &Value) -> Option<Number> {
        Some(match &value.kind {
            ValueKind::Number(number) => Number::Constant(*number),
            ValueKind::OfPile(Property::Size, PileExpr::At(pile)) => Number::Size(*pile),
            ValueKind::OfGroup(Property::Size, GroupExpr::Named(piles)) => {
                Number::add_up(piles.iter().map(Number::Size).collect())
            }
            ValueKind::Plus(..) => {
                if let Some(number) = self.known_numbers.get(value) {
                    return Some(number.clone());
                }
                let mut parts = Vec::new();
                self.fold_addends(value, &mut parts)?;
                let number = share(&mut self.folded.numbers, Number::add_up(parts));
                self.known_numbers.insert(value.clone(), number.clone());
                number
            }
            ValueKind::Minus(a, b) => {
                let subtracted = (Number::Constant(-1), self.fold_number(b)?);
                let subtracted = Number::Product(Box::new(subtracted));
                Number::add_up(vec![self.fold_number(a)?, subtracted])
            }
            ValueKind::Times(a, b) => {
                Number::Product(Box::new((self.fold_number(a)?, self.fold_number(b)?)))
            }
            ValueKind::Score => {
                let points = self.game.score.points.as_ref()?;
                let points = self.specializer.open_value(&points.number, &[]);
                self.fold_number(&points)?
            }
            ValueKind::Count(..) | ValueKind::Sum(..) if !self.may_unroll(Node::Value(value)) => {
                return None;
            }
            ValueKind::Count(domain, body) => {
                let parts = self.specializer.counted(domain, body, MAX_UNROLLED)?;
                let facts = parts.iter().map(|part| self.fold_fact(part));
                let facts = facts.collect::<Option<Vec<Fact>>>()?;
                share(&mut self.folded.numbers, Number::Count(facts))
            }
            ValueKind::Sum(domain, body) => {
                let parts = self.specializer.added(domain, body, MAX_UNROLLED)?;
                let numbers = parts.into_iter().map(|part| {
                    let folded = self.fold_number(&part);
                    folded.unwrap_or_else(|| Number::Value(Box::new(part)))
                });
                let numbers: Vec<Number> = numbers.collect();
                share(&mut self.folded.numbers, Number::add_up(numbers))
            }
            _ => return None,
        })
    }

    /// Whether a value stays so small that it can be calculated in any order: an `i32` that overflows saturates.
    pub(super) fn is_small(&self, value: &Value) -> bool {
        self.max_magnitude(value) <= i32::MAX.unsigned_abs().into()
    }

    /// Returns an upper bound on the absolute values of a number and of everything that it is calculated from.
    fn max_magnitude(&self, value: &Value) -> u64 {
        let max = |value| self.max_magnitude(value).max(1);
        let max_elements = |domain: &Domain| match domain {
            Domain::Lines { lines, .. } => lines.len() as u64,
            Domain::Piles(_) | Domain::Cards(_) => u8::MAX.into(),
        };
        match &value.kind {
            ValueKind::Number(number) => number.unsigned_abs().into(),
            ValueKind::Plus(a, b) | ValueKind::Minus(a, b) | ValueKind::Step(a, b) => {
                max(a).saturating_add(max(b))
            }
            ValueKind::Times(a, b) => max(a).saturating_mul(max(b)),
            ValueKind::Count(domain, _) => max_elements(domain),
            ValueKind::Sum(domain, body) => max(&body.body).saturating_mul(max_elements(domain)),
            ValueKind::Score => {
                let points = self.game.score.points.as_ref();
                points.map_or(u64::MAX, |points| max(&points.number))
            }
            ValueKind::Rank(_)
            | ValueKind::Suit(_)
            | ValueKind::Color(_)
            | ValueKind::Joker
            | ValueKind::Base
            | ValueKind::Card(_)
            | ValueKind::Pile(_)
            | ValueKind::Group(_)
            | ValueKind::OfCard(..)
            | ValueKind::OfPile(..)
            | ValueKind::OfGroup(..) => u8::MAX.into(),
            ValueKind::Used(_) => u16::MAX.into(),
        }
    }

    /// Folds the addends of a sum that is written with `+`.
    fn fold_addends(&mut self, value: &Value, parts: &mut Vec<Number>) -> Option<()> {
        match &value.kind {
            ValueKind::Plus(a, b) => {
                self.fold_addends(a, parts)?;
                self.fold_addends(b, parts)
            }
            _ => {
                parts.push(self.fold_number(value)?);
                Some(())
            }
        }
    }
}

/// Makes a number of many parts one that is evaluated only once.
fn share(shared: &mut IndexSet<Number>, number: Number) -> Number {
    let parts = match &number {
        Number::Count(facts) => facts.len(),
        Number::Sum(parts) => parts.len(),
        _ => 0,
    };
    if parts < MIN_SHARED {
        return number;
    }
    Number::Shared(shared.insert_full(number).0)
}
