//! Conditions after names were given their meaning.

use std::ops::BitOr;
use std::sync::Arc;

use crate::cards::{Color, Order, Rank, Suit};
use crate::text::Span;

use super::{ActionId, PileId, Piles};

/// A condition that was checked. It always has an answer.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What it asks.
    pub test: Test,
    /// What it reads.
    pub reads: Reads,
    /// The order in which it steps through ranks.
    pub order: Arc<Order>,
    /// The text it was read from.
    pub text: String,
    /// Where that is written.
    pub span: Span,
}

/// A question with yes or no for an answer, and where it is asked.
#[derive(Clone, Debug)]
pub struct Test {
    /// The question.
    pub kind: TestKind,
    /// Where it is written.
    pub span: Span,
}

/// A question with yes or no for an answer.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub enum PileOf {
    /// `this`
    This,
    /// `from`
    From,
    /// `stock`, `tableau 1`
    At(PileId),
    /// `tableau this.index`
    Nth(Piles, Box<Number>),
    /// `p` in a sentence over piles, by how many such sentences stand around it
    Local(u8),
}

/// A card, or none: a pile may be empty.
#[derive(Clone, Debug)]
pub enum CardOf {
    /// `card`
    Card,
    /// `top`
    Top,
    /// `this.top`
    TopOf(PileOf),
    /// `this.bottom`
    BottomOf(PileOf),
}

/// A rank, or none.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub enum SuitOf {
    /// `hearts`
    Suit(Suit),
    /// `card.suit`
    Of(CardOf),
}

/// A color, or none.
#[derive(Clone, Debug)]
pub enum ColorOf {
    /// `red`
    Color(Color),
    /// `card.color`
    Of(CardOf),
}

/// A number, or none: the number of a pile that is not there.
#[derive(Clone, Debug)]
pub enum Number {
    /// `37`
    Number(i32),
    /// `stock.size`, `this.size`
    Size(PileOf),
    /// `reserve.size`
    SizeOfAll(Piles),
    /// `this.index`
    Index(PileOf),
    /// `used.redeal`
    Used(ActionId),
    /// `score`
    Score,
    /// `count(p in tableau, p is empty)`
    Count(Piles, Box<Test>),
    /// `a + b`
    Plus(Box<Number>, Box<Number>),
    /// `a - b`
    Minus(Box<Number>, Box<Number>),
}

/// What a condition reads. It decides what becomes a table, and what a move makes stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u8);

impl Reads {
    /// The card that is moved.
    pub const CARD: Reads = Reads(1);
    /// The card it would lie on.
    pub const TOP: Reads = Reads(2);
    /// The base rank.
    pub const BASE: Reads = Reads(4);
    /// The number of the pile whose key the condition is.
    pub const INDEX: Reads = Reads(8);
    /// The pile the cards come from.
    pub const FROM: Reads = Reads(16);
    /// Anything else: cards and sizes of piles, counters.
    pub const TABLE: Reads = Reads(32);

    /// Whether any of `others` is read.
    #[must_use]
    pub fn any(self, others: Reads) -> bool {
        self.0 & others.0 != 0
    }
}

impl BitOr for Reads {
    type Output = Reads;

    fn bitor(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }
}

/// A thing that a condition reads, as [`Test::walk`] meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    Card,
    Top,
    Base,
    From,
    /// The number of the pile itself.
    Index,
    /// The number of another pile.
    IndexOfOther,
    /// Piles by name.
    Piles(Piles),
    /// One pile of a group, by its number.
    One(Piles),
    Used(ActionId),
    /// What else lies on the table.
    Table,
}

impl Leaf {
    /// Piles by name: all of a group, or one of them. A group's only pile is both.
    fn of(piles: Piles) -> Leaf {
        if piles.count == 1 {
            Leaf::One(piles)
        } else {
            Leaf::Piles(piles)
        }
    }
}

impl Test {
    /// What the test reads.
    #[must_use]
    pub fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.walk(&mut |leaf| {
            reads = reads
                | match leaf {
                    Leaf::Card => Reads::CARD,
                    Leaf::Top => Reads::TOP,
                    Leaf::Base => Reads::BASE,
                    Leaf::From => Reads::FROM,
                    Leaf::Index => Reads::INDEX,
                    _ => Reads::TABLE,
                };
        });
        reads
    }

    /// Calls `f` for everything that the test reads.
    pub(crate) fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match &self.kind {
            TestKind::Not(test) => test.walk(f),
            TestKind::All(tests) | TestKind::Any(tests) => tests.iter().for_each(|t| t.walk(f)),
            TestKind::Trade(Trade::Any, _) => {}
            TestKind::Trade(_, by) => {
                f(Leaf::Card);
                f(Leaf::Top);
                by.walk(f);
            }
            TestKind::Ranks(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            TestKind::Suits(a, b) => [a, b].into_iter().for_each(|s| {
                if let SuitOf::Of(card) = s {
                    card.walk(f);
                }
            }),
            TestKind::Colors(a, b) => [a, b].into_iter().for_each(|c| {
                if let ColorOf::Of(card) = c {
                    card.walk(f);
                }
            }),
            TestKind::Numbers(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            TestKind::Within(pile, piles) => {
                pile.walk(f);
                f(Leaf::of(*piles));
            }
            TestKind::SamePile(a, b) => {
                f(Leaf::Table);
                a.walk(f);
                b.walk(f);
            }
            TestKind::PileEmpty(pile) => {
                pile.walk(f);
                f(Leaf::Table);
            }
            TestKind::AllEmpty(piles) => f(Leaf::of(*piles)),
            TestKind::BaseSet => f(Leaf::Base),
            TestKind::Every(piles, test) | TestKind::Some(piles, test) => {
                f(Leaf::of(*piles));
                test.walk(f);
            }
            TestKind::Won | TestKind::Stuck => f(Leaf::Table),
        }
    }
}

impl PileOf {
    fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match self {
            PileOf::This | PileOf::Local(_) => {}
            PileOf::From => f(Leaf::From),
            PileOf::At(pile) => f(Leaf::One(Piles {
                first: *pile,
                count: 1,
            })),
            PileOf::Nth(piles, number) => {
                f(Leaf::One(*piles));
                number.walk(f);
            }
        }
    }
}

impl CardOf {
    fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match self {
            CardOf::Card => f(Leaf::Card),
            CardOf::Top => f(Leaf::Top),
            CardOf::TopOf(pile) | CardOf::BottomOf(pile) => {
                pile.walk(f);
                f(Leaf::Table);
            }
        }
    }
}

impl RankOf {
    fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match self {
            RankOf::Rank(_) => {}
            RankOf::Base => f(Leaf::Base),
            RankOf::Of(card) => card.walk(f),
            RankOf::Step(rank, by) => {
                rank.walk(f);
                by.walk(f);
            }
        }
    }
}

impl Number {
    fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match self {
            Number::Number(_) => {}
            Number::Size(pile) => {
                pile.walk(f);
                f(Leaf::Table);
            }
            Number::SizeOfAll(piles) => f(Leaf::of(*piles)),
            Number::Index(PileOf::This) => f(Leaf::Index),
            Number::Index(pile) => {
                pile.walk(f);
                f(Leaf::IndexOfOther);
            }
            Number::Used(action) => f(Leaf::Used(*action)),
            Number::Score => f(Leaf::Table),
            Number::Count(piles, test) => {
                f(Leaf::of(*piles));
                test.walk(f);
            }
            Number::Plus(a, b) | Number::Minus(a, b) => {
                a.walk(f);
                b.walk(f);
            }
        }
    }
}
