//! Depth-first search: little memory for each position, and a proof if it is exhausted.

use std::collections::HashSet;

use crate::play::{Move, PileHash, Position};

use super::expand::{Candidate, Entry, Expander};
use super::limits::Limit;
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

/// About how many bytes a frame takes.
const FRAME_SIZE: usize = 1 << 10;

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

/// A depth-first search.
#[derive(Debug)]
pub(super) struct DepthFirst<'a, 'b> {
    pub(super) expander: &'a mut Expander<'b>,
    pub(super) table: &'a mut Table,
    /// The most positions.
    pub(super) most: u64,
    pub(super) jitter: Jitter,
    /// How much moves are mixed up: 0 not at all.
    pub(super) strength: u8,
}

impl DepthFirst<'_, '_> {
    /// Searches from a position that is not won.
    pub(super) fn run(&mut self, position: &Position) -> Found {
        let last = self.expander.watch.states.saturating_add(self.most);
        let max_depth = self.expander.watch.memory() / 4 / FRAME_SIZE;
        let mut is_cut = false;
        // Needed only when the table forgets keys: a position of the path is never entered again.
        let mut path_keys: HashSet<Key> = HashSet::new();
        let mut frames: Vec<Frame> = Vec::new();
        let mut depth = 0;
        self.push(&mut frames, depth, position);
        self.table.insert(frames[0].entry.key);
        let mut next = position.clone();
        loop {
            let frame = &mut frames[depth];
            let Some(&candidate) = frame.candidates.get(frame.next) else {
                if self.table.evictions > 0 {
                    path_keys.remove(&frame.entry.key);
                }
                if depth == 0 {
                    return if is_cut {
                        Found::Stopped(Limit::Memory)
                    } else {
                        Found::Nothing
                    };
                }
                depth -= 1;
                continue;
            };
            frame.next += 1;
            let (before, entry) = (&frame.position, &frame.entry);
            let is_known = self.expander.play(&mut next, before, entry, candidate);
            if let Some(limit) = self.expander.watch.count() {
                return Found::Stopped(limit);
            }
            if self.expander.watch.states > last {
                return Found::GaveUp;
            }
            if !is_known {
                continue;
            }
            if next.is_won() {
                return Found::Win(moves_of(&frames[..=depth]));
            }
            if depth + 1 >= max_depth {
                is_cut = true;
                continue;
            }
            let frame = &frames[depth];
            let entry = self
                .expander
                .enter_after(&next, &frame.position, candidate, &frame.hashes);
            let had_evictions = self.table.evictions > 0;
            if path_keys.contains(&entry.key) || !self.table.insert(entry.key) {
                continue;
            }
            if self.table.evictions > 0 {
                if !had_evictions {
                    path_keys.extend(frames[..=depth].iter().map(|frame| frame.entry.key));
                }
                path_keys.insert(entry.key);
            }
            depth += 1;
            self.push_entered(&mut frames, depth, &next, entry);
        }
    }

    fn push(&mut self, frames: &mut Vec<Frame>, depth: usize, position: &Position) {
        let entry = self.expander.enter(position);
        self.push_entered(frames, depth, position, entry);
    }

    /// Puts a position on the path. Frames that were used before are used again.
    fn push_entered(
        &mut self,
        frames: &mut Vec<Frame>,
        depth: usize,
        position: &Position,
        entry: Entry,
    ) {
        if depth == frames.len() {
            frames.push(Frame {
                position: position.clone(),
                entry,
                hashes: self.expander.hashes().to_vec(),
                candidates: Vec::new(),
                next: 0,
            });
        } else {
            let frame = &mut frames[depth];
            frame.position.clone_from(position);
            frame.entry = entry;
            frame.hashes.clone_from_slice(self.expander.hashes());
            frame.next = 0;
        }
        let frame = &mut frames[depth];
        self.expander
            .expand(&mut frame.position, &frame.entry, &mut frame.candidates);
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
