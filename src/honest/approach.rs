//! Planning with what is known alone: the best position that can be reached before something new is shown.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::play::{Move, Position};
use crate::search::{Control, Scout};
use crate::work::is_all_done;

use super::knowledge::{Knowledge, shows_new};

/// One position in this many is expanded because it has the fewest empty piles, the others because they seem nearest to a win.
const FULLEST_EVERY: u64 = 4;

/// A position that was reached.
#[derive(Debug)]
struct Reached {
    position: Position,
    /// The index of the one before it, with the move that led here.
    before: Option<(usize, Move)>,
    is_expanded: bool,
}

/// The indices of positions that were reached, in the order of how many of their piles are empty, if that matters, and of
/// how near to a win they seem.
type Queue = BinaryHeap<(Reverse<(usize, i32)>, Reverse<usize>)>;

/// A search, best first, among the positions that legal moves lead to while they show nothing new, for the move that shows
/// something and leaves the position that seems nearest to a win, whatever is shown.
///
/// An empty row seems good, yet in some games cards are dealt only where no row is empty. So positions with few empty piles
/// get their turn too, without which the search would not come to fill them.
#[derive(Debug)]
pub(super) struct Approach {
    reached: Vec<Reached>,
    passed: HashSet<u64>,
    nearest: Queue,
    fullest: Queue,
    /// How many positions were expanded.
    expanded: u64,
    /// The move that is best so far: the guess that goes with it, and the index of the position where it is played.
    best: Option<(i32, usize, Move)>,
    /// Whether no position was left out for want of memory.
    is_whole: bool,
}

impl Approach {
    /// A search that begins with what is known.
    pub(super) fn new(knowledge: &Knowledge) -> Approach {
        let mut start = knowledge.position.clone();
        start.keep_hash();
        let first = (Reverse((0, 0)), Reverse(0));
        Approach {
            passed: HashSet::from([start.hash()]),
            reached: vec![Reached {
                position: start,
                before: None,
                is_expanded: false,
            }],
            nearest: Queue::from([first]),
            fullest: Queue::from([first]),
            expanded: 0,
            best: None,
            is_whole: true,
        }
    }

    /// Searches on, until it has looked at about `most` more positions or is interrupted. Returns whether it has come to the
    /// end.
    pub(super) fn go_on(
        &mut self,
        knowledge: &Knowledge,
        scout: &mut Scout,
        most: u64,
        control: &Control,
    ) -> bool {
        let last = scout.states.saturating_add(most);
        let room = Scout::room_for(&knowledge.position);
        let (mut legal, mut next) = (Vec::new(), knowledge.position.clone());
        while scout.states < last && !control.is_interrupted() && !is_all_done() {
            let Some(index) = self.pop() else {
                return true;
            };
            self.is_whole &= self.reached[index].position.legal_moves_into(&mut legal);
            for &mv in &legal {
                let at = &self.reached[index].position;
                next.clone_from(at);
                next.play_unchecked(mv);
                scout.states += 1;
                if next.is_won() {
                    self.best = Some((i32::MIN, index, mv));
                    return true;
                }
                let is_new = shows_new(&next, at, knowledge.known);
                if !is_new && !self.passed.insert(next.hash()) {
                    continue;
                }
                if !is_new && self.reached.len() >= room {
                    self.is_whole = false;
                    continue;
                }
                let guess = scout.guess_unknown(&next, knowledge.known);
                if !is_new {
                    self.push(&next, (index, mv), guess);
                } else if self.best.is_none_or(|(least, ..)| guess < least) {
                    self.best = Some((guess, index, mv));
                }
            }
        }
        false
    }

    /// The moves up to the best one so far, with that one. There are none if it is certain that no moves show anything new,
    /// and `None` if none were found yet.
    pub(super) fn moves(&self) -> Option<Vec<Move>> {
        let Some((_, mut index, last)) = self.best else {
            let is_certain = self.is_whole && self.reached.iter().all(|at| at.is_expanded);
            return is_certain.then(Vec::new);
        };
        let mut moves = vec![last];
        while let Some((before, mv)) = self.reached[index].before {
            moves.push(mv);
            index = before;
        }
        moves.reverse();
        Some(moves)
    }

    /// Takes the position that is next, as its index.
    fn pop(&mut self) -> Option<usize> {
        self.expanded += 1;
        let queue = if self.expanded.is_multiple_of(FULLEST_EVERY) {
            &mut self.fullest
        } else {
            &mut self.nearest
        };
        while let Some((_, Reverse(index))) = queue.pop() {
            let at = &mut self.reached[index];
            if !at.is_expanded {
                at.is_expanded = true;
                return Some(index);
            }
        }
        None
    }

    fn push(&mut self, position: &Position, before: (usize, Move), guess: i32) {
        let index = Reverse(self.reached.len());
        let piles = position.game().piles();
        let empty = piles.filter(|&pile| position.size(pile) == 0).count();
        self.nearest.push((Reverse((0, guess)), index));
        self.fullest.push((Reverse((empty, guess)), index));
        self.reached.push(Reached {
            position: position.clone(),
            before: Some(before),
            is_expanded: false,
        });
    }
}
