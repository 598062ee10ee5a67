//! What conditions read.

use std::ops::BitOr;

use crate::text::Span;

use super::{
    CardExpr, CardRelation, ColorExpr, Counter, Local, NumberExpr, PileExpr, PileId, Piles, Place,
    Predicate, PredicateKind, RankExpr, SuitExpr,
};

/// What a condition reads. It decides which form a part of a condition is folded into.
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
    /// What differs from card to card of those that a pile may take.
    pub const CARD_OR_FROM: Reads = Reads(1 | 16);

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

/// Which pile a part of a condition names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lying {
    /// This one, throughout the game.
    At(PileId),
    /// None: no pile lies there.
    Nowhere,
    /// Not the same one throughout the game.
    Varies,
}

/// A thing that a condition reads, as [`Predicate::walk`] meets it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf<'a> {
    Card,
    Top,
    Base,
    From,
    /// Where the pile itself lies, or which piles lie beside it.
    Index,
    /// Where a pile lies that differs from card to card, or from turn to turn of a sentence.
    IndexOfOther,
    /// Piles by name.
    Piles,
    /// One pile of a group, by its number.
    One(Piles),
    Used(Counter),
    /// What lies in a pile.
    Contents(&'a PileExpr),
    /// Whether a game is stuck.
    Stuck,
    /// What else can be known of the table.
    Table,
}

impl Leaf<'_> {
    /// Piles by name: all of a group, or one of them. A group's only pile is both.
    fn of<'a>(piles: Piles) -> Leaf<'a> {
        if piles.count == 1 {
            Leaf::One(piles)
        } else {
            Leaf::Piles
        }
    }
}

impl Reads {
    fn with(self, leaf: Leaf<'_>) -> Reads {
        self | match leaf {
            Leaf::Card => Reads::CARD,
            Leaf::Top => Reads::TOP,
            Leaf::Base => Reads::BASE,
            Leaf::From => Reads::FROM,
            Leaf::Index | Leaf::IndexOfOther => Reads::INDEX,
            _ => Reads::TABLE,
        }
    }
}

impl Predicate {
    /// What the test reads.
    #[must_use]
    pub fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.walk(&mut |leaf| reads = reads.with(leaf));
        reads
    }

    /// The place of the innermost part of an `and`, `or` or `not` that reads any of some things, or
    /// of the whole test if no part does.
    pub(crate) fn part_that_reads(&self, what: Reads) -> Span {
        let parts = match &self.kind {
            PredicateKind::Not(test) => std::slice::from_ref(&**test),
            PredicateKind::All(tests) | PredicateKind::Any(tests) => tests.as_slice(),
            _ => &[],
        };
        let found = parts.iter().find(|part| part.reads().any(what));
        found.map_or(self.span, |part| part.part_that_reads(what))
    }

    /// Whether the answer may depend on the pile whose key the test is, apart from that pile's top card.
    pub(crate) fn mentions_this(&self) -> bool {
        let mut mentions = false;
        self.walk(&mut |leaf| {
            mentions |= match leaf {
                Leaf::Index | Leaf::Table => true,
                Leaf::Contents(pile) => matches!(pile, PileExpr::This | PileExpr::Beside(..)),
                _ => false,
            };
        });
        mentions
    }

    /// Whether the pile that a card comes from is read for its cards only.
    pub(crate) fn reads_cards_of_origin_only(&self) -> bool {
        let (mut named, mut read) = (0, 0);
        self.walk(&mut |leaf| match leaf {
            Leaf::From => named += 1,
            Leaf::Contents(PileExpr::From) => read += 1,
            _ => {}
        });
        named == read
    }

    /// Whether it asks if a game is stuck, which takes far more than anything else.
    pub(crate) fn asks_if_stuck(&self) -> bool {
        let mut asks = false;
        self.walk(&mut |leaf| asks |= matches!(leaf, Leaf::Stuck));
        asks
    }

    /// Calls `f` for everything that the test reads.
    pub(crate) fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match &self.kind {
            PredicateKind::Not(test) => test.walk(f),
            PredicateKind::All(tests) | PredicateKind::Any(tests) => {
                for test in tests {
                    test.walk(f);
                }
            }
            PredicateKind::Relation(CardRelation::Any, _) => {}
            PredicateKind::Relation(_, by) => {
                f(Leaf::Card);
                f(Leaf::Top);
                by.walk(f);
            }
            PredicateKind::Ranks(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            PredicateKind::Suits(a, b) => [a, b].into_iter().for_each(|s| {
                if let SuitExpr::Of(card) = s {
                    card.walk(f);
                }
            }),
            PredicateKind::Colors(a, b) => [a, b].into_iter().for_each(|c| {
                if let ColorExpr::Of(card) = c {
                    card.walk(f);
                }
            }),
            PredicateKind::Numbers(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            PredicateKind::Within(pile, piles) => {
                pile.walk(f);
                f(Leaf::of(*piles));
            }
            PredicateKind::SamePile(a, b) => {
                f(Leaf::Table);
                a.walk(f);
                b.walk(f);
            }
            PredicateKind::PileEmpty(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
            }
            PredicateKind::AllEmpty(piles) => f(Leaf::of(*piles)),
            PredicateKind::BaseSet => f(Leaf::Base),
            PredicateKind::Every(piles, test) | PredicateKind::Some(piles, test) => {
                f(Leaf::of(*piles));
                test.walk(f);
            }
            PredicateKind::EveryCard(pile, test) | PredicateKind::SomeCard(pile, test) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
                test.walk(f);
            }
            PredicateKind::Won => f(Leaf::Table),
            PredicateKind::Stuck => f(Leaf::Stuck),
        }
    }
}

impl PileExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This | PileExpr::Local(_) => {}
            PileExpr::From => f(Leaf::From),
            PileExpr::At(pile) => f(Leaf::One(Piles::one(*pile))),
            PileExpr::Nth(piles, number) => {
                f(Leaf::One(*piles));
                number.walk(f);
            }
            PileExpr::Beside(pile, _) => pile.walk_place(f),
        }
    }

    /// Which pile it is, asked of the pile `this` inside of sentences that speak of `locals`, the outermost first.
    pub(crate) fn lying(&self, this: PileId, locals: &[Local], places: &[Place]) -> Lying {
        match self {
            PileExpr::This => Lying::At(this),
            PileExpr::At(pile) => Lying::At(*pile),
            PileExpr::Beside(pile, side) => match pile.lying(this, locals, places) {
                Lying::At(pile) => {
                    let place = places.get(pile.at());
                    let beside = place.and_then(|place| place.beside[*side as usize]);
                    beside.map_or(Lying::Nowhere, Lying::At)
                }
                other => other,
            },
            PileExpr::Local(depth) => match locals.iter().rev().nth(usize::from(*depth)) {
                Some(Local::Pile(pile)) => Lying::At(*pile),
                Some(Local::Card(_)) | None => Lying::Varies,
            },
            PileExpr::From | PileExpr::Nth(..) => Lying::Varies,
        }
    }

    /// What asking where the pile lies reads. Where the neighbors of a pile lie is known with its own place.
    fn walk_place<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This => f(Leaf::Index),
            PileExpr::Beside(pile, _) => pile.walk_place(f),
            PileExpr::At(_) | PileExpr::Nth(..) => self.walk(f),
            PileExpr::From | PileExpr::Local(_) => {
                self.walk(f);
                f(Leaf::IndexOfOther);
            }
        }
    }
}

impl CardExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            CardExpr::Card => f(Leaf::Card),
            CardExpr::Top => f(Leaf::Top),
            CardExpr::Local(_) => {}
            CardExpr::TopOf(pile) | CardExpr::BottomOf(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
            }
        }
    }
}

impl RankExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            RankExpr::Rank(_) => {}
            RankExpr::Base => f(Leaf::Base),
            RankExpr::Of(card) => card.walk(f),
            RankExpr::Step(rank, by) => {
                rank.walk(f);
                by.walk(f);
            }
        }
    }
}

impl NumberExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            NumberExpr::Literal(_) => {}
            NumberExpr::Size(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
            }
            NumberExpr::SizeOfAll(piles) => f(Leaf::of(*piles)),
            NumberExpr::Index(pile) | NumberExpr::Row(pile) | NumberExpr::Col(pile) => {
                pile.walk_place(f);
            }
            NumberExpr::Value(card) => card.walk(f),
            NumberExpr::Used(action) => f(Leaf::Used(*action)),
            NumberExpr::Score => f(Leaf::Table),
            NumberExpr::Count(piles, test) => {
                f(Leaf::of(*piles));
                test.walk(f);
            }
            NumberExpr::CountCards(pile, test) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
                test.walk(f);
            }
            NumberExpr::Plus(a, b) | NumberExpr::Minus(a, b) => {
                a.walk(f);
                b.walk(f);
            }
        }
    }
}
