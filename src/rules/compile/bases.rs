//! Warns about deals that start several piles of the base group with whatever cards come.

use crate::condition::PileId;
use crate::rules::game::Game;
use crate::text::{Describe, Diagnostics};

/// Checks that no step deals a first card of its own rank to each of several piles that should start with the base rank.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    let Some(base) = &game.base else {
        return;
    };
    let group = game.group(base.of);
    for step in game.setup.iter().chain(game.steps_in_play()) {
        let is_chosen = step.which.is_some() || step.only.is_some();
        if step.amount.is_none() || is_chosen || !group.piles.contains(step.to.first) {
            continue;
        }
        let gets_cards = |pile: &PileId| step.amount_of(*pile) > 0;
        if step.to.iter().filter(gets_cards).count() > 1 {
            let name = &group.name;
            report
                .warn(
                    step.span,
                    format!("this starts several piles of `{name}`, in general with unlike ranks"),
                )
                .label("only the first card sets the base rank")
                .help(format!(
                    "deal to one of them, `to = \"{name} 1\"`, or say which cards: `which = 'base'`"
                ));
        }
    }
}
