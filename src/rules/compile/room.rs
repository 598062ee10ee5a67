//! Checks that piles have room for the cards that steps move to them.

use crate::rules::game::Game;
use crate::text::{Describe, Diagnostic, Diagnostics, pluralize};

/// Reports a stock that is too small for the pack, and a `turn` step whose target may be too small. Deals skip full
/// piles, but the stock must hold the whole pack, and a packet is turned over as a whole.
pub(super) fn check(game: &Game, report: &mut Diagnostics) {
    let limit = |group: &crate::rules::Group| {
        let capacity = group.capacity?;
        (usize::from(capacity) < game.deck.len()).then_some(capacity)
    };
    let stock = game.group_of(game.stock);
    if let Some(capacity) = limit(stock) {
        let span = stock.place_of("capacity");
        report
            .error(
                span,
                format!("the stock can hold at most {}", pluralize(capacity, "card")),
            )
            .label("expected room for the whole pack");
    }
    let steps = game.steps_in_play().chain(&game.setup);
    for step in steps.filter(|step| step.is_packet()) {
        let to = step.to.first;
        let group = game.group_of(to);
        if to != game.stock
            && let Some(capacity) = limit(group)
        {
            let name = game.pile_full_name(to);
            let mut error = Diagnostic::error(
                step.span,
                "cards are turned onto a pile that may be too small",
            )
            .label(format!("`{name}` can hold at most {capacity}"));
            if let Some(span) = group.span_of("capacity") {
                error = error.also(span, "its capacity");
            }
            report.push(error);
        }
    }
}
