//! Limited discrepancy search: depth first, by paths that differ from what looks best in only a few moves.
//!
//! The algorithm is from W. Harvey and M. Ginsberg, "Limited discrepancy search", IJCAI 1995.

use std::collections::HashMap;

use crate::play::{Move, PileHash, Position};

use super::depth_first::Found;
use super::estimate::{Estimate, Weights};
use super::expand::{Candidate, Entry, Expander};
use super::table::{BuildKeyHasher, Key};

/// The most candidates on a path.
const MAX_DEPTH: usize = 400;
/// The most discrepancies on a path.
const MAX_DISCREPANCIES: u32 = 60;
/// About how many bytes a known position takes while their table grows.
const KNOWN_SIZE: usize = 128;

/// A limited discrepancy search.
#[derive(Debug)]
pub(super) struct Discrepancies<'a, 'b> {
    pub(super) expander: &'a mut Expander<'b>,
    pub(super) estimate: &'a mut Estimate,
    pub(super) weights: &'a Weights,
    /// The most positions.
    pub(super) most: u64,
    /// How many bytes the search may use.
    pub(super) memory: usize,
}

/// A position on the path.
#[derive(Debug)]
struct Frame {
    position: Position,
    entry: Entry,
    hashes: Vec<PileHash>,
    /// The candidates, the most promising first, each with a guess.
    candidates: Vec<(i32, Candidate)>,
    /// The next candidate.
    next: usize,
    /// How many discrepancies the path may still have after the next candidate; `None` if too many.
    left: Option<u32>,
}

impl Discrepancies<'_, '_> {
    /// Searches from a position that is not won. This never proves that it cannot be won.
    pub(super) fn run(&mut self, position: &Position) -> Found {
        let last = self.expander.watch.states.saturating_add(self.most);
        let entry = self.expander.enter(position);
        let mut root = self.new_frame(position, entry);
        if let Err(found) = self.list(&mut root, &[]) {
            return found;
        }
        let mut frames = vec![root];
        for most in 0..=MAX_DISCREPANCIES {
            frames[0].next = 0;
            frames[0].left = Some(most);
            if let Err(found) = self.run_within(&mut frames, last) {
                return found;
            }
        }
        Found::GaveUp
    }

    /// Searches the paths from the first frame that have no more discrepancies than it says. The other frames are used
    /// again.
    ///
    /// # Errors
    /// Returns an error if the search ends, by a win or by a limit.
    fn run_within(&mut self, frames: &mut Vec<Frame>, last: u64) -> Result<(), Found> {
        // One more than the discrepancies that were left when a position was reached.
        let mut known: HashMap<Key, u32, BuildKeyHasher> = HashMap::default();
        let mut depth = 0;
        let mut next = frames[0].position.clone();
        loop {
            let frame = &mut frames[depth];
            let candidate = frame.candidates.get(frame.next).copied();
            let (Some((_, candidate)), Some(left)) = (candidate, frame.left) else {
                if depth == 0 {
                    return Ok(());
                }
                depth -= 1;
                continue;
            };
            if self.expander.watch.states >= last || known.len() >= self.memory / KNOWN_SIZE {
                return Err(Found::GaveUp);
            }
            frame.next += 1;
            if depth + 1 >= MAX_DEPTH {
                continue;
            }
            let expander = &mut *self.expander;
            expander.play(&mut next, &frame.position, &frame.entry, candidate);
            let entry = expander.enter_after(&next, &frame.position, candidate, &frame.hashes);
            let most_left = known.entry(entry.key).or_default();
            if *most_left > left {
                continue;
            }
            *most_left = left + 1;
            frame.left = left.checked_sub(1);
            depth += 1;
            if depth == frames.len() {
                let frame = self.new_frame(&next, entry);
                frames.push(frame);
            } else {
                let frame = &mut frames[depth];
                frame.position.clone_from(&next);
                frame.hashes.clone_from_slice(self.expander.hashes());
                frame.entry = entry;
            }
            let (path, rest) = frames.split_at_mut(depth);
            let frame = &mut rest[0];
            frame.next = 0;
            frame.left = Some(left);
            self.list(frame, path)?;
        }
    }

    /// A frame for the position that was entered last, without candidates.
    fn new_frame(&self, position: &Position, entry: Entry) -> Frame {
        Frame {
            position: position.clone(),
            entry,
            hashes: self.expander.hashes().to_vec(),
            candidates: Vec::new(),
            next: 0,
            left: None,
        }
    }

    /// Lists the candidates of a frame after a path.
    ///
    /// # Errors
    /// Returns an error if the search ends, by a win or by a limit.
    fn list(&mut self, frame: &mut Frame, path: &[Frame]) -> Result<(), Found> {
        let expander = &mut *self.expander;
        let mut candidates = Vec::new();
        expander.expand(&mut frame.position, &frame.entry, &mut candidates);
        frame.candidates.clear();
        let mut next = frame.position.clone();
        for candidate in candidates {
            let is_known = expander.play(&mut next, &frame.position, &frame.entry, candidate);
            if let Some(limit) = expander.watch.count() {
                return Err(Found::Stopped(limit));
            }
            if !is_known {
                continue;
            }
            if next.is_won() {
                let last = Expander::moves(&frame.entry, candidate);
                let moves = path.iter().flat_map(moves_of).chain(last);
                return Err(Found::Win(moves.collect()));
            }
            let guess = self.estimate.of(&next, self.weights);
            frame.candidates.push((guess, candidate));
        }
        frame.candidates.sort_by_key(|(guess, _)| *guess);
        Ok(())
    }
}

/// The moves of the last candidate of a frame.
fn moves_of(frame: &Frame) -> impl Iterator<Item = Move> {
    let (_, candidate) = frame.candidates[frame.next - 1];
    Expander::moves(&frame.entry, candidate)
}
