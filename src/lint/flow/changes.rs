//! Whether steps may ever change anything under the condition that they run.

use super::evaluate::Scene;
use super::world::World;
use crate::condition::{ActionId, Condition};
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
}
