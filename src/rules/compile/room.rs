//! Whether piles that get cards by steps have room for them.

use crate::rules::game::Game;
use crate::rules::step::StepKind;
use crate::text::{Diagnostic, Diagnostics};

/// Refuses a stock that may be full, and cards that are turned onto a pile that may be: deals pass over a full pile,
/// but the pack has to lie somewhere, and a packet is turned over as a whole.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    let capacity = |group: &crate::rules::Group| {
        let capacity = group.capacity?;
        (usize::from(capacity) < game.deck.len()).then_some(capacity)
    };
    let stock = game.group_of(game.stock);
    if capacity(stock).is_some() {
        let at = stock.clause("capacity").span.unwrap_or_default();
        report.push(
            Diagnostic::error(at, "a stock that may be full")
                .label("the whole pack lies there before it is dealt"),
        );
    }
    for step in game.steps_in_play().chain(&game.setup) {
        let StepKind::Turn { to, .. } = &step.kind else {
            continue;
        };
        let group = game.group_of(*to);
        if *to != game.stock
            && let Some(most) = capacity(group)
        {
            let name = game.pile_full_name(*to);
            let mut wrong =
                Diagnostic::error(step.span, "cards are turned onto a pile that may be full")
                    .label(format!("{name} can hold {most}"));
            if let Some(at) = group.written("capacity") {
                wrong = wrong.also(at, "its capacity");
            }
            report.push(wrong);
        }
    }
}
