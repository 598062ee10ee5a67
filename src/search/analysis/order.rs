//! Piles whose order of cards does not matter.
//!
//! **Order.** Let no card ever leave a pile: none may be lifted, no step takes one or puts the cards in another order, and
//! no other pile is refilled from it; and let no condition read its ends or where in it a card lies. Then at most its top
//! card matters, as the one that others are placed on, and not even that if what the pile accepts depends on the moved
//! card alone. Two positions that differ only in the order of the cards below, with the same cards in each pile, allow the
//! same moves, and each move leads to positions that differ only in that again. Conditions that count or compare all
//! cards of a pile do not depend on their order, and a card that is moved comes from another pile.

use crate::condition::{Condition, Reads};
use crate::play::CardOrder;

use super::premises::Premises;
use super::reduction::Reduction;

/// For each group, how much the order of the cards in its piles matters.
pub(super) fn find_orders(premises: &Premises<'_>) -> Vec<CardOrder> {
    let obstacles = premises.check(Reduction::Order);
    let groups = premises.game.groups.iter().zip(obstacles.groups);
    groups
        .map(|(group, why)| {
            let reads_top =
                |build: &Condition| build.predicate.reads().any(Reads::TOP.union(Reads::TABLE));
            match why {
                Some(_) => CardOrder::All,
                None if group.build.as_ref().is_some_and(reads_top) => CardOrder::Top,
                None => CardOrder::None,
            }
        })
        .collect()
}
