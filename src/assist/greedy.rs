//! Plays without looking ahead.

use std::collections::HashSet;

use crate::play::{Merit, Move, Position};
use crate::work::is_all_done;

/// A player who plays the first move that leads to a new position, ordered by [`Merit`] and then by the list of legal
/// moves, and never one that undoes progress. No choice depends on the face of a face-down card.
#[derive(Debug)]
pub(crate) struct Greedy {
    /// The hashes of the positions of the game so far.
    seen: HashSet<u64>,
    ranked: Vec<(Merit, Move)>,
    /// A position to try moves in.
    next: Position,
    /// How many moves were tried.
    pub(crate) tried: u64,
}

impl Greedy {
    /// A player of a game that begins with a position.
    pub(crate) fn new(position: &Position) -> Greedy {
        Greedy {
            seen: HashSet::from([position.hash()]),
            ranked: Vec::new(),
            next: position.clone(),
            tried: 0,
        }
    }

    /// Plays one of the legal moves. Returns false if none leads on.
    pub(crate) fn play(&mut self, position: &mut Position, legal: &[Move]) -> bool {
        self.ranked.clear();
        let with_merit = |&mv: &Move| Some((position.merit(mv)?, mv));
        self.ranked.extend(legal.iter().filter_map(with_merit));
        self.ranked.sort_by_key(|&(merit, _)| merit);
        let mut ranked = self.ranked.iter().take_while(|_| !is_all_done());
        let leads_on = ranked.any(|&(_, mv)| {
            self.next.clone_from(position);
            self.next.play_unchecked(mv);
            self.tried += 1;
            self.seen.insert(self.next.hash())
        });
        if leads_on {
            std::mem::swap(position, &mut self.next);
        }
        leads_on
    }
}
