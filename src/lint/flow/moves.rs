//! Which cards the player may move, and where to.

use super::evaluate::{Scene, aspects};
use super::value::Few;
use super::world::World;
use std::slice::Chunks;

use crate::cards::{Card, FaceSet};
use crate::condition::{Aspect, Condition, PileId, PileSet, Reads};
use crate::rules::file::Take;
use crate::rules::{Group, Unit};

/// Cards that the player may lift from some piles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) piles: PileSet,
    pub(super) faces: FaceSet,
    /// The most cards that may be lifted at once.
    pub(super) longest: u8,
    /// Whether the player lifts them; else a step moves them.
    is_lifted: bool,
}

impl Offer {
    /// Cards that a step moves one by one.
    pub(super) fn by_step(piles: PileSet, faces: FaceSet) -> Offer {
        Offer {
            piles,
            faces,
            longest: 1,
            is_lifted: false,
        }
    }

    /// All of some offers, as one.
    pub(super) fn merged(offers: &[Offer]) -> Offer {
        let mut merged = offers[0];
        for offer in offers {
            merged.piles |= offer.piles;
            merged.faces |= offer.faces;
        }
        merged
    }
}

/// The first pile of a unit stands for all of it.
pub(super) fn first(unit: PileSet) -> PileId {
    unit.lowest().unwrap_or(PileId::new(0))
}

impl World<'_> {
    fn group_of(&self, unit: PileSet) -> &Group {
        self.game.group_of(first(unit))
    }

    /// What the player may lift from a unit.
    fn offer(&self, unit: PileSet) -> Option<Offer> {
        let group = self.group_of(unit);
        let pile = first(unit);
        let faces = self.cards(pile);
        let is_offered = group.take != Take::None
            && !faces.is_empty()
            && self.max_size(pile) > u16::from(group.keep)
            && self.is_selected_in(unit, group.available.as_ref());
        is_offered.then(|| Offer {
            piles: unit,
            faces,
            longest: self.longest_run(unit),
            is_lifted: true,
        })
    }

    /// Whether a condition on piles may hold for one of a unit.
    fn is_selected_in(&self, unit: PileSet, condition: Option<&Condition>) -> bool {
        let scene = Scene {
            this: unit,
            this_is_empty: Some(false),
            ..Scene::TABLE
        };
        self.may_hold(condition, &scene)
    }

    /// The most cards that may be lifted from a pile of a unit at once.
    pub(super) fn longest_run(&self, unit: PileSet) -> u8 {
        let group = self.group_of(unit);
        let pile = first(unit);
        let limit = self.max_size(pile).saturating_sub(u16::from(group.keep));
        let limit = u8::try_from(limit).unwrap_or(u8::MAX);
        let Some(run) = group.run.as_ref().or(group.build.as_ref()) else {
            return limit.min(1);
        };
        if !group.take.lifts_runs() || limit < 2 {
            return limit.min(1);
        }
        let faces = self.cards(pile).len();
        if !self.spend(faces * faces) {
            return limit;
        }
        self.longest_chain_of(unit, run)
            .map_or(limit, |longest| longest.min(limit))
    }

    fn longest_chain_of(&self, unit: PileSet, run: &Condition) -> Option<u8> {
        let faces = self.cards(first(unit));
        let scene = Scene {
            this: unit,
            this_is_empty: Some(false),
            from: unit,
            ..Scene::TABLE
        };
        let pairs = self.pairs(run, &scene, faces, faces);
        let (_, longest) = build_up(faces, |tops| pairs.with_any(tops));
        longest
    }

    /// What the player may lift and place on a unit.
    pub(super) fn offers_to_place(&self, unit: PileSet) -> Vec<Offer> {
        let piles = self.group_of(unit).piles.set();
        let is_alike = self.group_of(unit).alike;
        let mut offers = self.offers_to_meet(unit);
        offers.retain(|offer| !is_alike || (offer.piles & piles).is_empty());
        offers
    }

    /// What the player may lift and move onto a card of a unit.
    pub(super) fn offers_to_meet(&self, unit: PileSet) -> Vec<Offer> {
        let mut known = self.offers.borrow_mut();
        if known.0 != Some(self.news) {
            let offers = self.units.iter().filter_map(|&unit| self.offer(unit));
            *known = (Some(self.news), offers.collect());
        }
        let others = known.1.iter();
        let others = others.filter(|offer| offer.piles != unit || unit.len() > 1);
        others.copied().collect()
    }

    /// Whether the conditions of a unit tell apart where cards come from, or how many they are.
    pub(super) fn tells_apart(&self, unit: PileSet) -> bool {
        let group = self.group_of(unit);
        let mut conditions = [&group.start, &group.build, &group.pair, &group.swap].into_iter();
        let reads_source = Reads::FROM | Reads::MOVED_SIZE;
        group.unit != Unit::Exactly(1)
            || conditions.any(|c| {
                c.as_ref()
                    .is_some_and(|c| c.predicate.reads().any(reads_source))
            })
    }

    /// Divides offers into such as make no difference for a unit.
    pub(super) fn alike<'o>(&self, unit: PileSet, offers: &'o [Offer]) -> Chunks<'o, Offer> {
        let is_each = offers.is_empty() || self.tells_apart(unit);
        offers.chunks(if is_each { 1 } else { offers.len() })
    }

    /// Whether the number of cards of an offer may fit on a unit.
    pub(super) fn fits(&self, unit: PileSet, offer: Offer) -> bool {
        match self.group_of(unit).unit {
            Unit::Exactly(size) => size <= offer.longest,
            Unit::Any => true,
        }
    }

    /// The cards of an offer that a unit may accept as the lowest of a move: by `start`, or by `build` on some card
    /// there.
    pub(super) fn accepted(&self, unit: PileSet, offer: Offer) -> FaceSet {
        let starting = self.starting(unit, offer);
        let others = Offer {
            faces: offer.faces - starting,
            ..offer
        };
        let tops = self.cards(first(unit)) | starting;
        starting | self.building(unit, others, tops)
    }

    /// The cards that `start` may accept.
    pub(super) fn starting(&self, unit: PileSet, offer: Offer) -> FaceSet {
        let group = self.group_of(unit);
        let Some(condition) = group.start.as_ref().filter(|_| self.fits(unit, offer)) else {
            return FaceSet::EMPTY;
        };
        let sets_base = self.game.base.as_ref().is_some_and(|base| {
            let may_set = !offer.is_lifted || !base.from.is_empty();
            may_set && self.game.group(base.of).piles.contains(first(unit))
        });
        if !self.spend(condition.node_count) {
            return offer.faces;
        }
        let (mut aspect, _) = aspects(&condition.predicate);
        if sets_base {
            aspect.add(Aspect::RANK);
        }
        let classes = aspect.classes(offer.faces).filter(|(card, _)| {
            // A card that may set the base rank is judged by its own rank.
            let own = card
                .rank()
                .map(|rank| Few::rank(rank, &self.game.order).set);
            let scene = Scene {
                card: Some(*card),
                this_is_empty: Some(true),
                base: sets_base.then(|| Few::perhaps(self.bases() | own.unwrap_or(0))),
                ..self.landing(unit, offer)
            };
            self.may_hold(Some(condition), &scene)
        });
        classes.fold(FaceSet::EMPTY, |all, (_, class)| all | class)
    }

    /// The cards that `build` may accept on some cards, and on other cards that it may accept.
    pub(super) fn building(&self, unit: PileSet, offer: Offer, tops: FaceSet) -> FaceSet {
        let group = self.group_of(unit);
        // A full pile takes nothing, and a pile of one card is full.
        let build = group.build.as_ref().filter(|_| group.capacity != Some(1));
        let Some(condition) = build.filter(|_| self.fits(unit, offer)) else {
            return FaceSet::EMPTY;
        };
        let scene = Scene {
            this_is_empty: Some(false),
            ..self.landing(unit, offer)
        };
        // Both look at all pairs of cards, again and again.
        if !self.spend(offer.faces.len() * tops.len()) {
            return offer.faces;
        }
        let pairs = self.pairs(condition, &scene, offer.faces, tops | offer.faces);
        let (tops, _) = build_up(tops, |tops| pairs.with_any(tops));
        pairs.with_any(tops)
    }

    /// The scene of a card of an offer that is to be placed on a unit as the lowest of a move.
    fn landing(&self, unit: PileSet, offer: Offer) -> Scene {
        Scene {
            this: unit,
            from: offer.piles,
            moved: match self.group_of(unit).unit {
                Unit::Exactly(size) => (size, size),
                Unit::Any => (1, offer.longest),
            },
            ..Scene::TABLE
        }
    }

    /// The cards of an offer that may leave the game or change places with a card of a unit; and those cards.
    pub(super) fn partners(&self, unit: PileSet, offer: Offer) -> (FaceSet, FaceSet) {
        let group = self.group_of(unit);
        let pile = first(unit);
        let none = (FaceSet::EMPTY, FaceSet::EMPTY);
        let Some((_, condition)) = group.partner_rule() else {
            return none;
        };
        let is_liftable = group.swap.is_some() || group.take != Take::None;
        if !is_liftable
            || self.max_size(pile) <= u16::from(group.keep)
            || !self.is_selected_in(unit, group.available.as_ref())
        {
            return none;
        }
        let scene = Scene {
            this: unit,
            this_is_empty: Some(false),
            from: offer.piles,
            ..Scene::TABLE
        };
        let pairs = self.pairs(condition, &scene, offer.faces, self.cards(pile));
        let tops = pairs.tops();
        (pairs.with_any(tops), tops)
    }
}

/// Builds chains on some cards; `may_lie_on` returns the cards that may lie on any of the given ones. Returns all cards of
/// the chains, and the length of the longest chain: `None` if a chain can repeat a card and so be of any length.
pub(super) fn build_up(
    starts: FaceSet,
    may_lie_on: impl Fn(FaceSet) -> FaceSet,
) -> (FaceSet, Option<u8>) {
    let (mut layer, mut all) = (starts, starts);
    for length in 0..=Card::FACES {
        if layer.is_empty() {
            return (all, u8::try_from(length).ok());
        }
        layer = may_lie_on(layer);
        all |= layer;
    }
    (all, None)
}
