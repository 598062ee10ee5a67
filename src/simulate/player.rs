use std::collections::HashSet;

use super::Tally;
use crate::cards::{DealNumber, Stream};
use crate::play::{Move, Outcome, Position};

/// A simple automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Player {
    /// Plays a random legal move or action; all are equally likely.
    Random,
    /// Plays the first move that leads to a new position, ordered by [`Merit`](crate::play::Merit) and then by the list
    /// of legal moves. Never plays a move that undoes progress. Gives up if no move is left.
    Greedy,
}

impl Player {
    /// The player's name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }

    /// Plays a deal until it ends or has `moves` moves.
    pub fn play(self, mut position: Position, deal: u64, moves: u32) -> Tally {
        let (mut tally, mut legal) = (Tally::one_game(), Vec::new());
        // A different seed, because this deal's own random numbers have shuffled the pack.
        let mut rng = Stream::new(DealNumber(!deal));
        let mut memory = (self == Player::Greedy).then(|| Memory::new(&mut position));
        while !position.is_won() {
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
                position.play_unchecked(legal[rng.below(legal.len())]);
            }
            tally.generated += legal.len() as u64;
            tally.moves += 1;
        }
        tally.won()
    }
}

/// What a greedy player remembers: the positions of the game so far, and a board to try moves on.
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

    /// Plays the best move that leads to a new position. Returns whether such a move exists.
    fn play_best(&mut self, position: &mut Position, legal: &[Move]) -> bool {
        let ranked = |&mv: &Move| Some((position.merit(mv)?, mv));
        let mut ranked: Vec<_> = legal.iter().filter_map(ranked).collect();
        ranked.sort_by_key(|&(merit, _)| merit);
        let has_new = ranked.into_iter().any(|(_, mv)| {
            self.board.clone_from(position);
            self.board.play_unchecked(mv);
            self.seen.insert(self.board.hash())
        });
        if has_new {
            std::mem::swap(position, &mut self.board);
        }
        has_new
    }
}
