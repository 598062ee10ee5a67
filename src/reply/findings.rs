//! What the solver found out about the positions of a game.

use std::collections::{HashMap, HashSet};

use crate::play::{Move, Position};
use crate::search::Verdict;

/// Positions that can be won, and positions that cannot. Each is known by its hash; a win is played before it is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// The next move of each position on the way to a win. Where two ways cross, it belongs to the later one.
    next: HashMap<u64, Move>,
    /// The positions that cannot be won.
    lost: HashSet<u64>,
}

impl Findings {
    /// The findings about a position. `hashes` are the keys of the positions that led to it, and its own.
    pub(super) fn verdict(&self, position: &Position, hashes: &[u64]) -> Option<Verdict> {
        if self.is_lost(hashes) {
            return Some(Verdict::Unwinnable);
        }
        self.win(position).map(Verdict::Winnable)
    }

    /// Whether the last of some positions, each of which led to the next, is known to be lost: what could not be won before
    /// cannot be won now.
    pub(super) fn is_lost(&self, hashes: &[u64]) -> bool {
        hashes.iter().any(|hash| self.lost.contains(hash))
    }

    /// The moves that win, if they are known.
    fn win(&self, position: &Position) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        while !position.is_won() {
            let &mv = self.next.get(&position.hash())?;
            // Each move leads on along its way or to a later one. Equal cards may have changed places since it was
            // found.
            if moves.len() > self.next.len() || position.play(mv).is_err() {
                return None;
            }
            moves.push(mv);
        }
        Some(moves)
    }

    /// Remembers the verdict on a position.
    pub(super) fn note(&mut self, position: &Position, verdict: &Verdict) {
        match verdict {
            Verdict::Winnable(moves) => {
                let mut position = position.clone();
                for &mv in moves {
                    self.next.insert(position.hash(), mv);
                    position.play_unchecked(mv);
                }
            }
            Verdict::Unwinnable => {
                self.lost.insert(position.hash());
            }
            Verdict::Unknown(_) => {}
        }
    }
}
