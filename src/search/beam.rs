//! Beam search: after each number of moves, only the most promising positions are kept.

use crate::play::{Move, Position, mix};

use super::estimate::Estimate;
use super::expand::Expander;
use super::limits::size_kept;
use super::node::{Candidate, Found, Node};
use super::table::Table;

/// How many positions the first beam keeps where it is not known how many are needed.
pub(super) const FIRST_WIDTH: usize = 10;
/// About how many bytes a step takes.
const STEP_SIZE: usize = 1 << 7;
/// By how much guesses are changed at random, once all weights were tried, so that beams differ.
const NOISE: i32 = 8;

/// Beams, each wider than the one before.
#[derive(Debug)]
pub(super) struct Beams {
    width: usize,
    /// How many beams there were.
    count: usize,
    /// The state of the random numbers.
    random: u64,
    /// How many bytes a beam may use.
    memory: usize,
}

/// A position that was kept.
#[derive(Debug)]
struct Kept {
    node: Node,
    /// The last step of its path: an index into the steps.
    step: usize,
}

/// A step of a path: the step before, and the moves.
type Step = (usize, Vec<Move>);

/// A position that was reached: how far from a win it seems, the index of the position before, and the candidate.
type Reached = (i32, usize, Candidate);

impl Beams {
    /// Prepares beams. The first keeps `width` positions after each number of moves. Each uses at most `memory` bytes.
    pub(super) fn new(width: usize, memory: usize) -> Beams {
        Beams {
            width,
            count: 0,
            random: 0,
            memory,
        }
    }

    /// Searches from a position that is not won until `most` positions were looked at. How many the beam before needed
    /// decides how wide the next one is. This never proves that the position cannot be won.
    pub(super) fn run(
        &mut self,
        expander: &mut Expander<'_>,
        estimate: &mut Estimate,
        position: &Position,
        most: u64,
    ) -> Found {
        let last = expander.watch.states.saturating_add(most);
        // A level exists beside the next one.
        let max_width = self.memory / 4 / 2 / size_kept(position);
        loop {
            let before = expander.watch.states;
            let found = self.run_one(expander, estimate, position, last);
            let used = expander.watch.states - before;
            let left = last.saturating_sub(expander.watch.states);
            if !matches!(found, Found::GaveUp) || used == 0 || left == 0 {
                return found;
            }
            let times = usize::try_from(left / used).unwrap_or(usize::MAX).max(2);
            self.width = self.width.saturating_mul(times).min(max_width).max(1);
            if left / used < 2 {
                return Found::GaveUp;
            }
        }
    }

    /// Searches with one beam. It gives up once the search has looked at `last` positions in all.
    pub(super) fn run_one(
        &mut self,
        expander: &mut Expander<'_>,
        estimate: &mut Estimate,
        position: &Position,
        last: u64,
    ) -> Found {
        let weights = &estimate.thorough[self.count % estimate.thorough.len()];
        let has_noise = self.count >= estimate.thorough.len();
        self.count += 1;
        let mut table = Table::new(self.memory / 2);
        let node = expander.enter(position);
        table.insert(node.entry.key);
        let mut steps: Vec<Step> = vec![(0, Vec::new())];
        let mut level = vec![Kept { node, step: 0 }];
        let mut next = position.clone();
        let mut candidates = Vec::new();
        let mut reached: Vec<Reached> = Vec::new();
        while !level.is_empty() && steps.len() <= self.memory / 4 / STEP_SIZE {
            reached.clear();
            for (Kept { node, step }, index) in level.iter_mut().zip(0..) {
                expander.expand(node, &mut candidates);
                for &candidate in &candidates {
                    if expander.watch.states >= last {
                        return Found::GaveUp;
                    }
                    let is_known = expander.play(&mut next, node, candidate);
                    if let Some(limit) = expander.watch.count() {
                        return Found::Stopped(limit);
                    }
                    if !is_known {
                        continue;
                    }
                    if next.is_won() {
                        let moves = node.moves(candidate);
                        return Found::Win(moves_to(&steps, *step, moves.collect()));
                    }
                    let entry = expander.enter_after(&next, node, candidate);
                    if table.insert(entry.key) {
                        let noise = if has_noise { self.noise() } else { 0 };
                        let guess = estimate.of(&next, weights).saturating_add(noise);
                        reached.push((guess, index, candidate));
                    }
                }
            }
            reached.sort_by_key(|(guess, ..)| *guess);
            reached.truncate(self.width);
            let survivors = reached.iter().map(|&(_, index, candidate)| {
                let Kept { node, step } = &level[index];
                expander.play(&mut next, node, candidate);
                let entry = expander.enter_after(&next, node, candidate);
                steps.push((*step, node.moves(candidate).collect()));
                Kept {
                    node: expander.keep(&next, entry),
                    step: steps.len() - 1,
                }
            });
            level = survivors.collect();
        }
        Found::GaveUp
    }

    /// By how much the next guess is changed.
    fn noise(&mut self) -> i32 {
        self.random = mix(self.random);
        let [random, ..] = self.random.to_le_bytes();
        i32::from(random) * NOISE / 256
    }
}

/// The moves of a path that ends with some moves.
fn moves_to(steps: &[Step], mut step: usize, last: Vec<Move>) -> Vec<Move> {
    let mut path = vec![last];
    while step != 0 {
        let (before, moves) = &steps[step];
        path.push(moves.clone());
        step = *before;
    }
    path.into_iter().rev().flatten().collect()
}
