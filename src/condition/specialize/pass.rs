//! Specializes predicates and values.

use super::Specializer;
use super::piles::is_no_pile;
use crate::condition::eval::Eval;
use crate::condition::{
    Domain, GroupExpr, Leaf, Line, Node, PartialView, PileExpr, PileId, Piles, Predicate,
    PredicateKind, Property, Scene, Scoped, Value, ValueKind,
};
use crate::work::{Kind, spend};

/// A quantifier around a node.
#[derive(Clone)]
pub(super) enum Binder {
    /// It remains.
    Kept,
    /// It is left out, as its variable stands for this pile, or for the top card of this pile.
    Pile(PileId),
    /// It is left out, as its variable stands for this line.
    Line(Line),
}

/// A pass over a predicate.
pub(super) struct Pass<'a, 'b> {
    pub(super) known: &'a mut Specializer<'b>,
    pub(super) this: Option<PileId>,
    pub(super) from: Option<PileId>,
    /// Whether `top` is the top card of `this`.
    pub(super) knows_top: bool,
    /// The quantifiers around the current node, outermost first.
    pub(super) binders: Vec<Binder>,
    /// The piles that placeholders have replaced, if they are to be replaced.
    pub(super) replaced: Option<Vec<PileId>>,
    /// The number of the first placeholder.
    pub(super) first_placeholder: usize,
    /// Whether piles themselves are compared, not what they hold.
    pub(super) compares_piles: bool,
    /// Whether something about a line cannot be said without its quantifier.
    pub(super) needs_line: bool,
}

impl Predicate {
    /// A predicate that always holds, or never.
    pub(super) fn constant(holds: bool, like: &Predicate) -> Predicate {
        let kind = if holds {
            PredicateKind::All(Vec::new())
        } else {
            PredicateKind::Any(Vec::new())
        };
        Predicate::new(kind, like.span)
    }

    /// Whether the predicate always holds or never holds, if it is written as such.
    pub(crate) fn literal(&self) -> Option<bool> {
        match &self.kind {
            PredicateKind::All(parts) if parts.is_empty() => Some(true),
            PredicateKind::Any(parts) if parts.is_empty() => Some(false),
            _ => None,
        }
    }

    pub(super) fn negate(self) -> Predicate {
        match self.kind {
            PredicateKind::Not(inner) => *inner,
            _ => {
                let span = self.span;
                Predicate::new(PredicateKind::Not(Box::new(self)), span)
            }
        }
    }
}

/// What the body of a quantifier can be.
pub(super) trait Body: Sized {
    fn specialize(&self, pass: &mut Pass<'_, '_>) -> Self;
}

impl Body for Predicate {
    fn specialize(&self, pass: &mut Pass<'_, '_>) -> Predicate {
        pass.predicate(self)
    }
}

impl Body for Value {
    fn specialize(&self, pass: &mut Pass<'_, '_>) -> Value {
        pass.value(self)
    }
}

impl Pass<'_, '_> {
    pub(super) fn predicate(&mut self, predicate: &Predicate) -> Predicate {
        spend(Kind::Part, 1);
        let kind = match &predicate.kind {
            PredicateKind::Not(inner) => {
                let inner = self.predicate(inner);
                match inner.literal() {
                    Some(holds) => return Predicate::constant(!holds, predicate),
                    None => PredicateKind::Not(Box::new(inner)),
                }
            }
            PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                return self.connected(predicate, parts);
            }
            PredicateKind::Relation(relation, offset) => {
                PredicateKind::Relation(*relation, self.value(offset))
            }
            PredicateKind::Compare(comparison, a, b) => {
                PredicateKind::Compare(*comparison, self.value(a), self.value(b))
            }
            PredicateKind::Within(pile, group) => {
                self.compares_piles = true;
                PredicateKind::Within(self.pile(pile), self.group(*group))
            }
            PredicateKind::PileEmpty(pile) => PredicateKind::PileEmpty(self.pile(pile)),
            PredicateKind::AllEmpty(group) => match self.line_of(*group) {
                Some(line) => {
                    let empty = |pile| PredicateKind::PileEmpty(PileExpr::At(pile));
                    let parts = line.piles.into_iter().map(empty);
                    let parts = parts.map(|part| Predicate::new(part, predicate.span));
                    return join(true, parts.collect(), predicate);
                }
                None => PredicateKind::AllEmpty(self.group(*group)),
            },
            PredicateKind::Every(Domain::Piles(group), body)
            | PredicateKind::Some(Domain::Piles(group), body)
                if self.line_of(*group).is_some() =>
            {
                let is_all = matches!(predicate.kind, PredicateKind::Every(..));
                let parts = self.for_each_of_line(*group, body);
                return join(is_all, parts, predicate);
            }
            PredicateKind::FaceUp(card) => PredicateKind::FaceUp(self.place_of(card)),
            PredicateKind::Every(domain, body) => {
                let domain = self.domain(domain);
                PredicateKind::Every(domain, Box::new(self.within(body)))
            }
            PredicateKind::Some(domain, body) => {
                let domain = self.domain(domain);
                let (domain, body) = self.restrict(domain, body);
                if matches!(domain, Domain::Piles(GroupExpr::Named(Piles::NONE))) {
                    return Predicate::constant(false, predicate);
                }
                PredicateKind::Some(domain, Box::new(body))
            }
            PredicateKind::BaseSet | PredicateKind::Won | PredicateKind::Stuck => {
                predicate.kind.clone()
            }
        };
        let specialized = Predicate::new(kind, predicate.span);
        let node = Node::Predicate(&specialized);
        match self.evaluate(node, |eval| eval.eval_predicate(&specialized)) {
            Some(holds) => Predicate::constant(holds, predicate),
            None => specialized,
        }
    }

    /// Specializes an `and` or an `or`.
    fn connected(&mut self, predicate: &Predicate, parts: &[Predicate]) -> Predicate {
        let is_all = matches!(predicate.kind, PredicateKind::All(_));
        let parts = parts.iter().map(|part| self.predicate(part)).collect();
        join(is_all, parts, predicate)
    }

    /// Specializes the body of a quantifier over a line for each pile of the line.
    fn for_each_of_line<T: Body>(&mut self, group: GroupExpr, body: &Scoped<T>) -> Vec<T> {
        let piles = self.line_of(group).map(|line| line.piles);
        let bodies = piles.into_iter().flatten().map(|pile| {
            self.binders.push(Binder::Pile(pile));
            let specialized = body.body.specialize(self);
            self.binders.pop();
            specialized
        });
        bodies.collect()
    }

    /// Adds up the number of a quantifier over a line, for each pile of the line. `sum` makes a sum of the body for one
    /// pile, so that a number that is absent adds nothing.
    fn add_up_line<T: Body>(
        &mut self,
        group: GroupExpr,
        body: &Scoped<T>,
        sum: fn(Domain, Box<Scoped<T>>) -> ValueKind,
    ) -> Value {
        // The body gets a quantifier of its own, which must not come between it and others.
        self.needs_line |= self.is_within_kept();
        let bodies = self.for_each_of_line(group, body);
        let numbers = bodies.into_iter().map(|number| {
            let one = Domain::Piles(GroupExpr::Named(Piles::one(PileId::new(0))));
            let variable = body.variable.clone();
            sum(
                one,
                Box::new(Scoped {
                    variable,
                    body: number,
                }),
            )
        });
        add_up(numbers)
    }

    pub(super) fn value(&mut self, value: &Value) -> Value {
        spend(Kind::Part, 1);
        let specialized: Value = match &value.kind {
            ValueKind::Step(a, b) => self.both(ValueKind::Step, a, b),
            ValueKind::Plus(a, b) => self.both(ValueKind::Plus, a, b),
            ValueKind::Minus(a, b) => self.both(ValueKind::Minus, a, b),
            ValueKind::Times(a, b) => self.both(ValueKind::Times, a, b),
            ValueKind::Card(card) => ValueKind::Card(self.card(card)),
            ValueKind::Pile(pile) => {
                self.compares_piles = true;
                ValueKind::Pile(self.pile(pile))
            }
            ValueKind::Group(group) => ValueKind::Group(self.group(*group)),
            ValueKind::OfCard(Property::Index, card) => {
                ValueKind::OfCard(Property::Index, self.place_of(card))
            }
            ValueKind::OfCard(property, card) => ValueKind::OfCard(*property, self.card(card)),
            ValueKind::OfGroup(property, group) => match (property, self.line_of(*group)) {
                (Property::Index, Some(line)) => ValueKind::Number(i32::from(line.index)),
                (_, Some(line)) => {
                    let size = |pile| ValueKind::OfPile(Property::Size, PileExpr::At(pile));
                    return add_up(line.piles.into_iter().map(size));
                }
                (_, None) => ValueKind::OfGroup(*property, self.group(*group)),
            },
            ValueKind::Count(Domain::Piles(group), body) if self.line_of(*group).is_some() => {
                return self.add_up_line(*group, body, ValueKind::Count);
            }
            ValueKind::Sum(Domain::Piles(group), body) if self.line_of(*group).is_some() => {
                return self.add_up_line(*group, body, ValueKind::Sum);
            }
            ValueKind::OfPile(property, pile) => {
                let pile = self.pile(pile);
                match self.number_of(*property, &pile) {
                    Some(number) => ValueKind::Number(i32::from(number)),
                    None => ValueKind::OfPile(*property, pile),
                }
            }
            ValueKind::Count(domain, body) => {
                let domain = self.domain(domain);
                let (domain, body) = self.restrict(domain, body);
                if matches!(domain, Domain::Piles(GroupExpr::Named(Piles::NONE))) {
                    return ValueKind::Number(0).into();
                }
                ValueKind::Count(domain, Box::new(body))
            }
            ValueKind::Sum(domain, body) => {
                let domain = self.domain(domain);
                ValueKind::Sum(domain, Box::new(self.within(body)))
            }
            ValueKind::Number(_)
            | ValueKind::Rank(_)
            | ValueKind::Suit(_)
            | ValueKind::Color(_)
            | ValueKind::Joker
            | ValueKind::Base
            | ValueKind::Score
            | ValueKind::Used(_) => return value.kind.clone().into(),
        }
        .into();
        let is_known = |value: &Value| matches!(value.kind, ValueKind::Number(_));
        let is_calculated = match &specialized.kind {
            ValueKind::Plus(a, b) | ValueKind::Minus(a, b) | ValueKind::Times(a, b) => {
                is_known(a) && is_known(b)
            }
            ValueKind::Count(..) | ValueKind::Sum(..) => true,
            _ => false,
        };
        if !is_calculated {
            return specialized;
        }
        let node = Node::Value(&specialized);
        match self.evaluate(node, |eval| eval.eval_value(&specialized)) {
            Some(Some(number)) => ValueKind::Number(number).into(),
            _ => specialized,
        }
    }

    /// Specializes the operands of an operation.
    fn both(
        &mut self,
        operation: fn(Box<Value>, Box<Value>) -> ValueKind,
        a: &Value,
        b: &Value,
    ) -> ValueKind {
        operation(Box::new(self.value(a)), Box::new(self.value(b)))
    }

    /// A number of the place of a pile, if it is known which one it is.
    fn number_of(&self, property: Property, pile: &PileExpr) -> Option<u8> {
        let PileExpr::At(pile) = pile else {
            return None;
        };
        self.known.places.get(pile.index())?.number(property)
    }

    fn domain(&mut self, domain: &Domain) -> Domain {
        match domain {
            Domain::Piles(group) => Domain::Piles(self.group(*group)),
            Domain::Cards(pile) => Domain::Cards(self.pile(pile)),
            Domain::Lines { .. } => domain.clone(),
        }
    }

    /// Specializes the body of a quantifier that remains.
    pub(super) fn within<T: Body>(&mut self, body: &Scoped<T>) -> Scoped<T> {
        self.binders.push(Binder::Kept);
        let specialized = body.body.specialize(self);
        self.binders.pop();
        Scoped {
            variable: body.variable.clone(),
            body: specialized,
        }
    }

    /// Evaluates a node, if its value is the same in every position.
    pub(super) fn evaluate<T>(
        &mut self,
        node: Node<'_>,
        evaluate: impl FnOnce(&Eval<'_, PartialView<'_>>) -> T,
    ) -> Option<T> {
        if self.replaced.is_some() || self.is_within_kept() || changes(node) {
            return None;
        }
        if !self.known.can_afford(node.cost(self.known.names)) {
            return None;
        }
        let view = PartialView::new(self.known.places);
        let scene = Scene::table(&view, None);
        let value = evaluate(&Eval::new(&scene, self.known.order));
        (!view.missed.get()).then_some(value)
    }
}

/// Whether the value of a specialized node certainly depends on the position or on the move. What is left may.
pub(super) fn changes(node: Node<'_>) -> bool {
    let mut changes = false;
    node.walk(&mut |leaf| {
        changes |= match leaf {
            Leaf::Contents(pile) => !is_no_pile(pile),
            Leaf::This
            | Leaf::Index
            | Leaf::IndexOfOther
            | Leaf::Piles(_)
            | Leaf::One(_)
            | Leaf::Membership(_)
            | Leaf::Line
            | Leaf::EachCard(_)
            | Leaf::EndCard(_)
            | Leaf::Suit => false,
            Leaf::Card
            | Leaf::Top
            | Leaf::Base
            | Leaf::From
            | Leaf::MovedSize
            | Leaf::Used(_)
            | Leaf::Score
            | Leaf::Height
            | Leaf::FaceUp
            | Leaf::Stuck
            | Leaf::Won => true,
        };
    });
    changes
}

/// Joins specialized parts by "and" or by "or".
fn join(is_all: bool, parts: Vec<Predicate>, like: &Predicate) -> Predicate {
    let mut rest = Vec::new();
    for part in parts {
        match part.literal() {
            Some(holds) if holds == is_all => {}
            Some(holds) => return Predicate::constant(holds, like),
            None => rest.push(part),
        }
    }
    match rest.len() {
        1 => rest.remove(0),
        _ if is_all => Predicate::new(PredicateKind::All(rest), like.span),
        _ => Predicate::new(PredicateKind::Any(rest), like.span),
    }
}

/// The sum of some numbers.
fn add_up(numbers: impl Iterator<Item = ValueKind>) -> Value {
    let sum = numbers.map(Value::from).reduce(|a, b| {
        let sum = ValueKind::Plus(Box::new(a), Box::new(b));
        sum.into()
    });
    sum.unwrap_or_else(|| ValueKind::Number(0).into())
}
