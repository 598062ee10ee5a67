//! Makes a win shorter: a search takes many detours that a player need not follow.

use std::collections::HashMap;

use crate::play::{Move, Position};

use super::solver::{Solution, Verdict};

/// How many moves are played at most to make a win shorter.
const MAX_WORK: usize = 200_000;

impl Solution {
    /// Leaves out moves of a win that are not needed. What is left wins too, but need not be the shortest win.
    /// `position` is the one that was solved.
    #[must_use]
    pub fn shorten(mut self, position: &Position) -> Solution {
        if let Verdict::Winnable(moves) = &mut self.verdict {
            *moves = shorten(position, moves);
        }
        self
    }
}

fn shorten(position: &Position, moves: &[Move]) -> Vec<Move> {
    let mut work = MAX_WORK;
    let mut moves = take_shortcuts(position, moves, &mut work).unwrap_or_else(|| moves.to_vec());
    loop {
        let before = moves.len();
        moves = leave_out(position, moves, &mut work);
        if moves.len() == before || work == 0 {
            return moves;
        }
    }
}

/// Goes from each position to the last that one move leads to, but takes no action that is new: it might shuffle.
/// Returns `None` if that does not win: positions with equal cards in each other's places count as one here, but
/// moves name one of these cards.
fn take_shortcuts(position: &Position, moves: &[Move], work: &mut usize) -> Option<Vec<Move>> {
    let mut last = HashMap::new();
    let mut current = position.clone();
    last.insert(current.hash(), 0);
    for (&mv, index) in moves.iter().zip(1..) {
        current.play_unchecked(mv);
        last.insert(current.hash(), index);
    }
    let mut current = position.clone();
    let mut index = *last.get(&current.hash())?;
    let mut taken = Vec::new();
    while !current.is_won() {
        let planned = *moves.get(index)?;
        if !current.is_legal(planned) {
            return None;
        }
        let mut best = (index + 1, planned);
        let legal = current.legal_moves();
        if *work >= legal.len() {
            *work -= legal.len();
            let is_known = |mv: &Move| matches!(mv, Move::Cards(..)) || moves.contains(mv);
            for mv in legal.into_iter().filter(is_known) {
                let mut next = current.clone();
                next.play_unchecked(mv);
                if let Some(&index) = last.get(&next.hash())
                    && index > best.0
                {
                    best = (index, mv);
                }
            }
        }
        current.play_unchecked(best.1);
        taken.push(best.1);
        index = best.0;
    }
    Some(taken)
}

/// Leaves out each move in turn, with all later moves that are illegal without it, if the others still win.
fn leave_out(position: &Position, mut moves: Vec<Move>, work: &mut usize) -> Vec<Move> {
    let mut current = position.clone();
    let mut index = 0;
    while index < moves.len() {
        let rest = &moves[index + 1..];
        if *work < rest.len() {
            *work = 0;
            break;
        }
        *work -= rest.len();
        if let Some(rest) = play_legal(&current, rest) {
            moves.truncate(index);
            moves.extend(rest);
        } else {
            current.play_unchecked(moves[index]);
            index += 1;
        }
    }
    moves
}

/// Plays those of some moves that are legal, until the game is won. Returns them, or `None` if they do not win.
fn play_legal(position: &Position, moves: &[Move]) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut played = Vec::new();
    for &mv in moves {
        if position.is_won() {
            break;
        }
        if position.is_legal(mv) {
            position.play_unchecked(mv);
            played.push(mv);
        }
    }
    position.is_won().then_some(played)
}
