//! Whether steps may ever change anything under the condition that they run.

use super::evaluate::Scene;
use super::world::World;
use crate::condition::{ActionId, Condition, PileSet};
use crate::rules::Step;

impl World<'_> {
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

    /// The piles that hold cards when a step changes something: it needs only one of them. None if it never changes
    /// anything.
    pub(super) fn sources(&self, step: &Step) -> PileSet {
        let moves = self.transfers(step);
        let sources = moves.iter().fold(PileSet::EMPTY, |all, t| all | t.from);
        let sources = if step.reorders() {
            step.sources()
        } else {
            sources
        };
        sources.filter(|pile| {
            let mut cards = self.cards(pile).iter();
            let from = PileSet::only(pile);
            cards.any(|card| {
                !step.reorders()
                    || self.is_selected(pile, step.only.as_ref())
                        && self.is_dealt(card, from, pile, step.which.as_ref())
            })
        })
    }
}
