use std::collections::HashSet;

use super::Tally;
use crate::cards::{DealNumber, Stream};
use crate::condition::View;
use crate::play::{Move, Outcome, Position};

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
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }

    /// Plays a deal to its end, or as far as so many moves go.
    #[must_use]
    pub fn play(self, mut position: Position, deal: u64, moves: u32) -> Tally {
        let (mut tally, mut legal) = (Tally::one_game(), Vec::new());
        // The numbers of another deal: those of this one shuffled the pack.
        let mut chance = Stream::new(DealNumber(!deal));
        let mut memory = (self == Player::Greedy).then(|| Memory::new(&mut position));
        while !position.won() {
            if tally.moves >= u64::from(moves) {
                return tally.cut_off();
            }
            position.legal_moves_into(&mut legal);
            if legal.is_empty() {
                return tally.stuck();
            }
            if let Some(memory) = &mut memory {
                if !memory.play_best(&mut position, &legal) {
                    return match position.outcome() {
                        Outcome::Stuck => tally.stuck(),
                        _ => tally.gave_up(),
                    };
                }
            } else {
                position.play_unchecked(legal[chance.below(legal.len())]);
            }
            tally.generated += legal.len() as u64;
            tally.moves += 1;
        }
        tally.won()
    }
}

/// What a greedy player remembers: where the game has been, and a board to try moves on.
struct Memory {
    seen: HashSet<u64>,
    board: Position,
}

impl Memory {
    fn new(position: &mut Position) -> Memory {
        Memory {
            seen: HashSet::from([position.hash()]),
            board: position.clone(),
        }
    }

    /// Plays the best move that leads to a new position; says whether there is one.
    fn play_best(&mut self, position: &mut Position, legal: &[Move]) -> bool {
        let ranked = |&chosen: &Move| Some((position.merit(chosen)?, chosen));
        let mut ranked: Vec<_> = legal.iter().filter_map(ranked).collect();
        ranked.sort_by_key(|&(merit, _)| merit);
        let found = ranked.into_iter().any(|(_, chosen)| {
            self.board.clone_from(position);
            self.board.play_unchecked(chosen);
            self.seen.insert(self.board.hash())
        });
        if found {
            std::mem::swap(position, &mut self.board);
        }
        found
    }
}
