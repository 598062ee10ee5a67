//! What is known before play about everything that a condition can read.

use crate::cards::Card;
use crate::condition::{
    CardExpr, Counter, Domain, GroupExpr, PileExpr, PileId, Place, Property, Slot, Value, ValueKind,
};
use crate::rules::Game;
use crate::rules::Step;
use crate::rules::file::Take;

/// What is known about a game.
pub(super) struct Known<'a> {
    pub(super) game: &'a Game,
    /// The different faces of its pack, each with whether there is only one such card.
    pub(super) faces: Vec<(Card, bool)>,
    /// The places of its piles.
    pub(super) places: Vec<Place>,
    /// The piles from which cards can come that `start` or `build` judges.
    origins: Vec<PileId>,
}

impl<'a> Known<'a> {
    pub(super) fn new(game: &'a Game) -> Known<'a> {
        let mut faces: Vec<(Card, bool)> = Vec::new();
        for &card in &game.deck {
            match faces.iter_mut().find(|(face, _)| *face == card) {
                Some((_, is_only)) => *is_only = false,
                None => faces.push((card, true)),
            }
        }
        let is_origin = |pile: &PileId| {
            let group = game.group_of(*pile);
            let diverts_from_it = |step: &Step| step.divert.is_some() && step.from.contains(*pile);
            let mut steps = game.steps_in_play().chain(&game.setup);
            group.take != Take::None || steps.any(diverts_from_it)
        };
        Known {
            game,
            faces,
            places: game.piles.iter().map(|pile| pile.place).collect(),
            origins: game.piles().filter(is_origin).collect(),
        }
    }

    /// Whether another game has the same cards, piles and limits, so that its conditions mean the same.
    pub(super) fn is_like(&self, other: &Known<'_>) -> bool {
        let (known, game, other) = (other, self.game, other.game);
        let piles = |game: &Game| -> Vec<_> {
            let groups = game.groups.iter();
            groups
                .map(|g| (g.name.clone(), g.piles, g.capacity, g.take))
                .collect()
        };
        let limits = |game: &Game| -> Vec<_> {
            let actions = game.actions.iter();
            actions.map(|a| (a.name.clone(), a.limit)).collect()
        };
        game.deck == other.deck
            && game.order == other.order
            && piles(game) == piles(other)
            && limits(game) == limits(other)
            && game.score.points.is_none() == other.score.points.is_none()
            && self.origins == known.origins
            && self.places == known.places
    }
}

/// What a condition can read.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) known: &'a Known<'a>,
    /// The key that the condition is written in.
    pub(super) slot: Slot,
    /// The piles that `this` can stand for.
    pub(super) this: Vec<PileId>,
    /// What the variables of the enclosing quantifiers stand for, outermost first.
    pub(super) variables: Vec<Bound>,
}

/// What the variable of a quantifier stands for.
#[derive(Clone)]
pub(super) enum Bound {
    /// One of these piles.
    Pile(Vec<PileId>),
    /// A card.
    Card,
    /// A row or column.
    Line,
}

/// The values that a number can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) may_be_absent: bool,
}

impl Range {
    fn new(low: i64, high: i64) -> Range {
        Range {
            low,
            high: high.max(low),
            may_be_absent: false,
        }
    }

    fn or_absent(self, may_be_absent: bool) -> Range {
        Range {
            may_be_absent: self.may_be_absent || may_be_absent,
            ..self
        }
    }

    /// The range that has the results of an operation on the bounds of two others as its bounds.
    fn of(a: Range, b: Range, results: [i64; 4]) -> Range {
        let clamp = |bound: i64| bound.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let low = results.into_iter().min().unwrap_or(0);
        let high = results.into_iter().max().unwrap_or(0);
        Range::new(clamp(low), clamp(high)).or_absent(a.may_be_absent || b.may_be_absent)
    }

    fn plus(self, other: Range) -> Range {
        let (low, high) = (self.low + other.low, self.high + other.high);
        Range::of(self, other, [low, low, high, high])
    }

    fn minus(self, other: Range) -> Range {
        let (low, high) = (self.low - other.high, self.high - other.low);
        Range::of(self, other, [low, low, high, high])
    }

    fn times(self, other: Range) -> Range {
        let products = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        Range::of(self, other, products)
    }
}

impl Scope<'_> {
    /// The scope of the body of a quantifier.
    pub(super) fn within(&self, domain: &Domain) -> Self {
        let mut inner = self.clone();
        inner.variables.push(match domain {
            Domain::Piles(group) => Bound::Pile(self.piles_of(*group)),
            Domain::Cards(_) => Bound::Card,
            Domain::Lines { .. } => Bound::Line,
        });
        inner
    }

    /// What a quantifier's variable stands for, by its de Bruijn index.
    pub(super) fn bound(&self, depth: u8) -> Option<&Bound> {
        self.variables.iter().rev().nth(usize::from(depth))
    }

    /// Whether `this` has a top card, which is `top`.
    pub(super) fn top_is_of_this(&self) -> bool {
        matches!(self.slot, Slot::Build | Slot::Pair | Slot::Swap)
    }

    /// The piles that can be in a group.
    fn piles_of(&self, group: GroupExpr) -> Vec<PileId> {
        match group {
            GroupExpr::Named(piles) => piles.iter().collect(),
            GroupExpr::Local(_) => self.known.game.piles().collect(),
        }
    }

    /// The piles that `from` can stand for.
    pub(super) fn origins(&self) -> Vec<PileId> {
        match self.slot {
            Slot::Which => self.known.game.piles().collect(),
            _ => self.known.origins.clone(),
        }
    }

    /// The piles that an expression can stand for, if it stands for one.
    fn piles(&self, pile: &PileExpr) -> Vec<PileId> {
        match pile {
            PileExpr::This => self.this.clone(),
            PileExpr::From => self.origins(),
            PileExpr::Moved => Vec::new(),
            PileExpr::At(pile) => vec![*pile],
            PileExpr::Nth(group, _) => self.piles_of(*group),
            PileExpr::Beside(pile, _) => {
                let groups = self.piles(pile).into_iter();
                let game = self.known.game;
                let groups = groups.flat_map(|pile| game.group_of(pile).piles.iter());
                groups.collect()
            }
            PileExpr::Local(depth) => match self.bound(*depth) {
                Some(Bound::Pile(piles)) => piles.clone(),
                Some(Bound::Card | Bound::Line) | None => Vec::new(),
            },
        }
    }

    fn cards(&self) -> i64 {
        i64::try_from(self.known.game.deck.len()).unwrap_or(i64::MAX)
    }

    /// The most cards that a pile can hold.
    fn room(&self, pile: PileId) -> i64 {
        let capacity = self.known.game.group_of(pile).capacity;
        capacity.map_or(self.cards(), |c| i64::from(c).min(self.cards()))
    }

    /// The sizes that a pile can have.
    fn size(&self, pile: &PileExpr) -> Range {
        if *pile == PileExpr::Moved {
            return Range::new(1, self.cards());
        }
        let rooms = self.piles(pile).into_iter().map(|pile| self.room(pile));
        let high = rooms.max().unwrap_or(0);
        match pile {
            PileExpr::This if self.slot == Slot::Start => Range::new(0, 0),
            PileExpr::This if self.top_is_of_this() => Range::new(1, high),
            PileExpr::From => Range::new(1, high),
            _ => Range::new(0, high),
        }
    }

    /// How many elements a domain can have.
    pub(super) fn elements(&self, domain: &Domain) -> Range {
        match domain {
            Domain::Piles(GroupExpr::Named(piles)) => {
                Range::new(i64::from(piles.count), i64::from(piles.count))
            }
            Domain::Piles(GroupExpr::Local(_)) => {
                let piles = self.known.game.piles().count();
                Range::new(0, i64::try_from(piles).unwrap_or(i64::MAX))
            }
            Domain::Lines { lines, .. } => {
                let lines = i64::try_from(lines.len()).unwrap_or(i64::MAX);
                Range::new(lines, lines)
            }
            Domain::Cards(pile) => self.size(pile),
        }
    }

    /// The values that a number can have.
    pub(super) fn range(&self, number: &Value) -> Range {
        match &number.kind {
            ValueKind::Number(number) => Range::new(i64::from(*number), i64::from(*number)),
            ValueKind::OfPile(Property::Size, pile) => self.size(pile),
            ValueKind::OfGroup(Property::Size, group) => {
                let rooms = self.piles_of(*group).into_iter();
                let rooms: i64 = rooms.map(|pile| self.room(pile)).sum();
                Range::new(0, rooms.min(self.cards()))
            }
            ValueKind::OfGroup(..) => Range::new(1, i64::from(u8::MAX)),
            ValueKind::OfPile(property, pile) => {
                let places = self.piles(pile).into_iter();
                let places = places.filter_map(|pile| self.known.places.get(pile.index()));
                let high = places.filter_map(|place| place.number(*property)).max();
                let is_one = matches!(
                    pile,
                    PileExpr::This | PileExpr::From | PileExpr::At(_) | PileExpr::Local(_)
                );
                Range::new(1, i64::from(high.unwrap_or(1))).or_absent(!is_one)
            }
            ValueKind::OfCard(Property::Index, _) => Range::new(1, self.cards()).or_absent(true),
            ValueKind::OfCard(_, card) => {
                let is_there = matches!(card, CardExpr::Card | CardExpr::Top);
                let is_suited = self.known.game.pack.jokers == 0;
                Range::new(1, 13).or_absent(!(is_there && is_suited))
            }
            ValueKind::Used(counter) => Range::new(0, self.uses(*counter)),
            ValueKind::Score => match self.known.game.score.points {
                None => Range::new(0, self.cards()),
                Some(_) => Range::new(i64::from(i32::MIN), i64::from(i32::MAX)),
            },
            ValueKind::Count(domain, _) => Range::new(0, self.elements(domain).high),
            ValueKind::Sum(domain, number) => {
                let one = self.within(domain).range(number);
                let most = Range::new(0, self.elements(domain).high);
                let sum = most.times(Range::new(one.low, one.high));
                Range::new(sum.low.min(0), sum.high.max(0))
            }
            ValueKind::Plus(a, b) => self.range(a).plus(self.range(b)),
            ValueKind::Minus(a, b) => self.range(a).minus(self.range(b)),
            ValueKind::Times(a, b) => self.range(a).times(self.range(b)),
            _ => Range::new(i64::from(i32::MIN), i64::from(i32::MAX)).or_absent(true),
        }
    }

    /// How often something can have been used.
    fn uses(&self, counter: Counter) -> i64 {
        let limit = match counter {
            Counter::Action(action) => self.known.game.actions[action.index()].limit,
            Counter::Group(_) => None,
        };
        i64::from(limit.unwrap_or(u16::MAX))
    }
}
