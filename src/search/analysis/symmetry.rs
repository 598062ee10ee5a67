//! Piles and suits that no rule tells apart.
//!
//! **Equal piles.** If no condition reads where the piles of a group are or names one of them, no step takes them in their
//! order, and no other pile is refilled from them, then every permutation of these piles maps legal moves to legal moves
//! and wins to wins. So a position and its image can be won or neither, and one of them is searched for both.
//!
//! An empty pile that accepts only if it is the first of its group, and the order of refills within the group, do no
//! harm: the cards come to some empty pile of the group, and all of them are alike.
//!
//! **Suits.** If no condition reads a suit or a color, then every permutation of the cards of a rank maps legal moves to
//! legal moves and wins to wins. It is only where a card may be taken from the middle of a pile that two equal cards
//! differ from two of a rank: of equal cards only the highest is taken.

use crate::condition::{PileId, PileSet};
use crate::rules::{Game, Step, StepKind};

/// The piles that steps in play deal from and that never get cards in play, such as a stock that is not turned back.
pub(super) fn find_sources(game: &Game) -> PileSet {
    let (mut from, mut to) = (PileSet::EMPTY, PileSet::EMPTY);
    for step in game.steps_in_play() {
        match &step.kind {
            StepKind::Deal(dealing) => {
                from |= dealing.from.set();
                to |= dealing.to.set();
                if let Some(divert) = &dealing.divert {
                    to |= divert.to.set();
                }
            }
            StepKind::Turn { .. }
            | StepKind::Shuffle(_)
            | StepKind::Sink { .. }
            | StepKind::Close { .. }
            | StepKind::Pick { .. }
            | StepKind::Call(_) => to |= piles_of_step(step).into_iter().collect(),
        }
    }
    let gets_cards = |pile: PileId| {
        let group = game.group_of(pile);
        let accepts = group.start.is_some() || group.build.is_some() || group.swap.is_some();
        accepts || !group.fill.is_empty() || game.discard == Some(pile) || to.contains(pile)
    };
    from.filter(|pile| !gets_cards(pile))
}

/// The piles that the steps in play take cards from, give cards to, or reorder, except for steps that only deal from
/// piles that are `empty` and stay so.
pub(super) fn piles_of_steps(game: &Game, empty: PileSet) -> PileSet {
    let is_idle = |step: &&Step| match &step.kind {
        StepKind::Deal(dealing) => (dealing.from.set() - empty).is_empty(),
        _ => false,
    };
    let steps = game.steps_in_play().filter(|step| !is_idle(step));
    steps.flat_map(piles_of_step).collect()
}

/// The piles that a step of an action or an automatic move takes cards from, gives cards to, or reorders.
pub(super) fn piles_of_step(step: &Step) -> Vec<PileId> {
    match &step.kind {
        StepKind::Deal(dealing) => {
            let elsewhere = dealing.divert.iter().flat_map(|divert| divert.to.iter());
            dealing
                .from
                .iter()
                .chain(dealing.to.iter())
                .chain(elsewhere)
                .collect()
        }
        StepKind::Turn { from, to, .. } => from.iter().copied().chain([*to]).collect(),
        StepKind::Shuffle(pile) => vec![*pile],
        StepKind::Sink { piles, .. }
        | StepKind::Close { piles, .. }
        | StepKind::Pick { to: piles, .. } => piles.iter().collect(),
        // Calls run the steps of another action.
        StepKind::Call(_) => Vec::new(),
    }
}
