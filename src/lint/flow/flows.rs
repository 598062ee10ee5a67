//! What may happen: the cards that may go from some piles to others, and by what.

use super::evaluate::Scene;
use super::moves::{Offer, first};
use super::world::World;
use crate::cards::{Card, FaceSet};
use crate::condition::{ActionId, Condition, PileId, PileSet};
use crate::rules::{Game, Step, Unit, Way};

/// Cards that may go from some piles to others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// The piles that they come from; they hold cards.
    pub(super) from: PileSet,
    pub(super) to: PileSet,
    pub(super) faces: FaceSet,
    pub(super) by: By,
}

impl Flow {
    /// Whether cards stay in their pile, perhaps in another order.
    pub(super) fn is_in_place(&self) -> bool {
        self.from == self.to && self.to.len() == 1
    }

    /// Whether it comes from some of these piles.
    pub(super) fn leaves(&self, piles: PileSet) -> bool {
        !(self.from & piles).is_empty()
    }

    /// Whether it goes to some of these piles.
    pub(super) fn comes_to(&self, piles: PileSet) -> bool {
        !(self.to & piles).is_empty()
    }

    /// Whether it goes to some of these piles otherwise than by a player who places cards there.
    pub(super) fn brings_to(&self, piles: PileSet) -> bool {
        self.by != By::Placing && self.comes_to(piles)
    }
}

/// What moves cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The setup.
    Setup,
    /// An action.
    Action,
    /// An automatic move.
    Auto,
    /// `fill`
    Fill,
    /// The player, who places them.
    Placing,
    /// The player, who moves a card onto another, so that they change places.
    Swap,
    /// The player, who moves a card onto one of this unit, so that both leave.
    Pair(PileSet),
}

/// Something that may happen again and again.
#[derive(Clone, Copy)]
enum Event {
    Setup,
    Action(ActionId),
    Auto(usize),
    /// The player moves a card to a unit, or `fill` does.
    Unit(PileSet),
}

impl<'g> World<'g> {
    /// The world of a game, or `None` if finding it takes too much work: lets everything happen that may happen, until
    /// nothing is new.
    pub(crate) fn explore(game: &'g Game) -> Option<World<'g>> {
        let mut world = World::new(game);
        let events = world.events();
        // For each event, the value of `news` when it last happened.
        let mut known = vec![None; events.len()];
        while known.iter().any(|known| *known != Some(world.news)) {
            for (event, known) in events.iter().zip(&mut known) {
                while *known != Some(world.news) {
                    *known = Some(world.news);
                    world.happen(*event);
                }
            }
            if world.is_exhausted() {
                return None;
            }
        }
        Some(world)
    }

    /// All that may happen in the world.
    pub(super) fn flows(&self) -> Vec<Flow> {
        let events = self.events().into_iter();
        events
            .flat_map(|event| self.flows_of(event, false))
            .collect()
    }

    fn events(&self) -> Vec<Event> {
        let actions = self.game.actions().map(Event::Action);
        let autos = (0..self.game.autos.len()).map(Event::Auto);
        let units = self.units.iter().copied().map(Event::Unit);
        std::iter::once(Event::Setup)
            .chain(actions)
            .chain(autos)
            .chain(units)
            .collect()
    }

    /// Lets something happen once.
    fn happen(&mut self, event: Event) {
        if let Event::Action(action) = event {
            let when = self.game.actions[action.index()].when.as_ref();
            if self.may_hold(when, &Scene::TABLE) {
                self.news += u32::from(!std::mem::replace(&mut self.used[action.index()], true));
            }
        }
        for flow in self.flows_of(event, true) {
            for pile in flow.to.iter() {
                self.add(pile, flow.faces);
            }
            let counted = match flow.by {
                By::Setup | By::Action | By::Auto | By::Fill => continue,
                By::Placing | By::Swap => flow.to,
                By::Pair(unit) => unit,
            };
            let group = self.game.piles[first(counted).index()].group.index();
            self.news += u32::from(!std::mem::replace(&mut self.moved_to[group], true));
        }
    }

    /// What may happen, or at least what is `new` of it.
    fn flows_of(&self, event: Event, new: bool) -> Vec<Flow> {
        match event {
            Event::Setup => self.run(None, &self.game.setup, By::Setup),
            Event::Action(action) => {
                let action = &self.game.actions[action.index()];
                self.run(action.when.as_ref(), &action.steps, By::Action)
            }
            Event::Auto(auto) => {
                let auto = &self.game.autos[auto];
                self.run(auto.when.as_ref(), &auto.steps, By::Auto)
            }
            Event::Unit(unit) => {
                let mut flows = Vec::new();
                for &source in &self.game.group_of(first(unit)).fill {
                    let piles = self.game.group(source).piles.set();
                    flows.extend(self.flow(piles, unit, self.cards_of(piles), By::Fill));
                }
                self.place(unit, new, &mut flows);
                self.meet(unit, &mut flows);
                flows
            }
        }
    }

    /// Cards that go from those piles that hold any; `None` if there are no such cards.
    fn flow(&self, from: PileSet, to: PileSet, faces: FaceSet, by: By) -> Option<Flow> {
        let from = from.filter(|pile| !self.cards(pile).is_empty());
        (!faces.is_empty()).then_some(Flow {
            from,
            to,
            faces,
            by,
        })
    }

    /// What the player may place on a unit.
    fn place(&self, unit: PileSet, new: bool, flows: &mut Vec<Flow>) {
        let pile = first(unit);
        let group = self.game.group_of(pile);
        let is_counted = self.moved_to[self.game.piles[pile.index()].group.index()];
        let offers = self.offers_to_place(unit);
        for alike in self.alike(unit, &offers) {
            let mut offer = Offer::merged(alike);
            // The cards on top of the lowest one come with it.
            let moves_runs = group.unit != Unit::Exactly(1) && offer.longest > 1;
            let missing = offer.faces - self.cards(pile);
            if new && is_counted && (!moves_runs || missing.is_empty()) {
                offer.faces = missing;
            }
            let accepted = self.accepted(unit, offer);
            for part in alike {
                let placed = accepted & part.faces;
                let comes_along = moves_runs && !placed.is_empty();
                let faces = if comes_along { part.faces } else { placed };
                flows.extend(self.flow(part.piles, unit, faces, By::Placing));
            }
        }
    }

    /// What the player may move onto a card of a unit, to leave with it or to change places.
    fn meet(&self, unit: PileSet, flows: &mut Vec<Flow>) {
        let Some((way, _)) = self.game.group_of(first(unit)).partner_rule() else {
            return;
        };
        let offers = self.offers_to_meet(unit);
        for alike in self.alike(unit, &offers) {
            let (cards, tops) = self.partners(unit, Offer::merged(alike));
            for part in alike.iter().filter(|part| !(part.faces & cards).is_empty()) {
                let (from, faces) = (part.piles, part.faces & cards);
                if way == Way::Swap {
                    flows.extend(self.flow(from, unit, faces, By::Swap));
                    flows.extend(self.flow(unit, from, tops, By::Swap));
                } else if let Some(discard) = self.game.discard {
                    let discard = PileSet::only(discard);
                    flows.extend(self.flow(from | unit, discard, faces | tops, By::Pair(unit)));
                }
            }
        }
    }

    /// What steps may move if a condition holds.
    fn run(&self, when: Option<&Condition>, steps: &[Step], by: By) -> Vec<Flow> {
        self.spend(steps.len());
        if !self.may_hold(when, &Scene::TABLE) {
            return Vec::new();
        }
        let flows = steps.iter().flat_map(|step| match step.action {
            Some(action) if self.may_hold(step.when.as_ref(), &Scene::TABLE) => {
                let action = &self.game.actions[action.index()];
                self.run(action.when.as_ref(), &action.steps, by)
            }
            _ => self.moved(step, by),
        });
        flows.collect()
    }

    /// The piles that hold cards when a step changes something: it needs only one of them. None if it never changes
    /// anything. The steps of an action that it calls count as its own.
    pub(super) fn sources(&self, step: &Step) -> PileSet {
        let flows = self.run(None, std::slice::from_ref(step), By::Action);
        flows
            .iter()
            .fold(PileSet::EMPTY, |all, flow| all | flow.from)
    }

    /// Whether the steps of an action may ever change anything.
    pub(super) fn may_change(&self, action: ActionId) -> bool {
        let action = &self.game.actions[action.index()];
        action.idle || self.may_take_effect(action.when.as_ref(), &action.steps)
    }

    /// Whether steps may change anything if a condition holds before the first of them. The first step that changes
    /// anything finds all cards where they were then: a pile that it takes cards from holds some while the condition
    /// holds.
    pub(super) fn may_take_effect(&self, when: Option<&Condition>, steps: &[Step]) -> bool {
        self.may_all_hold(&[when], steps)
    }

    fn may_all_hold(&self, conditions: &[Option<&Condition>], steps: &[Step]) -> bool {
        steps.iter().any(|step| {
            let mut conditions = conditions.to_vec();
            conditions.push(step.when.as_ref());
            if let Some(action) = step.action {
                let called = &self.game.actions[action.index()];
                conditions.push(called.when.as_ref());
                return self.may_all_hold(&conditions, &called.steps);
            }
            self.sources(step).iter().any(|pile| {
                let scene = Scene {
                    occupied: Some(pile),
                    ..Scene::TABLE
                };
                conditions
                    .iter()
                    .all(|condition| self.may_hold(*condition, &scene))
            })
        })
    }

    /// What a step may move, or change where it is.
    fn moved(&self, step: &Step, by: By) -> Vec<Flow> {
        let mut flows = Vec::new();
        if !self.may_hold(step.when.as_ref(), &Scene::TABLE) {
            return flows;
        }
        let selected = || {
            let only = step.only.as_ref();
            step.sources().filter(|pile| self.is_selected(pile, only))
        };
        if !step.cards.is_empty() {
            for (&card, to) in step.cards.iter().zip(step.to.iter()) {
                let (to, card) = (PileSet::only(to), FaceSet::only(card));
                flows.extend(self.flow(PileSet::EMPTY, to, card, by));
            }
        } else if step.amount.is_some() {
            self.deal(step, by, &mut flows);
        } else if step.reorders() {
            for pile in selected().iter() {
                let place = PileSet::only(pile);
                let is_meant = |card| self.is_dealt(card, place, pile, step.which.as_ref());
                let faces = self.cards(pile).filter(is_meant);
                flows.extend(self.flow(place, place, faces, by));
            }
        } else if step.moves_cards() {
            let selected = selected();
            let faces = self.cards_of(selected);
            for to in step
                .to
                .iter()
                .filter(|to| step.is_packet() || selected.contains(*to))
            {
                let to = PileSet::only(to);
                flows.extend(self.flow(selected - to, to, faces, by));
            }
        }
        flows
    }

    /// What a step deals.
    fn deal(&self, deal: &Step, by: By, flows: &mut Vec<Flow>) {
        let from = deal.from.set();
        for to in deal.to.iter() {
            if deal.amount_of(to) == 0 || !self.is_selected(to, deal.only.as_ref()) {
                continue;
            }
            let is_dealt = |card, which| self.is_dealt(card, from, to, which);
            let dealt = self
                .cards_of(from)
                .filter(|card| is_dealt(card, deal.which.as_ref()));
            flows.extend(self.flow(from, PileSet::only(to), dealt, by));
            let Some(divert) = &deal.divert else { continue };
            let diverted = dealt.filter(|card| is_dealt(card, divert.which.as_ref()));
            for elsewhere in divert.to.set().iter().map(PileSet::only) {
                let judges = self.game.group_of(divert.to.first).judges_diverted_cards();
                let offer = Offer::by_step(from, diverted);
                let accepted = if judges {
                    self.accepted(elsewhere, offer)
                } else {
                    diverted
                };
                flows.extend(self.flow(from, elsewhere, accepted, by));
            }
        }
    }

    /// Whether the `where` of a step may select a pile.
    pub(super) fn is_selected(&self, pile: PileId, only: Option<&Condition>) -> bool {
        let scene = Scene {
            this: PileSet::only(pile),
            ..Scene::TABLE
        };
        self.may_hold(only, &scene)
    }

    /// Whether the `which` of a step may select a card for a pile.
    pub(super) fn is_dealt(
        &self,
        card: Card,
        from: PileSet,
        to: PileId,
        which: Option<&Condition>,
    ) -> bool {
        self.spend(2);
        let Some(which) = which else {
            return true;
        };
        let scene = Scene {
            card: Some(card),
            this: PileSet::only(to),
            from: from.filter(|pile| self.cards(pile).contains(card)),
            moved: (1, 1),
            ..Scene::TABLE
        };
        self.may_hold(Some(which), &scene)
    }
}
