//! Piles in which the order of the cards does not matter.

use crate::condition::{Condition, GroupExpr, GroupId, Leaf, PileExpr, Reads};
use crate::play::CardOrder;
use crate::rules::file::Take;
use crate::rules::{Game, Step, StepKind, for_each_condition};

/// For each group, how much the order of the cards in its piles matters.
///
/// From some piles no card ever leaves: foundations that nothing is taken back from, the pile of those cards that were
/// removed. There, at most the top card matters, as the one that others are placed on, and not even that if what the pile
/// accepts depends on the moved card alone. Two positions that differ only in the order of the cards below, with the same
/// cards in each pile, allow the same moves, and each move leads to positions that differ only in that again. Conditions
/// that count or compare all cards of a pile do not depend on their order.
pub(in crate::search) fn find_orders(game: &Game) -> Vec<CardOrder> {
    let mut orders: Vec<CardOrder> = game
        .groups
        .iter()
        .map(|group| {
            let gives = group.take != Take::None || group.pair.is_some() || group.swap.is_some();
            let reads_top = group.build.as_ref().is_some_and(reads_top);
            match (gives, reads_top) {
                (true, _) => CardOrder::All,
                (false, true) => CardOrder::Top,
                (false, false) => CardOrder::None,
            }
        })
        .collect();
    let keep_group =
        |orders: &mut [CardOrder], group: GroupId| orders[group.index()] = CardOrder::All;
    for source in game.groups.iter().flat_map(|group| &group.fill) {
        keep_group(&mut orders, *source);
    }
    for step in game.steps_in_play() {
        for group in groups_of_step(game, step) {
            keep_group(&mut orders, group);
        }
    }
    for_each_condition(game, |condition, owner| {
        condition
            .predicate
            .walk(&mut |leaf| keep_read(game, leaf, owner, &mut orders));
    });
    if let Some(points) = &game.score.points {
        points
            .number
            .walk(&mut |leaf| keep_read(game, leaf, None, &mut orders));
    }
    orders
}

/// Whether what a pile accepts depends on its top card.
fn reads_top(build: &Condition) -> bool {
    build.predicate.reads().any(Reads::TOP.union(Reads::TABLE))
}

/// The groups whose cards a step takes or puts in order. A pile that cards are only dealt to is not among them.
fn groups_of_step(game: &Game, step: &Step) -> Vec<GroupId> {
    let groups = |piles: &mut dyn Iterator<Item = crate::condition::PileId>| {
        piles.map(|pile| game.piles[pile.index()].group).collect()
    };
    match &step.kind {
        StepKind::Deal(dealing) if !dealing.under => groups(&mut dealing.from.iter()),
        _ => groups(&mut super::symmetry::piles_of_step(step).into_iter()),
    }
}

/// Notes that a condition reads the top or the bottom card of a pile.
fn keep_read(game: &Game, leaf: Leaf<'_>, owner: Option<GroupId>, orders: &mut [CardOrder]) {
    let Leaf::EndCard(pile) = leaf else { return };
    let group = match pile {
        PileExpr::At(pile) => Some(game.piles[pile.index()].group),
        PileExpr::Nth(GroupExpr::Named(piles), _) => Some(game.piles[piles.first.index()].group),
        PileExpr::This => owner,
        _ => None,
    };
    match group {
        Some(group) => orders[group.index()] = CardOrder::All,
        None => orders.fill(CardOrder::All),
    }
}
