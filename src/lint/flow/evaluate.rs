//! Evaluates conditions for all positions at once: what they come to wherever the cards may be.

use super::value::{Cards, Few, Number, PileChoice};
use super::world::World;
use crate::cards::{Card, FaceSet, Rank};
use crate::condition::{
    CardExpr, CardRelation, ColorExpr, Comparison, Condition, Counter, Domain, GroupExpr, Line,
    NumberExpr, NumberKind, PileExpr, PileId, PileSet, Predicate, PredicateKind, RankExpr, Side,
    SuitExpr, Ternary, all, any,
};

/// What is known about the variables of a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    /// The face of `card`.
    pub(super) card: Option<Card>,
    /// The face of `top`.
    pub(super) top: Option<Card>,
    /// The piles that `this` may be.
    pub(super) this: PileSet,
    /// Whether `this` is empty.
    pub(super) this_is_empty: Ternary,
    /// The piles that `from` may be; they hold cards.
    pub(super) from: PileSet,
    /// The number of cards that are moved, at least and at most.
    pub(super) moved: (u8, u8),
    /// A pile that is known to hold cards.
    pub(super) occupied: Option<PileId>,
    /// A card that may set the base rank is judged by its own rank.
    pub(super) own_base: Option<Rank>,
}

impl Scene {
    /// The scene of a condition without variables.
    pub(super) const TABLE: Scene = Scene {
        card: None,
        top: None,
        this: PileSet::EMPTY,
        this_is_empty: None,
        from: PileSet::EMPTY,
        moved: (1, u8::MAX),
        occupied: None,
        own_base: None,
    };
}

/// The variable of a quantifier.
#[derive(Clone, Copy)]
enum Local<'a> {
    Pile(PileId),
    Card(Card),
    Line(&'a Line),
}

impl World<'_> {
    /// Whether a condition holds: `None` if it may hold in some position and not in another.
    pub(super) fn evaluate(&self, condition: &Condition, scene: &Scene) -> Ternary {
        let mut evaluator = Evaluator {
            world: self,
            scene,
            locals: Vec::new(),
        };
        evaluator.predicate(&condition.predicate)
    }

    /// Whether a condition may hold; a missing one does.
    pub(super) fn may_hold(&self, condition: Option<&Condition>, scene: &Scene) -> bool {
        condition.is_none_or(|condition| self.evaluate(condition, scene) != Some(false))
    }
}

impl World<'_> {
    /// Whether a part of a condition holds.
    pub(super) fn evaluate_part(&self, part: &Predicate, scene: &Scene) -> Ternary {
        let mut evaluator = Evaluator {
            world: self,
            scene,
            locals: Vec::new(),
        };
        evaluator.predicate(part)
    }

    /// Says why a part of a condition never holds.
    pub(super) fn why_false(&self, part: &Predicate, scene: &Scene) -> String {
        let mut evaluator = Evaluator {
            world: self,
            scene,
            locals: Vec::new(),
        };
        let PredicateKind::Numbers(_, a, b) = &part.kind else {
            return "it is false whatever the deal and the moves".to_owned();
        };
        let (a, b) = (evaluator.number(a), evaluator.number(b));
        match (a.set, b.set) {
            (Some(a), Some(b)) => format!("this compares {} with {}", in_words(a), in_words(b)),
            _ => "one of the numbers is always absent".to_owned(),
        }
    }
}

/// Describes a range of numbers.
fn in_words((low, high): (i64, i64)) -> String {
    let (no_least, no_most) = (low <= i32::MIN.into(), high >= i32::MAX.into());
    match (no_least, no_most) {
        _ if low == high => format!("{low}"),
        (true, true) => "any number".to_owned(),
        (true, false) => format!("at most {high}"),
        (false, true) => format!("at least {low}"),
        (false, false) => format!("{low} to {high}"),
    }
}

struct Evaluator<'a> {
    world: &'a World<'a>,
    scene: &'a Scene,
    locals: Vec<Local<'a>>,
}

impl<'a> Evaluator<'a> {
    fn predicate(&mut self, predicate: &'a Predicate) -> Ternary {
        if !self.world.spend(1) {
            return None;
        }
        match &predicate.kind {
            PredicateKind::Not(part) => self.predicate(part).map(|holds| !holds),
            PredicateKind::All(parts) => all(parts.iter().map(|part| self.predicate(part))),
            PredicateKind::Any(parts) => any(parts.iter().map(|part| self.predicate(part))),
            PredicateKind::Relation(relation, offset) => self.relation(*relation, offset),
            PredicateKind::Ranks(comparison, a, b) => {
                let (a, b) = (self.rank(a), self.rank(b));
                match comparison {
                    Comparison::Equal => a.equals(b),
                    _ => a.number().compare(*comparison, b.number()),
                }
            }
            PredicateKind::Suits(a, b) => self.suit(a).equals(self.suit(b)),
            PredicateKind::Colors(a, b) => self.color(a).equals(self.color(b)),
            PredicateKind::Joker(card) => {
                let cards = self.card(card);
                let joker = FaceSet::only(Card::Joker);
                if (cards.set & joker).is_empty() {
                    return Some(false);
                }
                (cards.set == joker && !cards.absent).then_some(true)
            }
            PredicateKind::Numbers(comparison, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                a.compare(*comparison, b)
            }
            PredicateKind::Within(pile, group) => {
                let piles = self.group_set(*group);
                let pile = self.pile(pile);
                if (pile.set & piles).is_empty() {
                    return Some(false);
                }
                ((pile.set - piles).is_empty() && !pile.absent).then_some(true)
            }
            PredicateKind::SamePile(a, b) => {
                let (a, b) = (self.pile(a), self.pile(b));
                if (a.set & b.set).is_empty() {
                    return Some(false);
                }
                (a == b && a.set.len() == 1 && !a.absent).then_some(true)
            }
            PredicateKind::PileEmpty(pile) => {
                Number::exactly(0).compare(Comparison::Equal, self.size(pile))
            }
            PredicateKind::AllEmpty(group) => {
                Number::exactly(0).compare(Comparison::Equal, self.size_of_all(*group))
            }
            PredicateKind::BaseSet => {
                let is_never_set = self.world.bases == 0 && self.scene.own_base.is_none();
                is_never_set.then_some(false)
            }
            PredicateKind::FaceUp(card) => self.card(card).set.is_empty().then_some(false),
            PredicateKind::Every(domain, body) => {
                self.every(domain, |evaluator| evaluator.predicate(&body.body))
            }
            PredicateKind::Some(domain, body) => {
                let not = |known: Ternary| known.map(|holds| !holds);
                not(self.every(domain, |evaluator| not(evaluator.predicate(&body.body))))
            }
            PredicateKind::Won | PredicateKind::Stuck => None,
        }
    }

    /// Whether something holds for every element of a domain.
    fn every(
        &mut self,
        domain: &'a Domain,
        mut holds: impl FnMut(&mut Self) -> Ternary,
    ) -> Ternary {
        let elements = self.elements(domain);
        let certain = elements.are_certain;
        all(elements.locals.into_iter().map(|local| {
            let known = self.with(local, &mut holds);
            // A card that may not be there refutes nothing.
            known.filter(|&holds| holds || certain)
        }))
    }

    fn with<T>(&mut self, local: Local<'a>, f: &mut impl FnMut(&mut Self) -> T) -> T {
        self.locals.push(local);
        let result = f(self);
        self.locals.pop();
        result
    }

    /// Lists what a quantifier ranges over. The cards of a pile are listed face by face.
    fn elements(&mut self, domain: &'a Domain) -> Elements<'a> {
        match domain {
            Domain::Piles(group) => Elements {
                locals: self.group_set(*group).iter().map(Local::Pile).collect(),
                are_certain: true,
            },
            Domain::Lines { lines, .. } => Elements {
                locals: lines.iter().map(Local::Line).collect(),
                are_certain: true,
            },
            Domain::Cards(PileExpr::Moved) => Elements {
                locals: self.world.faces.iter().map(Local::Card).collect(),
                are_certain: false,
            },
            Domain::Cards(pile) => {
                let piles = self.pile(pile).set;
                Elements {
                    locals: self.world.cards_of(piles).iter().map(Local::Card).collect(),
                    are_certain: false,
                }
            }
        }
    }

    fn local(&self, depth: u8) -> Option<Local<'a>> {
        self.locals.iter().rev().nth(usize::from(depth)).copied()
    }

    fn group_set(&self, group: GroupExpr) -> PileSet {
        match group {
            GroupExpr::Named(piles) => piles.set(),
            GroupExpr::Local(depth) => match self.local(depth) {
                Some(Local::Line(line)) => line.piles.iter().copied().collect(),
                _ => PileSet::EMPTY,
            },
        }
    }

    fn pile(&mut self, pile: &'a PileExpr) -> PileChoice {
        match pile {
            PileExpr::This => PileChoice::present(self.scene.this),
            PileExpr::From => PileChoice::present(self.scene.from),
            PileExpr::Moved => PileChoice::perhaps(PileSet::EMPTY),
            PileExpr::At(pile) => PileChoice::present(PileSet::only(*pile)),
            PileExpr::Nth(group, number) => {
                let list: Vec<PileId> = match group {
                    GroupExpr::Local(depth) => match self.local(*depth) {
                        Some(Local::Line(line)) => line.piles.clone(),
                        _ => Vec::new(),
                    },
                    GroupExpr::Named(piles) => piles.iter().collect(),
                };
                self.world.spend(list.len() as u64);
                let number = self.number(number);
                let Some((low, high)) = number.set else {
                    return PileChoice::perhaps(PileSet::EMPTY);
                };
                let last = i64::try_from(list.len()).unwrap_or(i64::MAX);
                let chosen = (1..).zip(list).filter(|(n, _)| (low..=high).contains(n));
                PileChoice {
                    set: chosen.map(|(_, pile)| pile).collect(),
                    absent: number.absent || low < 1 || high > last,
                }
            }
            PileExpr::Beside(pile, side) => {
                let piles = self.pile(pile);
                self.beside(piles, *side)
            }
            PileExpr::Local(depth) => match self.local(*depth) {
                Some(Local::Pile(pile)) => PileChoice::present(PileSet::only(pile)),
                _ => PileChoice::perhaps(PileSet::EMPTY),
            },
        }
    }

    fn beside(&self, piles: PileChoice, side: Side) -> PileChoice {
        let mut found = PileChoice {
            set: PileSet::EMPTY,
            absent: piles.absent,
        };
        for pile in piles.set.iter() {
            match self.world.game.piles[pile.index()].place.beside[side as usize] {
                Some(beside) => found.set.insert(beside),
                None => found.absent = true,
            }
        }
        found
    }

    fn card(&mut self, card: &'a CardExpr) -> Cards {
        let one = |card: Option<Card>| match card {
            Some(card) => Cards::present(FaceSet::only(card)),
            None => Cards::perhaps(self.world.faces),
        };
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
                Some(Local::Card(card)) => Cards::present(FaceSet::only(card)),
                _ => Cards::perhaps(FaceSet::EMPTY),
            },
        }
    }

    fn rank(&mut self, rank: &'a RankExpr) -> Few {
        let order = &self.world.game.order;
        match rank {
            RankExpr::Rank(rank) => Few::rank(*rank, order),
            RankExpr::Base => {
                let own = self.scene.own_base.map(|rank| Few::rank(rank, order).set);
                Few::perhaps(self.world.bases | own.unwrap_or(0))
            }
            RankExpr::Of(card) => self.card(card).ranks(order),
            RankExpr::Step(rank, offset) => {
                let (from, offset) = (self.rank(rank), self.number(offset));
                let mut steps = Few {
                    set: 0,
                    absent: from.absent || offset.absent,
                };
                let Some(number) = offset.only().and_then(|n| i32::try_from(n).ok()) else {
                    let ranks = order.ranks().len();
                    return Few::perhaps(u16::try_from((1u32 << ranks) - 1).unwrap_or(u16::MAX));
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
        }
    }

    fn suit(&mut self, suit: &'a SuitExpr) -> Few {
        match suit {
            SuitExpr::Suit(suit) => Few::suit(*suit),
            SuitExpr::Of(card) => self.card(card).suits(),
        }
    }

    fn color(&mut self, color: &'a ColorExpr) -> Few {
        match color {
            ColorExpr::Color(color) => Few::color(*color),
            ColorExpr::Of(card) => self.card(card).colors(),
        }
    }

    fn relation(&mut self, relation: CardRelation, offset: &'a NumberExpr) -> Ternary {
        if relation == CardRelation::Any {
            return Some(true);
        }
        let (Some(card), Some(top)) = (self.scene.card, self.scene.top) else {
            return None;
        };
        let (Some(rank), Some(top_rank)) = (card.rank(), top.rank()) else {
            return Some(false);
        };
        let is_step = |sign: i64, offset: Number| {
            let number = offset.only().and_then(|n| i32::try_from(sign * n).ok())?;
            Some(self.world.game.order.step(top_rank, number) == Some(rank))
        };
        match relation {
            CardRelation::Up => {
                let offset = self.number(offset);
                is_step(1, offset)
            }
            CardRelation::Down => {
                let offset = self.number(offset);
                is_step(-1, offset)
            }
            CardRelation::InSuit => Some(card.suit() == top.suit()),
            CardRelation::OtherSuit => Some(card.suit() != top.suit()),
            CardRelation::SameColor => Some(card.color() == top.color()),
            CardRelation::Alternating => Some(card.color() != top.color()),
            CardRelation::SameRank => Some(rank == top_rank),
            CardRelation::Any => Some(true),
        }
    }

    /// The number of cards in a pile; 0 if there is no such pile.
    fn size(&mut self, pile: &'a PileExpr) -> Number {
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
    fn size_of_all(&self, group: GroupExpr) -> Number {
        let piles = self.group_set(group);
        let sizes = piles
            .iter()
            .map(|pile| i64::from(self.world.max_size(pile)));
        let copies = i64::from(self.world.copies_of(self.world.cards_of(piles)));
        let is_occupied = self.scene.occupied.is_some_and(|pile| piles.contains(pile));
        let low = i64::from(is_occupied);
        Number::between(low, sizes.sum::<i64>().min(copies).max(low))
    }

    fn number(&mut self, number: &'a NumberExpr) -> Number {
        if !self.world.spend(1) {
            return Number::perhaps(Some((i32::MIN.into(), i32::MAX.into())));
        }
        let deck = i64::try_from(self.world.game.deck.len()).unwrap_or(i64::MAX);
        match &number.kind {
            NumberKind::Literal(number) => Number::exactly(i64::from(*number)),
            NumberKind::Size(pile) => self.size(pile),
            NumberKind::SizeOfAll(group) => self.size_of_all(*group),
            NumberKind::IndexOfLine(depth) => match self.local(*depth) {
                Some(Local::Line(line)) => Number::exactly(line.index.into()),
                _ => Number::perhaps(None),
            },
            NumberKind::Index(pile) => self.place(pile, |place| place.index),
            NumberKind::Row(pile) => self.place(pile, |place| place.row),
            NumberKind::Col(pile) => self.place(pile, |place| place.col),
            NumberKind::CardIndex(CardExpr::Card) => Number::between(1, deck),
            NumberKind::CardIndex(_) => Number::perhaps(Some((1, deck))),
            NumberKind::Value(card) => {
                let cards = self.card(card);
                let values = cards.set.iter().filter_map(Card::rank);
                let values = values.map(|rank| i64::from(rank.number()));
                Number {
                    set: range_of(values),
                    absent: cards.absent || cards.set.contains(Card::Joker),
                }
            }
            NumberKind::Used(counter) => Number::between(0, self.world.max_uses(*counter)),
            NumberKind::Score => Number::between(i32::MIN.into(), i32::MAX.into()),
            NumberKind::Count(domain, body) => self.count(domain, &body.body),
            NumberKind::Sum(domain, body) => self.sum(domain, &body.body),
            NumberKind::Plus(a, b) => self.number(a).combine(self.number(b), |a, b| a + b),
            NumberKind::Minus(a, b) => self.number(a).combine(self.number(b), |a, b| a - b),
            NumberKind::Times(a, b) => self.number(a).combine(self.number(b), |a, b| a * b),
        }
    }

    fn place(&mut self, pile: &'a PileExpr, of: fn(&crate::condition::Place) -> u8) -> Number {
        let piles = self.pile(pile);
        let places = piles.set.iter();
        let numbers = places.map(|pile| i64::from(of(&self.world.game.piles[pile.index()].place)));
        Number {
            set: range_of(numbers),
            absent: piles.absent,
        }
    }

    /// How many cards of this face a quantifier may range over; 1 for everything but cards.
    fn copies(&self, local: Local<'a>) -> i64 {
        match local {
            Local::Card(card) => self.world.copies_of(FaceSet::only(card)).into(),
            Local::Pile(_) | Local::Line(_) => 1,
        }
    }

    fn count(&mut self, domain: &'a Domain, body: &'a Predicate) -> Number {
        let elements = self.elements(domain);
        let (mut low, mut high) = (0, 0);
        for local in elements.locals {
            let known = self.with(local, &mut |evaluator| evaluator.predicate(body));
            low += i64::from(known == Some(true) && elements.are_certain);
            high += if known == Some(false) {
                0
            } else {
                self.copies(local)
            };
        }
        Number::between(low, high)
    }

    fn sum(&mut self, domain: &'a Domain, body: &'a NumberExpr) -> Number {
        let elements = self.elements(domain);
        let (mut low, mut high) = (0i64, 0i64);
        for local in elements.locals {
            let number = self.with(local, &mut |evaluator| evaluator.number(body));
            let (least, most) = number.set.unwrap_or((0, 0));
            let is_certain = elements.are_certain && !number.absent;
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

/// What a quantifier ranges over, and whether all of it is there.
struct Elements<'a> {
    locals: Vec<Local<'a>>,
    are_certain: bool,
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
