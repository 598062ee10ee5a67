//! Undo and redo.

use crate::cards::CardSet;
use crate::play::{Halt, Move, Position};

/// The distance between checkpoints, in moves. Undoing a move replays fewer moves than this.
const CHECKPOINT_INTERVAL: usize = 256;

/// The moves of a game, undone ones included. Moves are played, undone and replayed in turns: what a player asks for at
/// once.
///
/// Playing the same move from the same position always gives the same result, so only some positions are stored, each
/// `CHECKPOINT_INTERVAL` moves after the one before. The others are found by replaying moves from there. That takes a
/// few bytes per move.
#[derive(Debug)]
pub struct History {
    /// The positions after 0, `CHECKPOINT_INTERVAL`, 2 `CHECKPOINT_INTERVAL` ... moves.
    checkpoints: Vec<Position>,
    /// The moves that lead to the current position, followed by the undone ones.
    moves: Vec<Move>,
    /// The number of moves that lead to the current position.
    move_count: usize,
    /// The turns, undone ones included.
    turns: Vec<Turn>,
    /// The hashes of the positions after 0, 1, 2 ... moves.
    hashes: Vec<u64>,
    /// The cards that lay face up in any of the positions up to these.
    shown: Vec<CardSet>,
    current: Position,
}

/// What a player asked for at once.
#[derive(Debug)]
struct Turn {
    /// The number of moves after it.
    end: usize,
    /// Its moves as they can be typed, joined with `; `.
    text: String,
}

/// A position of a game: the number of moves before it, and its hash, which differs once other moves were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) move_count: usize,
    hash: u64,
}

impl History {
    /// A game before its first move.
    pub(crate) fn new(mut position: Position) -> History {
        position.refresh();
        History {
            checkpoints: vec![position.clone()],
            moves: Vec::new(),
            move_count: 0,
            turns: Vec::new(),
            hashes: vec![position.hash()],
            shown: vec![position.shown_cards()],
            current: position,
        }
    }

    /// The current position.
    pub(crate) fn current(&self) -> &Position {
        &self.current
    }

    /// The number of moves that lead to the current position.
    pub(crate) fn move_count(&self) -> usize {
        self.move_count
    }

    /// The current position as a point of the game.
    pub(super) fn point(&self) -> Point {
        Point {
            move_count: self.move_count,
            hash: self.current.hash(),
        }
    }

    /// Whether the moves that lead to the current position lead through a point.
    pub(super) fn leads_through(&self, point: Point) -> bool {
        self.hashes().get(point.move_count) == Some(&point.hash)
    }

    /// Plays a legal move, and says why what follows was stopped, if it was. Moves that were undone are forgotten. The
    /// move becomes part of a turn by [`History::end_turn`].
    pub(super) fn play(&mut self, mv: Move) -> Option<Halt> {
        self.forget_undone();
        let halt = self.current.play_noting_halt(mv);
        self.moves.push(mv);
        self.move_count += 1;
        self.current.refresh();
        self.hashes.push(self.current.hash());
        let shown = self.shown[self.move_count - 1] | self.current.shown_cards();
        self.shown.push(shown);
        if self.move_count.is_multiple_of(CHECKPOINT_INTERVAL) {
            self.checkpoints.push(self.current.clone());
        }
        halt
    }

    /// Makes one turn of the moves that were played since the last one. `text` is how they can be typed.
    pub(super) fn end_turn(&mut self, text: String) {
        self.turns.push(Turn {
            end: self.move_count,
            text,
        });
    }

    /// Forgets the turns that were undone.
    pub(crate) fn forget_undone(&mut self) {
        self.moves.truncate(self.move_count);
        self.turns.truncate(self.turn_count());
        self.hashes.truncate(self.move_count + 1);
        self.shown.truncate(self.move_count + 1);
        self.checkpoints
            .truncate(self.move_count / CHECKPOINT_INTERVAL + 1);
    }

    /// Undoes the last turn; returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.start_of_last_turn() else {
            return false;
        };
        self.current = self.at(before);
        self.move_count = before;
        true
    }

    /// Replays the most recently undone turn; returns whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(next) = self.turns.get(self.turn_count()) else {
            return false;
        };
        for &mv in &self.moves[self.move_count..next.end] {
            self.current.play_unchecked(mv);
        }
        self.current.refresh();
        self.move_count = next.end;
        true
    }

    /// The hashes of the positions up to the current one.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes[..=self.move_count]
    }

    /// The cards that lay face up in any of the positions up to each of those.
    pub(super) fn shown(&self) -> &[CardSet] {
        &self.shown[..=self.move_count]
    }

    /// The position after a number of moves.
    pub(crate) fn at(&self, move_count: usize) -> Position {
        let checkpoint = move_count / CHECKPOINT_INTERVAL;
        let mut position = self.checkpoints[checkpoint].clone();
        for &mv in &self.moves[checkpoint * CHECKPOINT_INTERVAL..move_count] {
            position.play_unchecked(mv);
        }
        position.refresh();
        position
    }

    /// The moves that lead to the current position.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves[..self.move_count]
    }

    /// The position before the first move.
    pub(crate) fn first(&self) -> &Position {
        &self.checkpoints[0]
    }

    /// The number of moves before the last turn; `None` if there is no turn.
    pub(crate) fn start_of_last_turn(&self) -> Option<usize> {
        let last = self.turn_count().checked_sub(1)?;
        let before = last.checked_sub(1).map(|before| &self.turns[before]);
        Some(before.map_or(0, |turn| turn.end))
    }

    /// The turns as they can be typed, undone ones included.
    pub fn turns(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().map(|turn| turn.text.as_str())
    }

    /// The number of turns that lead to the current position.
    pub fn turn_count(&self) -> usize {
        self.turns_until(self.move_count)
    }

    /// The number of turns to undo, so that no more than so many moves lead to the current position.
    pub(crate) fn turns_since(&self, move_count: usize) -> usize {
        self.turn_count() - self.turns_until(move_count)
    }

    /// The number of turns that end after no more than so many moves.
    fn turns_until(&self, move_count: usize) -> usize {
        self.turns.partition_point(|turn| turn.end <= move_count)
    }
}
