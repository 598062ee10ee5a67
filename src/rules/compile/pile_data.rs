//! Derives the properties of piles from the rules of their groups.

use super::reads::for_each_read;
use crate::condition::{GroupId, Leaf, Piles, Place};
use crate::rules::game::{Game, Pile};

/// Builds the piles of a game.
pub(super) fn build_piles(game: &Game) -> Vec<Pile> {
    let mut piles = Vec::new();
    for (id, group) in GroupId::first(game.groups.len()).zip(&game.groups) {
        let pile = |place: &Place| Pile {
            group: id,
            place: *place,
            goal: group.goal,
            partner_way: group.partner_rule().map(|(way, _)| way),
            is_counted: false,
        };
        piles.extend(game.names.groups[id.index()].places.iter().map(pile));
    }
    piles
}

/// Marks the piles that are refilled automatically.
pub(super) fn mark_refilled(game: &mut Game) {
    for group in game.groups.iter().filter(|g| !g.fill.is_empty()) {
        game.refilled_piles |= group.piles.set();
    }
}

/// Sets the default of `alike`: the piles of a foundation or cell group are interchangeable unless a condition tells
/// them apart.
pub(super) fn set_alike(game: &mut Game) {
    let mut is_distinguishable = vec![false; game.groups.len()];
    for_each_read(game, |read| match read.leaf {
        Leaf::Index => {
            if let Some(group) = read.owner {
                is_distinguishable[group.index()] = true;
            }
        }
        Leaf::IndexOfOther => is_distinguishable.fill(true),
        Leaf::One(piles) | Leaf::Membership(piles @ Piles { count: 1, .. }) => {
            for (index, group) in game.groups.iter().enumerate() {
                is_distinguishable[index] |= group.piles.contains(piles.first);
            }
        }
        _ => {}
    });
    for (group, is_distinguishable) in game.groups.iter_mut().zip(is_distinguishable) {
        if group.span_of("alike").is_none() {
            group.alike =
                group.role.defaults().is_alike && group.piles.count > 1 && !is_distinguishable;
        }
    }
}
