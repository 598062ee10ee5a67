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
    pub fn play(self, mut position: Position, deal: u64, moves: u32) -> Tally {
        let (mut tally, mut legal) = (Tally::one(), Vec::new());
        // The numbers of another deal: those of this one shuffled the pack.
        let mut chance = Stream::new(DealNumber(!deal));
        let mut seen = HashSet::from([position.hash()]);
        let mut next = position.clone();
        while !position.won() {
            if tally.moves >= u64::from(moves) {
                return tally.cut_off();
            }
            position.legal_moves_into(&mut legal);
            if legal.is_empty() {
                return tally.stuck();
            }
            match self {
                Player::Random => position.play_unchecked(legal[chance.below(legal.len())]),
                Player::Greedy if look_for(&position, &legal, &mut next, &mut seen) => {
                    std::mem::swap(&mut position, &mut next);
                }
                Player::Greedy => return tally.stuck(),
            }
            tally.generated += legal.len() as u64;
            tally.moves += 1;
        }
        tally.won()
    }
}

/// Makes the best move on another board; says whether there is one that leads to a new position.
fn look_for(
    position: &Position,
    legal: &[Move],
    next: &mut Position,
    seen: &mut HashSet<u64>,
) -> bool {
    let judged = |&chosen: &Move| Some((position.merit(chosen)?, chosen));
    let mut judged: Vec<_> = legal.iter().filter_map(judged).collect();
    judged.sort_by_key(|&(merit, _)| merit);
    judged.into_iter().any(|(_, chosen)| {
        next.clone_from(position);
        next.play_unchecked(chosen);
        seen.insert(next.hash())
    })
}
