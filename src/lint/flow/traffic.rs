//! The groups that may give cards to each group, and how.

use super::flows::{By, Flow};
use super::world::World;
use crate::cards::{Card, FaceSet};
use crate::condition::{ActionId, GroupId, PileId, PileSet};
use crate::rules::{Game, Group};

/// The world of a game, and what may happen there.
#[derive(Debug)]
pub struct Traffic<'g> {
    pub(super) world: World<'g>,
    /// What may happen.
    flows: Vec<Flow>,
}

impl<'g> Traffic<'g> {
    /// Explores a game. Returns `None` if that takes too much work.
    pub fn explore(game: &'g Game) -> Option<Traffic<'g>> {
        let world = World::explore(game)?;
        let flows = world.flows();
        (!world.is_exhausted()).then_some(Traffic { world, flows })
    }

    /// Whether a card with this face may ever lie in a pile.
    pub fn may_hold(&self, pile: PileId, card: Card) -> bool {
        self.world.cards(pile).contains(card)
    }

    /// Whether the player may ever use an action.
    pub fn may_use(&self, action: ActionId) -> bool {
        self.world.used[action.index()] && self.world.may_change(action)
    }

    /// Whether a card may ever go from a pile of one group to another pile, of the other group.
    pub(super) fn may_give(&self, from: GroupId, to: GroupId) -> bool {
        let to = self.piles(to);
        self.leaving(from).any(|flow| flow.comes_to(to))
    }

    /// Whether a card may ever leave a pile of a group.
    pub fn may_leave(&self, group: GroupId) -> bool {
        self.leaving(group).next().is_some()
    }

    fn piles(&self, group: GroupId) -> PileSet {
        self.world.game.group(group).piles.set()
    }

    /// What may go from piles to others.
    fn moves(&self) -> impl Iterator<Item = &Flow> {
        self.flows.iter().filter(|flow| !flow.is_in_place())
    }

    /// What may go from piles to others after the setup.
    pub(super) fn moves_in_play(&self) -> impl Iterator<Item = &Flow> {
        self.moves().filter(|flow| flow.by != By::Setup)
    }

    fn leaving(&self, group: GroupId) -> impl Iterator<Item = &Flow> {
        let piles = self.piles(group);
        self.moves().filter(move |flow| flow.leaves(piles))
    }

    /// The faces that may come to a group otherwise than by a player who places them there.
    pub(super) fn brought(&self, group: GroupId) -> FaceSet {
        let piles = self.piles(group);
        let flows = self.moves().filter(|flow| flow.brings_to(piles));
        flows.fold(FaceSet::EMPTY, |all, flow| all | flow.faces)
    }

    /// The most cards that the player may ever move to a group at once.
    pub(super) fn longest_for(&self, group: &Group) -> u8 {
        let units = self.world.units_of(group);
        let offers = units.flat_map(|unit| self.world.offers_to_place(unit));
        offers.map(|offer| offer.longest).max().unwrap_or(0)
    }
}
