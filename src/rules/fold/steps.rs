//! The facts that the conditions of steps and of what happens by itself are.

use std::collections::HashMap;

use super::Folder;
use crate::condition::{Condition, Facts, PileId};
use crate::rules::game::{Action, Auto, Game};
use crate::rules::step::StepKind;
use crate::text::Span;

/// By the place of a condition: its facts.
pub(super) type Found = HashMap<Span, Facts>;

/// Calls `f` with each condition that is asked in play of no card, and with the piles that it is asked of, if any.
fn each(
    actions: &mut [Action],
    autos: &mut [Auto],
    win: &mut Option<Condition>,
    mut f: impl FnMut(&mut Condition, &[PileId]),
) {
    let actions = actions.iter_mut();
    let actions = actions.map(|action| (&mut action.when, &mut action.steps));
    let autos = autos
        .iter_mut()
        .map(|auto| (&mut auto.when, &mut auto.steps));
    for (when, steps) in actions.chain(autos) {
        if let Some(when) = when {
            f(when, &[]);
        }
        for step in steps {
            if let Some(when) = &mut step.when {
                f(when, &[]);
            }
            match &mut step.kind {
                StepKind::Deal(dealing) => {
                    let piles: Vec<PileId> = dealing.to.iter().collect();
                    dealing.only.iter_mut().for_each(|only| f(only, &piles));
                }
                StepKind::Turn {
                    from,
                    only: Some(only),
                    ..
                } => {
                    let mut piles = from.clone();
                    piles.sort_unstable();
                    f(only, &piles);
                }
                _ => {}
            }
        }
    }
    if let Some(win) = win {
        f(win, &[]);
    }
}

/// Notes in each condition the facts that it is.
pub(super) fn note(game: &mut Game, found: &Found) {
    let Game {
        actions,
        autos,
        win,
        ..
    } = game;
    each(actions, autos, win, |condition, _| {
        condition.facts = found.get(&condition.span).cloned().unwrap_or_default();
    });
}

impl Folder<'_> {
    /// Finds the facts that conditions are.
    pub(super) fn conditions(&mut self) -> Found {
        let mut found = Found::new();
        let mut conditions = Vec::new();
        // Copies are gone through, as the game itself is only looked at here.
        let Game {
            actions,
            autos,
            win,
            ..
        } = self.game;
        let (mut actions, mut autos, mut win) = (actions.clone(), autos.clone(), win.clone());
        each(&mut actions, &mut autos, &mut win, |condition, piles| {
            conditions.push((condition.clone(), piles.to_vec()));
        });
        for (condition, piles) in conditions {
            let facts = if !condition.predicate.mentions_this() {
                let any = piles.first().copied().unwrap_or(PileId::new(0));
                Facts::One(self.fact(&condition.predicate, any))
            } else if piles.is_empty() {
                Facts::None
            } else {
                let fact = |&pile: &PileId| (pile, self.fact(&condition.predicate, pile));
                Facts::Each(piles.iter().map(fact).collect())
            };
            found.insert(condition.span, facts);
        }
        found
    }
}
