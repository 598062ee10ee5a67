//! Laws of the outcome of a game.

use patience::{Move, Outcome};

use super::walk::{Stop, Violation, ensure};

/// A stuck game has no card moves, not even after any action, and a game without legal moves is not open.
pub(super) fn check_outcome(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let legal = position.legal_moves();
    let has_card_move = legal.iter().any(|m| matches!(m, Move::Cards(..)));
    let outcome = position.outcome();
    let text = || position.to_text();
    let is_stuck = outcome == Outcome::Stuck;
    ensure(
        !(has_card_move && is_stuck),
        "no card can be moved in a stuck game",
        text,
    )?;
    let is_open = outcome == Outcome::Open;
    ensure(
        !(legal.is_empty() && is_open),
        "an open game has a legal move",
        text,
    )?;
    let is_won = (outcome == Outcome::Won) == position.is_won();
    ensure(is_won, "the outcome of a game that is won says so", text)?;
    if is_stuck {
        for &action in &legal {
            let mut next = position.clone();
            let is_played = next.play(action).is_ok();
            let stays = is_played && next.outcome() == Outcome::Stuck;
            ensure(stays, "a stuck game stays stuck", text)?;
        }
    }
    Ok(1)
}
