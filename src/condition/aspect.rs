//! Which properties of a card a condition depends on: often only its rank, or only its suit. The condition cannot tell
//! apart cards that agree in these properties, so one of them can stand for the others.

use super::{CardExpr, CardRelation, Node, PredicateKind, Property, ValueKind};
use crate::cards::{Card, FaceSet, Rank};

/// The properties of a card's face that something depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aspect {
    rank: bool,
    suit: bool,
}

impl Aspect {
    /// The rank.
    pub(crate) const RANK: Aspect = Aspect {
        rank: true,
        suit: false,
    };
    /// The suit, or the color.
    const SUIT: Aspect = Aspect {
        rank: false,
        suit: true,
    };
    /// The whole face, or something else that differs between cards.
    const FACE: Aspect = Aspect {
        rank: true,
        suit: true,
    };

    /// The aspect that a property of a card depends on.
    fn of_property(property: Property) -> Aspect {
        match property {
            Property::Rank | Property::Value => Aspect::RANK,
            Property::Suit | Property::Color => Aspect::SUIT,
            _ => Aspect::FACE,
        }
    }

    /// Adds what another aspect says.
    pub(crate) fn add(&mut self, other: Aspect) {
        self.rank |= other.rank;
        self.suit |= other.suit;
    }

    /// Divides faces into classes that differ in this aspect, and returns each with one of its members. Jokers have
    /// neither rank nor suit.
    pub(crate) fn classes(self, faces: FaceSet) -> impl Iterator<Item = (Card, FaceSet)> {
        let mut rest = faces;
        std::iter::from_fn(move || {
            let member = rest.lowest()?;
            let class = self.like(member) & faces;
            rest -= class;
            Some((member, class))
        })
    }

    /// Whether two cards do not differ in this aspect.
    pub(crate) fn is_like(self, one: Card, other: Card) -> bool {
        self.like(one).contains(other)
    }

    /// The card with the lowest face that does not differ from a card in this aspect.
    pub(crate) fn first_like(self, card: Card) -> Card {
        self.like(card).lowest().unwrap_or(card)
    }

    /// All faces that do not differ from a card in this aspect.
    fn like(self, card: Card) -> FaceSet {
        const RANKS: usize = Rank::COUNT;
        const SUIT: u64 = (1 << RANKS) - 1;
        const RANK: u64 = 1 | 1 << RANKS | 1 << (2 * RANKS) | 1 << (3 * RANKS);
        match (self.rank, self.suit, card) {
            (false, false, _) => FaceSet::first(Card::FACES),
            (true, false, Card::Suited(_, rank)) => FaceSet::from_words([RANK << rank.index()]),
            (false, true, Card::Suited(suit, _)) => {
                FaceSet::from_words([SUIT << (suit as usize * RANKS)])
            }
            (true, true, _) | (_, _, Card::Joker) => FaceSet::only(card),
        }
    }
}

impl<'a> Node<'a> {
    /// Calls `f` with each card that the node reads, and with the aspect of the card that it depends on.
    pub(crate) fn each_card(self, f: &mut dyn FnMut(&'a CardExpr, Aspect)) {
        let read_card = match self {
            Node::Predicate(predicate) => match &predicate.kind {
                PredicateKind::Relation(relation, _) => {
                    let aspect = match relation {
                        CardRelation::Any => Aspect::default(),
                        relation if relation.is_about_suits() => Aspect::SUIT,
                        _ => Aspect::RANK,
                    };
                    f(&CardExpr::Card, aspect);
                    f(&CardExpr::Top, aspect);
                    None
                }
                _ => None,
            },
            Node::Value(value) => match &value.kind {
                ValueKind::OfCard(property, card) => Some((card, Aspect::of_property(*property))),
                // Whether it is a joker, which has no rank.
                ValueKind::Card(card) => Some((card, Aspect::RANK)),
                _ => None,
            },
            Node::Card(card) => Some((card, Aspect::FACE)),
            Node::Pile(_) => None,
        };
        let mut next = self;
        if let Some((card, aspect)) = read_card {
            f(card, aspect);
            next = Node::Card(card);
        }
        next.each_child(&mut |child| child.each_card(f));
    }
}
