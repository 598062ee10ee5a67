//! The inputs that conditions depend on.

use std::ops::BitOr;

use crate::text::Span;

use super::{
    CardExpr, CardRelation, Counter, Domain, GroupExpr, Node, PileExpr, Piles, Predicate,
    PredicateKind, Property, Value, ValueKind,
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

/// A leaf of the typed AST that reads an input, as visited by [`Node::walk`].
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
    fn with(self, leaf: Leaf<'_>) -> Reads {
        self | match leaf {
            Leaf::Card => Reads::CARD,
            Leaf::Top => Reads::TOP,
            Leaf::Base => Reads::BASE,
            Leaf::From => Reads::FROM,
            Leaf::MovedSize => Reads::MOVED_SIZE,
            Leaf::Index | Leaf::IndexOfOther => Reads::INDEX,
            Leaf::This | Leaf::Suit | Leaf::EachCard(_) | Leaf::EndCard(_) => Reads::default(),
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
        let found = self.parts().iter().find(|part| part.reads().any(inputs));
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
        self.reads_any(|leaf| matches!(leaf, Leaf::FaceUp))
    }

    fn reads_any(&self, is_meant: impl Fn(Leaf<'_>) -> bool) -> bool {
        let mut reads = false;
        self.walk(&mut |leaf| reads |= is_meant(leaf));
        reads
    }

    /// Calls `f` for every input that the predicate reads.
    pub(crate) fn walk<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        Node::Predicate(self).walk(f);
    }
}

impl Value {
    /// Calls `f` for every input that the value reads.
    pub(crate) fn walk<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        Node::Value(self).walk(f);
    }
}

impl<'a> Node<'a> {
    /// Returns the inputs that the node reads.
    pub fn reads(self) -> Reads {
        let mut reads = Reads::default();
        if self.visit(&mut |leaf| reads = reads.with(leaf)) {
            self.each_child(&mut |child| {
                reads = reads
                    | match child {
                        Node::Predicate(part) => part.reads(),
                        part => part.reads(),
                    };
            });
        }
        reads
    }

    /// Calls `f` for every input that the node reads.
    pub(crate) fn walk(self, f: &mut dyn FnMut(Leaf<'a>)) {
        if self.visit(f) {
            self.each_child(&mut |child| child.walk(f));
        }
    }

    /// Calls `f` for every input that the node itself reads. Returns whether its parts may read others.
    fn visit(self, f: &mut dyn FnMut(Leaf<'a>)) -> bool {
        match self {
            Node::Predicate(predicate) => match &predicate.kind {
                PredicateKind::Relation(CardRelation::Any, _) => return false,
                PredicateKind::Relation(relation, _) => {
                    f(Leaf::Card);
                    f(Leaf::Top);
                    if relation.is_about_suits() {
                        f(Leaf::Suit);
                    }
                }
                PredicateKind::Within(pile, group) => {
                    pile.walk_identity(f);
                    f(match group {
                        GroupExpr::Named(piles) => Leaf::Membership(*piles),
                        GroupExpr::Local(_) => Leaf::Line,
                    });
                    return false;
                }
                PredicateKind::PileEmpty(pile) => f(Leaf::Contents(pile)),
                PredicateKind::AllEmpty(piles) => f(Leaf::from_group(*piles)),
                PredicateKind::BaseSet => f(Leaf::Base),
                PredicateKind::FaceUp(card) => {
                    f(Leaf::FaceUp);
                    card.walk_place(f);
                    return false;
                }
                PredicateKind::Every(domain, _) | PredicateKind::Some(domain, _) => {
                    domain.walk(f);
                }
                PredicateKind::Won => f(Leaf::Won),
                PredicateKind::Stuck => f(Leaf::Stuck),
                PredicateKind::Not(_)
                | PredicateKind::All(_)
                | PredicateKind::Any(_)
                | PredicateKind::Compare(..) => {}
            },
            Node::Value(value) => match &value.kind {
                ValueKind::Base => f(Leaf::Base),
                ValueKind::Score => f(Leaf::Score),
                ValueKind::Used(counter) => f(Leaf::Used(*counter)),
                ValueKind::Pile(pile) => {
                    pile.walk_identity(f);
                    return false;
                }
                ValueKind::OfCard(Property::Index, card) => {
                    if let CardExpr::Local(_) = card {
                        f(Leaf::Height);
                    }
                    card.walk_place(f);
                    return false;
                }
                ValueKind::OfCard(Property::Suit | Property::Color, _) => f(Leaf::Suit),
                ValueKind::OfPile(Property::Size, PileExpr::Moved) => {
                    f(Leaf::MovedSize);
                    return false;
                }
                ValueKind::OfPile(Property::Size, pile) => f(Leaf::Contents(pile)),
                ValueKind::OfPile(_, pile) => {
                    pile.walk_place(f);
                    return false;
                }
                ValueKind::OfGroup(Property::Size, group) => f(Leaf::from_group(*group)),
                ValueKind::OfGroup(..) => f(Leaf::Line),
                ValueKind::Count(domain, _) | ValueKind::Sum(domain, _) => domain.walk(f),
                _ => {}
            },
            Node::Card(card) => match card {
                CardExpr::Card => f(Leaf::Card),
                CardExpr::Top => f(Leaf::Top),
                CardExpr::Local(_) => {}
                CardExpr::TopOf(pile) | CardExpr::BottomOf(pile) => {
                    f(Leaf::Contents(pile));
                    f(Leaf::EndCard(pile));
                }
            },
            Node::Pile(pile) => match pile {
                PileExpr::This | PileExpr::Local(_) => {}
                PileExpr::From => f(Leaf::From),
                PileExpr::Moved => {
                    f(Leaf::Card);
                    f(Leaf::From);
                    f(Leaf::MovedSize);
                }
                PileExpr::At(pile) => f(Leaf::One(Piles::one(*pile))),
                PileExpr::Nth(GroupExpr::Named(piles), _) => f(Leaf::One(*piles)),
                PileExpr::Nth(GroupExpr::Local(_), _) => f(Leaf::Line),
                PileExpr::Beside(pile, _) => {
                    pile.walk_place(f);
                    return false;
                }
            },
        }
        true
    }
}

impl Domain {
    /// Returns what decides which elements the domain has.
    pub(super) fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.walk(&mut |leaf| reads = reads.with(leaf));
        if let Domain::Cards(pile) = self {
            reads = reads | Node::Pile(pile).reads();
        }
        reads
    }

    /// Calls `f` for what the domain reads beside the pile whose cards it ranges over.
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        match self {
            Domain::Piles(group) => f(Leaf::from_group(*group)),
            // The piles of a line depend on the places of the piles.
            Domain::Lines { group, .. } => f(Leaf::One(*group)),
            Domain::Cards(pile) => {
                f(Leaf::Contents(pile));
                f(Leaf::EachCard(pile));
            }
        }
    }
}

impl PileExpr {
    /// Calls `f` for every input that decides which pile it is.
    fn walk_identity<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This => f(Leaf::This),
            _ => Node::Pile(self).walk(f),
        }
    }

    /// Calls `f` for every input that the location of the pile depends on. A neighbor's location follows from the
    /// pile's own.
    fn walk_place<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        match self {
            PileExpr::This => f(Leaf::Index),
            PileExpr::Beside(pile, _) => pile.walk_place(f),
            PileExpr::At(_) | PileExpr::Nth(..) | PileExpr::Moved => Node::Pile(self).walk(f),
            PileExpr::From | PileExpr::Local(_) => {
                Node::Pile(self).walk(f);
                f(Leaf::IndexOfOther);
            }
        }
    }
}

impl CardExpr {
    /// Calls `f` for every input that the place of the card in its pile, or its being face up, depends on.
    fn walk_place<'a>(&'a self, f: &mut dyn FnMut(Leaf<'a>)) {
        match self {
            CardExpr::Card => {
                f(Leaf::Card);
                f(Leaf::From);
                f(Leaf::Contents(&PileExpr::From));
            }
            CardExpr::Top => f(Leaf::Contents(&PileExpr::This)),
            CardExpr::Local(_) => {}
            CardExpr::TopOf(_) | CardExpr::BottomOf(_) => Node::Card(self).walk(f),
        }
    }
}
