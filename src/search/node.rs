//! What all searches have in common: the positions that they go on from, the moves that they try, and what they find.

use std::sync::Arc;

use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::{Move, PileHash, Position};

use super::limits::Limit;
use super::orbit::Orbit;
use super::table::Key;

/// A move to try, perhaps after some actions that turn the stock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The stop of the orbit where the move is made; 0 if no action comes first.
    pub(super) stop: u16,
    /// The move.
    pub(super) mv: Move,
    /// The card that goes to a goal pile at once, and the pile.
    pub(super) then: Option<(CardId, PileId)>,
    /// How promising it is; the lowest is tried first.
    pub(super) order: u8,
}

impl Candidate {
    pub(super) fn new(mv: Move, order: u8) -> Candidate {
        Candidate {
            stop: 0,
            mv,
            then: None,
            order,
        }
    }
}

/// A position that was entered: its key, and where its actions lead.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: Key,
    /// The key of the goal piles.
    pub(super) goals: Key,
    /// `None` if no actions are left out.
    pub(super) orbit: Option<Arc<Orbit>>,
}

/// A position that a search goes on from.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) entry: Entry,
    /// The hashes of its piles.
    pub(super) hashes: Vec<PileHash>,
}

impl Node {
    /// The moves that a candidate stands for.
    pub(super) fn moves(&self, candidate: Candidate) -> impl Iterator<Item = Move> {
        let orbit = self.entry.orbit.iter();
        let actions = orbit.flat_map(move |orbit| orbit.path_to(usize::from(candidate.stop)));
        let then = candidate.then.map(|(card, goal)| Move::Cards(card, goal));
        actions.map(Move::Action).chain([candidate.mv]).chain(then)
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// The moves that win.
    Win(Vec<Move>),
    /// All positions were searched, and none is won.
    Nothing,
    /// The search was given up after as many positions as it was allowed.
    GaveUp,
    /// A limit of the whole search was reached.
    Stopped(Limit),
}
