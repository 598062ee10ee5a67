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

/// The most operations of one evaluation of a condition or a number. Work is looked at only between two evaluations, so
/// one of them must not take long.
pub const MAX_OPERATIONS: u64 = 100_000;
/// The cost of `won`, which may evaluate another condition.
const COST_OF_WON: u64 = 1000;
/// The cost of `stuck`, which is determined by trying moves. A condition can afford it only once.
const COST_OF_STUCK: u64 = MAX_OPERATIONS / 2;

impl Predicate {
    /// Computes the cost of the predicate in a game.
    pub fn cost(&self, names: &Names) -> u64 {
        Node::Predicate(self).cost(names)
    }
}

impl Node<'_> {
    /// Computes the cost of the node in a game.
    pub fn cost(self, names: &Names) -> u64 {
        let mut counter = CostCounter::new(names);
        counter.visit(self, &[], Span::default());
        counter.cost
    }
}

/// Checks that an evaluation of a condition or a number does not take too many operations. `span` is the span of the
/// whole expression.
///
/// # Errors
/// Returns a diagnostic if it does.
pub(super) fn check(
    node: Node<'_>,
    slot: Slot,
    span: Span,
    names: &Names,
) -> Result<(), Box<Diagnostic>> {
    let mut counter = CostCounter::new(names);
    counter.visit(node, &[], span);
    if counter.cost <= MAX_OPERATIONS {
        return Ok(());
    }
    let (key, cost, max) = (
        slot.key(),
        group_digits(counter.cost),
        group_digits(MAX_OPERATIONS),
    );
    let message = format!("`{key}` takes {cost} operations; the limit is {max}");
    let counting = "each part counts once for each iteration of the quantifiers around it";
    let (place, label) = match counter.most_repeated {
        Some((_, place)) => (place, format!("the most iterations are here: {counting}")),
        None => (span, counting.to_owned()),
    };
    let mut diagnostic = Diagnostic::error(place, message).label(label);
    if place.start < span.start || place.end > span.end {
        diagnostic = diagnostic.also(span, format!("it is used here, in `{key}`"));
    }
    Err(Box::new(diagnostic))
}

/// A quantifier around a node.
#[derive(Clone, Copy)]
struct Loop {
    iterations: u64,
    /// The number of piles in the longest of the lines that it ranges over; 0 if it does not.
    line_length: u64,
}

/// How often a node within these quantifiers is evaluated.
fn repetitions(loops: &[Loop]) -> u64 {
    let iterations = loops.iter().map(|around| around.iterations);
    iterations.fold(1, u64::saturating_mul)
}

/// Returns the maximum number of piles in a group.
fn pile_count(group: GroupExpr, loops: &[Loop]) -> u64 {
    match group {
        GroupExpr::Named(piles) => u64::from(piles.count),
        GroupExpr::Local(depth) => {
            let line = loops.iter().rev().nth(usize::from(depth));
            line.map_or(0, |line| line.line_length)
        }
    }
}

/// A visitor that adds up the cost of a predicate or a number.
struct CostCounter<'a> {
    names: &'a Names,
    /// The number of cards in the game.
    cards: u64,
    cost: u64,
    /// The quantifier whose body runs most often (the innermost of equals): how often, and its span.
    most_repeated: Option<(u64, Span)>,
}

impl CostCounter<'_> {
    fn new(names: &Names) -> CostCounter<'_> {
        CostCounter {
            names,
            cards: names.cards as u64,
            cost: 0,
            most_repeated: None,
        }
    }

    /// Adds a cost for each iteration of the enclosing quantifiers.
    fn add(&mut self, cost: u64, loops: &[Loop]) {
        let cost = repetitions(loops).saturating_mul(cost);
        self.cost = self.cost.saturating_add(cost);
    }

    /// Visits a pile whose cards are iterated over. Returns the quantifiers around each of them.
    fn visit_cards(&mut self, pile: &PileExpr, loops: &[Loop], span: Span) -> Vec<Loop> {
        self.visit(Node::Pile(pile), loops, span);
        let mut inner = loops.to_vec();
        // An enclosing quantifier may iterate over the piles, and no card is in more than one of them.
        if let PileExpr::Local(depth) = pile
            && let Some(outer) = inner.iter_mut().rev().nth(usize::from(*depth))
        {
            outer.iterations = 1;
        }
        inner.push(Loop {
            iterations: self.cards,
            line_length: 0,
        });
        inner
    }

    /// Visits the body of a quantifier over a domain. `span` is the span of the predicate around it.
    fn visit_each(&mut self, domain: &Domain, body: Node<'_>, loops: &[Loop], span: Span) {
        let within = |iterations, line_length| {
            let inner = Loop {
                iterations,
                line_length,
            };
            [loops, &[inner]].concat()
        };
        let inner = match domain {
            Domain::Piles(group) => within(pile_count(*group, loops), 0),
            Domain::Lines { lines, .. } => {
                let longest = lines.iter().map(|line| line.piles.len()).max().unwrap_or(0);
                within(lines.len() as u64, longest as u64)
            }
            Domain::Cards(pile) => self.visit_cards(pile, loops, span),
        };
        let times = repetitions(&inner);
        if self.most_repeated.is_none_or(|(most, _)| most <= times) {
            self.most_repeated = Some((times, span));
        }
        self.visit(body, &inner, span);
    }

    /// Adds the cost of a node and of its parts. `span` is the span of the predicate around it.
    fn visit(&mut self, node: Node<'_>, loops: &[Loop], span: Span) {
        let mut span = span;
        match node {
            Node::Predicate(predicate) => {
                self.add(1, loops);
                span = predicate.span;
                match &predicate.kind {
                    PredicateKind::Within(_, group @ GroupExpr::Local(_))
                    | PredicateKind::AllEmpty(group) => self.add(pile_count(*group, loops), loops),
                    PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) => {
                        return self.visit_each(domain, Node::Predicate(body), loops, span);
                    }
                    PredicateKind::Won => self.add(COST_OF_WON, loops),
                    PredicateKind::Stuck => self.add(COST_OF_STUCK, loops),
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
                ValueKind::Score => self.add(1 + self.names.score_cost, loops),
                // The moved cards are counted one by one.
                ValueKind::OfPile(Property::Size, PileExpr::Moved) => {
                    return self.add(1 + self.cards, loops);
                }
                // A quantifier over the cards of a pile counts them; the place of `card` is found by walking down from it.
                ValueKind::OfCard(Property::Index, CardExpr::Card) => {
                    self.add(1 + self.cards, loops);
                }
                ValueKind::OfGroup(Property::Size, group) => {
                    self.add(1 + pile_count(*group, loops), loops);
                }
                ValueKind::Count(domain, body) => {
                    self.add(1, loops);
                    return self.visit_each(domain, Node::Predicate(body), loops, span);
                }
                ValueKind::Sum(domain, body) => {
                    self.add(1, loops);
                    return self.visit_each(domain, Node::Value(body), loops, span);
                }
                _ => self.add(1, loops),
            },
            Node::Card(card) => {
                self.add(1, loops);
                // The bottom card is found by walking down from the top.
                if let CardExpr::BottomOf(pile) = card {
                    let inner = self.visit_cards(pile, loops, span);
                    return self.add(1, &inner);
                }
            }
            Node::Pile(_) => self.add(1, loops),
        }
        node.each_child(&mut |child| self.visit(child, loops, span));
    }
}
