//! Finds the cards that may ever lie in each pile: lets everything happen that may happen, until nothing is new.

use super::evaluate::Scene;
use super::moves::first;
use super::world::World;
use crate::condition::{GroupId, PileSet};
use crate::rules::{Game, Step, Unit};

impl<'g> World<'g> {
    /// The world of a game, or `None` if finding it takes too much work.
    pub(crate) fn explore(game: &'g Game) -> Option<World<'g>> {
        let mut world = World::new(game);
        while world.advance() {
            if world.is_exhausted() {
                return None;
            }
        }
        (!world.is_exhausted()).then_some(world)
    }

    /// Lets everything happen once. Returns whether anything was new.
    fn advance(&mut self) -> bool {
        let game = self.game;
        let mut is_new = self.run(&game.setup);
        for (id, action) in game.actions().zip(&game.actions) {
            if self.may_hold(action.when.as_ref(), &Scene::TABLE) {
                is_new |= !std::mem::replace(&mut self.used[id.index()], true);
                is_new |= self.run(&action.steps);
            }
        }
        for auto in &game.autos {
            if self.may_hold(auto.when.as_ref(), &Scene::TABLE) {
                is_new |= self.run(&auto.steps);
            }
        }
        for unit in self.units.clone() {
            is_new |= self.land(unit);
            is_new |= self.meet(unit);
            is_new |= self.fill(unit);
        }
        is_new
    }

    fn run(&mut self, steps: &[Step]) -> bool {
        let mut is_new = false;
        for step in steps {
            for transfer in self.transfers(step) {
                is_new |= self.add(transfer.to, transfer.faces);
            }
        }
        is_new
    }

    fn count_move(&mut self, unit: PileSet) -> bool {
        let group = self.game.piles[first(unit).index()].group;
        !std::mem::replace(&mut self.moved_to[group.index()], true)
    }

    /// Lets the player place cards on a unit.
    fn land(&mut self, unit: PileSet) -> bool {
        let pile = first(unit);
        let group = self.game.group_of(pile);
        if group.start.is_none() && group.build.is_none() {
            return false;
        }
        let mut is_new = false;
        for mut offer in self.merge(unit, self.offers_to_place(unit)) {
            let moves_runs = group.unit != Unit::Exactly(1) && offer.longest > 1;
            let is_counted = self.moved_to[self.game.piles[pile.index()].group.index()];
            loop {
                let all = offer.faces;
                if !moves_runs && is_counted {
                    offer.faces = all - self.cards(pile);
                } else if (all - self.cards(pile)).is_empty() && is_counted {
                    break;
                }
                let accepted = self.accepted(unit, offer);
                offer.faces = all;
                if accepted.is_empty() {
                    break;
                }
                is_new |= self.count_move(unit);
                // The cards on top of the lowest one come with it.
                if !self.add(pile, if moves_runs { all } else { accepted }) {
                    break;
                }
                is_new = true;
            }
        }
        is_new
    }

    /// Lets cards leave in pairs or change places.
    fn meet(&mut self, unit: PileSet) -> bool {
        let pile = first(unit);
        let game = self.game;
        let group = game.group_of(pile);
        if group.partner_rule().is_none() {
            return false;
        }
        let mut is_new = false;
        for offer in self.merge(unit, self.offers_to_meet(unit)) {
            let (cards, tops) = self.partners(unit, offer);
            if cards.is_empty() {
                continue;
            }
            is_new |= self.count_move(unit);
            if group.swap.is_some() {
                is_new |= self.add(pile, cards);
                for from in offer.piles.iter() {
                    is_new |= self.add(from, tops);
                    is_new |= self.count_move(PileSet::only(from));
                }
            } else if let Some(discard) = game.discard {
                is_new |= self.add(discard, cards | tops);
            }
        }
        is_new
    }

    /// Refills a unit.
    fn fill(&mut self, unit: PileSet) -> bool {
        let pile = first(unit);
        let game = self.game;
        let sources = game.group_of(pile).fill.iter();
        let mut is_new = false;
        for faces in sources
            .map(|&source: &GroupId| self.cards_in(source))
            .collect::<Vec<_>>()
        {
            is_new |= self.add(pile, faces);
        }
        is_new
    }
}
