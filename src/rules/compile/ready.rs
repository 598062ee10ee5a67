//! What of the groups' rules is made ready for play.

use std::sync::Arc;

use super::shape::places;
use crate::condition::{self, Condition, GroupId, PileId, PileSet, Place, Reads, Sieve};
use crate::rules::field::Named;
use crate::rules::file::{File, Pile as Keys, Take};
use crate::rules::game::{Game, Group, Landing, Pile, Unit};

/// How many things are looked at for the tables of a game at most: some twenty times what a game of the library needs.
const MAX_TABLED: u64 = 20_000_000;

/// The piles of a game, with their conditions made ready. Piles of a group share them, unless they read the
/// place of the pile. Where the game is only checked, that is not done: the tables are large.
pub(super) fn compiled(game: &Game, file: &File, is_played: bool) -> Vec<Pile> {
    let places = |group: &Group| places(group, keys_of(file, group));
    let all: Vec<Place> = game.groups.iter().flat_map(places).collect();
    let mut piles = Vec::new();
    let mut left = MAX_TABLED;
    for (id, group) in GroupId::first(game.groups.len()).zip(&game.groups) {
        let mut sieve = |condition: Option<&Condition>, pile| {
            condition
                .filter(|_| is_played)
                .map(|c| Arc::new(Sieve::new(c, &game.deck, pile, &all, &mut left)))
        };
        let run = match group.take {
            Take::None => group.run.as_ref(),
            take if take.lifts_runs() => group.run.as_ref().or(group.build.as_ref()),
            _ => None,
        };
        let conditions = [
            group.start.as_ref(),
            group.build.as_ref(),
            group.pair.as_ref(),
            run,
        ];
        let own = |c: Option<&Condition>| c.is_some_and(|c| c.reads.any(Reads::INDEX));
        let shared = conditions.map(|c| {
            if own(c) {
                None
            } else {
                sieve(c, group.piles.first)
            }
        });
        let available = group.available.clone().map(Arc::new);
        let places = &all[group.piles.range()];
        for (pile, &place) in group.piles.iter().zip(places) {
            let mut ready = |n: usize| {
                if own(conditions[n]) {
                    sieve(conditions[n], pile)
                } else {
                    shared[n].clone()
                }
            };
            debug_assert_eq!(pile.at(), piles.len());
            piles.push(Pile {
                group: id,
                place,
                take: group.take,
                capacity: group.capacity.unwrap_or(u8::MAX),
                keep: group.keep,
                goal: group.goal,
                is_counted: false,
                start: ready(0),
                build: ready(1),
                available: available.clone(),
                pair: ready(2),
                run: ready(3),
            });
        }
    }
    piles
}

/// How many things are looked at, at most, to renew what a game's piles offer and accept.
fn settling(game: &Game) -> u64 {
    let cards = game.deck.len() as u64;
    let of_group = |group: &Group| {
        let count = u64::from(group.piles.count);
        let available = group.available.as_ref().map_or(0, |c| c.cost);
        let rules = &game.piles[group.piles.first.at()];
        let run = match &rules.run {
            Some(run) if !run.is_table() => run.condition().cost,
            _ => 1,
        };
        // A pile has a look at each other one of its group; in each it looks for the bottom card.
        let kin = match (group.distinct, group.alike) {
            (Some(_), _) => count * count * cards,
            (None, true) => count * count,
            (None, false) => count,
        };
        count * available + cards * run + kin
    };
    game.groups.iter().map(of_group).sum()
}

/// Notes which piles and groups have a part in every move.
pub(super) fn note_parts(game: &mut Game) {
    let asking = |sieve: &Option<Arc<Sieve>>| sieve.as_ref().map_or(0, |s| s.cost());
    for group in &game.groups {
        let accepts = group.start.is_some() || group.build.is_some() || group.pair.is_some();
        if accepts || group.take != Take::None {
            game.active |= group.piles.set();
        }
        let takes_one = group.unit == Unit::Exactly(1);
        let any_size = group.unit == Unit::Any && group.capacity.is_none();
        let asks_for_a_run = !takes_one && group.take == Take::None && group.run.is_some();
        for pile in group.piles.iter().filter(|_| accepts) {
            let rules = &game.piles[pile.at()];
            let is_table = |sieve: &Option<Arc<Sieve>>| sieve.as_ref().is_none_or(|s| s.is_table());
            game.targets.push(Landing {
                pile,
                takes_one,
                pairs: group.pair.is_some(),
                is_plain: (takes_one || any_size && !asks_for_a_run)
                    && is_table(&rules.start)
                    && is_table(&rules.build)
                    && group.pair.is_none(),
                cost: asking(&rules.start).max(asking(&rules.build)) + asking(&rules.pair),
            });
        }
    }
    game.settling = settling(game);
    game.wakes = vec![PileSet::EMPTY; game.piles.len()];
    game.kin = vec![PileSet::EMPTY; game.piles.len()];
    let places: Vec<Place> = game.piles.iter().map(|p| p.place).collect();
    for group in &game.groups {
        if group.alike || group.distinct.is_some() {
            game.kin[group.piles.range()].fill(group.piles.set());
        }
        if !group.fill.is_empty() {
            game.filled |= group.piles.set();
        }
        let Some(available) = &group.available else {
            continue;
        };
        for pile in group.piles.iter() {
            let read = available.test.piles_read(pile, &places);
            for by in PileId::first(places.len()) {
                if read.is_none_or(|read| read.contains(by)) {
                    game.wakes[by.at()].insert(pile);
                }
            }
        }
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
        condition.test.walk(&mut |leaf| match leaf {
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
