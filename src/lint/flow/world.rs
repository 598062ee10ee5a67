//! All positions of a game at once: the cards that may ever lie in each pile, whatever the deal and the moves.
//!
//! Nothing is ever forgotten: a card that may come to a pile may be there at any time. So the world holds every
//! position that a game can reach, and more. Anything impossible in it is impossible in the game.

use std::cell::RefCell;

use super::moves::Offer;
use crate::cards::{Card, FaceSet};
use crate::condition::{GroupId, Leaf, PileId, PileSet, Piles};
use crate::rules::{Game, Group};
use crate::work::{self, Kind, Window};

/// The most work for one game: far more than any built-in game needs.
const MAX_WORK: u64 = 50_000_000;
/// A group with more piles is looked at as a whole.
const MAX_SINGLE_PILES: u8 = 24;

/// Which cards may be where.
#[derive(Debug)]
pub(crate) struct World<'g> {
    pub(in crate::lint) game: &'g Game,
    /// The faces of the pack.
    pub(in crate::lint) faces: FaceSet,
    /// How many cards have each face.
    copies: [u16; Card::FACES],
    /// The units, in the order of their piles: piles that are told apart are units of their own, and all other piles of
    /// a group are one.
    pub(super) units: Vec<PileSet>,
    /// The unit of each pile.
    unit_of: Vec<usize>,
    /// The faces that may lie in each unit.
    cards: Vec<FaceSet>,
    /// The most cards that a pile of each unit may hold.
    sizes: Vec<u16>,
    /// The places of the ranks that the base rank may have; none if it is never set.
    bases: u16,
    /// For each action, whether the player may ever use it.
    pub(super) used: Vec<bool>,
    /// For each group, whether the player may ever move a card there.
    pub(super) moved_to: Vec<bool>,
    /// How many times any of this has changed.
    pub(super) news: u32,
    /// What the player may lift, and the value of `news` when this was found out.
    pub(super) offers: RefCell<(Option<u32>, Vec<Offer>)>,
    window: Window,
}

impl<'g> World<'g> {
    /// The world before anything has happened: all cards are in the stock, except those that the setup picks.
    pub(super) fn new(game: &'g Game) -> World<'g> {
        let mut copies = [0; Card::FACES];
        for card in &game.deck {
            copies[card.face()] += 1;
        }
        let (units, unit_of) = split(game);
        let mut world = World {
            game,
            faces: game.deck.iter().copied().collect(),
            copies,
            cards: vec![FaceSet::EMPTY; units.len()],
            sizes: vec![0; units.len()],
            unit_of,
            bases: 0,
            used: vec![false; game.actions.len()],
            moved_to: vec![false; game.groups.len()],
            news: 0,
            offers: RefCell::default(),
            window: Window::new(MAX_WORK),
            units,
        };
        let mut left = world.copies;
        for card in game.setup.iter().flat_map(|step| &step.cards) {
            left[card.face()] = left[card.face()].saturating_sub(1);
        }
        let left = world.faces.iter().filter(|card| left[card.face()] > 0);
        world.add(game.stock, left.collect());
        world
    }

    /// A world in which every card may lie in every pile, whatever the steps and conditions of the game say. There is
    /// no limit to its work of its own.
    pub(in crate::lint) fn everything(game: &'g Game) -> World<'g> {
        let mut world = World::new(game);
        world.window = Window::new(u64::MAX);
        for pile in game.piles() {
            world.add(pile, world.faces);
        }
        world.used.fill(true);
        world.moved_to.fill(true);
        world
    }

    /// The places of the ranks that the base rank may have; none if it is never set.
    pub(super) fn bases(&self) -> u16 {
        self.bases
    }

    /// Lets the base rank have other ranks.
    pub(super) fn set_bases(&mut self, bases: u16) {
        self.bases = bases;
        self.news += 1;
    }

    /// Counts work. Returns `false` if there is none left.
    pub(super) fn spend(&self, count: usize) -> bool {
        work::spend(Kind::Lint, count);
        self.window.is_open()
    }

    /// Whether the work ran out, so that nothing is known.
    pub(super) fn is_exhausted(&self) -> bool {
        !self.window.is_open()
    }

    /// The faces that may lie in a pile.
    pub(crate) fn cards(&self, pile: PileId) -> FaceSet {
        self.cards[self.unit_of[pile.index()]]
    }

    /// The faces that may lie in any of some piles.
    pub(super) fn cards_of(&self, piles: PileSet) -> FaceSet {
        let mut faces = FaceSet::EMPTY;
        for pile in piles.iter() {
            faces |= self.cards(pile);
        }
        faces
    }

    /// The faces that may lie in the piles of a group.
    pub(super) fn cards_in(&self, group: GroupId) -> FaceSet {
        self.cards_of(self.game.group(group).piles.set())
    }

    /// The number of cards with any of some faces.
    pub(super) fn copies_of(&self, faces: FaceSet) -> u16 {
        faces.iter().map(|card| self.copies[card.face()]).sum()
    }

    /// The most cards that a pile may ever hold.
    pub(super) fn max_size(&self, pile: PileId) -> u16 {
        self.sizes[self.unit_of[pile.index()]]
    }

    /// The units of a group.
    pub(super) fn units_of(&self, group: &Group) -> impl Iterator<Item = PileSet> + use<'_> {
        let piles = group.piles.set();
        self.units
            .iter()
            .copied()
            .filter(move |unit| !(*unit & piles).is_empty())
    }

    /// Lets cards come to a pile.
    pub(super) fn add(&mut self, pile: PileId, faces: FaceSet) {
        let unit = self.unit_of[pile.index()];
        let added = faces - self.cards[unit];
        if added.is_empty() {
            return;
        }
        self.news += 1;
        self.cards[unit] |= faces;
        let capacity = self.game.group_of(pile).capacity;
        self.sizes[unit] = self
            .copies_of(self.cards[unit])
            .min(capacity.map_or(u16::MAX, u16::from));
        if let Some(base) = &self.game.base
            && self.game.group(base.of).piles.contains(pile)
        {
            for card in added.iter() {
                let place = card.rank().and_then(|rank| self.game.order.place(rank));
                self.bases |= place.map_or(0, |place| 1 << place);
            }
        }
    }
}

/// Divides the piles into units. Returns them, and the unit of each pile.
fn split(game: &Game) -> (Vec<PileSet>, Vec<usize>) {
    let mut is_split = vec![false; game.groups.len()];
    let group_of = |pile: PileId| game.piles[pile.index()].group.index();
    for (condition, owner) in game.conditions() {
        condition.predicate.walk(&mut |leaf| match leaf {
            Leaf::This | Leaf::Index => {
                if let Some(owner) = owner {
                    is_split[owner.index()] = true;
                }
            }
            Leaf::IndexOfOther => is_split.fill(true),
            Leaf::One(piles) | Leaf::Membership(piles) if piles.count == 1 => {
                is_split[group_of(piles.first)] = true;
            }
            _ => {}
        });
    }
    for step in game.steps_in_play().chain(&game.setup) {
        let diverted = step.divert.as_ref().map_or(Piles::NONE, |divert| divert.to);
        let lists = [step.from, step.to, diverted];
        for piles in lists.into_iter().filter(|piles| *piles != Piles::NONE) {
            let is_part = piles.count != game.group_of(piles.first).piles.count;
            is_split[group_of(piles.first)] |=
                is_part || step.is_packet() || !step.cards.is_empty();
        }
    }
    let mut units = Vec::new();
    let mut unit_of = Vec::new();
    for (group, is_split) in game.groups.iter().zip(is_split) {
        if is_split && group.piles.count <= MAX_SINGLE_PILES {
            for pile in group.piles.iter() {
                unit_of.push(units.len());
                units.push(PileSet::only(pile));
            }
        } else {
            unit_of.extend(group.piles.iter().map(|_| units.len()));
            units.push(group.piles.set());
        }
    }
    (units, unit_of)
}
