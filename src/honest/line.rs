//! Lines: moves that can be played whatever the unknown cards are.

use std::collections::HashSet;

use crate::play::{Move, Position};

use super::knowledge::{Knowledge, shows_new};

/// How much the upper bound of a line exceeds its share: the more, the longer all lines are tried.
const CURIOSITY: f64 = 0.3;
/// The most actions that are followed to see whether they lead around.
const MAX_ACTIONS: usize = 600;

/// Moves that can be played whatever the unknown cards are, and how they did.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    /// The worlds in which a win is known to begin with these moves, without having tried them there.
    pub(super) known_wins: HashSet<usize>,
    /// In how many worlds they were tried: the first ones.
    pub(super) tried: usize,
    /// What they were worth there in all.
    pub(super) worth: f64,
}

impl Line {
    /// Moves that were not tried yet.
    pub(super) fn new(moves: Vec<Move>) -> Line {
        Line {
            moves,
            known_wins: HashSet::new(),
            tried: 0,
            worth: 0.0,
        }
    }

    /// What it is worth, between 0 and 1.
    pub(super) fn mean(&self) -> f64 {
        self.worth / count(self.tried.max(1))
    }

    /// What it is worth at most, after `tries` tries of all lines.
    pub(super) fn bound(&self, tries: usize) -> f64 {
        match self.tried {
            0 => f64::INFINITY,
            tried => self.mean() + CURIOSITY * (count(tries).ln() / count(tried)).sqrt(),
        }
    }
}

/// Ends the moves of a win with the first that shows something new, and leaves out each before it that this one does
/// not need: such moves are better decided on later, when more is known. What cannot be played later stays, unless the
/// stock comes round again as often as one likes. Also says whether the win begins with the moves that are left.
pub(super) fn shorten(knowledge: &Knowledge, only_turns: bool, win: &[Move]) -> (Vec<Move>, bool) {
    let Some(end) = find_shown(knowledge, win) else {
        return (win.to_vec(), true);
    };
    let mut line = win[..=end].to_vec();
    let comes_round = only_turns && comes_round(&knowledge.position);
    for index in (0..end).rev() {
        let left_out = line.remove(index);
        let is_needed = find_shown(knowledge, &line) != Some(line.len() - 1);
        if is_needed || !comes_round && !is_legal_after(knowledge, &line, left_out) {
            line.insert(index, left_out);
        }
    }
    let is_begin = line.len() == end + 1;
    (cut_detours(knowledge, &line), is_begin)
}

/// Leaves out what leads around to a position that some legal moves have passed.
fn cut_detours(knowledge: &Knowledge, moves: &[Move]) -> Vec<Move> {
    let mut at = knowledge.position.clone();
    let (mut passed, mut kept) = (vec![at.hash()], Vec::new());
    for &mv in moves {
        at.play_unchecked(mv);
        kept.push(mv);
        let hash = at.hash();
        if let Some(earlier) = passed.iter().position(|other| *other == hash) {
            passed.truncate(earlier);
            kept.truncate(earlier);
        }
        passed.push(hash);
    }
    kept
}

/// Whether a move is legal after some legal moves.
fn is_legal_after(knowledge: &Knowledge, moves: &[Move], mv: Move) -> bool {
    let mut at = knowledge.position.clone();
    for &mv in moves {
        at.play_unchecked(mv);
    }
    at.is_legal(mv)
}

/// The first of some moves that shows something new, if all up to it are legal.
fn find_shown(knowledge: &Knowledge, moves: &[Move]) -> Option<usize> {
    let mut at = knowledge.position.clone();
    let mut before = at.clone();
    for (index, &mv) in moves.iter().enumerate() {
        if !at.is_legal(mv) {
            return None;
        }
        before.clone_from(&at);
        at.play_unchecked(mv);
        if shows_new(&at, &before, knowledge.known) {
            return Some(index);
        }
    }
    None
}

/// Whether the actions that can be used from a position, one after the other, lead to the same one again and again.
fn comes_round(position: &Position) -> bool {
    let (mut at, mut passed) = (position.clone(), HashSet::new());
    while passed.insert(at.hash()) && passed.len() < MAX_ACTIONS {
        let mut actions = at.game().actions().map(Move::Action);
        let Some(action) = actions.find(|&action| at.is_legal(action)) else {
            return false;
        };
        at.play_unchecked(action);
    }
    true
}

/// Converts a count; exact for all that can be reached.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn count(count: usize) -> f64 {
    count as f64
}
