use std::collections::HashSet;

use super::Tally;
use crate::cards::{DealNumber, Stream};
use crate::condition::View;
use crate::play::{Move, Position};

/// A player who needs no thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Plays any of the legal moves and actions, each as likely as the others.
    Random,
    /// Plays the first move, in the order of [`Merit`](crate::play::Merit) and then of the list of legal moves, that
    /// leads to a position the game has not been in; never one that undoes progress. Gives up where there is none.
    Greedy,
}

impl Player {
    /// Plays a deal to its end, or as far as so many moves go.
    #[must_use]
    pub fn play(self, position: Position, deal: u64, moves: u32) -> Tally {
        match self {
            Player::Random => random(position, deal, moves),
            Player::Greedy => greedy(position, moves),
        }
    }
}

fn random(mut position: Position, deal: u64, most: u32) -> Tally {
    // The numbers of another deal: those of this one shuffled the pack.
    let mut chance = Stream::new(DealNumber(!deal));
    let (mut tally, mut legal) = (Tally::one(), Vec::new());
    while !position.won() {
        if tally.moves >= u64::from(most) {
            return tally.cut_off();
        }
        position.legal_moves_into(&mut legal);
        if legal.is_empty() {
            return tally.stuck();
        }
        tally.generated += legal.len() as u64;
        tally.moves += 1;
        position.play_unchecked(legal[chance.below(legal.len())]);
    }
    tally.won()
}

fn greedy(mut position: Position, most: u32) -> Tally {
    let (mut tally, mut legal) = (Tally::one(), Vec::new());
    let mut seen = HashSet::from([position.hash()]);
    let mut next = position.clone();
    while !position.won() {
        if tally.moves >= u64::from(most) {
            return tally.cut_off();
        }
        position.legal_moves_into(&mut legal);
        if legal.is_empty() {
            return tally.stuck();
        }
        tally.generated += legal.len() as u64;
        let judged = |&chosen: &Move| Some((position.merit(chosen)?, chosen));
        let mut judged: Vec<_> = legal.iter().filter_map(judged).collect();
        judged.sort_by_key(|&(merit, _)| merit);
        let found = judged.into_iter().any(|(_, chosen)| {
            next.clone_from(&position);
            next.play_unchecked(chosen);
            seen.insert(next.hash())
        });
        if !found {
            return tally.stuck();
        }
        std::mem::swap(&mut position, &mut next);
        tally.moves += 1;
    }
    tally.won()
}
