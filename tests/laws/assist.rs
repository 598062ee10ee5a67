//! Laws of hints, safe moves and moves made of several.

use patience::{CardId, Move, PileId, Position};

use super::walk::{Stop, Violation, ensure, fail};
use super::{format_moves, piles};

/// The pile of each card, and the order of the cards in it.
fn order_of(position: &Position) -> Vec<Vec<CardId>> {
    piles(position).map(|pile| position.cards(pile)).collect()
}

/// The hints are the legal moves, each with a reason.
pub(super) fn check_hints(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let hints = position.hints();
    let have_reasons = hints.iter().all(|hint| !hint.reason.is_empty());
    ensure(have_reasons, "a hint has a reason", String::new)?;
    let hinted = hints.iter().map(|hint| position.format_move(hint.mv));
    let mut hinted: Vec<String> = hinted.collect();
    hinted.sort_unstable();
    let legal = format_moves(position);
    ensure(hinted == legal, "the hints are the legal moves", || {
        format!("{hinted:?}, {legal:?}")
    })?;
    Ok(hints.len())
}

/// Safe moves can be played one after the other, and are moves of cards.
pub(super) fn check_safe_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let mut next = stop.position.clone();
    let moves = stop.position.safe_moves();
    for &mv in &moves {
        let is_right = matches!(mv, Move::Cards(..)) && next.play(mv).is_ok();
        ensure(is_right, "a safe move is a legal move of cards", || {
            format!("{mv:?}")
        })?;
    }
    Ok(moves.len())
}

/// A compound move moves its cards, in their order, and nothing else. Tries a random one.
pub(super) fn check_compound_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let (position, rng) = (stop.position, &mut stop.rng);
    let all: Vec<PileId> = piles(position).collect();
    let (from, to) = (all[rng.below(all.len())], all[rng.below(all.len())]);
    let cards = position.cards(from);
    if cards.len() < 2 {
        return Ok(0);
    }
    let index = cards.len() - 2 - rng.below((cards.len() - 1).min(3));
    let Some(moves) = position.find_compound_move(cards[index], to) else {
        return Ok(0);
    };
    let mut expected = order_of(position);
    let unit = expected[from.index()].split_off(index);
    expected[to.index()].extend(unit);
    let mut next = position.clone();
    for mv in moves {
        if let Err(refusal) = next.play(mv) {
            fail("each part of a compound move is legal", refusal.to_string())?;
        }
    }
    let law = "a compound move moves its cards and nothing else";
    ensure(order_of(&next) == expected, law, || position.to_text())?;
    Ok(1)
}
