//! Conditions after names were given their meaning.

use std::sync::Arc;

use crate::cards::{Color, Order, Rank, Suit};
use crate::text::Span;

use super::{Counter, PileId, Piles, Reads, Side};

/// A condition that was checked. It always has an answer.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What it asks.
    pub test: Test,
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
pub struct Test {
    /// The question.
    pub kind: TestKind,
    /// Where it is written.
    pub span: Span,
}

/// Two tests are equal that ask the same, wherever they are written.
impl PartialEq for Test {
    fn eq(&self, other: &Test) -> bool {
        self.kind == other.kind
    }
}

/// A question with yes or no for an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum TestKind {
    /// `not a`
    Not(Box<Test>),
    /// `a and b`
    All(Vec<Test>),
    /// `a or b`
    Any(Vec<Test>),
    /// A word of the trade; `up` and `down` with how many ranks, 1 unless it is said.
    Trade(Trade, Number),
    /// Two ranks.
    Ranks(Comparison, RankOf, RankOf),
    /// Two suits; for equality only.
    Suits(SuitOf, SuitOf),
    /// Two colors; for equality only.
    Colors(ColorOf, ColorOf),
    /// Two numbers.
    Numbers(Comparison, Number, Number),
    /// `from is reserve`
    Within(PileOf, Piles),
    /// `from is this`
    SamePile(PileOf, PileOf),
    /// `this is empty`
    PileEmpty(PileOf),
    /// `reserve is empty`
    AllEmpty(Piles),
    /// `base is set`
    BaseSet,
    /// `every`
    Every(Piles, Box<Test>),
    /// `some`
    Some(Piles, Box<Test>),
    /// `every`, of the cards of a pile
    EveryCard(PileOf, Box<Test>),
    /// `some`, of the cards of a pile
    SomeCard(PileOf, Box<Test>),
    /// `won`
    Won,
    /// `stuck`
    Stuck,
}

/// A word of the trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trade {
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

/// How two things are compared. `!=` is a [`TestKind::Not`] around `==`.
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
pub enum PileOf {
    /// `this`
    This,
    /// `from`
    From,
    /// `stock`, `tableau 1`
    At(PileId),
    /// `tableau this.index`
    Nth(Piles, Box<Number>),
    /// `this.left`
    Beside(Box<PileOf>, Side),
    /// `p` in a sentence over piles, by how many sentences stand around it
    Local(u8),
}

/// A card, or none: a pile may be empty.
#[derive(Clone, Debug, PartialEq)]
pub enum CardOf {
    /// `card`
    Card,
    /// `top`
    Top,
    /// `this.top`
    TopOf(PileOf),
    /// `this.bottom`
    BottomOf(PileOf),
    /// `c` in a sentence over cards, by how many sentences stand around it
    Local(u8),
}

/// A rank, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum RankOf {
    /// `King`
    Rank(Rank),
    /// `base`
    Base,
    /// `card.rank`
    Of(CardOf),
    /// `base - 1`
    Step(Box<RankOf>, Box<Number>),
}

/// A suit, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum SuitOf {
    /// `hearts`
    Suit(Suit),
    /// `card.suit`
    Of(CardOf),
}

/// A color, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum ColorOf {
    /// `red`
    Color(Color),
    /// `card.color`
    Of(CardOf),
}

/// A number, or none: the number of a pile that is not there.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// `37`
    Number(i32),
    /// `stock.size`, `this.size`
    Size(PileOf),
    /// `reserve.size`
    SizeOfAll(Piles),
    /// `this.index`
    Index(PileOf),
    /// `this.row`
    Row(PileOf),
    /// `this.col`
    Col(PileOf),
    /// `card.value`
    Value(CardOf),
    /// `used.redeal`
    Used(Counter),
    /// `score`
    Score,
    /// `count(p in tableau, p is empty)`
    Count(Piles, Box<Test>),
    /// `count(c in waste, c.rank == King)`
    CountCards(PileOf, Box<Test>),
    /// `a + b`
    Plus(Box<Number>, Box<Number>),
    /// `a - b`
    Minus(Box<Number>, Box<Number>),
}
