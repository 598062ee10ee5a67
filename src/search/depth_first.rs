//! Depth-first search: little memory for each position, and a proof if it is exhausted.

use std::collections::HashSet;

use crate::play::{Move, PileHash, Position};

use super::expand::{Candidate, Entry, Expander};
use super::limits::{Limit, size_kept};
use super::table::{Key, Table};

/// What a search found.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// The moves that win.
    Win(Vec<Move>),
    /// All positions were searched, and none is won.
    Nothing,
    /// The search was given up after as many positions as it was allowed.
    GaveUp,
    /// A limit of the whole search was reached.
    Stopped(Limit),
}

/// A position on the path.
#[derive(Debug)]
struct Frame {
    position: Position,
    entry: Entry,
    hashes: Vec<PileHash>,
    candidates: Vec<Candidate>,
    /// The next candidate.
    next: usize,
}

/// Random numbers that only shuffle moves of equal promise.
#[derive(Debug)]
pub(super) struct Jitter(pub(super) u64);

impl Jitter {
    /// Mixes up moves that look equally good; with `strength`, also some that do not.
    fn shuffle(&mut self, candidates: &mut [Candidate], strength: u8) {
        if strength == 0 {
            return;
        }
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
    /// The positions of the path, and frames to use again.
    frames: Vec<Frame>,
    /// The number of positions on the path, except the first.
    depth: usize,
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
        let mut search = DepthFirst {
            table: Table::new(memory / 2),
            frames: Vec::new(),
            depth: 0,
            max_depth: memory / 2 / size_kept(position),
            is_cut: false,
            path_keys: HashSet::new(),
            jitter,
            strength,
        };
        let entry = expander.enter(position);
        search.table.insert(entry.key);
        search.push(expander, position, entry);
        search
    }

    /// Continues the search until it has looked at `most` more positions.
    pub(super) fn run(&mut self, expander: &mut Expander<'_>, most: u64) -> Found {
        let last = expander.watch.states.saturating_add(most);
        let mut next = self.frames[0].position.clone();
        loop {
            let frame = &mut self.frames[self.depth];
            let Some(&candidate) = frame.candidates.get(frame.next) else {
                if self.table.evictions > 0 {
                    self.path_keys.remove(&frame.entry.key);
                }
                if self.depth == 0 {
                    return if self.is_cut {
                        Found::Stopped(Limit::Memory)
                    } else {
                        Found::Nothing
                    };
                }
                self.depth -= 1;
                continue;
            };
            if expander.watch.states >= last {
                return Found::GaveUp;
            }
            frame.next += 1;
            let (before, entry) = (&frame.position, &frame.entry);
            let is_known = expander.play(&mut next, before, entry, candidate);
            if let Some(limit) = expander.watch.count() {
                return Found::Stopped(limit);
            }
            if !is_known {
                continue;
            }
            if next.is_won() {
                return Found::Win(moves_of(&self.frames[..=self.depth]));
            }
            if self.depth + 1 >= self.max_depth {
                self.is_cut = true;
                continue;
            }
            let entry = expander.enter_after(&next, before, candidate, &frame.hashes);
            let had_evictions = self.table.evictions > 0;
            if self.path_keys.contains(&entry.key) || !self.table.insert(entry.key) {
                continue;
            }
            if self.table.evictions > 0 {
                if !had_evictions {
                    let path = self.frames[..=self.depth].iter();
                    self.path_keys.extend(path.map(|frame| frame.entry.key));
                }
                self.path_keys.insert(entry.key);
            }
            self.depth += 1;
            self.push(expander, &next, entry);
        }
    }

    /// Which part of the search is done, from 0 to 1, if each candidate of a position takes as long as the others. They do
    /// not: the last ones lead to few new positions, so that this grows faster and faster.
    pub(super) fn progress(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for frame in &self.frames[..=self.depth] {
            let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
            share /= count(frame.candidates.len().max(1));
            done += share * count(frame.next.saturating_sub(1));
        }
        done
    }

    /// Puts a position on the path. Frames that were used before are used again.
    fn push(&mut self, expander: &mut Expander<'_>, position: &Position, entry: Entry) {
        if self.depth == self.frames.len() {
            self.frames.push(Frame {
                position: position.clone(),
                entry,
                hashes: expander.hashes().to_vec(),
                candidates: Vec::new(),
                next: 0,
            });
        } else {
            let frame = &mut self.frames[self.depth];
            frame.position.clone_from(position);
            frame.entry = entry;
            frame.hashes.clone_from_slice(expander.hashes());
            frame.next = 0;
        }
        let frame = &mut self.frames[self.depth];
        expander.expand(&mut frame.position, &frame.entry, &mut frame.candidates);
        self.jitter.shuffle(&mut frame.candidates, self.strength);
    }
}

/// The moves along a path: the last candidate of each frame.
fn moves_of(frames: &[Frame]) -> Vec<Move> {
    let steps = frames.iter().filter_map(|frame| {
        let candidate = frame.candidates.get(frame.next.checked_sub(1)?)?;
        Some(Expander::moves(&frame.entry, *candidate))
    });
    steps.flatten().collect()
}
