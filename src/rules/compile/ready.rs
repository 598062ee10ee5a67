//! What of the groups' rules is made ready for play.

use super::shape::places;
use crate::condition::{self, GroupId};
use crate::rules::field::Named;
use crate::rules::file::{File, Pile as Keys};
use crate::rules::game::{Game, Group, Pile};

/// The piles of a game.
pub(super) fn piles(game: &Game, file: &File) -> Vec<Pile> {
    let mut piles = Vec::new();
    for (id, group) in GroupId::first(game.groups.len()).zip(&game.groups) {
        let pile = |place| Pile {
            group: id,
            place,
            goal: group.goal,
            pairs: group.pair.is_some(),
            is_counted: false,
        };
        piles.extend(places(group, keys_of(file, group)).into_iter().map(pile));
    }
    piles
}

/// Notes which piles refill themselves.
pub(super) fn note_filled(game: &mut Game) {
    for group in game.groups.iter().filter(|g| !g.fill.is_empty()) {
        game.filled |= group.piles.set();
    }
}

/// The table that describes a group, if the file has one.
fn keys_of<'a>(file: &'a File, group: &Group) -> Option<&'a Keys> {
    let tables = Named::entries(file.piles.as_ref());
    let table = tables.iter().find(|(n, _)| n.value == group.name);
    table.and_then(|(_, f)| f.get())
}

/// A foundation's piles, and cells, are one place where nothing in the file tells them apart and the file does not
/// say otherwise.
pub(super) fn decide_alike(game: &mut Game, file: &File) {
    let mut told_apart = vec![false; game.groups.len()];
    super::checks::each_condition(game, |condition, of| {
        condition.predicate.walk(&mut |leaf| match leaf {
            condition::Leaf::Index => {
                if let Some(group) = of {
                    told_apart[group.at()] = true;
                }
            }
            condition::Leaf::IndexOfOther => told_apart.fill(true),
            condition::Leaf::One(piles) => {
                for (at, group) in game.groups.iter().enumerate() {
                    told_apart[at] |= group.piles.contains(piles.first);
                }
            }
            _ => {}
        });
    });
    for (group, told_apart) in game.groups.iter_mut().zip(told_apart) {
        let is_said = keys_of(file, group).is_some_and(|k| k.alike.is_some());
        if !is_said {
            group.alike =
                group.role.defaults().is_one_place && group.piles.count > 1 && !told_apart;
        }
    }
}
