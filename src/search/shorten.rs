//! Makes a win shorter: a search takes many detours that a player need not follow.

use std::collections::HashMap;

use super::limits::Watch;
use super::stretch::{STRETCH, StretchSearch};
use crate::play::{Move, Position};

/// How many moves are played at most to make a win shorter.
const MAX_MOVES: usize = 200_000;
/// How many positions are looked at in all to find shorter ways for stretches.
const MAX_POSITIONS: usize = 5_000_000;

/// Leaves out moves of a win that are not needed, as far as the limits of the search allow. The moves that are left win
/// too, but need not be the shortest win.
pub(super) fn prune(position: &Position, moves: Vec<Move>, watch: &mut Watch<'_>) -> Vec<Move> {
    let mut shortener = Shortener::new(watch);
    let moves = shortener.take_shortcuts(position, &moves).unwrap_or(moves);
    shortener.leave_out_all(position, moves)
}

/// Replaces stretches of a pruned win with shorter ways that it finds within the limits of the search.
pub(super) fn shorten(
    position: &Position,
    mut moves: Vec<Move>,
    watch: &mut Watch<'_>,
) -> Vec<Move> {
    let mut shortener = Shortener::new(watch);
    loop {
        let before = moves.len();
        moves = shortener.shorten_stretches(position, moves);
        if moves.len() == before {
            return moves;
        }
        moves = shortener.leave_out_all(position, moves);
    }
}

/// Plays moves to find out which are needed.
#[derive(Debug)]
struct Shortener<'a, 'w> {
    /// How many moves may still be played.
    moves_left: usize,
    /// How many positions may still be looked at to find shorter ways for stretches.
    positions_left: usize,
    watch: &'a mut Watch<'w>,
}

impl<'a, 'w> Shortener<'a, 'w> {
    fn new(watch: &'a mut Watch<'w>) -> Shortener<'a, 'w> {
        Shortener {
            moves_left: MAX_MOVES,
            positions_left: MAX_POSITIONS,
            watch,
        }
    }

    /// Leaves out moves until all that are left are needed.
    fn leave_out_all(&mut self, position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
        loop {
            let before = moves.len();
            moves = self.leave_out(position, moves);
            if moves.len() == before || self.moves_left == 0 {
                return moves;
            }
        }
    }

    /// Plays a move. Returns `None` if the time is up.
    fn play(&mut self, position: &mut Position, mv: Move) -> Option<()> {
        position.play_unchecked(mv);
        self.watch.count().is_none().then_some(())
    }

    /// Whether a move is legal; `None` if the time is up.
    fn is_legal(&mut self, position: &Position, mv: Move) -> Option<bool> {
        let is_legal = position.is_legal(mv);
        self.watch.look().is_none().then_some(is_legal)
    }

    /// Goes from each position to the last that one move leads to, without a shuffle.
    /// Returns `None` if the time is up, or if that does not win: positions with equal cards in each other's places
    /// count as one here, but moves name one of these cards.
    fn take_shortcuts(&mut self, position: &Position, moves: &[Move]) -> Option<Vec<Move>> {
        let mut last = HashMap::new();
        let mut current = position.clone();
        current.keep_hash();
        last.insert(current.hash(), 0);
        for (&mv, index) in moves.iter().zip(1..) {
            self.play(&mut current, mv)?;
            last.insert(current.hash(), index);
        }
        let mut current = position.clone();
        current.keep_hash();
        let mut index = *last.get(&current.hash())?;
        let (mut taken, mut legal) = (Vec::new(), Vec::new());
        while !current.is_won() {
            let planned = *moves.get(index)?;
            if !self.is_legal(&current, planned)? {
                return None;
            }
            let mut best = (index + 1, planned);
            self.watch.list(&mut current, &mut legal);
            if self.moves_left >= legal.len() {
                self.moves_left -= legal.len();
                for &mv in &legal {
                    let mut next = current.clone();
                    self.play(&mut next, mv)?;
                    if let Some(&index) = last.get(&next.hash())
                        && index > best.0
                        && !next.has_shuffled_since(&current)
                    {
                        best = (index, mv);
                    }
                }
            }
            self.play(&mut current, best.1)?;
            taken.push(best.1);
            index = best.0;
        }
        Some(taken)
    }

    /// Leaves out each move in turn, with all later moves that are illegal without it, if the others still win.
    fn leave_out(&mut self, position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
        let mut current = position.clone();
        let mut index = 0;
        while index < moves.len() {
            let rest = &moves[index + 1..];
            if self.moves_left < rest.len() || self.watch.look().is_some() {
                self.moves_left = 0;
                break;
            }
            self.moves_left -= rest.len();
            if let Some(rest) = self.play_legal(&current, rest) {
                moves.truncate(index);
                moves.extend(rest);
            } else {
                // If the time is up, the next round ends.
                let _ = self.play(&mut current, moves[index]);
                index += 1;
            }
        }
        moves
    }

    /// Replaces each stretch of some moves for which a shorter way is found, if the moves after it are still legal.
    fn shorten_stretches(&mut self, position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
        let mut path = vec![position.clone()];
        let mut index = 0;
        while index + 1 < moves.len() && self.positions_left > 0 && self.watch.look().is_none() {
            let end = moves.len().min(index + STRETCH);
            while path.len() <= end {
                let mut next = path[path.len() - 1].clone();
                // If the time is up, this ends.
                let _ = self.play(&mut next, moves[path.len() - 1]);
                path.push(next);
            }
            let search = StretchSearch::new(&path[end], self.positions_left, self.watch);
            let (found, used) = search.run(&path[index], end - index);
            self.positions_left -= used;
            if let Some(way) = found
                && let Some(rest) = self.play_way(&path[index], &way, &moves[end..])
            {
                moves.truncate(index);
                moves.extend(way.into_iter().chain(rest));
                // Stretches that begin before may be shorter now.
                index = index.saturating_sub(STRETCH - 1);
                path.truncate(index + 1);
            } else {
                index += 1;
            }
        }
        moves
    }

    /// Plays a way from a position, and then the rest of a win. Returns those of the rest that are needed, or `None` if they
    /// do not win.
    fn play_way(&mut self, from: &Position, way: &[Move], rest: &[Move]) -> Option<Vec<Move>> {
        let mut position = from.clone();
        for &mv in way {
            self.play(&mut position, mv)?;
        }
        self.play_legal(&position, rest)
    }

    /// Plays those of some moves that are legal, until the game is won. Returns them, or `None` if they do not win without
    /// a shuffle or the time is up.
    fn play_legal(&mut self, before: &Position, moves: &[Move]) -> Option<Vec<Move>> {
        let mut position = before.clone();
        let mut played = Vec::new();
        for &mv in moves {
            if position.is_won() {
                break;
            }
            if self.is_legal(&position, mv)? {
                self.play(&mut position, mv)?;
                played.push(mv);
            }
        }
        let wins = position.is_won() && !position.has_shuffled_since(before);
        wins.then_some(played)
    }
}
