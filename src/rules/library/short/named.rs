//! The ranks and suits that the rules of a game name.

use crate::cards::{Card, Rank, Suit};
use crate::condition::{NumberExpr, NumberKind, Predicate, PredicateKind, RankExpr, SuitExpr};
use crate::rules::{Game, StepKind, for_each_condition};

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
        for_each_condition(game, |condition, _| {
            named.add_predicate(&condition.predicate);
        });
        let mut picked: Vec<Suit> = Vec::new();
        for step in &game.setup {
            let StepKind::Pick { cards, .. } = &step.kind else {
                continue;
            };
            for card in cards {
                if let Card::Suited(suit, rank) = card {
                    named.ranks.push(*rank);
                    picked.push(*suit);
                }
            }
        }
        // If a card of each suit is picked, it does not matter which suits there are.
        if !game.pack.suits.iter().all(|suit| picked.contains(suit)) {
            named.suits.extend(picked);
        }
        named
    }

    fn add_predicate(&mut self, predicate: &Predicate) {
        match &predicate.kind {
            PredicateKind::Not(inner) => self.add_predicate(inner),
            PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                for part in parts {
                    self.add_predicate(part);
                }
            }
            PredicateKind::Every(_, body) | PredicateKind::Some(_, body) => {
                self.add_predicate(body);
            }
            PredicateKind::Ranks(_, a, b) => {
                self.add_rank(a);
                self.add_rank(b);
            }
            PredicateKind::Suits(a, b) => {
                for suit in [a, b] {
                    if let SuitExpr::Suit(suit) = suit {
                        self.suits.push(*suit);
                    }
                }
            }
            PredicateKind::Relation(_, number) => self.add_number(number),
            PredicateKind::Numbers(_, a, b) => {
                self.add_number(a);
                self.add_number(b);
            }
            _ => {}
        }
    }

    fn add_rank(&mut self, rank: &RankExpr) {
        match rank {
            RankExpr::Rank(rank) => self.ranks.push(*rank),
            RankExpr::Step(rank, number) => {
                self.add_rank(rank);
                self.add_number(number);
            }
            RankExpr::Base | RankExpr::Of(_) => {}
        }
    }

    fn add_number(&mut self, number: &NumberExpr) {
        match &number.kind {
            NumberKind::Value(_) => self.reads_values = true,
            NumberKind::Count(_, body) => self.add_predicate(body),
            NumberKind::Sum(_, body) => self.add_number(body),
            NumberKind::Plus(a, b) | NumberKind::Minus(a, b) | NumberKind::Times(a, b) => {
                self.add_number(a);
                self.add_number(b);
            }
            _ => {}
        }
    }
}
