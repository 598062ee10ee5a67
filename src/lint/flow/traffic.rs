//! The groups that may give cards to each group, and how.

use super::evaluate::Scene;
use super::moves::{Offer, first};
use super::world::World;
use crate::cards::FaceSet;
use crate::condition::{ActionId, GroupId, PileSet};
use crate::rules::{Game, Group, Step};

/// The world of a game, and the groups that may give cards to each group.
#[derive(Debug)]
pub struct Traffic<'g> {
    pub(super) world: World<'g>,
    /// For each group that gives, and each that gets: whether a card may go from the one to the other, or to another
    /// pile of the same group.
    gives: Vec<Vec<bool>>,
    /// The faces that may come to each group otherwise than by a player who places them there.
    pub(super) brought: Vec<FaceSet>,
    /// Of these, the cards that come there after the setup.
    pub(super) brought_in_play: Vec<FaceSet>,
    /// For each group, the faces that the player may place on an empty pile or on a card there.
    pub(super) placed: Vec<FaceSet>,
    /// The piles that cards may come to after the setup.
    pub(super) entered: PileSet,
    /// The piles that cards may leave after the setup.
    pub(super) left: PileSet,
}

impl<'g> Traffic<'g> {
    /// Explores a game. Returns `None` if that takes too much work.
    pub fn explore(game: &'g Game) -> Option<Traffic<'g>> {
        let groups = game.groups.len();
        let mut traffic = Traffic {
            world: World::explore(game)?,
            gives: vec![vec![false; groups]; groups],
            brought: vec![FaceSet::EMPTY; groups],
            brought_in_play: vec![FaceSet::EMPTY; groups],
            placed: vec![FaceSet::EMPTY; groups],
            entered: PileSet::EMPTY,
            left: PileSet::EMPTY,
        };
        traffic.run(&game.setup);
        // The setup is over: what leaves and comes counts from here on.
        (traffic.entered, traffic.left) = (PileSet::EMPTY, PileSet::EMPTY);
        let by_setup = std::mem::replace(&mut traffic.brought, vec![FaceSet::EMPTY; groups]);
        traffic.bring();
        for unit in traffic.world.units.clone() {
            traffic.place(unit);
            traffic.meet(unit);
        }
        traffic.brought_in_play.clone_from(&traffic.brought);
        for (brought, by_setup) in traffic.brought.iter_mut().zip(by_setup) {
            *brought |= by_setup;
        }
        (!traffic.world.is_exhausted()).then_some(traffic)
    }

    /// Whether a card with this face may ever lie in a pile.
    pub fn may_hold(&self, pile: crate::PileId, card: crate::Card) -> bool {
        self.world.cards(pile).contains(card)
    }

    /// Whether the player may ever use an action.
    pub fn may_use(&self, action: ActionId) -> bool {
        self.world.used[action.index()] && self.world.may_change(action)
    }

    /// Whether a card may ever go from a pile of one group to another pile, of the other group.
    pub fn may_give(&self, from: GroupId, to: GroupId) -> bool {
        self.gives[from.index()][to.index()]
    }

    /// Whether a card may ever leave a pile of a group.
    pub fn may_leave(&self, group: GroupId) -> bool {
        self.gives[group.index()].contains(&true)
    }

    /// Whether automatic steps, with the refills after them, may bring a card back to a group that it left.
    pub(super) fn may_circle(&self) -> bool {
        let game = self.world.game;
        let mut to: Vec<PileSet> = vec![PileSet::EMPTY; game.piles.len()];
        let mut add = |from: PileSet, target: PileSet| {
            from.iter().for_each(|pile| to[pile.index()] |= target);
        };
        let autos = game.autos.iter();
        let steps: Vec<&Step> = autos
            .flat_map(|auto| game.inline_calls(&auto.steps))
            .map(|(step, _)| step)
            .collect();
        for step in &steps {
            for transfer in self.world.transfers(step) {
                add(transfer.from, game.group_of(transfer.to).piles.set());
            }
            if step.reorders() {
                add(step.sources(), step.sources());
            }
        }
        for group in &game.groups {
            for &source in &group.fill {
                add(game.group(source).piles.set(), group.piles.set());
            }
        }
        steps.iter().any(|step| {
            self.world.sources(step).iter().any(|start| {
                let mut reached = to[start.index()];
                loop {
                    let next = reached
                        .iter()
                        .fold(reached, |all, pile| all | to[pile.index()]);
                    if next == reached {
                        return reached.contains(start);
                    }
                    reached = next;
                }
            })
        })
    }

    /// The most cards that the player may ever move to a group at once.
    pub(super) fn longest_for(&self, group: &Group) -> u8 {
        let units = self.world.units_of(group);
        let offers = units.flat_map(|unit| self.world.offers_to_place(unit));
        offers.map(|offer| offer.longest).max().unwrap_or(0)
    }

    fn group_of(&self, unit: PileSet) -> usize {
        self.world.game.piles[first(unit).index()].group.index()
    }

    fn record(&mut self, from: PileSet, to: PileSet) {
        self.left |= from;
        self.entered |= to;
        let to = self.group_of(to);
        for pile in from.iter() {
            let from = self.world.game.piles[pile.index()].group;
            self.gives[from.index()][to] = true;
        }
    }

    /// Records what steps bring.
    fn run<'s>(&mut self, steps: impl IntoIterator<Item = &'s Step>) {
        for step in steps {
            for transfer in self.world.transfers(step) {
                let to = PileSet::only(transfer.to);
                let from = transfer
                    .from
                    .filter(|pile| !self.world.cards(pile).is_empty());
                self.record(from, to);
                let group = self.group_of(to);
                self.brought[group] |= transfer.faces;
            }
            if !step.cards.is_empty() {
                let group = self.group_of(step.to.set());
                self.brought[group] |= step.cards.iter().copied().collect();
            }
        }
    }

    /// Records what actions, automatic steps and `fill` bring.
    fn bring(&mut self) {
        let game = self.world.game;
        for action in &game.actions {
            if self.world.may_hold(action.when.as_ref(), &Scene::TABLE) {
                self.run(&action.steps);
            }
        }
        for auto in &game.autos {
            if self.world.may_hold(auto.when.as_ref(), &Scene::TABLE) {
                self.run(&auto.steps);
            }
        }
        for group in game.groups.iter().filter(|group| !group.fill.is_empty()) {
            for &source in &group.fill {
                let faces = self.world.cards_in(source);
                if !faces.is_empty() {
                    self.record(game.group(source).piles.set(), group.piles.set());
                    let to = self.group_of(group.piles.set());
                    self.brought[to] |= faces;
                }
            }
        }
    }

    /// Records what the player may place on a unit.
    fn place(&mut self, unit: PileSet) {
        let offers = self.world.offers_to_place(unit);
        if self.world.tells_apart(unit) {
            for offer in offers {
                let accepted = self.world.accepted(unit, offer);
                self.record_placed(unit, offer, accepted);
            }
            return;
        }
        for merged in self.world.merge(unit, offers.clone()) {
            let accepted = self.world.accepted(unit, merged);
            for &offer in &offers {
                self.record_placed(unit, offer, accepted & offer.faces);
            }
        }
    }

    fn record_placed(&mut self, unit: PileSet, offer: Offer, accepted: FaceSet) {
        if !accepted.is_empty() {
            self.record(offer.piles, unit);
            let group = self.group_of(unit);
            self.placed[group] |= accepted;
        }
    }

    /// Records what may leave in pairs or change places.
    fn meet(&mut self, unit: PileSet) {
        let game = self.world.game;
        let Some(group) = Some(game.group_of(first(unit))).filter(|g| g.partner_rule().is_some())
        else {
            return;
        };
        for offer in self.world.offers_to_meet(unit) {
            let (cards, tops) = self.world.partners(unit, offer);
            if cards.is_empty() {
                continue;
            }
            if group.swap.is_some() {
                self.record(offer.piles, unit);
                self.record(unit, offer.piles);
                let (to, from) = (self.group_of(unit), self.group_of(offer.piles));
                self.brought[to] |= cards;
                self.brought[from] |= tops;
            } else if let Some(discard) = game.discard {
                self.record(offer.piles | unit, PileSet::only(discard));
                let discard = self.group_of(PileSet::only(discard));
                self.brought[discard] |= cards | tops;
            }
        }
    }
}
