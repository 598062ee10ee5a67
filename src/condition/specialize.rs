//! Partial evaluation of the typed AST: a predicate as it is for one pile, in which whatever is the same in every
//! position is replaced by its value.

use super::eval::Eval;
use super::{
    CardExpr, Domain, GroupExpr, Leaf, Line, Names, Node, PartialView, PileExpr, PileId, Piles,
    Place, Predicate, PredicateKind, Property, Scene, Scoped, Value, ValueKind,
};
use crate::cards::Order;

/// The maximum number of piles that placeholders can replace.
const MAX_REPLACED: usize = 16;

/// Specializes predicates for piles.
#[derive(Debug)]
pub struct Specializer<'a> {
    /// What conditions of the game can mention.
    pub names: &'a Names,
    /// The place of each pile.
    pub places: &'a [Place],
    /// The rank order.
    pub order: &'a Order,
    /// How much work may be done to find out that a part of a predicate is the same in every position.
    pub budget: u64,
}

/// A quantifier around a node.
#[derive(Clone)]
enum Binder {
    /// It remains.
    Kept,
    /// It is left out, as its variable stands for this pile, or for the top card of this pile.
    Pile(PileId),
    /// It is left out, as its variable stands for this line.
    Line(Line),
}

/// A pass over a predicate.
struct Pass<'a, 'b> {
    known: &'a mut Specializer<'b>,
    this: Option<PileId>,
    from: Option<PileId>,
    /// Whether `top` is the top card of `this`.
    knows_top: bool,
    /// The quantifiers around the current node, outermost first.
    binders: Vec<Binder>,
    /// The piles that placeholders have replaced, if they are to be replaced.
    replaced: Option<Vec<PileId>>,
    /// The number of the first placeholder.
    first_placeholder: usize,
    /// Whether piles themselves are compared, not what they hold.
    compares_piles: bool,
    /// Whether something about a line cannot be said without its quantifier.
    needs_line: bool,
}

impl<'b> Specializer<'b> {
    /// Spends work. Returns `false` if too little is left.
    pub fn spend(&mut self, work: u64) -> bool {
        let rest = self.budget.checked_sub(work);
        self.budget = rest.unwrap_or(self.budget);
        rest.is_some()
    }

    /// Returns the predicate as it is if `this` stands for this pile, and `from` for that, if it is known.
    pub fn specialize(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        from: Option<PileId>,
    ) -> Predicate {
        let mut pass = self.pass(&[]);
        (pass.this, pass.from) = (Some(this), from);
        pass.predicate(predicate)
    }

    /// Returns the predicate as it is if `top` is the top card of this pile, and `this` stands for it.
    pub fn specialize_top(&mut self, predicate: &Predicate, this: PileId) -> Predicate {
        let mut pass = self.pass(&[]);
        (pass.this, pass.knows_top) = (Some(this), true);
        pass.predicate(predicate)
    }

    /// Returns the body of some quantifiers, as it is if their variables stand for these piles or for their top cards.
    pub fn open(&mut self, body: &Predicate, variables: &[PileId]) -> Predicate {
        self.pass(variables).predicate(body)
    }

    /// Like [`Specializer::open`], for the body of a sum.
    pub fn open_value(&mut self, body: &Value, variables: &[PileId]) -> Value {
        self.pass(variables).value(body)
    }

    /// Returns a specialized predicate with placeholders in place of its piles, the first with this number, and these
    /// piles in the order of their placeholders. So two predicates that differ only in their piles become equal. Returns
    /// `None` if there are too many piles, or if it matters which piles they are.
    pub fn replace_piles(
        &mut self,
        predicate: &Predicate,
        first: usize,
    ) -> Option<(Predicate, Vec<PileId>)> {
        let mut pass = self.pass(&[]);
        pass.first_placeholder = first;
        pass.replaced = Some(Vec::new());
        let predicate = pass.predicate(predicate);
        let compares_piles = pass.compares_piles;
        let replaced = pass.replaced?;
        let is_general = replaced.len() <= MAX_REPLACED && !compares_piles;
        is_general.then_some((predicate, replaced))
    }

    /// Returns the parts of a specialized predicate, and whether all of them must hold; otherwise, one is enough. The
    /// parts of a quantifier over at most `max` piles are its body for each of them. Returns `None` if there are none.
    pub fn split(&mut self, predicate: &Predicate, max: usize) -> Option<(bool, Vec<Predicate>)> {
        match &predicate.kind {
            PredicateKind::Not(inner) => {
                let (is_all, parts) = self.split(inner, max)?;
                Some((!is_all, parts.into_iter().map(Predicate::negate).collect()))
            }
            PredicateKind::All(parts) => Some((true, parts.clone())),
            PredicateKind::Any(parts) => Some((false, parts.clone())),
            PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) => {
                let is_all = matches!(predicate.kind, PredicateKind::Every(..));
                let bodies = self.counted(domain, &body.body, max)?;
                Some((is_all, bodies))
            }
            _ => None,
        }
    }

    /// Returns the condition of a quantifier for each of the piles or lines that it ranges over, if there are at most `max`.
    pub fn counted(
        &mut self,
        domain: &Domain,
        body: &Predicate,
        max: usize,
    ) -> Option<Vec<Predicate>> {
        self.bodies(domain, body, max)
    }

    /// Returns the number of a sum for each of the piles or lines that it ranges over, if there are at most `max`.
    pub fn added(&mut self, domain: &Domain, body: &Value, max: usize) -> Option<Vec<Value>> {
        self.bodies(domain, body, max)
    }

    /// Returns the body of a quantifier for each of the piles or lines that it ranges over, if there are at most `max`.
    fn bodies<T: Body>(&mut self, domain: &Domain, body: &T, max: usize) -> Option<Vec<T>> {
        let variables: Vec<Binder> = match domain {
            Domain::Piles(GroupExpr::Named(piles)) => piles.iter().map(Binder::Pile).collect(),
            Domain::Lines { lines, .. } => lines.iter().cloned().map(Binder::Line).collect(),
            Domain::Piles(GroupExpr::Local(_)) | Domain::Cards(_) => return None,
        };
        if variables.len() > max {
            return None;
        }
        let bodies = variables.into_iter().map(|variable| {
            let mut pass = self.pass(&[]);
            pass.binders.push(variable);
            let body = body.specialize(&mut pass);
            (!pass.needs_line).then_some(body)
        });
        bodies.collect()
    }

    fn pass(&mut self, variables: &[PileId]) -> Pass<'_, 'b> {
        Pass {
            known: self,
            this: None,
            from: None,
            knows_top: false,
            binders: variables.iter().copied().map(Binder::Pile).collect(),
            replaced: None,
            first_placeholder: 0,
            compares_piles: false,
            needs_line: false,
        }
    }
}

impl Predicate {
    /// A predicate that always holds, or never.
    fn constant(holds: bool, like: &Predicate) -> Predicate {
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

    fn negate(self) -> Predicate {
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
trait Body: Sized {
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
    fn predicate(&mut self, predicate: &Predicate) -> Predicate {
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

    fn value(&mut self, value: &Value) -> Value {
        let mut both = |a: &Value, b: &Value| (Box::new(self.value(a)), Box::new(self.value(b)));
        let specialized: Value = match &value.kind {
            ValueKind::Step(a, b) => {
                let (a, b) = both(a, b);
                ValueKind::Step(a, b)
            }
            ValueKind::Plus(a, b) => {
                let (a, b) = both(a, b);
                ValueKind::Plus(a, b)
            }
            ValueKind::Minus(a, b) => {
                let (a, b) = both(a, b);
                ValueKind::Minus(a, b)
            }
            ValueKind::Times(a, b) => {
                let (a, b) = both(a, b);
                ValueKind::Times(a, b)
            }
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
        let is_calculated = matches!(
            specialized.kind,
            ValueKind::Plus(..)
                | ValueKind::Minus(..)
                | ValueKind::Times(..)
                | ValueKind::Count(..)
                | ValueKind::Sum(..)
        );
        if !is_calculated {
            return specialized;
        }
        let node = Node::Value(&specialized);
        match self.evaluate(node, |eval| eval.eval_value(&specialized)) {
            Some(Some(number)) => ValueKind::Number(number).into(),
            _ => specialized,
        }
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
    fn within<T: Body>(&mut self, body: &Scoped<T>) -> Scoped<T> {
        self.binders.push(Binder::Kept);
        let specialized = body.body.specialize(self);
        self.binders.pop();
        Scoped {
            variable: body.variable.clone(),
            body: specialized,
        }
    }

    /// Specializes the body of a quantifier that looks for elements of a domain. What the body says about the places of
    /// piles then narrows the domain instead, if the piles that are left are consecutive.
    fn restrict(
        &mut self,
        domain: Domain,
        body: &Scoped<Predicate>,
    ) -> (Domain, Scoped<Predicate>) {
        let specialized = self.within(body);
        let narrower = match domain {
            Domain::Piles(GroupExpr::Named(piles)) => self.narrow(piles, &specialized.body),
            Domain::Piles(_) | Domain::Cards(_) | Domain::Lines { .. } => None,
        };
        match narrower {
            Some((piles, parts)) => {
                let body = Predicate::new(PredicateKind::All(parts), specialized.body.span);
                let domain = Domain::Piles(GroupExpr::Named(piles));
                (
                    domain,
                    Scoped {
                        body,
                        ..specialized
                    },
                )
            }
            None => (domain, specialized),
        }
    }

    /// Returns the piles for which the body of a quantifier holds as far as it is about their places, and the rest of
    /// the body. Returns `None` if nothing of it is, or if these piles are not consecutive.
    fn narrow(&mut self, piles: Piles, body: &Predicate) -> Option<(Piles, Vec<Predicate>)> {
        if self.replaced.is_some() || self.is_within_kept() {
            return None;
        }
        let (rest, of_places): (Vec<&Predicate>, Vec<&Predicate>) = body
            .conjuncts()
            .iter()
            .partition(|part| changes(Node::Predicate(part)));
        let mut left = Vec::new();
        for pile in piles.iter() {
            let mut holds = true;
            for part in &of_places {
                holds &= self.known.open(part, &[pile]).literal()?;
            }
            left.extend(holds.then_some(pile));
        }
        let left = match left.as_slice() {
            [] => Piles::NONE,
            left => consecutive(left)?,
        };
        (!of_places.is_empty()).then(|| (left, rest.into_iter().cloned().collect()))
    }

    /// Whether any quantifier around the current node remains.
    fn is_within_kept(&self) -> bool {
        let mut binders = self.binders.iter();
        binders.any(|binder| matches!(binder, Binder::Kept))
    }

    fn card(&mut self, card: &CardExpr) -> CardExpr {
        match card {
            CardExpr::Card => CardExpr::Card,
            CardExpr::Top => match self.this.filter(|_| self.knows_top) {
                Some(this) => CardExpr::TopOf(PileExpr::At(this)),
                None => CardExpr::Top,
            },
            CardExpr::TopOf(pile) => CardExpr::TopOf(self.pile(pile)),
            CardExpr::BottomOf(pile) => CardExpr::BottomOf(self.pile(pile)),
            CardExpr::Local(depth) => match self.bound(*depth) {
                Some(pile) => CardExpr::TopOf(PileExpr::At(pile)),
                None => CardExpr::Local(self.depth(*depth)),
            },
        }
    }

    /// Specializes a card of which not the face matters, but the place: then `top` is the top card of `this`.
    fn place_of(&mut self, card: &CardExpr) -> CardExpr {
        match (card, self.this) {
            (CardExpr::Top, Some(this)) => CardExpr::TopOf(PileExpr::At(this)),
            _ => self.card(card),
        }
    }

    fn pile(&mut self, pile: &PileExpr) -> PileExpr {
        match pile {
            PileExpr::This => self.this.map_or(PileExpr::This, PileExpr::At),
            PileExpr::From => self.from.map_or(PileExpr::From, PileExpr::At),
            PileExpr::Moved => PileExpr::Moved,
            PileExpr::At(pile) => PileExpr::At(self.replace(*pile)),
            PileExpr::Nth(group, number) => {
                let (group, number) = (self.group(*group), self.value(number));
                match (group, number.literal()) {
                    (GroupExpr::Named(piles), Some(number)) => match piles.nth(number) {
                        Some(pile) => PileExpr::At(self.replace(pile)),
                        None => no_pile(),
                    },
                    _ => PileExpr::Nth(group, Box::new(number)),
                }
            }
            PileExpr::Beside(pile, side) => match self.pile(pile) {
                PileExpr::At(pile) => {
                    match self.known.places.get(pile.index()) {
                        Some(place) => {
                            place.beside[*side as usize].map_or_else(no_pile, PileExpr::At)
                        }
                        // It is a placeholder.
                        None => PileExpr::Beside(Box::new(PileExpr::At(pile)), *side),
                    }
                }
                pile if is_no_pile(&pile) => pile,
                pile => PileExpr::Beside(Box::new(pile), *side),
            },
            PileExpr::Local(depth) => match self.bound(*depth) {
                Some(pile) => PileExpr::At(pile),
                None => PileExpr::Local(self.depth(*depth)),
            },
        }
    }

    /// Returns the placeholder of a pile if piles are replaced, and otherwise the pile.
    fn replace(&mut self, pile: PileId) -> PileId {
        let Some(replaced) = &mut self.replaced else {
            return pile;
        };
        let known = replaced.iter().position(|known| *known == pile);
        let number = known.unwrap_or_else(|| {
            replaced.push(pile);
            replaced.len() - 1
        });
        if number < MAX_REPLACED {
            PartialView::placeholder(self.first_placeholder + number)
        } else {
            pile
        }
    }

    /// What the variable of a quantifier stands for, if the quantifier is left out.
    fn bound(&self, depth: u8) -> Option<PileId> {
        match self.binders.iter().rev().nth(usize::from(depth)) {
            Some(Binder::Pile(pile)) => Some(*pile),
            Some(Binder::Kept | Binder::Line(_)) | None => None,
        }
    }

    fn group(&mut self, group: GroupExpr) -> GroupExpr {
        self.needs_line |= self.line_of(group).is_some();
        match group {
            GroupExpr::Named(piles) => GroupExpr::Named(piles),
            GroupExpr::Local(depth) => GroupExpr::Local(self.depth(depth)),
        }
    }

    /// The line that a group stands for, if its quantifier is left out.
    fn line_of(&self, group: GroupExpr) -> Option<Line> {
        let GroupExpr::Local(depth) = group else {
            return None;
        };
        match self.binders.iter().rev().nth(usize::from(depth)) {
            Some(Binder::Line(line)) => Some(line.clone()),
            Some(Binder::Kept | Binder::Pile(_)) | None => None,
        }
    }

    /// The de Bruijn index of a variable without the quantifiers that are left out.
    fn depth(&self, depth: u8) -> u8 {
        let inner = self.binders.iter().rev().take(usize::from(depth));
        let left_out = inner.filter(|binder| !matches!(binder, Binder::Kept));
        depth - u8::try_from(left_out.count()).unwrap_or(0)
    }

    /// Evaluates a node, if its value is the same in every position.
    fn evaluate<T>(
        &mut self,
        node: Node<'_>,
        evaluate: impl FnOnce(&Eval<'_, PartialView<'_>>) -> T,
    ) -> Option<T> {
        if self.replaced.is_some() || self.is_within_kept() || changes(node) {
            return None;
        }
        if !self.known.spend(node.cost(self.known.names)) {
            return None;
        }
        let view = PartialView::new(self.known.places);
        let scene = Scene::table(&view, None);
        let value = evaluate(&Eval::new(&scene, self.known.order));
        (!view.missed.get()).then_some(value)
    }
}

/// Whether the value of a specialized node certainly depends on the position or on the move. What is left may.
fn changes(node: Node<'_>) -> bool {
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

/// The piles of a list, if they are consecutive.
fn consecutive(piles: &[PileId]) -> Option<Piles> {
    let first = *piles.first()?;
    let mut numbers = (first.index()..).zip(piles);
    let count = u8::try_from(piles.len()).ok()?;
    let are_consecutive = numbers.all(|(number, pile)| pile.index() == number);
    are_consecutive.then_some(Piles { first, count })
}

/// An expression that stands for no pile.
fn no_pile() -> PileExpr {
    let number = ValueKind::Number(0).into();
    PileExpr::Nth(GroupExpr::Named(Piles::NONE), Box::new(number))
}

fn is_no_pile(pile: &PileExpr) -> bool {
    matches!(pile, PileExpr::Nth(GroupExpr::Named(Piles::NONE), _))
}
