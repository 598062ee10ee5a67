//! What stands anywhere in the rules of a game: its steps and its conditions, and what they do to the piles.

use super::file::Take;
use super::{Game, Group, Step};
use crate::condition::{Condition, GroupId, Piles};

impl Game {
    /// Iterates over the steps of actions and automatic moves, but not of the setup.
    #[doc(hidden)]
    pub fn steps_in_play(&self) -> impl Iterator<Item = &Step> {
        let actions = self.actions.iter().map(|a| &a.steps);
        actions.chain(self.autos.iter().map(|a| &a.steps)).flatten()
    }

    /// Iterates over the conditions of the rules, each with the group of `this`, if any.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = (&Condition, Option<GroupId>)> {
        let setup = self.setup.iter();
        let of_setup = setup.flat_map(|step| self.conditions_of_step(step));
        let until = self.until.iter().map(|until| (until, None));
        self.conditions_in_play().chain(of_setup).chain(until)
    }

    /// The same for the conditions that are asked once the game is under way.
    pub(crate) fn conditions_in_play(&self) -> impl Iterator<Item = (&Condition, Option<GroupId>)> {
        let of_groups = self.groups().flat_map(|id| {
            let group = self.group(id);
            let landing = [&group.start, &group.build, &group.pair, &group.swap];
            let conditions = landing.into_iter().chain([&group.run, &group.available]);
            conditions
                .flatten()
                .map(move |condition| (condition, Some(id)))
        });
        let steps = self.steps_in_play();
        let of_steps = steps.flat_map(|step| self.conditions_of_step(step));
        let of_actions = self.actions.iter().map(|action| &action.when);
        let of_autos = self.autos.iter().map(|auto| &auto.when);
        let alone = of_actions.chain(of_autos).chain([&self.win]).flatten();
        let alone = alone.map(|condition| (condition, None));
        of_groups.chain(of_steps).chain(alone)
    }

    /// The same for the conditions of a step.
    pub(crate) fn conditions_of_step<'a>(
        &'a self,
        step: &'a Step,
    ) -> impl Iterator<Item = (&'a Condition, Option<GroupId>)> {
        step.conditions().map(|(condition, this)| {
            let pile = this.iter().next();
            (condition, pile.map(|pile| self.piles[pile.index()].group))
        })
    }

    /// Returns a list of steps with each `call` replaced by the steps of the action. Each step is paired with a flag:
    /// whether it is conditional.
    pub(crate) fn inline_calls<'a>(&'a self, steps: &'a [Step]) -> Vec<(&'a Step, bool)> {
        let mut list = Vec::new();
        for step in steps {
            let Some(action) = step.action else {
                list.push((step, step.when.is_some()));
                continue;
            };
            let called = &self.actions[action.index()];
            let is_conditional = step.when.is_some() || called.when.is_some();
            let called = called.steps.iter();
            list.extend(called.map(|step| (step, step.when.is_some() || is_conditional)));
        }
        list
    }

    /// Whether cards can enter or leave the stock after the setup.
    pub(crate) fn uses_stock(&self) -> bool {
        let stock = self.group_of(self.stock);
        let fills = |g: &Group| {
            let mut sources = g.fill.iter();
            sources.any(|&source| self.group(source).piles.first == self.stock)
        };
        stock.take != Take::None
            || stock.start.is_some()
            || stock.swap.is_some()
            || self.groups.iter().any(fills)
            || self
                .steps_in_play()
                .any(|step| step.moves_cards() && step.touches(stock.piles))
    }

    /// Whether the piles of a group move up to fill the gaps between them.
    #[doc(hidden)]
    pub fn closes_up(&self, piles: Piles) -> bool {
        let mut steps = self.steps_in_play();
        steps.any(|step| step.keeps_piles_whole() && step.to == piles)
    }
}
