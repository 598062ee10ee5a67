//! The ranks and suits that the rules of a game name.

use crate::cards::{Card, Rank, Suit};
use crate::condition::{Node, Property, ValueKind};
use crate::rules::Game;

/// What the rules of a game say about ranks and suits.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// The ranks that a condition names or the setup picks.
    pub(super) ranks: Vec<Rank>,
    /// The suits, likewise.
    pub(super) suits: Vec<Suit>,
    /// Whether a condition reads the values of cards.
    pub(super) reads_values: bool,
}

impl Named {
    pub(super) fn of(game: &Game) -> Named {
        let mut named = Named::default();
        for (condition, _) in game.conditions() {
            named.add(Node::Predicate(&condition.predicate));
        }
        let mut picked: Vec<Suit> = Vec::new();
        for card in game.setup.iter().flat_map(|step| &step.cards) {
            if let Card::Suited(suit, rank) = card {
                named.ranks.push(*rank);
                picked.push(*suit);
            }
        }
        // If a card of each suit is picked, it does not matter which suits there are.
        if !game.pack.suits.iter().all(|suit| picked.contains(suit)) {
            named.suits.extend(picked);
        }
        named
    }

    fn add(&mut self, node: Node<'_>) {
        if let Node::Value(value) = node {
            match &value.kind {
                ValueKind::Rank(rank) => self.ranks.push(*rank),
                ValueKind::Suit(suit) => self.suits.push(*suit),
                // These do not change if ranks or suits are left out.
                ValueKind::OfCard(
                    Property::Rank | Property::Suit | Property::Color | Property::Index,
                    _,
                ) => {}
                ValueKind::OfCard(..) => self.reads_values = true,
                _ => {}
            }
        }
        node.each_child(&mut |child| self.add(child));
    }
}
