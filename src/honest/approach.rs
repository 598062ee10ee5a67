//! Planning with what is known alone: the best position that can be reached before something new is shown.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::play::{Move, Position};
use crate::search::{Control, Scout};

use super::knowledge::{Knowledge, shows_new};

/// A position that was reached, and the index of the one before it with the move that led here.
struct Reached {
    position: Position,
    before: Option<(usize, Move)>,
}

/// Searches best first, among the positions that legal moves lead to while they show nothing new, for the move that shows
/// something and leaves the position that seems nearest to a win, whatever is shown. Looks at about `most` positions, and
/// returns the moves up to that one: none if no moves lead there, and `None` if it had to stop before it found any.
pub(super) fn approach(
    knowledge: &Knowledge,
    scout: &mut Scout,
    most: u64,
    control: &Control,
) -> Option<Vec<Move>> {
    let known = knowledge.known;
    let start = &knowledge.position;
    let mut reached = vec![Reached {
        position: start.clone(),
        before: None,
    }];
    let mut passed = HashSet::from([start.hash()]);
    let mut open = BinaryHeap::from([(Reverse(0), Reverse(0))]);
    let mut best: Option<(i32, usize, Move)> = None;
    let (mut legal, mut next) = (Vec::new(), start.clone());
    let last = scout.states.saturating_add(most);
    let room = Scout::room_for(start);
    let mut is_whole = true;
    while let Some((_, Reverse(index))) = open.pop() {
        if scout.states >= last || control.is_interrupted() {
            is_whole = false;
            break;
        }
        reached[index].position.legal_moves_into(&mut legal);
        for &mv in &legal {
            let at = &reached[index].position;
            next.clone_from(at);
            next.play_unchecked(mv);
            scout.states += 1;
            if next.is_won() {
                return Some(moves_to(&reached, index, mv));
            }
            let is_new = shows_new(&next, at, known);
            if !is_new && !passed.insert(next.hash()) {
                continue;
            }
            if !is_new && reached.len() >= room {
                is_whole = false;
                continue;
            }
            let guess = scout.guess_unknown(&next, known);
            if !is_new {
                open.push((Reverse(guess), Reverse(reached.len())));
                reached.push(Reached {
                    position: next.clone(),
                    before: Some((index, mv)),
                });
            } else if best.is_none_or(|(least, ..)| guess < least) {
                best = Some((guess, index, mv));
            }
        }
    }
    match best {
        Some((_, index, mv)) => Some(moves_to(&reached, index, mv)),
        None => is_whole.then(Vec::new),
    }
}

/// The moves to a position that was reached, and one more.
fn moves_to(reached: &[Reached], mut index: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some((before, mv)) = reached[index].before {
        moves.push(mv);
        index = before;
    }
    moves.reverse();
    moves
}
