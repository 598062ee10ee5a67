//! The evaluator of conditions; the lookup tables are built with it too.

use super::{
    CardExpr, CardRef, CardRelation, Comparison, Condition, Domain, Formula, GroupExpr, Line,
    PileExpr, PileId, Predicate, PredicateKind, Property, Scene, Value, ValueKind, View,
};
use crate::cards::{Card, CardId, Order, Rank};
use crate::work::{Kind, spend};

impl Condition {
    /// Whether the condition holds.
    pub fn holds<V: View + ?Sized>(&self, scene: &Scene<'_, V>) -> bool {
        self.predicate.holds(scene, &self.order)
    }
}

impl Formula {
    /// Returns the value of the number; 0 if it is absent.
    pub fn value<V: View + ?Sized>(&self, scene: &Scene<'_, V>) -> i32 {
        self.number.number(scene, &self.order).unwrap_or(0)
    }
}

impl Value {
    /// Returns the value as a number that compares like the values of its sort, given the rank order; `None` if it is
    /// absent.
    pub fn number<V: View + ?Sized>(&self, scene: &Scene<'_, V>, order: &Order) -> Option<i32> {
        Eval::new(scene, order).eval_value(self)
    }
}

impl Predicate {
    /// Whether the predicate holds, given the rank order.
    pub fn holds<V: View + ?Sized>(&self, scene: &Scene<'_, V>, order: &Order) -> bool {
        Eval::new(scene, order).eval_predicate(self)
    }
}

/// The evaluator: a scene and a linked list of scopes, one for each enclosing quantifier, innermost first.
pub(super) struct Eval<'a, V: ?Sized> {
    pub(super) scene: &'a Scene<'a, V>,
    order: &'a Order,
    outer: Option<&'a Eval<'a, V>>,
    pub(super) local: Option<Local<'a>>,
}

/// The value of a quantifier's variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Local<'a> {
    Pile(PileId),
    /// A card, its place in its pile, from 1 at the bottom, if it is known without walking down the pile, and its face, if
    /// it is known without the view. The view may hide it, so a face is read only when it is needed.
    Card(CardId, Option<u8>, Option<Card>),
    Line(&'a Line),
}

impl<'a, V: View + ?Sized> Eval<'a, V> {
    pub(super) fn new(scene: &'a Scene<'a, V>, order: &'a Order) -> Eval<'a, V> {
        Eval {
            scene,
            order,
            outer: None,
            local: None,
        }
    }

    pub(super) fn eval_predicate(&self, predicate: &Predicate) -> bool {
        // With the two values of a comparison.
        spend(Kind::Node, 2);
        match &predicate.kind {
            PredicateKind::Not(predicate) => !self.eval_predicate(predicate),
            PredicateKind::All(predicates) => predicates.iter().all(|p| self.eval_predicate(p)),
            PredicateKind::Any(predicates) => predicates.iter().any(|p| self.eval_predicate(p)),
            PredicateKind::Relation(relation, offset) => {
                self.eval_relation(*relation, offset).unwrap_or(false)
            }
            PredicateKind::Compare(comparison, a, b) => {
                let a = self.eval_value(a);
                a.is_some() && comparison.compare(a, self.eval_value(b))
            }
            PredicateKind::Within(pile, group) => {
                let contains = |pile| match group {
                    GroupExpr::Named(piles) => piles.contains(pile),
                    GroupExpr::Local(depth) => {
                        let line = self.line(*depth);
                        line.is_some_and(|line| line.piles.contains(&pile))
                    }
                };
                self.eval_pile(pile).is_some_and(contains)
            }
            PredicateKind::PileEmpty(pile) => self
                .eval_pile(pile)
                .is_none_or(|p| self.scene.view.is_empty(p)),
            PredicateKind::FaceUp(card) => self
                .resolve_card(card)
                .is_some_and(|card| self.scene.view.is_face_up(card)),
            PredicateKind::AllEmpty(group) => {
                self.every_pile(*group, |p| self.scene.view.is_empty(p))
            }
            PredicateKind::BaseSet => self.scene.base.is_some(),
            PredicateKind::Every(domain, predicate) => {
                self.every(domain, |e| e.eval_predicate(predicate))
            }
            PredicateKind::Some(domain, predicate) => {
                !self.every(domain, |e| !e.eval_predicate(predicate))
            }
            PredicateKind::Won => self.scene.view.is_won(),
            PredicateKind::Stuck => self.scene.view.is_stuck(),
        }
    }

    fn bind<'b>(&'b self, local: Local<'b>) -> Eval<'b, V> {
        spend(Kind::Step, 1);
        Eval {
            scene: self.scene,
            order: self.order,
            outer: Some(self),
            local: Some(local),
        }
    }

    /// Whether a predicate holds for every element of a domain; true for the cards of a pile that does not exist.
    pub(super) fn every(
        &self,
        domain: &Domain,
        mut holds: impl FnMut(Eval<'_, V>) -> bool,
    ) -> bool {
        match domain {
            Domain::Piles(group) => self.every_pile(*group, |p| holds(self.bind(Local::Pile(p)))),
            Domain::Lines { lines, .. } => lines.iter().all(|l| holds(self.bind(Local::Line(l)))),
            Domain::Cards(PileExpr::Moved) => {
                let mut place = None;
                self.every_moved_card(|card, face| {
                    place = match place {
                        Some(above) => Some(above - 1),
                        None => self.scene.view.index_of(CardRef::Card(card)),
                    };
                    holds(self.bind(Local::Card(card, place, face)))
                })
            }
            Domain::Cards(pile) => self.eval_pile(pile).is_none_or(|pile| {
                let view = self.scene.view;
                let mut cards_left = view.size(pile);
                view.every_card(pile, &mut |card| {
                    let place = Some(cards_left);
                    cards_left -= 1;
                    holds(self.bind(Local::Card(card, place, None)))
                })
            }),
        }
    }

    /// Whether a predicate holds for every pile of a group.
    pub(super) fn every_pile(
        &self,
        group: GroupExpr,
        mut holds: impl FnMut(PileId) -> bool,
    ) -> bool {
        match group {
            GroupExpr::Named(piles) => {
                spend(Kind::Step, usize::from(piles.count));
                piles.iter().all(holds)
            }
            GroupExpr::Local(depth) => {
                let line = self.line(depth);
                line.is_none_or(|line| line.piles.iter().all(|&pile| holds(pile)))
            }
        }
    }

    /// Calls `holds` for the moved cards, each with its face if the view need not be asked for it, from the top down, until it
    /// returns false. Returns whether it never did.
    fn every_moved_card(&self, mut holds: impl FnMut(CardId, Option<Card>) -> bool) -> bool {
        match (self.scene.card, self.scene.card_id, self.scene.from) {
            (face @ Some(_), Some(card), _) if self.scene.moved_size == Some(1) => {
                holds(card, face)
            }
            (_, Some(card), Some(from)) => {
                let view = self.scene.view;
                view.every_moved_card(card, from, &mut |card| holds(card, None))
            }
            _ => true,
        }
    }

    /// Returns the top card of the moved cards, with its face if the view need not be asked for it.
    fn moved_top(&self) -> Option<(CardId, Option<Card>)> {
        let mut top = None;
        self.every_moved_card(|card, face| {
            top = Some((card, face));
            false
        });
        top
    }

    /// Returns the face of a card.
    fn face(&self, card: CardId, known: Option<Card>) -> Card {
        known.unwrap_or_else(|| self.scene.view.face_of(card))
    }

    fn eval_moved_size(&self) -> i32 {
        let mut size = 0;
        match self.scene.moved_size {
            Some(size) => return i32::from(size),
            None => self.every_moved_card(|_, _| {
                size += 1;
                true
            }),
        };
        size
    }

    /// Returns the variable of an enclosing quantifier, by its de Bruijn index.
    fn local(&self, depth: u8) -> Option<Local<'a>> {
        match depth {
            0 => self.local,
            _ => self.outer?.local(depth - 1),
        }
    }

    /// Returns the variable of an enclosing quantifier over lines, by its de Bruijn index.
    fn line(&self, depth: u8) -> Option<&'a Line> {
        match self.local(depth)? {
            Local::Line(line) => Some(line),
            Local::Pile(_) | Local::Card(..) => None,
        }
    }

    fn eval_relation(&self, relation: CardRelation, offset: &Value) -> Option<bool> {
        if relation == CardRelation::Any {
            return Some(true);
        }
        let (card, top) = (self.scene.card?, self.scene.top?);
        relation.relates(card, top, self.order, || self.eval_value(offset))
    }

    pub(super) fn eval_pile(&self, pile: &PileExpr) -> Option<PileId> {
        match pile {
            PileExpr::This => self.scene.this,
            PileExpr::From => self.scene.from,
            PileExpr::Moved => None,
            PileExpr::At(pile) => Some(*pile),
            PileExpr::Nth(group, number) => {
                let number = self.eval_value(number)?;
                match group {
                    GroupExpr::Named(piles) => piles.nth(number),
                    GroupExpr::Local(depth) => {
                        let index = usize::try_from(number).ok()?.checked_sub(1)?;
                        self.line(*depth)?.piles.get(index).copied()
                    }
                }
            }
            PileExpr::Beside(pile, side) => {
                self.scene.view.place(self.eval_pile(pile)?).beside[*side as usize]
            }
            PileExpr::Local(depth) => match self.local(*depth)? {
                Local::Pile(pile) => Some(pile),
                Local::Card(..) | Local::Line(_) => None,
            },
        }
    }

    pub(super) fn eval_card(&self, card: &CardExpr) -> Option<Card> {
        match card {
            CardExpr::Card => self.scene.card,
            CardExpr::Top => self.scene.top,
            CardExpr::Local(depth) => match self.local(*depth)? {
                Local::Card(card, _, face) => Some(self.face(card, face)),
                Local::Pile(_) | Local::Line(_) => None,
            },
            CardExpr::TopOf(PileExpr::Moved) => {
                let (card, face) = self.moved_top()?;
                Some(self.face(card, face))
            }
            CardExpr::TopOf(pile) => self.scene.view.top(self.eval_pile(pile)?),
            CardExpr::BottomOf(pile) => self.scene.view.bottom(self.eval_pile(pile)?),
        }
    }

    /// Resolves a card of the position, for its place and its face.
    fn resolve_card(&self, card: &CardExpr) -> Option<CardRef> {
        Some(match card {
            CardExpr::Card => CardRef::Card(self.scene.card_id?),
            CardExpr::Top => CardRef::TopOf(self.scene.this?),
            CardExpr::Local(depth) => match self.local(*depth)? {
                Local::Card(card, ..) => CardRef::Card(card),
                Local::Pile(_) | Local::Line(_) => return None,
            },
            CardExpr::TopOf(PileExpr::Moved) => CardRef::Card(self.moved_top()?.0),
            CardExpr::TopOf(pile) => CardRef::TopOf(self.eval_pile(pile)?),
            CardExpr::BottomOf(pile) => CardRef::BottomOf(self.eval_pile(pile)?),
        })
    }

    fn eval_card_index(&self, card: &CardExpr) -> Option<u8> {
        if let CardExpr::Local(depth) = card
            && let Some(Local::Card(_, Some(place), _)) = self.local(*depth)
        {
            return Some(place);
        }
        self.scene.view.index_of(self.resolve_card(card)?)
    }

    fn eval_rank(&self, rank: &Value) -> Option<Rank> {
        match &rank.kind {
            ValueKind::Rank(rank) => Some(*rank),
            ValueKind::Base => self.scene.base,
            ValueKind::OfCard(_, card) => self.eval_card(card)?.rank(),
            ValueKind::Step(rank, offset) => self
                .order
                .step(self.eval_rank(rank)?, self.eval_value(offset)?),
            _ => None,
        }
    }

    /// Evaluates a value to a number that compares like the values of its sort.
    ///
    /// What comparisons of cards ask for is here; the rest is apart, because its closures would cost every call a
    /// larger frame.
    pub(super) fn eval_value(&self, value: &Value) -> Option<i32> {
        Some(match &value.kind {
            ValueKind::Number(number) => *number,
            ValueKind::Rank(_) | ValueKind::Base | ValueKind::Step(..) => {
                as_number(self.order.place(self.eval_rank(value)?)?)
            }
            ValueKind::OfCard(Property::Index, _) => return self.eval_number(value),
            ValueKind::OfCard(property, card) => {
                property.of_card(self.eval_card(card)?, self.order)?
            }
            ValueKind::Suit(suit) => *suit as i32,
            ValueKind::Color(color) => *color as i32,
            ValueKind::Joker => as_number(Card::Joker.face()),
            ValueKind::Card(card) => as_number(self.eval_card(card)?.face()),
            ValueKind::Pile(pile) => as_number(self.eval_pile(pile)?.index()),
            _ => return self.eval_number(value),
        })
    }

    /// Evaluates a number that is measured, counted or calculated.
    #[inline(never)]
    fn eval_number(&self, value: &Value) -> Option<i32> {
        spend(Kind::Node, 1);
        let view = self.scene.view;
        Some(match &value.kind {
            ValueKind::OfPile(Property::Size, PileExpr::Moved) => self.eval_moved_size(),
            ValueKind::OfPile(Property::Size, pile) => {
                self.eval_pile(pile).map_or(0, |p| i32::from(view.size(p)))
            }
            ValueKind::OfPile(property, pile) => {
                i32::from(view.place(self.eval_pile(pile)?).number(*property)?)
            }
            ValueKind::OfGroup(Property::Size, group) => {
                let mut size = 0;
                self.every_pile(*group, |p| {
                    size += i32::from(view.size(p));
                    true
                });
                size
            }
            ValueKind::OfGroup(_, GroupExpr::Local(depth)) => i32::from(self.line(*depth)?.index),
            ValueKind::OfCard(Property::Index, card) => i32::from(self.eval_card_index(card)?),
            ValueKind::Used(counter) => i32::from(view.counter(*counter)),
            ValueKind::Score => view.score(),
            ValueKind::Count(domain, predicate) => {
                let mut count = 0;
                self.every(domain, |e| {
                    count += i32::from(e.eval_predicate(predicate));
                    true
                });
                count
            }
            ValueKind::Sum(domain, number) => {
                let mut sum = 0i64;
                self.every(domain, |e| {
                    sum += i64::from(e.eval_value(number).unwrap_or(0));
                    true
                });
                i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX })
            }
            ValueKind::Plus(a, b) => self.eval_value(a)?.saturating_add(self.eval_value(b)?),
            ValueKind::Minus(a, b) => self.eval_value(a)?.saturating_sub(self.eval_value(b)?),
            ValueKind::Times(a, b) => self.eval_value(a)?.saturating_mul(self.eval_value(b)?),
            // A group has no value; `eval_value` evaluates the others.
            ValueKind::Group(_)
            | ValueKind::OfGroup(..)
            | ValueKind::OfCard(..)
            | ValueKind::Number(_)
            | ValueKind::Rank(_)
            | ValueKind::Base
            | ValueKind::Step(..)
            | ValueKind::Suit(_)
            | ValueKind::Color(_)
            | ValueKind::Joker
            | ValueKind::Card(_)
            | ValueKind::Pile(_) => return None,
        })
    }
}

impl Property {
    /// Returns a property of a card's face, as a number that compares like the values of its sort; `None` if the card
    /// lacks it.
    #[inline]
    pub(crate) fn of_card(self, card: Card, order: &Order) -> Option<i32> {
        Some(match self {
            Property::Rank => as_number(order.place(card.rank()?)?),
            Property::Suit => card.suit()? as i32,
            Property::Color => card.color()? as i32,
            Property::Value => i32::from(card.rank()?.number()),
            _ => return None,
        })
    }
}

/// A small number as one that can be compared.
fn as_number(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

impl CardRelation {
    /// Whether `card` has the relation to `top`; `None` if they lack the property in question. `offset` is the number
    /// of ranks between them.
    pub(crate) fn relates(
        self,
        card: Card,
        top: Card,
        order: &Order,
        offset: impl FnOnce() -> Option<i32>,
    ) -> Option<bool> {
        Some(match self {
            CardRelation::Up => order.step(top.rank()?, offset()?) == Some(card.rank()?),
            CardRelation::Down => {
                order.step(top.rank()?, offset()?.saturating_neg()) == Some(card.rank()?)
            }
            CardRelation::InSuit => card.suit()? == top.suit()?,
            CardRelation::Alternating => card.color()? != top.color()?,
            CardRelation::SameColor => card.color()? == top.color()?,
            CardRelation::OtherSuit => card.suit()? != top.suit()?,
            CardRelation::SameRank => card.rank()? == top.rank()?,
            CardRelation::Any => true,
        })
    }
}

impl Comparison {
    /// The comparison of the same values the other way round.
    pub(crate) fn mirror(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Equal,
            Comparison::Less => Comparison::More,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::More => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
        }
    }

    /// Compares two values; false if either is `None`.
    pub(crate) fn compare<T: Ord>(self, a: Option<T>, b: Option<T>) -> bool {
        let (Some(a), Some(b)) = (a, b) else {
            return false;
        };
        match self {
            Comparison::Equal => a == b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::More => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}
