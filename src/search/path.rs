//! The path of a search that goes into depth.

use crate::play::{Move, Position};

use super::expand::Expander;
use super::node::{Candidate, Entry, Node};

/// A position on a path.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) node: Node,
    pub(super) candidates: Vec<Candidate>,
    /// The index of the next candidate.
    pub(super) next: usize,
}

/// The positions from the first to one that is searched, and frames to use again.
#[derive(Debug)]
pub(super) struct Path {
    frames: Vec<Frame>,
    /// The number of positions, except the first.
    depth: usize,
}

impl Path {
    /// A path of one position, without candidates.
    pub(super) fn new(node: Node) -> Path {
        let frame = Frame {
            node,
            candidates: Vec::new(),
            next: 0,
        };
        Path {
            frames: vec![frame],
            depth: 0,
        }
    }

    /// The number of positions, except the first.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The positions in order.
    pub(super) fn frames(&self) -> &[Frame] {
        &self.frames[..=self.depth]
    }

    /// The last position.
    pub(super) fn last(&mut self) -> &mut Frame {
        &mut self.frames[self.depth]
    }

    /// Adds the position that was entered last, without candidates. `position` may be another one afterwards.
    pub(super) fn push(&mut self, position: &mut Position, entry: Entry, expander: &Expander<'_>) {
        self.depth += 1;
        if let Some(frame) = self.frames.get_mut(self.depth) {
            expander.keep_in(&mut frame.node, position, entry);
            frame.candidates.clear();
            frame.next = 0;
        } else {
            self.frames.push(Frame {
                node: expander.keep(position, entry),
                candidates: Vec::new(),
                next: 0,
            });
        }
    }

    /// Removes the last position. Returns false, and does nothing, if it is the only one.
    pub(super) fn pop(&mut self) -> bool {
        let has_more = self.depth > 0;
        self.depth -= usize::from(has_more);
        has_more
    }

    /// The moves of the candidates that were tried last.
    pub(super) fn moves(&self) -> Vec<Move> {
        let moves = self.frames().iter().filter_map(|frame| {
            let candidate = frame.candidates.get(frame.next.checked_sub(1)?)?;
            Some(frame.node.moves(*candidate))
        });
        moves.flatten().collect()
    }
}
