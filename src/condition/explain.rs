//! Finds out why a predicate holds or not: which of its parts decide it, and what they found.

use super::eval::{Eval, Local};
use super::{
    CardExpr, CardRelation, Domain, Node, PileExpr, PileId, Predicate, PredicateKind, Property,
    Scene, Ternary, Unknown, Value, ValueKind, View,
};
use crate::cards::{Card, Order, Rank};
use crate::text::Span;

/// The maximum number of parts that an explanation names.
const MAX_REASONS: usize = 12;
/// The maximum number of elements of a quantifier that an explanation names.
const MAX_ELEMENTS: usize = 3;

/// A part of a predicate that decides whether it holds, and what the part found.
#[derive(Clone, Debug)]
pub struct Reason<'p> {
    /// The part: neither `and`, `or` nor `not`.
    pub part: &'p Predicate,
    /// The `not` around it, if it is written with one: `not X`, `X is not Y`, `X != Y`.
    pub negated: Option<Span>,
    /// Whether it holds; `None` if that depends on something unknown.
    pub holds: Ternary,
    /// What the variables of the quantifiers around it stand for, outermost first.
    pub elements: Vec<Element>,
    /// The values of what it compares.
    pub findings: Vec<Finding<'p>>,
    /// How many more elements of the innermost quantifier decide alike.
    pub others: usize,
}

/// What a variable of a quantifier stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A pile.
    Pile(PileId),
    /// A card; `None` if it is face down for the reader.
    Card(Option<Card>),
    /// A row or column, with its number.
    Line(u8),
}

/// A value that was found. `None` stands for one that does not exist, such as the top card of an empty pile.
#[derive(Clone, Debug)]
pub enum Finding<'p> {
    /// The value of a number.
    Number(&'p Value, Option<i32>),
    /// The value of a count, and the counted elements.
    Count(&'p Value, i32, Vec<Element>),
    /// The number of cards in a pile that is not empty.
    Size(PileId, u8),
    /// A card.
    Card(&'p CardExpr, Option<Card>),
    /// A pile.
    Pile(&'p PileExpr, Option<PileId>),
    /// The base rank.
    Base(Option<Rank>),
}

impl Predicate {
    /// Explains why the predicate holds or not, by the parts that decide it. It says nothing about unknown cards.
    pub fn explain<V: View + ?Sized>(
        &self,
        scene: &Scene<'_, V>,
        order: &Order,
        unknown: Unknown<'_>,
    ) -> Vec<Reason<'_>> {
        let mut explainer = Explainer {
            unknown,
            elements: Vec::new(),
            negated: None,
            reasons: Vec::new(),
        };
        explainer.explain(&Eval::new(scene, order), self);
        explainer.reasons
    }

    /// Finds the first part that by itself keeps the predicate from having the `expected` value, innermost in `and`,
    /// `or` and `not`. Returns it with the value that it should have.
    pub(crate) fn first_wrong(
        &self,
        expected: bool,
        holds: &impl Fn(&Predicate) -> Ternary,
    ) -> (&Predicate, bool) {
        let wrong = match &self.kind {
            PredicateKind::Not(part) => return part.first_wrong(!expected, holds),
            // One false part is enough for an `and` to be false, and one true part for an `or` to be true.
            PredicateKind::All(parts) if expected => {
                parts.iter().find(|part| holds(part) == Some(false))
            }
            PredicateKind::Any(parts) if !expected => {
                parts.iter().find(|part| holds(part) == Some(true))
            }
            _ => None,
        };
        wrong.map_or((self, expected), |part| part.first_wrong(expected, holds))
    }
}

struct Explainer<'p, 'u> {
    unknown: Unknown<'u>,
    /// What the variables of the enclosing quantifiers stand for, outermost first.
    elements: Vec<Element>,
    /// The `not` directly around the part that is explained.
    negated: Option<Span>,
    reasons: Vec<Reason<'p>>,
}

/// Whether a predicate is explained by its parts.
fn is_joined(predicate: &Predicate) -> bool {
    let is_quantifier = matches!(
        predicate.kind,
        PredicateKind::Every(..) | PredicateKind::Some(..)
    );
    is_quantifier || !predicate.parts().is_empty()
}

impl<'p> Explainer<'p, '_> {
    fn explain<V: View + ?Sized>(&mut self, eval: &Eval<'_, V>, predicate: &'p Predicate) {
        if self.reasons.len() >= MAX_REASONS {
            return;
        }
        let holds = eval.eval_partial(predicate, self.unknown);
        match (&predicate.kind, holds) {
            (PredicateKind::Not(inner), _) => {
                self.negated = (!is_joined(inner)).then_some(predicate.span);
                self.explain(eval, inner);
                self.negated = None;
            }
            (PredicateKind::All(parts) | PredicateKind::Any(parts), _) => {
                let agree = |part: &&Predicate| eval.eval_partial(part, self.unknown) == holds;
                let mut deciding: Vec<&Predicate> = parts.iter().filter(agree).collect();
                // One true part is enough for an `or`.
                if matches!(predicate.kind, PredicateKind::Any(_)) && holds == Some(true) {
                    deciding.truncate(1);
                }
                for part in deciding {
                    self.explain(eval, part);
                }
            }
            (PredicateKind::Every(domain, body), Some(false))
            | (PredicateKind::Some(domain, body), Some(_)) => {
                self.explain_elements(eval, predicate, domain, body, holds);
            }
            _ => self.add(eval, predicate, holds),
        }
    }

    /// Explains a quantifier by the elements that give its body a value.
    fn explain_elements<V: View + ?Sized>(
        &mut self,
        eval: &Eval<'_, V>,
        quantifier: &'p Predicate,
        domain: &Domain,
        body: &'p Predicate,
        value: Ternary,
    ) {
        let (mut shown, mut others) = (0, 0);
        let first = self.reasons.len();
        eval.every(domain, |inside| {
            if inside.eval_partial(body, self.unknown) == value {
                if shown < MAX_ELEMENTS {
                    self.elements.extend(inside.element(self.unknown));
                    self.explain(&inside, body);
                    self.elements.pop();
                    shown += 1;
                } else {
                    others += 1;
                }
            }
            // One element is enough for `some`.
            value == Some(false) || shown == 0
        });
        if let Some(last) = self.reasons.get_mut(first..).and_then(<[_]>::last_mut) {
            last.others += others;
        } else {
            // No element decides, or none may be named.
            self.add(eval, quantifier, value);
        }
    }

    fn add<V: View + ?Sized>(&mut self, eval: &Eval<'_, V>, part: &'p Predicate, holds: Ternary) {
        let mut finder = Finder {
            eval,
            unknown: self.unknown,
            findings: Vec::new(),
        };
        if holds.is_some() {
            finder.look_at(part, holds == Some(true));
        }
        self.reasons.push(Reason {
            part,
            negated: self.negated,
            holds,
            elements: self.elements.clone(),
            findings: finder.findings,
            others: 0,
        });
    }
}

impl<V: View + ?Sized> Eval<'_, V> {
    /// What the variable of the innermost quantifier stands for.
    fn element(&self, unknown: Unknown<'_>) -> Option<Element> {
        Some(match self.local? {
            Local::Pile(pile) => Element::Pile(pile),
            Local::Card(..) => {
                unknown.was_read.set(false);
                let face = self.eval_card(&CardExpr::Local(0));
                Element::Card(face.filter(|_| !unknown.was_read.get()))
            }
            Local::Line(line) => Element::Line(line.index),
        })
    }
}

/// Collects the values of what a part compares. The part is known, so whatever it reads is.
struct Finder<'a, 'p, V: ?Sized> {
    eval: &'a Eval<'a, V>,
    unknown: Unknown<'a>,
    findings: Vec<Finding<'p>>,
}

impl<'p, V: View + ?Sized> Finder<'_, 'p, V> {
    fn look_at(&mut self, part: &'p Predicate, holds: bool) {
        match &part.kind {
            PredicateKind::Relation(relation, offset) if *relation != CardRelation::Any => {
                self.find(Node::Card(&CardExpr::Card));
                self.find(Node::Card(&CardExpr::Top));
                self.find(Node::Value(offset));
            }
            PredicateKind::Compare(..) | PredicateKind::Within(..) => {
                Node::Predicate(part).each_child(&mut |child| self.find(child));
            }
            PredicateKind::PileEmpty(pile) if !holds => {
                self.add_sizes(self.eval.eval_pile(pile).into_iter().collect());
            }
            // The first piles that are not empty.
            PredicateKind::AllEmpty(group) if !holds => {
                let mut piles = Vec::new();
                self.eval.every_pile(*group, |pile| {
                    if !self.eval.scene.view.is_empty(pile) {
                        piles.push(pile);
                    }
                    piles.len() < MAX_ELEMENTS
                });
                self.add_sizes(piles);
            }
            // What the others say is all that there is to say.
            _ => {}
        }
    }

    fn add_sizes(&mut self, piles: Vec<PileId>) {
        let view = self.eval.scene.view;
        let sizes = piles.into_iter();
        let sizes = sizes.map(|pile| Finding::Size(pile, view.size(pile)));
        self.findings.extend(sizes);
    }

    /// Adds what a node found, or what its parts found.
    fn find(&mut self, node: Node<'p>) {
        let eval = self.eval;
        let value = match node {
            Node::Value(value) => value,
            Node::Card(card) => {
                let found = self.read(|| Finding::Card(card, eval.eval_card(card)));
                return self.findings.extend(found);
            }
            Node::Pile(pile) => {
                let found = self.read(|| Finding::Pile(pile, eval.eval_pile(pile)));
                return self.findings.extend(found);
            }
            Node::Predicate(_) => return,
        };
        let number = self.read(|| Finding::Number(value, eval.eval_value(value)));
        match &value.kind {
            ValueKind::Number(_)
            | ValueKind::Rank(_)
            | ValueKind::Suit(_)
            | ValueKind::Color(_)
            | ValueKind::Joker => return,
            ValueKind::Card(_)
            | ValueKind::OfCard(Property::Rank | Property::Suit | Property::Color, _)
            | ValueKind::Pile(_)
            | ValueKind::Step(..) => {}
            ValueKind::Minus(..) if value.negated().is_some() => {}
            ValueKind::Plus(..) | ValueKind::Minus(..) | ValueKind::Times(..) => {
                self.findings.extend(number);
            }
            ValueKind::Base => return self.findings.push(Finding::Base(eval.scene.base)),
            ValueKind::Count(domain, body) => {
                let mut counted = Vec::new();
                eval.every(domain, |inside| {
                    if inside.eval_predicate(body) {
                        counted.extend(inside.element(self.unknown));
                    }
                    true
                });
                let count = eval.eval_value(value).unwrap_or(0);
                return self.findings.push(Finding::Count(value, count, counted));
            }
            _ => return self.findings.extend(number),
        }
        node.each_child(&mut |child| self.find(child));
    }

    /// What is found, unless it is found by reading something unknown: a comparison with nothing does not read the rest.
    fn read(&self, find: impl FnOnce() -> Finding<'p>) -> Option<Finding<'p>> {
        self.unknown.was_read.set(false);
        let found = find();
        (!self.unknown.was_read.get()).then_some(found)
    }
}
