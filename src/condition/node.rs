//! The nodes of the typed AST, for code that walks it.

use super::{CardExpr, Domain, Phrase, PileExpr, Predicate, PredicateKind, Value, ValueKind};

/// A node of the typed AST.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A predicate.
    Predicate(&'a Predicate),
    /// A value.
    Value(&'a Value),
    /// A card.
    Card(&'a CardExpr),
    /// A pile.
    Pile(&'a PileExpr),
}

/// A use of a named condition or a named number.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// Its name.
    pub name: &'a str,
    /// The argument, if it has a parameter.
    pub argument: Option<&'a Value>,
    /// The body for any argument; see [`Phrase::general`].
    pub general: Option<Node<'a>>,
}

impl<'a> Node<'a> {
    /// Returns the use of a named condition or a named number that the node is the body of.
    pub fn named(self) -> Option<Named<'a>> {
        fn name<'a, T>(phrase: &'a Phrase<T>, node: fn(&'a T) -> Node<'a>) -> Named<'a> {
            Named {
                name: &phrase.name,
                argument: phrase.argument.as_ref(),
                general: phrase.general.as_ref().map(node),
            }
        }
        match self {
            Node::Predicate(predicate) => Some(name(predicate.phrase.as_ref()?, Node::Predicate)),
            Node::Value(value) => Some(name(value.phrase.as_ref()?, Node::Value)),
            Node::Card(_) | Node::Pile(_) => None,
        }
    }

    /// Calls `f` for each direct part, in the order of the text.
    pub fn each_child(self, f: &mut dyn FnMut(Node<'a>)) {
        match self {
            Node::Predicate(predicate) => match &predicate.kind {
                PredicateKind::Not(part) => f(Node::Predicate(part)),
                PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                    parts.iter().map(Node::Predicate).for_each(f);
                }
                PredicateKind::Relation(_, offset) => f(Node::Value(offset)),
                PredicateKind::Compare(_, a, b) => [a, b].into_iter().map(Node::Value).for_each(f),
                PredicateKind::Within(pile, _) | PredicateKind::PileEmpty(pile) => {
                    f(Node::Pile(pile));
                }
                PredicateKind::FaceUp(card) => f(Node::Card(card)),
                PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) => {
                    domain.each_child(f);
                    f(Node::Predicate(body));
                }
                PredicateKind::AllEmpty(_)
                | PredicateKind::BaseSet
                | PredicateKind::Won
                | PredicateKind::Stuck => {}
            },
            Node::Value(value) => match &value.kind {
                ValueKind::Card(card) | ValueKind::OfCard(_, card) => f(Node::Card(card)),
                ValueKind::Pile(pile) | ValueKind::OfPile(_, pile) => f(Node::Pile(pile)),
                ValueKind::Step(a, b)
                | ValueKind::Plus(a, b)
                | ValueKind::Minus(a, b)
                | ValueKind::Times(a, b) => {
                    f(Node::Value(a));
                    f(Node::Value(b));
                }
                ValueKind::Count(domain, body) => {
                    domain.each_child(f);
                    f(Node::Predicate(body));
                }
                ValueKind::Sum(domain, body) => {
                    domain.each_child(f);
                    f(Node::Value(body));
                }
                ValueKind::Number(_)
                | ValueKind::Rank(_)
                | ValueKind::Suit(_)
                | ValueKind::Color(_)
                | ValueKind::Joker
                | ValueKind::Base
                | ValueKind::Score
                | ValueKind::Used(_)
                | ValueKind::Group(_)
                | ValueKind::OfGroup(..) => {}
            },
            Node::Card(CardExpr::TopOf(pile) | CardExpr::BottomOf(pile)) => f(Node::Pile(pile)),
            Node::Pile(PileExpr::Nth(_, number)) => f(Node::Value(number)),
            Node::Pile(PileExpr::Beside(pile, _)) => f(Node::Pile(pile)),
            Node::Card(_) | Node::Pile(_) => {}
        }
    }
}

impl Domain {
    fn each_child<'a>(&'a self, f: &mut dyn FnMut(Node<'a>)) {
        if let Domain::Cards(pile) = self {
            f(Node::Pile(pile));
        }
    }
}
