//! Limited discrepancy search: depth first, by paths that differ from what looks best in only a few moves.
//!
//! The algorithm is from W. Harvey and M. Ginsberg, "Limited discrepancy search", IJCAI 1995.

use crate::play::Position;

use super::estimate::{Estimate, Weights};
use super::expand::Expander;
use super::limits::size_kept;
use super::node::Found;
use super::path::Path;
use super::table::Attempts;

/// The most candidates on a path.
const MAX_DEPTH: usize = 400;
/// The most discrepancies on a path.
const MAX_DISCREPANCIES: usize = 60;

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

impl Discrepancies<'_, '_> {
    /// Searches from a position that is not won. This never proves that it cannot be won.
    pub(super) fn run(&mut self, position: &Position) -> Found {
        let last = self.expander.watch.states.saturating_add(self.most);
        // A path keeps one position for each candidate.
        let max_depth = (self.memory / 2 / size_kept(position)).min(MAX_DEPTH);
        let root = self.expander.enter(position);
        let mut path = Path::new(root);
        if let Err(found) = self.list(&mut path, &mut position.clone()) {
            return found;
        }
        for most in 0..=MAX_DISCREPANCIES {
            path.last().next = 0;
            if let Err(found) = self.run_within(&mut path, most, max_depth, last) {
                return found;
            }
        }
        Found::GaveUp
    }

    /// Searches all paths from a position that have at most `most` discrepancies.
    ///
    /// # Errors
    /// Returns an error if the search ends, by a win or by a limit.
    fn run_within(
        &mut self,
        path: &mut Path,
        most: usize,
        max_depth: usize,
        last: u64,
    ) -> Result<(), Found> {
        let mut attempts = Attempts::new(self.memory / 2);
        // For each position on the path, how many discrepancies its next candidate leaves; `None` if there were too many.
        let mut left = vec![Some(most)];
        let mut next = path.last().node.position.clone();
        loop {
            let depth = path.depth();
            let frame = path.last();
            let candidate = frame.candidates.get(frame.next).copied();
            let (Some(candidate), Some(after)) = (candidate, left[depth]) else {
                if !path.pop() {
                    return Ok(());
                }
                left.pop();
                continue;
            };
            if self.expander.watch.states >= last {
                return Err(Found::GaveUp);
            }
            frame.next += 1;
            if depth + 1 >= max_depth {
                continue;
            }
            self.expander.play(&mut next, &frame.node, candidate);
            let entry = self.expander.enter_after(&next, &frame.node, candidate);
            if !attempts.begin(entry.key, after) {
                continue;
            }
            left[depth] = after.checked_sub(1);
            left.push(Some(after));
            path.push(&mut next, entry, self.expander);
            self.list(path, &mut next)?;
        }
    }

    /// Lists the candidates of the last position on a path, the most promising first. `next` is a position to try them in.
    ///
    /// # Errors
    /// Returns an error if the search ends, by a win or by a limit.
    fn list(&mut self, path: &mut Path, next: &mut Position) -> Result<(), Found> {
        let expander = &mut *self.expander;
        let frame = path.last();
        expander.expand(&mut frame.node, &mut frame.candidates);
        let mut guesses = Vec::with_capacity(frame.candidates.len());
        while let Some(&candidate) = frame.candidates.get(frame.next) {
            frame.next += 1;
            let is_known = expander.play(next, &frame.node, candidate);
            if let Some(limit) = expander.watch.count() {
                return Err(Found::Stopped(limit));
            }
            if is_known && next.is_won() {
                return Err(Found::Win(path.moves()));
            }
            if is_known {
                guesses.push((self.estimate.of(next, self.weights), candidate));
            }
        }
        guesses.sort_by_key(|(guess, _)| *guess);
        frame.next = 0;
        frame.candidates.clear();
        let candidates = guesses.into_iter().map(|(_, candidate)| candidate);
        frame.candidates.extend(candidates);
        Ok(())
    }
}
