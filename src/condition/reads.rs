//! What conditions read.

use std::ops::BitOr;

use super::{
    CardOf, ColorOf, Counter, Number, PileOf, Piles, RankOf, SuitOf, Test, TestKind, Trade,
};

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
    Used(Counter),
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
            TestKind::EveryCard(pile, test) | TestKind::SomeCard(pile, test) => {
                pile.walk(f);
                f(Leaf::Table);
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
            PileOf::Beside(pile, _) => {
                pile.walk(f);
                pile.place(f);
                f(Leaf::Table);
            }
        }
    }

    /// What asking for the place of the pile reads.
    fn place(&self, f: &mut impl FnMut(Leaf)) {
        if let PileOf::This = self {
            f(Leaf::Index);
        } else {
            self.walk(f);
            f(Leaf::IndexOfOther);
        }
    }
}

impl CardOf {
    fn walk(&self, f: &mut impl FnMut(Leaf)) {
        match self {
            CardOf::Card => f(Leaf::Card),
            CardOf::Top => f(Leaf::Top),
            CardOf::Local(_) => {}
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
            Number::Index(pile) | Number::Row(pile) | Number::Col(pile) => pile.place(f),
            Number::Value(card) => card.walk(f),
            Number::Used(action) => f(Leaf::Used(*action)),
            Number::Score => f(Leaf::Table),
            Number::Count(piles, test) => {
                f(Leaf::of(*piles));
                test.walk(f);
            }
            Number::CountCards(pile, test) => {
                pile.walk(f);
                f(Leaf::Table);
                test.walk(f);
            }
            Number::Plus(a, b) | Number::Minus(a, b) => {
                a.walk(f);
                b.walk(f);
            }
        }
    }
}
