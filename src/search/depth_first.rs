//! Depth-first search: little memory for each position, and a proof if it is exhausted.

use std::collections::HashSet;

use crate::play::Position;
use crate::work::{Kind, spend};

use super::expand::Expander;
use super::limits::{Limit, size_kept};
use super::node::{Candidate, Found};
use super::path::Path;
use super::table::{Key, Table};

/// Random numbers that only shuffle moves of equal promise.
#[derive(Debug)]
pub(super) struct Jitter(pub(super) u64);

impl Jitter {
    /// Mixes up moves that look equally good; with `strength`, also some that do not.
    fn shuffle(&mut self, candidates: &mut [Candidate], strength: u8) {
        if strength == 0 {
            return;
        }
        spend(Kind::Rank, candidates.len());
        candidates.sort_by_cached_key(|candidate| {
            self.0 = crate::play::mix(self.0);
            let [random, ..] = self.0.to_le_bytes();
            (
                u16::from(candidate.order) * 4 + u16::from(random % strength),
                random,
            )
        });
    }
}

/// A depth-first search that can be paused and continued.
#[derive(Debug)]
pub(super) struct DepthFirst {
    /// The keys of the positions that were reached.
    table: Table,
    path: Path,
    max_depth: usize,
    /// Whether a path was too long to go on.
    is_cut: bool,
    /// The keys of the positions on the path, once the table has forgotten any: they are never entered again.
    path_keys: HashSet<Key>,
    jitter: Jitter,
    /// How much moves are mixed up: 0 not at all.
    strength: u8,
}

impl DepthFirst {
    /// Prepares a search from a position that is not won. It will use at most `memory` bytes.
    pub(super) fn new(
        position: &Position,
        expander: &mut Expander<'_>,
        jitter: Jitter,
        strength: u8,
        memory: usize,
    ) -> DepthFirst {
        let root = expander.enter(position);
        let mut search = DepthFirst {
            table: Table::new(memory / 2),
            max_depth: memory / 2 / size_kept(position),
            is_cut: false,
            path_keys: HashSet::new(),
            jitter,
            strength,
            path: Path::new(root),
        };
        search.table.insert(search.path.last().node.entry.key);
        search.expand(expander);
        search
    }

    /// Continues the search until it has looked at `most` more positions.
    pub(super) fn run(&mut self, expander: &mut Expander<'_>, most: u64) -> Found {
        let last = expander.watch.states.saturating_add(most);
        let mut next = self.path.last().node.position.clone();
        loop {
            let depth = self.path.depth();
            let frame = self.path.last();
            let Some(&candidate) = frame.candidates.get(frame.next) else {
                if self.table.evictions > 0 {
                    self.path_keys.remove(&frame.node.entry.key);
                }
                if self.path.pop() {
                    continue;
                }
                return if self.is_cut {
                    Found::Stopped(Limit::Memory)
                } else {
                    Found::Nothing
                };
            };
            if expander.watch.states >= last {
                return Found::GaveUp;
            }
            frame.next += 1;
            let is_known = expander.play(&mut next, &frame.node, candidate);
            if let Some(limit) = expander.watch.count() {
                // When the search goes on, it is tried again.
                frame.next -= 1;
                return Found::Stopped(limit);
            }
            if !is_known {
                continue;
            }
            if next.is_won() {
                return Found::Win(self.path.moves());
            }
            if depth + 1 >= self.max_depth {
                self.is_cut = true;
                continue;
            }
            let entry = expander.enter_after(&next, &frame.node, candidate);
            let had_evictions = self.table.evictions > 0;
            if self.path_keys.contains(&entry.key) || !self.table.insert(entry.key) {
                continue;
            }
            if self.table.evictions > 0 {
                if !had_evictions {
                    let path = self.path.frames().iter();
                    self.path_keys
                        .extend(path.map(|frame| frame.node.entry.key));
                }
                self.path_keys.insert(entry.key);
            }
            self.path.push(&mut next, entry, expander);
            self.expand(expander);
        }
    }

    /// Which part of the search is done, from 0 to 1, if each candidate of a position takes as long as the others. They do
    /// not: the last ones lead to few new positions, so that this grows faster and faster.
    pub(super) fn progress(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for frame in self.path.frames() {
            let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
            share /= count(frame.candidates.len().max(1));
            done += share * count(frame.next.saturating_sub(1));
        }
        done
    }

    /// Lists the candidates of the last position on the path.
    fn expand(&mut self, expander: &mut Expander<'_>) {
        let frame = self.path.last();
        expander.expand(&mut frame.node, &mut frame.candidates);
        self.jitter.shuffle(&mut frame.candidates, self.strength);
    }
}
