//! Where the actions that turn the stock lead.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::cards::{CardId, CardSet};
use crate::condition::ActionId;
use crate::play::{Move, Position};

use super::analysis::Cycle;
use super::key::Keys;
use super::table::{BuildKeyHasher, Key};

/// The most positions that are followed. If there are more, actions are tried one at a time.
const MAX_LENGTH: usize = 1 << 10;
/// The most orbits that are remembered.
const MAX_KNOWN: usize = 1 << 16;

/// All positions that can be reached from one by actions alone.
#[derive(Debug)]
pub(super) struct Orbit {
    /// The same key for all positions that the actions lead to from each other.
    pub(super) key: Key,
    /// The positions, each reached from an earlier one; the first is where it begins. Empty if there are too many.
    pub(super) stops: Vec<Stop>,
    /// Whether the actions lead from each position back to the first, so that nothing is lost by going on.
    pub(super) is_closed: bool,
}

/// A position of an orbit.
#[derive(Debug)]
pub(super) struct Stop {
    /// The position before, as an index, and the action that leads here.
    from: Option<(usize, ActionId)>,
    /// The cards that can be taken from the piles that are turned.
    pub(super) offers: CardSet,
}

impl Orbit {
    /// Takes the actions that lead from a stop to a later one. Returns false, and does nothing, if none do.
    pub(super) fn go_on(&self, position: &mut Position, from: usize, to: usize) -> bool {
        if from == to {
            return true;
        }
        let Some((before, action)) = self.stops[to].from else {
            return false;
        };
        if !self.go_on(position, from, before) {
            return false;
        }
        position.play_unchecked(Move::Action(action));
        true
    }

    /// The actions that lead to a stop, as the orbit was followed.
    pub(super) fn path_to(&self, stop: usize) -> Vec<ActionId> {
        let (mut path, mut at) = (Vec::new(), stop);
        while let Some((before, action)) = self.stops[at].from {
            path.push(action);
            at = before;
        }
        path.reverse();
        path
    }
}

/// The orbits that are known.
#[derive(Debug, Default)]
pub(super) struct Orbits {
    known: HashMap<Key, Arc<Orbit>, BuildKeyHasher>,
}

impl Orbits {
    /// The orbit of a position. `key` is the key of the piles that are turned.
    pub(super) fn get(
        &mut self,
        cycle: &Cycle,
        keys: &Keys,
        position: &Position,
        key: Key,
    ) -> Arc<Orbit> {
        if let Some(orbit) = self.known.get(&key) {
            return Arc::clone(orbit);
        }
        let orbit = Arc::new(Orbits::follow(cycle, keys, position, key));
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Arc::clone(&orbit));
        orbit
    }

    fn follow(cycle: &Cycle, keys: &Keys, position: &Position, key: Key) -> Orbit {
        let mut found = vec![key];
        let mut stops = vec![Stop {
            from: None,
            offers: offers(cycle, keys, position),
        }];
        let mut edges = Vec::new();
        // The positions whose actions were not followed yet, and positions to use again.
        let (mut open, mut unused) = (VecDeque::from([position.clone()]), Vec::new());
        let mut number = 0;
        while let Some(position) = open.pop_front() {
            for action in ActionId::first(position.game().actions.len()) {
                let mv = Move::Action(action);
                if !position.is_legal(mv) {
                    continue;
                }
                let mut next = unused.pop().unwrap_or_else(|| position.clone());
                next.clone_from(&position);
                next.play_unchecked(mv);
                let turned = keys.turned_part(&next, cycle.piles);
                let known = found.iter().position(|other| *other == turned);
                edges.push((number, known.unwrap_or(found.len())));
                if known.is_some() {
                    unused.push(next);
                    continue;
                }
                if found.len() == MAX_LENGTH {
                    return Orbit {
                        key,
                        stops: Vec::new(),
                        is_closed: false,
                    };
                }
                stops.push(Stop {
                    from: Some((number, action)),
                    offers: offers(cycle, keys, &next),
                });
                found.push(turned);
                open.push_back(next);
            }
            unused.push(position);
            number += 1;
        }
        let leads_back = find_way_back(found.len(), &edges);
        let is_closed = leads_back.iter().all(|leads_back| *leads_back);
        // The least key among the positions that actions lead back to the first from.
        let closed = found.into_iter().zip(leads_back);
        let closed = closed.filter_map(|(key, leads_back)| leads_back.then_some(key));
        Orbit {
            key: closed.min().expect("the first position leads to itself"),
            stops,
            is_closed,
        }
    }
}

/// From which positions actions lead back to the first.
fn find_way_back(count: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut leads_back = vec![false; count];
    leads_back[0] = true;
    // Edges lead mostly to later positions, so that few rounds are needed.
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &(from, to) in edges.iter().rev() {
            if leads_back[to] && !leads_back[from] {
                leads_back[from] = true;
                has_changed = true;
            }
        }
    }
    leads_back
}

/// The cards that can be taken from the piles that are turned, as far as these piles decide. An orbit is remembered for
/// all positions with the same key, so cards that the rules do not tell apart are offered with each other.
fn offers(cycle: &Cycle, keys: &Keys, position: &Position) -> CardSet {
    let piles = cycle.piles.iter().filter(|pile| position.size(*pile) > 0);
    let tops = piles.filter_map(|pile| position.top(pile));
    let is_lifted = |card: &CardId| {
        let pile = position.expect_pile_of(*card);
        position.game().group_of(pile).take != crate::rules::file::Take::None
    };
    let tops: CardSet = tops.filter(is_lifted).collect();
    tops.iter()
        .fold(CardSet::EMPTY, |offers, card| offers | keys.like(card))
}
