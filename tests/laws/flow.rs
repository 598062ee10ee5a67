//! What the lint says can never happen, never happens.

use patience::internals::{Compiled, Traffic};
use patience::{Move, Position};

use super::judge::{Violation, fail};
use super::piles;

/// Checks that every card is where it may be.
pub(super) fn check_flow(traffic: &Traffic<'_>, position: &Position) -> Result<(), Violation> {
    for pile in piles(position) {
        for card in position.cards(pile) {
            let face = position.face(card);
            if !traffic.may_hold(pile, face) {
                let details = format!("{face} in {}", position.game().pile_full_name(pile));
                return fail("cards come only where the lint says that they can", details);
            }
        }
    }
    Ok(())
}

/// Checks that a legal move is one that may happen, and what became of it.
pub(super) fn check_move(
    traffic: &Traffic<'_>,
    before: &Position,
    mv: Move,
    after: &Position,
) -> Result<(), Violation> {
    if let Move::Action(action) = mv
        && !traffic.may_use(action)
    {
        let details = before.format_move(mv);
        return fail(
            "actions are used only if the lint says that they can be",
            details,
        );
    }
    let game = before.game();
    let compiled = Compiled::new(game);
    for pile in piles(before) {
        for card in before.cards(pile) {
            let to = after.pile_of(card).expect("every card is in a pile");
            let group = compiled.piles[pile.index()].group;
            if to != pile && !traffic.may_leave(group) {
                let details = format!("{} in {}", before.face(card), game.pile_full_name(pile));
                return fail(
                    "cards leave only where the lint says that they can",
                    details,
                );
            }
        }
    }
    Ok(())
}
