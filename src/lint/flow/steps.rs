//! Which cards steps may move, and where to.

use super::evaluate::Scene;
use super::world::World;
use crate::cards::{Card, FaceSet};
use crate::condition::{Condition, PileId, PileSet};
use crate::rules::{Dealing, Divert, Step, StepKind};

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
        match &step.kind {
            StepKind::Deal(dealing) => self.dealt(dealing),
            StepKind::Turn { from, only, to } => {
                let is_turned = |pile: &PileId| self.is_selected(*pile, only.as_ref());
                let from: PileSet = from.iter().copied().filter(is_turned).collect();
                Transfer::new(from, *to, self.cards_of(from))
                    .into_iter()
                    .collect()
            }
            StepKind::Close { piles, only } => {
                let selected = piles
                    .set()
                    .filter(|pile| self.is_selected(pile, only.as_ref()));
                let faces = self.cards_of(selected);
                let to = selected.iter();
                to.filter_map(|to| Transfer::new(selected - PileSet::only(to), to, faces))
                    .collect()
            }
            StepKind::Call(action) => {
                let action = &self.game.actions[action.index()];
                if !self.may_hold(action.when.as_ref(), &Scene::TABLE) {
                    return Vec::new();
                }
                action
                    .steps
                    .iter()
                    .flat_map(|step| self.transfers(step))
                    .collect()
            }
            StepKind::Sink { .. } | StepKind::Shuffle(_) | StepKind::Pick { .. } => Vec::new(),
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

    fn dealt(&self, dealing: &Dealing) -> Vec<Transfer> {
        let mut transfers = Vec::new();
        let from = dealing.from.set();
        for to in dealing.to.iter() {
            if dealing.amount_of(to) == 0 || !self.is_selected(to, dealing.only.as_ref()) {
                continue;
            }
            let faces = self.cards_of(from);
            let selected =
                faces.filter(|card| self.is_dealt(card, from, to, dealing.which.as_ref()));
            transfers.extend(Transfer::new(from, to, selected));
            if let Some(divert) = &dealing.divert {
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
