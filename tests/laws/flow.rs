//! What the lint says can never happen, never happens.

use patience::Move;
use patience::internals::Compiled;

use super::piles;
use super::walk::{Stop, Violation, ensure};

/// Every card is where it may be.
pub(super) fn check_flow(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let Some(traffic) = stop.memory.traffic() else {
        return Ok(0);
    };
    for pile in piles(position) {
        for card in position.cards(pile) {
            let face = position.face(card);
            let law = "cards come only where the lint says that they can";
            ensure(traffic.may_hold(pile, face), law, || {
                format!("{face} in {}", position.game().pile_full_name(pile))
            })?;
        }
    }
    Ok(1)
}

/// A legal move is one that may happen, and cards leave only the piles that they may leave.
pub(super) fn check_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let before = stop.position;
    let legal = before.legal_moves();
    let Some(traffic) = stop.memory.traffic().filter(|_| !legal.is_empty()) else {
        return Ok(0);
    };
    let mv = legal[stop.rng.below(legal.len())];
    let mut after = before.clone();
    after.play_unchecked(mv);
    if let Move::Action(action) = mv {
        let law = "actions are used only if the lint says that they can be";
        ensure(traffic.may_use(action), law, || before.format_move(mv))?;
    }
    let game = before.game();
    let compiled = Compiled::new(game);
    for pile in piles(before) {
        let group = compiled.piles[pile.index()].group;
        let law = "cards leave only where the lint says that they can";
        for card in before.cards(pile) {
            let stays = after.pile_of(card) == Some(pile);
            ensure(stays || traffic.may_leave(group), law, || {
                format!("{} in {}", before.face(card), game.pile_full_name(pile))
            })?;
        }
    }
    Ok(1)
}
