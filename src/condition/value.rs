//! Values: everything in a condition that can be compared.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{CardExpr, Counter, Domain, GroupExpr, Phrase, PileExpr, Predicate, Property, Scoped};
use crate::cards::{Color, Rank, Suit};
use crate::work::{Kind, spend};

/// An expression for a value: a number, or anything else that can be compared. It evaluates to `None` if, for example,
/// it is the rank of the top card of an empty pile.
#[derive(Clone, Debug)]
pub struct Value {
    /// The kind of value.
    pub kind: ValueKind,
    /// The named number that this is the body of, if any.
    pub phrase: Option<Arc<Phrase<Value>>>,
}

/// The kind of a [`Value`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// `37`
    Number(i32),
    /// `King`
    Rank(Rank),
    /// `hearts`
    Suit(Suit),
    /// `red`
    Color(Color),
    /// `Joker`
    Joker,
    /// `base`
    Base,
    /// `score`
    Score,
    /// `used.redeal`
    Used(Counter),
    /// `card`, `this.top`
    Card(CardExpr),
    /// `this`, `stock`
    Pile(PileExpr),
    /// `reserve`
    Group(GroupExpr),
    /// `card.rank`, `top.suit`, `card.color`, `card.value`, `card.index`
    OfCard(Property, CardExpr),
    /// `stock.size`, `this.index`, `from.row`, `this.col`
    OfPile(Property, PileExpr),
    /// `reserve.size`; `r.index`, for the variable of a quantifier over lines
    OfGroup(Property, GroupExpr),
    /// `base - 1`: the rank that is so many ranks higher
    Step(Box<Value>, Box<Value>),
    /// `count(p in tableau, p is empty)`
    Count(Domain, Box<Scoped<Predicate>>),
    /// `sum(c in waste, c.value)`; it skips values that are `None`
    Sum(Domain, Box<Scoped<Value>>),
    /// `a + b`
    Plus(Box<Value>, Box<Value>),
    /// `a - b`
    Minus(Box<Value>, Box<Value>),
    /// `a * b`
    Times(Box<Value>, Box<Value>),
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Something that is true or false.
    Condition,
    /// A number.
    Number,
    /// A rank.
    Rank,
    /// A suit.
    Suit,
    /// A color.
    Color,
    /// The word `Joker`.
    Joker,
    /// A card.
    Card,
    /// A pile.
    Pile,
    /// A group of piles.
    Group,
    /// A word that can only follow `is`.
    State,
}

impl Value {
    /// Returns the number if it is written as one.
    pub fn literal(&self) -> Option<i32> {
        match self.kind {
            ValueKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The negative of a number.
    pub(super) fn negative(number: Value) -> Value {
        match number.literal() {
            Some(number) => ValueKind::Number(number.saturating_neg()).into(),
            None => {
                let zero = Box::new(ValueKind::Number(0).into());
                ValueKind::Minus(zero, Box::new(number)).into()
            }
        }
    }

    /// Returns the number that this is the negative of, if it is written as one: `x` for `-x`.
    pub fn negated(&self) -> Option<&Value> {
        match &self.kind {
            ValueKind::Minus(zero, number) if zero.literal() == Some(0) => Some(number),
            _ => None,
        }
    }

    /// What the value is.
    pub fn sort(&self) -> Sort {
        match &self.kind {
            ValueKind::Rank(_)
            | ValueKind::Base
            | ValueKind::Step(..)
            | ValueKind::OfCard(Property::Rank, _) => Sort::Rank,
            ValueKind::Suit(_) | ValueKind::OfCard(Property::Suit, _) => Sort::Suit,
            ValueKind::Color(_) | ValueKind::OfCard(Property::Color, _) => Sort::Color,
            ValueKind::Joker => Sort::Joker,
            ValueKind::Card(_) => Sort::Card,
            ValueKind::Pile(_) => Sort::Pile,
            ValueKind::Group(_) => Sort::Group,
            ValueKind::Number(_)
            | ValueKind::Score
            | ValueKind::Used(_)
            | ValueKind::OfCard(..)
            | ValueKind::OfPile(..)
            | ValueKind::OfGroup(..)
            | ValueKind::Count(..)
            | ValueKind::Sum(..)
            | ValueKind::Plus(..)
            | ValueKind::Minus(..)
            | ValueKind::Times(..) => Sort::Number,
        }
    }
}

impl From<ValueKind> for Value {
    fn from(kind: ValueKind) -> Value {
        Value { kind, phrase: None }
    }
}

/// Compares values without their names.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        spend(Kind::Fact, 4);
        self.kind.hash(state);
    }
}
