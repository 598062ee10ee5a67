//! Which cards steps may move, and where to.

use super::evaluate::Scene;
use super::world::World;
use crate::cards::{Card, FaceSet};
use crate::condition::{Condition, PileId, PileSet};
use crate::rules::{Divert, Step};

/// Cards that may move from some piles to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transfer {
    pub(super) from: PileSet,
    pub(super) to: PileId,
    pub(super) faces: FaceSet,
}

impl Transfer {
    fn new(from: PileSet, to: PileId, faces: FaceSet) -> Option<Transfer> {
        (!faces.is_empty()).then_some(Transfer { from, to, faces })
    }
}

impl World<'_> {
    /// What a step may move. The steps of an action that it calls count as its own.
    pub(super) fn transfers(&self, step: &Step) -> Vec<Transfer> {
        if !self.may_hold(step.when.as_ref(), &Scene::TABLE) {
            return Vec::new();
        }
        if let Some(action) = step.action {
            let action = &self.game.actions[action.index()];
            if !self.may_hold(action.when.as_ref(), &Scene::TABLE) {
                return Vec::new();
            }
            let steps = action.steps.iter();
            return steps.flat_map(|step| self.transfers(step)).collect();
        }
        if step.amount.is_some() {
            return self.dealt(step);
        }
        // Picked cards are where they are from the beginning.
        if !step.moves_cards() || !step.cards.is_empty() {
            return Vec::new();
        }
        let only = step.only.as_ref();
        let selected = step.sources().filter(|pile| self.is_selected(pile, only));
        let is_target = |to: &PileId| step.is_packet() || selected.contains(*to);
        let faces = self.cards_of(selected);
        let to = step.to.iter().filter(is_target);
        to.filter_map(|to| Transfer::new(selected - PileSet::only(to), to, faces))
            .collect()
    }

    /// Whether the `where` of a step may select a pile.
    pub(super) fn is_selected(&self, pile: PileId, only: Option<&Condition>) -> bool {
        let scene = Scene {
            this: PileSet::only(pile),
            ..Scene::TABLE
        };
        self.may_hold(only, &scene)
    }

    fn dealt(&self, deal: &Step) -> Vec<Transfer> {
        let mut transfers = Vec::new();
        let from = deal.from.set();
        for to in deal.to.iter() {
            if deal.amount_of(to) == 0 || !self.is_selected(to, deal.only.as_ref()) {
                continue;
            }
            let faces = self.cards_of(from);
            let selected = faces.filter(|card| self.is_dealt(card, from, to, deal.which.as_ref()));
            transfers.extend(Transfer::new(from, to, selected));
            if let Some(divert) = &deal.divert {
                transfers.extend(self.diverted(divert, from, to, selected));
            }
        }
        transfers
    }

    /// Whether the `which` of a step may select a card for a pile.
    pub(super) fn is_dealt(
        &self,
        card: Card,
        from: PileSet,
        to: PileId,
        which: Option<&Condition>,
    ) -> bool {
        let scene = Scene {
            card: Some(card),
            this: PileSet::only(to),
            from: from.filter(|pile| self.cards(pile).contains(card)),
            moved: (1, 1),
            ..Scene::TABLE
        };
        self.may_hold(which, &scene)
    }

    /// Where the cards that are dealt to a pile may go instead.
    fn diverted(
        &self,
        divert: &Divert,
        from: PileSet,
        to: PileId,
        faces: FaceSet,
    ) -> Vec<Transfer> {
        let which = divert.which.as_ref();
        let faces = faces.filter(|card| self.is_dealt(card, from, to, which));
        let group = self.game.group_of(divert.to.first);
        let mut transfers = Vec::new();
        for elsewhere in divert.to.iter() {
            let accepted = if group.judges_diverted_cards() {
                self.accepted_alone(elsewhere, from, faces)
            } else {
                faces
            };
            transfers.extend(Transfer::new(from, elsewhere, accepted));
        }
        transfers
    }
}
