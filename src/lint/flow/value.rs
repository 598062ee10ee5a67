//! What is known about a value: the set of all that it may be.

use crate::cards::{Card, Color, FaceSet, Order, Rank, Suit};
use crate::condition::{Comparison, PileSet, Property, Ternary};

/// What a card, a pile, a rank and so on may be: one of a set, or absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lint) struct Maybe<T> {
    pub(in crate::lint) set: T,
    pub(in crate::lint) absent: bool,
}

impl<T> Maybe<T> {
    /// One of a set, and certainly there.
    pub(in crate::lint) fn present(set: T) -> Maybe<T> {
        Maybe { set, absent: false }
    }

    /// One of a set, or absent.
    pub(in crate::lint) fn perhaps(set: T) -> Maybe<T> {
        Maybe { set, absent: true }
    }
}

/// The cards that a card expression may stand for.
pub(in crate::lint) type Cards = Maybe<FaceSet>;
/// The piles that a pile expression may stand for.
pub(in crate::lint) type PileChoice = Maybe<PileSet>;
/// Some of at most 16 things, as bits: ranks, suits, colors or small numbers.
pub(in crate::lint) type Few = Maybe<u16>;

/// Collects a property of the cards. A card without it, such as the rank of a joker, makes it absent.
fn collect(cards: Cards, bit: impl Fn(Card) -> Option<usize>) -> Few {
    let mut few = Few {
        set: 0,
        absent: cards.absent,
    };
    for card in cards.set.iter() {
        match bit(card) {
            Some(bit) => few.set |= 1 << bit,
            None => few.absent = true,
        }
    }
    few
}

impl Cards {
    /// What a property of the cards' faces may be. All have small numbers.
    pub(in crate::lint) fn of_property(self, property: Property, order: &Order) -> Few {
        collect(self, |card| property.of_card(card, order)?.try_into().ok())
    }

    /// Whether the card is a joker: the first bit if not, the second if so.
    pub(in crate::lint) fn jokers(self) -> Few {
        collect(self, |card| Some(usize::from(card == Card::Joker)))
    }
}

impl Few {
    pub(in crate::lint) fn rank(rank: Rank, order: &Order) -> Few {
        match order.place(rank) {
            Some(place) => Few::present(1 << place),
            None => Few::perhaps(0),
        }
    }

    pub(in crate::lint) fn suit(suit: Suit) -> Few {
        Few::present(1 << suit as usize)
    }

    pub(in crate::lint) fn color(color: Color) -> Few {
        Few::present(1 << color as usize)
    }

    /// Whether two of them are equal.
    pub(in crate::lint) fn equals(self, other: Few) -> Ternary {
        if self.set & other.set == 0 {
            return Some(false);
        }
        let is_one = self == other && self.set.is_power_of_two() && !self.absent;
        is_one.then_some(true)
    }

    /// The places as numbers.
    pub(in crate::lint) fn number(self) -> Number {
        let range = (self.set != 0).then(|| {
            let highest = u16::BITS - 1 - self.set.leading_zeros();
            (i64::from(self.set.trailing_zeros()), i64::from(highest))
        });
        Number {
            set: range,
            absent: self.absent,
        }
    }
}

/// The numbers that a number expression may stand for: a range, or `None` if it is always absent.
pub(in crate::lint) type Number = Maybe<Option<(i64, i64)>>;

impl Number {
    pub(in crate::lint) fn exactly(number: i64) -> Number {
        Number::between(number, number)
    }

    pub(in crate::lint) fn between(low: i64, high: i64) -> Number {
        Number::present(Some((low, high)))
    }

    /// The number, if it can be only one.
    pub(in crate::lint) fn only(self) -> Option<i64> {
        self.set
            .filter(|(low, high)| low == high && !self.absent)
            .map(|(low, _)| low)
    }

    /// Combines two numbers with a function that is monotonic in each of them. Numbers of conditions have 32 bits.
    pub(in crate::lint) fn combine(self, other: Number, f: impl Fn(i64, i64) -> i64) -> Number {
        let clamp = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let range = self.set.zip(other.set).map(|(a, b)| {
            let corners = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)].map(clamp);
            let low = corners.into_iter().fold(corners[0], i64::min);
            (low, corners.into_iter().fold(corners[0], i64::max))
        });
        Number {
            set: range,
            absent: self.absent || other.absent,
        }
    }

    /// Compares two numbers; the result is false if either is absent.
    pub(in crate::lint) fn compare(self, comparison: Comparison, other: Number) -> Ternary {
        let (Some(a), Some(b)) = (self.set, other.set) else {
            return Some(false);
        };
        let (never, always) = match comparison {
            Comparison::Equal => (a.1 < b.0 || b.1 < a.0, a == b && a.0 == a.1),
            Comparison::Less => (a.0 >= b.1, a.1 < b.0),
            Comparison::AtMost => (a.0 > b.1, a.1 <= b.0),
            Comparison::More => (a.1 <= b.0, a.0 > b.1),
            Comparison::AtLeast => (a.1 < b.0, a.0 >= b.1),
        };
        match (never, always && !self.absent && !other.absent) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }
}
