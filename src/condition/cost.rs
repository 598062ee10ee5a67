//! The cost of a condition: an upper bound on the number of operations that one evaluation takes.
//!
//! Each AST node is one operation, multiplied by the iterations of the quantifiers around it: one for each pile of a
//! group, or one for each card of the game in a quantifier over the cards of a pile. No card is in more than one pile
//! of a group. So `every(p in tableau, every(c in p, ...))` evaluates `...` once for each card of the game, not once
//! for each card and pile.

use super::{
    CardExpr, Domain, GroupExpr, Names, Node, PileExpr, Predicate, PredicateKind, Property, Slot,
    ValueKind,
};
use crate::text::{Describe, Diagnostic, Span, group_digits};

/// The maximum cost of a condition that is evaluated for each card or pile.
pub const MAX_COST_PER_CARD: u64 = 10_000;
/// The maximum cost of any other condition.
pub const MAX_COST_ONCE: u64 = 100_000;
/// The cost of `won`, which may evaluate another condition.
const COST_OF_WON: u64 = 1000;
/// The cost of `stuck`, which is determined by trying moves. A condition can afford it only once.
const COST_OF_STUCK: u64 = MAX_COST_ONCE / 2;

impl Slot {
    /// Returns the maximum cost of a condition in the slot, and a phrase that says how often such a condition is
    /// evaluated.
    fn max_cost(self) -> (u64, &'static str) {
        match self {
            Slot::Start | Slot::Build | Slot::Pair | Slot::Swap | Slot::Run | Slot::Which => {
                (MAX_COST_PER_CARD, " for each card")
            }
            Slot::Available => (MAX_COST_PER_CARD, " for each pile"),
            Slot::Where | Slot::When | Slot::Win | Slot::Until | Slot::Points | Slot::Holds => {
                (MAX_COST_ONCE, "")
            }
        }
    }
}

impl Predicate {
    /// Computes the cost of the predicate in a game.
    pub fn cost(&self, names: &Names) -> u64 {
        let mut counter = CostCounter::new(self.span, names);
        counter.visit(Node::Predicate(self));
        counter.cost
    }
}

/// A visitor that adds up the cost of a predicate or a number.
pub(super) struct CostCounter {
    /// The number of cards in the game.
    cards: u64,
    /// The cost of the score.
    score_cost: u64,
    /// The iterations of each enclosing quantifier, outermost first.
    iterations: Vec<u64>,
    /// The number of piles in the longest of the lines that each enclosing quantifier ranges over; 0 if it does not.
    line_lengths: Vec<u64>,
    /// The product of `iterations`.
    multiplier: u64,
    cost: u64,
    /// The span of the predicate being visited.
    current: Span,
    /// The quantifier whose body runs most often (the innermost of equals): how often, and its span.
    most_repeated: Option<(u64, Span)>,
}

impl CostCounter {
    /// Creates a counter for an expression with the given span.
    pub(super) fn new(span: Span, names: &Names) -> CostCounter {
        CostCounter {
            cards: names.cards as u64,
            score_cost: names.score_cost,
            iterations: Vec::new(),
            line_lengths: Vec::new(),
            multiplier: 1,
            cost: 0,
            current: span,
            most_repeated: None,
        }
    }

    /// Checks the cost against the maximum of a slot, and returns it. `span` is the span of the whole expression.
    ///
    /// # Errors
    /// Returns a diagnostic if the cost exceeds the maximum.
    pub(super) fn check(&self, slot: Slot, span: Span) -> Result<u64, Box<Diagnostic>> {
        let (max, how_often) = slot.max_cost();
        if self.cost <= max {
            return Ok(self.cost);
        }
        let span = self.most_repeated.map_or(span, |(_, span)| span);
        let (key, cost, max) = (slot.key(), group_digits(self.cost), group_digits(max));
        let message = format!("`{key}` takes {cost} operations{how_often}; the limit is {max}");
        let counting = "each part counts once for each iteration of the quantifiers around it";
        let label = match self.most_repeated {
            Some(_) => format!("the most iterations are here: {counting}"),
            None => counting.to_owned(),
        };
        Err(Box::new(Diagnostic::error(span, message).label(label)))
    }

    /// Adds a cost for each iteration of the enclosing quantifiers.
    fn add(&mut self, cost: u64) {
        self.cost = self
            .cost
            .saturating_add(self.multiplier.saturating_mul(cost));
    }

    /// Calls `f` for the body of a quantifier with the given number of iterations.
    fn with_iterations(&mut self, iterations: u64, line_length: u64, f: impl FnOnce(&mut Self)) {
        let before = self.multiplier;
        self.iterations.push(iterations);
        self.line_lengths.push(line_length);
        self.multiplier = before.saturating_mul(iterations);
        f(self);
        self.iterations.pop();
        self.line_lengths.pop();
        self.multiplier = before;
    }

    /// Calls `f` for the body of a quantifier over the cards of a pile.
    fn visit_each_card(&mut self, pile: &PileExpr, f: impl FnOnce(&mut Self)) {
        self.visit(Node::Pile(pile));
        let cards = self.cards;
        let outer = match pile {
            PileExpr::Local(depth) => self.iterations.len().checked_sub(usize::from(*depth) + 1),
            _ => None,
        };
        let Some(outer) = outer else {
            return self.with_iterations(cards, 0, f);
        };
        // The enclosing quantifier iterates over the piles, and no card is in more than one of them.
        let (pile_iterations, outer_multiplier) = (
            std::mem::replace(&mut self.iterations[outer], 1),
            self.multiplier,
        );
        self.multiplier = self
            .iterations
            .iter()
            .fold(1, |product, n| product.saturating_mul(*n));
        self.with_iterations(cards, 0, f);
        (self.iterations[outer], self.multiplier) = (pile_iterations, outer_multiplier);
    }

    /// Returns the maximum number of piles in a group.
    fn pile_count(&self, group: GroupExpr) -> u64 {
        match group {
            GroupExpr::Named(piles) => u64::from(piles.count),
            GroupExpr::Local(depth) => {
                let lengths = self.line_lengths.iter().rev();
                lengths.copied().nth(usize::from(depth)).unwrap_or(0)
            }
        }
    }

    /// Visits the body of a quantifier.
    fn visit_body(&mut self, body: Node<'_>) {
        let span = self.current;
        if self
            .most_repeated
            .is_none_or(|(repetitions, _)| repetitions <= self.multiplier)
        {
            self.most_repeated = Some((self.multiplier, span));
        }
        self.visit(body);
        self.current = span;
    }

    /// Visits the body of a quantifier over a domain.
    fn visit_each(&mut self, domain: &Domain, body: Node<'_>) {
        match domain {
            Domain::Piles(group) => {
                let count = self.pile_count(*group);
                self.with_iterations(count, 0, |counter| counter.visit_body(body));
            }
            Domain::Lines { lines, .. } => {
                let longest = lines.iter().map(|line| line.piles.len()).max().unwrap_or(0);
                self.with_iterations(lines.len() as u64, longest as u64, |counter| {
                    counter.visit_body(body);
                });
            }
            Domain::Cards(pile) => self.visit_each_card(pile, |counter| counter.visit_body(body)),
        }
    }

    /// Adds the cost of a node and of its parts.
    pub(super) fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Predicate(predicate) => {
                self.add(1);
                self.current = predicate.span;
                match &predicate.kind {
                    PredicateKind::Within(_, group @ GroupExpr::Local(_))
                    | PredicateKind::AllEmpty(group) => self.add(self.pile_count(*group)),
                    PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) => {
                        return self.visit_each(domain, Node::Predicate(body));
                    }
                    PredicateKind::Won => self.add(COST_OF_WON),
                    PredicateKind::Stuck => self.add(COST_OF_STUCK),
                    _ => {}
                }
            }
            Node::Value(value) => match &value.kind {
                // They cost no more than their card or their pile.
                ValueKind::Suit(_)
                | ValueKind::Color(_)
                | ValueKind::Joker
                | ValueKind::Card(_)
                | ValueKind::Pile(_)
                | ValueKind::OfCard(Property::Suit | Property::Color, _) => {}
                ValueKind::Score => self.add(1 + self.score_cost),
                // The moved cards are counted one by one.
                ValueKind::OfPile(Property::Size, PileExpr::Moved) => {
                    return self.add(1 + self.cards);
                }
                // A quantifier over the cards of a pile counts them; the place of `card` is found by walking down from it.
                ValueKind::OfCard(Property::Index, CardExpr::Card) => self.add(1 + self.cards),
                ValueKind::OfGroup(Property::Size, group) => {
                    self.add(1 + self.pile_count(*group));
                }
                ValueKind::Count(domain, body) => {
                    self.add(1);
                    return self.visit_each(domain, Node::Predicate(body));
                }
                ValueKind::Sum(domain, body) => {
                    self.add(1);
                    return self.visit_each(domain, Node::Value(body));
                }
                _ => self.add(1),
            },
            Node::Card(card) => {
                self.add(1);
                // The bottom card is found by walking down from the top.
                if let CardExpr::BottomOf(pile) = card {
                    return self.visit_each_card(pile, |counter| counter.add(1));
                }
            }
            Node::Pile(_) => self.add(1),
        }
        node.each_child(&mut |child| self.visit(child));
    }
}
