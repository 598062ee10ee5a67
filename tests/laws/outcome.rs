//! Laws of the outcome of a game.

use std::collections::HashSet;

use patience::{Move, Outcome, Position};

use super::may_shuffle;
use super::walk::{Stop, Violation, ensure};

/// The most positions that the oracle looks at.
const MAX_POSITIONS: usize = 300;
/// The longest sequences of moves that are tried from a stuck position.
const MAX_MOVES: usize = 4;

/// The outcome is what the reference says: the game is stuck if it is not won, and no position that actions alone lead to
/// allows a move of cards, is won or has another score.
pub(super) fn check_outcome(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let (outcome, legal) = (position.outcome(), position.legal_moves());
    let has_card_move = legal.iter().any(|mv| matches!(mv, Move::Cards(..)));
    let is_possible = match outcome {
        Outcome::Won => position.is_won(),
        Outcome::Stuck => !position.is_won() && !has_card_move,
        Outcome::Open => !position.is_won() && !legal.is_empty(),
    };
    let text = || format!("{outcome:?}: {}", position.to_text());
    ensure(is_possible, "the outcome is what the moves say", text)?;
    // The oracle takes long.
    if position.is_won() || has_card_move || stop.rng.below(10) > 0 {
        return Ok(1);
    }
    let may_change = may_change(position);
    let is_right = may_change.is_none_or(|may| may == (outcome == Outcome::Open));
    ensure(is_right, "the outcome is what the reference says", text)?;
    Ok(1)
}

/// In a stuck game nothing that counts happens, whatever is played.
pub(super) fn check_stuck(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    if stop.position.outcome() != Outcome::Stuck {
        return Ok(0);
    }
    let mut after = vec![stop.position.clone()];
    for _ in 0..MAX_MOVES {
        let mut next = Vec::new();
        for position in after {
            for mv in position.legal_moves() {
                let mut at = position.clone();
                at.play_unchecked(mv);
                let is_stuck = matches!(mv, Move::Action(_))
                    && at.score() == stop.position.score()
                    && at.outcome() == Outcome::Stuck;
                ensure(is_stuck, "a stuck game stays stuck", || {
                    format!("{}: {mv:?}", stop.position.to_text())
                })?;
                next.push(at);
            }
        }
        after = next;
    }
    Ok(1)
}

/// Whether actions alone lead to a move of cards, a win or another score; `None` if they lead to too many positions, or if
/// a shuffle decides where they lead, which is not in the key of a position.
fn may_change(position: &Position) -> Option<bool> {
    if may_shuffle(position.game()) {
        return None;
    }
    let score = position.score();
    let mut pending = vec![position.clone()];
    let mut seen = HashSet::new();
    while let Some(at) = pending.pop() {
        let legal = at.legal_moves();
        let has_card_move = legal.iter().any(|mv| matches!(mv, Move::Cards(..)));
        if has_card_move || at.is_won() || at.score() != score {
            return Some(true);
        }
        if !seen.insert(at.key()) {
            continue;
        }
        pending.extend(legal.into_iter().map(|mv| {
            let mut next = at.clone();
            next.play_unchecked(mv);
            next
        }));
        if seen.len() > MAX_POSITIONS {
            return None;
        }
    }
    Some(false)
}
