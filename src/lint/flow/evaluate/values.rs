//! Evaluates the cards, ranks, suits, colors and numbers in conditions.

use super::{Bound, Evaluator};
use crate::cards::{Card, FaceSet};
use crate::condition::{
    CardExpr, CardRelation, Comparison, Counter, Domain, GroupExpr, PileExpr, Predicate, Property,
    Sort, Ternary, Value, ValueKind,
};
use crate::lint::flow::value::{Cards, Few, Number};
use crate::lint::flow::world::World;

impl<'a> Evaluator<'a> {
    pub(super) fn card(&mut self, card: &'a CardExpr) -> Cards {
        let one = |card: Option<Card>| match card {
            Some(card) => Cards::present(FaceSet::only(card)),
            None => Cards::present(self.world.faces),
        };
        if let Some((_, end)) = self.ends.iter().find(|(end, _)| *end == card) {
            return end.map_or(Cards::perhaps(FaceSet::EMPTY), |card| one(Some(card)));
        }
        match card {
            CardExpr::Card | CardExpr::BottomOf(PileExpr::Moved) => one(self.scene.card),
            CardExpr::Top => one(self.scene.top),
            CardExpr::TopOf(PileExpr::This) if self.scene.top.is_some() => one(self.scene.top),
            CardExpr::TopOf(PileExpr::Moved) => Cards::perhaps(self.world.faces),
            CardExpr::TopOf(pile) | CardExpr::BottomOf(pile) => {
                let size = self.size(pile);
                let piles = self.pile(pile).set;
                let may_be_empty = size.compare(Comparison::AtLeast, Number::exactly(1));
                if size.compare(Comparison::Equal, Number::exactly(0)) == Some(true) {
                    return Cards::perhaps(FaceSet::EMPTY);
                }
                Cards {
                    set: self.world.cards_of(piles),
                    absent: may_be_empty != Some(true),
                }
            }
            CardExpr::Local(depth) => match self.local(*depth) {
                Some(Bound::Card(cards)) => Cards::present(cards),
                _ => Cards::perhaps(FaceSet::EMPTY),
            },
        }
    }

    /// Compares two values; the result is false if either is absent.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        a: &'a Value,
        b: &'a Value,
    ) -> Ternary {
        match (a.sort(), &a.kind, &b.kind) {
            (Sort::Number, ..) => self.number(a).compare(comparison, self.number(b)),
            (_, ValueKind::Pile(a), ValueKind::Pile(b)) => {
                let (a, b) = (self.pile(a), self.pile(b));
                if (a.set & b.set).is_empty() {
                    return Some(false);
                }
                (a == b && a.set.len() == 1 && !a.absent).then_some(true)
            }
            _ => {
                let (a, b) = (self.few(a), self.few(b));
                match comparison {
                    Comparison::Equal => a.equals(b),
                    _ => a.number().compare(comparison, b.number()),
                }
            }
        }
    }

    /// The ranks, suits, colors or properties of a card that a value may be, or whether a card may be the joker.
    fn few(&mut self, value: &'a Value) -> Few {
        let order = &self.world.game.order;
        match &value.kind {
            ValueKind::Rank(rank) => Few::rank(*rank, order),
            ValueKind::Base => self.base(),
            ValueKind::Step(rank, offset) => self.step(rank, offset),
            ValueKind::Suit(suit) => Few::suit(*suit),
            ValueKind::Color(color) => Few::color(*color),
            ValueKind::Joker => Cards::present(FaceSet::only(Card::Joker)).jokers(),
            ValueKind::OfCard(property, card) => self.card(card).of_property(*property, order),
            ValueKind::Card(card) => self.card(card).jokers(),
            _ => Few::perhaps(u16::MAX),
        }
    }

    /// The base rank.
    pub(super) fn base(&self) -> Few {
        let base = self.scene.base;
        base.unwrap_or(Few::perhaps(self.world.bases()))
    }

    fn step(&mut self, rank: &'a Value, offset: &'a Value) -> Few {
        let order = &self.world.game.order;
        let (from, offset) = (self.few(rank), self.number(offset));
        let mut steps = Few {
            set: 0,
            absent: from.absent || offset.absent,
        };
        let Some(number) = offset.only().and_then(|n| i32::try_from(n).ok()) else {
            let ranks = (1u32 << order.ranks().len()) - 1;
            let ranks = offset
                .set
                .map_or(0, |_| u16::try_from(ranks).unwrap_or(u16::MAX));
            return Few::perhaps(ranks);
        };
        for (place, &rank) in order.ranks().iter().enumerate() {
            if from.set & 1 << place == 0 {
                continue;
            }
            match order.step(rank, number).and_then(|rank| order.place(rank)) {
                Some(place) => steps.set |= 1 << place,
                None => steps.absent = true,
            }
        }
        steps
    }

    pub(super) fn relation(&mut self, relation: CardRelation, offset: &'a Value) -> Ternary {
        let (Some(card), Some(top)) = (self.scene.card, self.scene.top) else {
            return (relation == CardRelation::Any).then_some(true);
        };
        let offset = self.number(offset).only();
        if offset.is_none() && matches!(relation, CardRelation::Up | CardRelation::Down) {
            return None;
        }
        let offset = || offset.and_then(|number| i32::try_from(number).ok());
        let holds = relation.relates(card, top, &self.world.game.order, offset);
        Some(holds.unwrap_or(false))
    }

    /// The number of cards in a pile; 0 if there is no such pile.
    pub(super) fn size(&mut self, pile: &'a PileExpr) -> Number {
        if *pile == PileExpr::Moved {
            let (low, high) = self.scene.moved;
            return Number::between(low.into(), high.into());
        }
        let piles = self.pile(pile);
        let mut low = i64::MAX;
        let mut high = 0;
        for pile in piles.set.iter() {
            low = low.min(i64::from(self.scene.occupied == Some(pile)));
            high = high.max(i64::from(self.world.max_size(pile)));
        }
        match (pile, self.scene.this_is_empty) {
            (PileExpr::This, Some(true)) => return Number::exactly(0),
            (PileExpr::This, Some(false)) | (PileExpr::From, _) => low = 1,
            _ => {}
        }
        if piles.absent || piles.set.is_empty() {
            low = 0;
        }
        Number::between(low, high.max(low))
    }

    /// The number of cards in all piles of a group.
    pub(super) fn size_of_all(&self, group: GroupExpr) -> Number {
        let (piles, are_certain) = self.group(group);
        let sizes = piles
            .iter()
            .map(|pile| i64::from(self.world.max_size(pile)));
        let copies = i64::from(self.world.copies_of(self.world.cards_of(piles)));
        let is_occupied = self.scene.occupied.is_some_and(|pile| piles.contains(pile));
        let low = i64::from(is_occupied && are_certain);
        Number::between(low, sizes.sum::<i64>().min(copies).max(low))
    }

    pub(in crate::lint) fn number(&mut self, number: &'a Value) -> Number {
        if !self.world.spend(1) {
            return Number::perhaps(Some((i32::MIN.into(), i32::MAX.into())));
        }
        let deck = i64::try_from(self.world.game.deck.len()).unwrap_or(i64::MAX);
        match &number.kind {
            ValueKind::Number(number) => Number::exactly(i64::from(*number)),
            ValueKind::OfPile(Property::Size, pile) => self.size(pile),
            ValueKind::OfGroup(Property::Size, group) => self.size_of_all(*group),
            ValueKind::OfGroup(_, group) => {
                let set = range_of(self.lines(*group).iter().map(|line| line.index.into()));
                Number {
                    set,
                    absent: set.is_none(),
                }
            }
            ValueKind::OfPile(property, pile) => {
                let piles = self.pile(pile);
                let places = piles.set.iter();
                let places = places.map(|pile| self.world.game.piles[pile.index()].place);
                Number {
                    set: range_of(
                        places.filter_map(|place| place.number(*property).map(i64::from)),
                    ),
                    absent: piles.absent,
                }
            }
            ValueKind::OfCard(Property::Index, CardExpr::Card) => Number::between(1, deck),
            ValueKind::OfCard(Property::Index, _) => Number::perhaps(Some((1, deck))),
            ValueKind::OfCard(..) => self.few(number).number(),
            ValueKind::Used(counter) => Number::between(0, self.world.max_uses(*counter)),
            ValueKind::Score if self.world.game.score.points.is_none() => Number::between(0, deck),
            ValueKind::Score => Number::between(i32::MIN.into(), i32::MAX.into()),
            ValueKind::Count(domain, body) => self.count(domain, &body.body),
            ValueKind::Sum(domain, body) => self.sum(domain, &body.body),
            ValueKind::Plus(a, b) => self.number(a).combine(self.number(b), |a, b| a + b),
            ValueKind::Minus(a, b) => self.number(a).combine(self.number(b), |a, b| a - b),
            ValueKind::Times(a, b) => self.number(a).combine(self.number(b), |a, b| a * b),
            _ => Number::perhaps(Some((i32::MIN.into(), i32::MAX.into()))),
        }
    }

    /// How many cards of this face a quantifier may range over; 1 for everything but cards.
    fn copies(&self, local: Bound<'a>) -> i64 {
        match local {
            Bound::Card(faces) => self.world.copies_of(faces).into(),
            Bound::Pile(_) | Bound::Line(_) => 1,
        }
    }

    fn count(&mut self, domain: &'a Domain, body: &'a Predicate) -> Number {
        let (elements, are_certain) = self.elements(domain);
        let (mut low, mut high) = (0, 0);
        for local in elements {
            let known = self.with(local, &mut |evaluator| evaluator.predicate(body));
            low += i64::from(known == Some(true) && are_certain);
            high += if known == Some(false) {
                0
            } else {
                self.copies(local)
            };
        }
        Number::between(low, high)
    }

    fn sum(&mut self, domain: &'a Domain, body: &'a Value) -> Number {
        let (elements, are_certain) = self.elements(domain);
        let (mut low, mut high) = (0i64, 0i64);
        for local in elements {
            let number = self.with(local, &mut |evaluator| evaluator.number(body));
            let (least, most) = number.set.unwrap_or((0, 0));
            let is_certain = are_certain && !number.absent;
            let copies = self.copies(local);
            low += copies * if is_certain { least } else { least.min(0) };
            high += copies * if is_certain { most } else { most.max(0) };
        }
        let clamp = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into());
        Number::between(clamp(low), clamp(high))
    }
}

/// The smallest and the largest of some numbers.
fn range_of(numbers: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    numbers.fold(None, |range, number| {
        let (low, high) = range.unwrap_or((number, number));
        Some((number.min(low), number.max(high)))
    })
}

impl World<'_> {
    /// The most that a counter can show.
    fn max_uses(&self, counter: Counter) -> i64 {
        let is_used = match counter {
            Counter::Action(action) => self.used[action.index()],
            Counter::Group(group) => self.moved_to[group.index()],
        };
        let limit = match counter {
            Counter::Action(action) => self.game.actions[action.index()].limit,
            Counter::Group(_) => None,
        };
        if is_used {
            limit.unwrap_or(u16::MAX).into()
        } else {
            0
        }
    }
}
