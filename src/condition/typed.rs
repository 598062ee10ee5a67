//! Conditions after names were given their meaning.

use std::sync::Arc;

use crate::cards::{Color, Order, Rank, Suit};
use crate::text::Span;

use super::{Counter, PileId, Piles, Reads, Side};

/// A condition that was checked. It always has an answer.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What it asks.
    pub test: Predicate,
    /// What it reads.
    pub reads: Reads,
    /// How many things it looks at each time it is asked, at most.
    pub cost: u64,
    /// How many parts it has, with those of the named conditions that it uses.
    pub parts: usize,
    /// The order in which it steps through ranks.
    pub order: Arc<Order>,
    /// The text it was read from.
    pub text: String,
    /// Where that is written.
    pub span: Span,
    /// The facts that it is as a whole, once the game is made ready to play.
    pub facts: Facts,
}

/// The facts that a condition is which does not depend on a card, by their places in a list that the game keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Facts {
    /// It is none, or the game is not made ready.
    #[default]
    None,
    /// It is one, whatever the pile it is asked of.
    One(usize),
    /// It is one of each of some piles.
    Each(Vec<(PileId, usize)>),
}

impl Facts {
    /// The fact that the condition is, asked of a pile or of none.
    #[inline]
    #[must_use]
    pub fn of(&self, this: Option<PileId>) -> Option<usize> {
        match self {
            Facts::None => None,
            Facts::One(fact) => Some(*fact),
            Facts::Each(facts) => {
                let this = this?;
                let first = facts.first()?.0.at();
                let (pile, fact) = facts.get(this.at().checked_sub(first)?)?;
                (*pile == this).then_some(*fact)
            }
        }
    }
}

/// A question with yes or no for an answer, and where it is asked.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The question.
    pub kind: PredicateKind,
    /// Where it is written.
    pub span: Span,
}

/// Two tests are equal that ask the same, wherever they are written.
impl PartialEq for Predicate {
    fn eq(&self, other: &Predicate) -> bool {
        self.kind == other.kind
    }
}

/// A question with yes or no for an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum PredicateKind {
    /// `not a`
    Not(Box<Predicate>),
    /// `a and b`
    All(Vec<Predicate>),
    /// `a or b`
    Any(Vec<Predicate>),
    /// a relation of `card` to `top`; `up` and `down` with how many ranks, 1 unless it is said.
    Relation(CardRelation, NumberExpr),
    /// Two ranks.
    Ranks(Comparison, RankExpr, RankExpr),
    /// Two suits; for equality only.
    Suits(SuitExpr, SuitExpr),
    /// Two colors; for equality only.
    Colors(ColorExpr, ColorExpr),
    /// Two numbers.
    Numbers(Comparison, NumberExpr, NumberExpr),
    /// `from is reserve`
    Within(PileExpr, Piles),
    /// `from is this`
    SamePile(PileExpr, PileExpr),
    /// `this is empty`
    PileEmpty(PileExpr),
    /// `reserve is empty`
    AllEmpty(Piles),
    /// `base is set`
    BaseSet,
    /// `every`
    Every(Piles, Box<Predicate>),
    /// `some`
    Some(Piles, Box<Predicate>),
    /// `every`, of the cards of a pile
    EveryCard(PileExpr, Box<Predicate>),
    /// `some`, of the cards of a pile
    SomeCard(PileExpr, Box<Predicate>),
    /// `won`
    Won,
    /// `stuck`
    Stuck,
}

/// a relation of `card` to `top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRelation {
    /// `up`
    Up,
    /// `down`
    Down,
    /// `in_suit`
    InSuit,
    /// `alternating`
    Alternating,
    /// `same_color`
    SameColor,
    /// `other_suit`
    OtherSuit,
    /// `same_rank`
    SameRank,
    /// `any`
    Any,
}

/// How two things are compared. `!=` is a [`PredicateKind::Not`] around `==`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A pile, or none: there may be no such pile.
#[derive(Clone, Debug, PartialEq)]
pub enum PileExpr {
    /// `this`
    This,
    /// `from`
    From,
    /// `stock`, `tableau 1`
    At(PileId),
    /// `tableau this.index`
    Nth(Piles, Box<NumberExpr>),
    /// `this.left`
    Beside(Box<PileExpr>, Side),
    /// `p` in a sentence over piles, by how many sentences stand around it
    Local(u8),
}

/// A card, or none: a pile may be empty.
#[derive(Clone, Debug, PartialEq)]
pub enum CardExpr {
    /// `card`
    Card,
    /// `top`
    Top,
    /// `this.top`
    TopOf(PileExpr),
    /// `this.bottom`
    BottomOf(PileExpr),
    /// `c` in a sentence over cards, by how many sentences stand around it
    Local(u8),
}

/// A rank, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum RankExpr {
    /// `King`
    Rank(Rank),
    /// `base`
    Base,
    /// `card.rank`
    Of(CardExpr),
    /// `base - 1`
    Step(Box<RankExpr>, Box<NumberExpr>),
}

/// A suit, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum SuitExpr {
    /// `hearts`
    Suit(Suit),
    /// `card.suit`
    Of(CardExpr),
}

/// A color, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum ColorExpr {
    /// `red`
    Color(Color),
    /// `card.color`
    Of(CardExpr),
}

/// A number, or none: the number of a pile that is not there.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberExpr {
    /// `37`
    Literal(i32),
    /// `stock.size`, `this.size`
    Size(PileExpr),
    /// `reserve.size`
    SizeOfAll(Piles),
    /// `this.index`
    Index(PileExpr),
    /// `this.row`
    Row(PileExpr),
    /// `this.col`
    Col(PileExpr),
    /// `card.value`
    Value(CardExpr),
    /// `used.redeal`
    Used(Counter),
    /// `score`
    Score,
    /// `count(p in tableau, p is empty)`
    Count(Piles, Box<Predicate>),
    /// `count(c in waste, c.rank == King)`
    CountCards(PileExpr, Box<Predicate>),
    /// `a + b`
    Plus(Box<NumberExpr>, Box<NumberExpr>),
    /// `a - b`
    Minus(Box<NumberExpr>, Box<NumberExpr>),
}
