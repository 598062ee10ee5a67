//! Checks that the setup deals and picks cards that are there.

use super::inline_calls;
use crate::cards::Card;
use crate::rules::game::Game;
use crate::rules::step::{Dealing, Step, StepKind};
use crate::text::{Diagnostic, Diagnostics, pluralize};

/// Checks that the setup deals no more cards than the pack has, and no more to a pile than it can hold.
pub(super) fn check_setup_deals(game: &Game, report: &mut Diagnostics) {
    // The stock has at most, and each other pile at least, this many cards.
    let mut stock_size = game.deck.len();
    let mut sizes = vec![0usize; game.piles.len()];
    for (step, is_conditional) in inline_calls(game, &game.setup) {
        match &step.kind {
            StepKind::Pick { cards, to } => {
                stock_size = stock_size.saturating_sub(cards.len());
                to.iter().for_each(|p| sizes[p.index()] += 1);
            }
            StepKind::Deal(dealing)
                if dealing.from.first == game.stock
                    && dealing.only.is_none()
                    && dealing.which.is_none()
                    && !is_conditional =>
            {
                let left = check_setup_deal(game, step, dealing, stock_size, &mut sizes, report);
                stock_size = left;
            }
            StepKind::Deal(dealing) => {
                for pile in dealing.from.iter() {
                    sizes[pile.index()] = 0;
                }
                if dealing.to.contains(game.stock) {
                    stock_size = game.deck.len();
                }
            }
            StepKind::Turn { from, to, .. } => {
                for pile in from {
                    sizes[pile.index()] = 0;
                }
                if *to == game.stock {
                    stock_size = game.deck.len();
                }
            }
            StepKind::Shuffle(_)
            | StepKind::Sink { .. }
            | StepKind::Close { .. }
            | StepKind::Call(_) => {}
        }
    }
}

/// Checks a `deal` from the stock to fixed piles, and returns how many cards are left in the stock.
fn check_setup_deal(
    game: &Game,
    step: &Step,
    dealing: &Dealing,
    stock_size: usize,
    sizes: &mut [usize],
    report: &mut Diagnostics,
) -> usize {
    let (to, amount) = (dealing.to, &dealing.amount);
    let may_skip = dealing.divert.as_ref().is_some_and(|divert| divert.skip);
    let Some(total) = amount.total(to.count) else {
        return 0;
    };
    for (index, pile) in to.iter().enumerate() {
        let size = &mut sizes[pile.index()];
        *size += usize::from(amount.of(index));
        let capacity = game.group_of(pile).capacity;
        if let Some(capacity) = capacity.filter(|&c| !may_skip && *size > usize::from(c)) {
            let name = game.pile_full_name(pile);
            let message = format!("`{name}` gets {}", pluralize(*size, "card"));
            let label = format!("it can hold at most {capacity}");
            report.push(Diagnostic::error(step.span, message).label(label));
            break;
        }
    }
    if total > stock_size {
        let message = format!("{} are dealt", pluralize(total, "card"));
        report.push(
            Diagnostic::error(step.span, message)
                .label(format!("only {stock_size} are left"))
                .help("`deal = \"all\"` deals the remaining cards"),
        );
    }
    stock_size.saturating_sub(total)
}

/// Checks that the pack has the cards that the setup picks.
pub(super) fn check_picks(game: &Game, report: &mut Diagnostics) {
    let mut picked: Vec<Card> = Vec::new();
    for step in &game.setup {
        let StepKind::Pick { cards, .. } = &step.kind else {
            continue;
        };
        for &card in cards {
            picked.push(card);
            let copies = game.pack.copies(card);
            if copies == 0 {
                report.push(Diagnostic::error(
                    step.span,
                    format!("the pack has no {card} to pick"),
                ));
            } else if picked.iter().filter(|&&c| c == card).count() > copies {
                let copies = if copies == 1 {
                    "one".to_owned()
                } else {
                    copies.to_string()
                };
                report.push(
                    Diagnostic::error(step.span, format!("{card} is picked too often"))
                        .label(format!("the pack has only {copies}")),
                );
            }
        }
    }
}
