//! The inputs that conditions depend on.

use std::ops::BitOr;

use crate::text::Span;

use super::{
    CardExpr, CardRelation, ColorExpr, Counter, Domain, GroupExpr, Local, NumberExpr, NumberKind,
    Phrase, PileExpr, PileId, Piles, Place, Predicate, PredicateKind, RankExpr, SuitExpr,
};

/// The set of inputs that a predicate reads. It determines how the predicate can be folded into a lookup table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u8);

impl Reads {
    /// `card`, the card that is moved.
    pub const CARD: Reads = Reads(1);
    /// `top`, the card it would be placed on.
    pub const TOP: Reads = Reads(2);
    /// The base rank.
    pub const BASE: Reads = Reads(4);
    /// The location of `this`, the pile that the condition belongs to.
    pub const INDEX: Reads = Reads(8);
    /// `from`, the pile the cards come from.
    pub const FROM: Reads = Reads(16);
    /// Anything else: the contents and sizes of piles, counters, the score.
    pub const TABLE: Reads = Reads(32);
    /// The number of cards that are moved.
    pub const MOVED_SIZE: Reads = Reads(64);
    /// The inputs that differ between the cards that could be moved to a pile.
    pub const CARD_OR_FROM: Reads = Reads(1 | 16 | 64);

    /// Returns the union with another set.
    pub const fn union(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// Whether any of `others` is in the set.
    pub fn any(self, others: Reads) -> bool {
        self.0 & others.0 != 0
    }
}

impl BitOr for Reads {
    type Output = Reads;

    fn bitor(self, other: Reads) -> Reads {
        self.union(other)
    }
}

/// What is known about the value of a [`PileExpr`] before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaticPile {
    /// It is always this pile.
    Known(PileId),
    /// It is always `None`: there is no such pile.
    Absent,
    /// It can change during the game.
    Dynamic,
}

/// A leaf of the typed AST that reads an input, as visited by [`Predicate::walk`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf<'a> {
    Card,
    Top,
    Base,
    From,
    /// The number of cards that are moved.
    MovedSize,
    /// Which pile `this` is.
    This,
    /// The location or the neighbors of `this`.
    Index,
    /// The location of `from` or of the pile a quantifier's variable is bound to.
    IndexOfOther,
    /// All piles of a group.
    Piles(Piles),
    /// One pile of a group; which one may depend on a number.
    One(Piles),
    /// Whether a pile is one of these, and nothing about what they hold.
    Membership(Piles),
    Used(Counter),
    /// The piles or the number of the line that a quantifier's variable is bound to.
    Line,
    /// The score.
    Score,
    /// The cards of a pile.
    Contents(&'a PileExpr),
    /// Nothing in addition to [`Leaf::Contents`]: each card of a pile, not just its top, its bottom or their number.
    EachCard(&'a PileExpr),
    /// Nothing in addition to [`Leaf::Contents`]: the top or the bottom card of a pile, and so the order of its cards.
    EndCard(&'a PileExpr),
    /// Nothing in addition to other inputs: the suit or the color of a card.
    Suit,
    /// How many cards lie under a card that a quantifier's variable is bound to.
    Height,
    /// Whether a card is face up.
    FaceUp,
    /// Whether the game is stuck.
    Stuck,
    /// Whether the game is won.
    Won,
    /// Nothing by itself: the body of a named condition.
    Phrase(&'a Predicate, &'a Phrase),
    /// Nothing by itself: the body of a named number.
    NumberPhrase(&'a NumberExpr, &'a Phrase<NumberExpr>),
}

impl Leaf<'_> {
    /// Classifies a group as a whole group or a single pile. The only pile of a group counts as a single pile.
    fn from_group<'a>(group: GroupExpr) -> Leaf<'a> {
        match group {
            GroupExpr::Named(piles) if piles.count == 1 => Leaf::One(piles),
            GroupExpr::Named(piles) => Leaf::Piles(piles),
            GroupExpr::Local(_) => Leaf::Line,
        }
    }
}

impl Reads {
    pub(super) fn with(self, leaf: Leaf<'_>) -> Reads {
        self | match leaf {
            Leaf::Card => Reads::CARD,
            Leaf::Top => Reads::TOP,
            Leaf::Base => Reads::BASE,
            Leaf::From => Reads::FROM,
            Leaf::MovedSize => Reads::MOVED_SIZE,
            Leaf::Index | Leaf::IndexOfOther => Reads::INDEX,
            Leaf::This
            | Leaf::Suit
            | Leaf::EachCard(_)
            | Leaf::EndCard(_)
            | Leaf::Phrase(..)
            | Leaf::NumberPhrase(..) => Reads::default(),
            Leaf::Piles(_)
            | Leaf::One(_)
            | Leaf::Membership(_)
            | Leaf::Used(_)
            | Leaf::Line
            | Leaf::Score
            | Leaf::Contents(_)
            | Leaf::Height
            | Leaf::FaceUp
            | Leaf::Stuck
            | Leaf::Won => Reads::TABLE,
        }
    }
}

impl Predicate {
    /// Returns the span of the innermost part of an `and`, `or` or `not` that reads any of the given inputs, or the
    /// span of the whole predicate if no part does.
    pub(crate) fn span_that_reads(&self, inputs: Reads) -> Span {
        let parts = match &self.kind {
            PredicateKind::Not(predicate) => std::slice::from_ref(&**predicate),
            PredicateKind::All(predicates) | PredicateKind::Any(predicates) => {
                predicates.as_slice()
            }
            _ => &[],
        };
        let found = parts.iter().find(|part| part.reads().any(inputs));
        found.map_or(self.span, |part| part.span_that_reads(inputs))
    }

    /// Whether the predicate may depend on `this`, other than through the top card of that pile.
    pub(crate) fn mentions_this(&self) -> bool {
        let mut mentions = false;
        self.walk(&mut |leaf| {
            mentions |= match leaf {
                Leaf::This | Leaf::Index | Leaf::Won => true,
                Leaf::Contents(pile) => matches!(pile, PileExpr::This | PileExpr::Beside(..)),
                _ => false,
            };
        });
        mentions
    }

    /// Whether `from` is used only to read its cards.
    pub(crate) fn reads_only_cards_of_origin(&self) -> bool {
        let (mut uses, mut reads_of_cards) = (0, 0);
        self.walk(&mut |leaf| match leaf {
            Leaf::From => uses += 1,
            Leaf::Contents(PileExpr::From) => reads_of_cards += 1,
            _ => {}
        });
        uses == reads_of_cards
    }

    /// Whether the predicate reads the number of moved cards, and nothing else that differs between the cards that could
    /// be moved to a pile.
    pub(crate) fn depends_on_moved_size_only(&self) -> bool {
        let reads = self.reads();
        reads.any(Reads::MOVED_SIZE) && !reads.any(Reads::CARD | Reads::FROM)
    }

    /// Whether the predicate tests whether a card is face up.
    pub(crate) fn reads_faces(&self) -> bool {
        let mut reads = false;
        self.walk(&mut |leaf| reads |= matches!(leaf, Leaf::FaceUp));
        reads
    }

    /// Whether the predicate reads `stuck`, by far the most expensive input.
    pub(crate) fn reads_stuck(&self) -> bool {
        let mut reads = false;
        self.walk(&mut |leaf| reads |= matches!(leaf, Leaf::Stuck));
        reads
    }

    /// Calls `f` for every input that the predicate reads.
    pub(crate) fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        if let Some(phrase) = &self.phrase {
            f(Leaf::Phrase(self, phrase));
        }
        match &self.kind {
            PredicateKind::Not(predicate) => predicate.walk(f),
            PredicateKind::All(predicates) | PredicateKind::Any(predicates) => {
                for predicate in predicates {
                    predicate.walk(f);
                }
            }
            PredicateKind::Relation(CardRelation::Any, _) => {}
            PredicateKind::Relation(relation, offset) => {
                f(Leaf::Card);
                f(Leaf::Top);
                if relation.is_about_suits() {
                    f(Leaf::Suit);
                }
                offset.walk(f);
            }
            PredicateKind::Ranks(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            PredicateKind::Suits(a, b) => [a, b].into_iter().for_each(|s| {
                if let SuitExpr::Of(card) = s {
                    f(Leaf::Suit);
                    card.walk(f);
                }
            }),
            PredicateKind::Colors(a, b) => [a, b].into_iter().for_each(|c| {
                if let ColorExpr::Of(card) = c {
                    f(Leaf::Suit);
                    card.walk(f);
                }
            }),
            PredicateKind::Joker(card) => card.walk(f),
            PredicateKind::Numbers(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            PredicateKind::Within(pile, piles) => {
                pile.walk_identity(f);
                f(match piles {
                    GroupExpr::Named(piles) => Leaf::Membership(*piles),
                    GroupExpr::Local(_) => Leaf::Line,
                });
            }
            PredicateKind::SamePile(a, b) => {
                a.walk_identity(f);
                b.walk_identity(f);
            }
            PredicateKind::PileEmpty(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
            }
            PredicateKind::AllEmpty(piles) => f(Leaf::from_group(*piles)),
            PredicateKind::BaseSet => f(Leaf::Base),
            PredicateKind::FaceUp(card) => {
                f(Leaf::FaceUp);
                card.walk_place(f);
            }
            PredicateKind::Every(domain, predicate) | PredicateKind::Some(domain, predicate) => {
                domain.walk(f);
                predicate.walk(f);
            }
            PredicateKind::Won => f(Leaf::Won),
            PredicateKind::Stuck => f(Leaf::Stuck),
        }
    }
}

impl Domain {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            Domain::Piles(group) => f(Leaf::from_group(*group)),
            // Which pile is in which line depends on the places of the piles.
            Domain::Lines { group, .. } => f(Leaf::One(*group)),
            Domain::Cards(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
                f(Leaf::EachCard(pile));
            }
        }
    }
}

impl GroupExpr {
    /// Returns the piles of the group, given the variables of the enclosing quantifiers, outermost first.
    pub(crate) fn resolve_static(self, locals: &[Local<'_>]) -> Option<Vec<PileId>> {
        match self {
            GroupExpr::Named(piles) => Some(piles.iter().collect()),
            GroupExpr::Local(depth) => match locals.iter().rev().nth(usize::from(depth)) {
                Some(Local::Line(line)) => Some(line.piles.clone()),
                Some(Local::Pile(_) | Local::Card(..)) | None => None,
            },
        }
    }
}

impl PileExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This | PileExpr::Local(_) => {}
            PileExpr::From => f(Leaf::From),
            PileExpr::Moved => {
                f(Leaf::Card);
                f(Leaf::From);
                f(Leaf::MovedSize);
            }
            PileExpr::At(pile) => f(Leaf::One(Piles::one(*pile))),
            PileExpr::Nth(group, number) => {
                f(match group {
                    GroupExpr::Named(piles) => Leaf::One(*piles),
                    GroupExpr::Local(_) => Leaf::Line,
                });
                number.walk(f);
            }
            PileExpr::Beside(pile, _) => pile.walk_place(f),
        }
    }

    /// Resolves the expression without a position, given `this` and the variables of the enclosing quantifiers,
    /// outermost first.
    pub(crate) fn resolve_static(
        &self,
        this: PileId,
        locals: &[Local<'_>],
        places: &[Place],
    ) -> StaticPile {
        match self {
            PileExpr::This => StaticPile::Known(this),
            PileExpr::At(pile) => StaticPile::Known(*pile),
            PileExpr::Beside(pile, side) => match pile.resolve_static(this, locals, places) {
                StaticPile::Known(pile) => {
                    let place = places.get(pile.index());
                    let beside = place.and_then(|place| place.beside[*side as usize]);
                    beside.map_or(StaticPile::Absent, StaticPile::Known)
                }
                other => other,
            },
            PileExpr::Local(depth) => match locals.iter().rev().nth(usize::from(*depth)) {
                Some(Local::Pile(pile)) => StaticPile::Known(*pile),
                Some(Local::Card(..) | Local::Line(_)) | None => StaticPile::Dynamic,
            },
            PileExpr::From | PileExpr::Moved | PileExpr::Nth(..) => StaticPile::Dynamic,
        }
    }

    /// Calls `f` for every input that which pile it is depends on.
    fn walk_identity<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This => f(Leaf::This),
            _ => self.walk(f),
        }
    }

    /// Calls `f` for every input that the location of the pile depends on. A neighbor's location follows from the
    /// pile's own.
    fn walk_place<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This => f(Leaf::Index),
            PileExpr::Beside(pile, _) => pile.walk_place(f),
            PileExpr::At(_) | PileExpr::Nth(..) | PileExpr::Moved => self.walk(f),
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
                f(Leaf::EndCard(pile));
            }
        }
    }
}

impl CardExpr {
    /// Calls `f` for every input that the place of the card in its pile, or its being face up, depends on.
    fn walk_place<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            CardExpr::Card => {
                f(Leaf::Card);
                f(Leaf::From);
                f(Leaf::Contents(&PileExpr::From));
            }
            CardExpr::Top => f(Leaf::Contents(&PileExpr::This)),
            CardExpr::Local(_) => {}
            CardExpr::TopOf(_) | CardExpr::BottomOf(_) => self.walk(f),
        }
    }
}

impl RankExpr {
    fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        match self {
            RankExpr::Rank(_) => {}
            RankExpr::Base => f(Leaf::Base),
            RankExpr::Of(card) => card.walk(f),
            RankExpr::Step(rank, offset) => {
                rank.walk(f);
                offset.walk(f);
            }
        }
    }
}

impl NumberExpr {
    /// Calls `f` for every input that the number reads.
    pub(crate) fn walk<'a>(&'a self, f: &mut impl FnMut(Leaf<'a>)) {
        if let Some(phrase) = self.phrase.as_deref() {
            f(Leaf::NumberPhrase(self, phrase));
        }
        match &self.kind {
            NumberKind::Literal(_) => {}
            NumberKind::IndexOfLine(_) => f(Leaf::Line),
            NumberKind::Size(PileExpr::Moved) => f(Leaf::MovedSize),
            NumberKind::Size(pile) => {
                pile.walk(f);
                f(Leaf::Contents(pile));
            }
            NumberKind::SizeOfAll(group) => f(Leaf::from_group(*group)),
            NumberKind::Index(pile) | NumberKind::Row(pile) | NumberKind::Col(pile) => {
                pile.walk_place(f);
            }
            NumberKind::CardIndex(card) => {
                if let CardExpr::Local(_) = card {
                    f(Leaf::Height);
                }
                card.walk_place(f);
            }
            NumberKind::Value(card) => card.walk(f),
            NumberKind::Used(action) => f(Leaf::Used(*action)),
            NumberKind::Score => f(Leaf::Score),
            NumberKind::Count(domain, predicate) => {
                domain.walk(f);
                predicate.walk(f);
            }
            NumberKind::Sum(domain, number) => {
                domain.walk(f);
                number.walk(f);
            }
            NumberKind::Plus(a, b) | NumberKind::Minus(a, b) | NumberKind::Times(a, b) => {
                a.walk(f);
                b.walk(f);
            }
        }
    }
}
