//! Warns about deals that start several piles of the base group with whatever cards come.

use crate::rules::game::Game;
use crate::rules::step::StepKind;
use crate::text::{Diagnostic, Diagnostics};

/// Checks that no step deals a first card of its own rank to each of several piles that should start with the base rank.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    let Some(base) = &game.base else {
        return;
    };
    let group = game.group(base.of);
    for step in game.setup.iter().chain(game.steps_in_play()) {
        let StepKind::Deal(dealing) = &step.kind else {
            continue;
        };
        let is_chosen = dealing.which.is_some() || dealing.only.is_some();
        if is_chosen || !group.piles.contains(dealing.to.first) {
            continue;
        }
        let amounts = (0..usize::from(dealing.to.count)).map(|pile| dealing.amount.of(pile));
        if amounts.filter(|&amount| amount > 0).count() > 1 {
            let name = &group.name;
            report.push(
                Diagnostic::warning(
                    step.span,
                    format!("this starts several piles of `{name}`, in general with unlike ranks"),
                )
                .label("only the first card sets the base rank")
                .help(format!(
                    "deal to one of them, `to = \"{name} 1\"`, or say which cards: `which = 'base'`"
                )),
            );
        }
    }
}
