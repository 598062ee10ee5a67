//! Best-first search: the most promising position next, wherever it is. It needs much memory for each position, and
//! finds wins where depth-first search loses its way.
//!
//! The guess is weighted, after I. Pohl, "Heuristic search viewed as path finding in a graph", 1970.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::play::{Move, Position};

use super::estimate::{Estimate, Weights};
use super::expand::Expander;
use super::limits::size_kept;
use super::node::{Candidate, Found, Node};
use super::table::Table;

/// A position that was reached.
#[derive(Debug)]
struct Reached {
    node: Node,
    /// The position before, as an index, and the candidate that leads here.
    before: Option<(u32, Candidate)>,
    depth: i32,
}

/// A best-first search.
#[derive(Debug)]
pub(super) struct BestFirst<'a, 'b> {
    pub(super) expander: &'a mut Expander<'b>,
    pub(super) estimate: &'a mut Estimate,
    pub(super) weights: &'a Weights,
    /// How many moves a guess counts for: the more, the sooner a win is found; the fewer, the shorter it is.
    pub(super) greed: i32,
    /// The most positions.
    pub(super) most: u64,
    /// How many bytes the search may use.
    pub(super) memory: usize,
}

impl BestFirst<'_, '_> {
    /// Searches from a position that is not won.
    pub(super) fn run(&mut self, position: &Position) -> Found {
        let last = self.expander.watch.states.saturating_add(self.most);
        let max_nodes = self.memory / 2 / size_kept(position);
        let mut table = Table::new(self.memory / 2);
        let node = self.expander.enter(position);
        table.insert(node.entry.key);
        let mut nodes = vec![Reached {
            node,
            before: None,
            depth: 0,
        }];
        let mut open = BinaryHeap::from([(Reverse(0), 0, 0)]);
        let mut candidates = Vec::new();
        let mut next = position.clone();
        while let Some((_, _, index)) = open.pop() {
            let node = &mut nodes[index as usize].node;
            self.expander.expand(node, &mut candidates);
            for &candidate in &candidates {
                let before = &nodes[index as usize];
                let is_known = self.expander.play(&mut next, &before.node, candidate);
                if let Some(limit) = self.expander.watch.count() {
                    return Found::Stopped(limit);
                }
                if self.expander.watch.states > last || nodes.len() >= max_nodes {
                    return Found::GaveUp;
                }
                if !is_known {
                    continue;
                }
                if next.is_won() {
                    return Found::Win(moves_to(&nodes, index, candidate));
                }
                let entry = self.expander.enter_after(&next, &before.node, candidate);
                if !table.insert(entry.key) {
                    continue;
                }
                let depth = before.depth + 1;
                let guess = self
                    .estimate
                    .of(&next, self.weights)
                    .saturating_mul(self.greed)
                    .saturating_add(depth);
                let number = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                open.push((Reverse(guess), candidate.order, number));
                nodes.push(Reached {
                    node: self.expander.keep(&next, entry),
                    before: Some((index, candidate)),
                    depth,
                });
            }
        }
        if table.evictions > 0 {
            Found::GaveUp
        } else {
            Found::Nothing
        }
    }
}

/// The moves to a node, and on with a candidate.
fn moves_to(nodes: &[Reached], mut index: u32, mut candidate: Candidate) -> Vec<Move> {
    let mut steps = Vec::new();
    loop {
        let reached = &nodes[index as usize];
        steps.push(reached.node.moves(candidate).collect::<Vec<_>>());
        let Some((before, earlier)) = reached.before else {
            break;
        };
        (index, candidate) = (before, earlier);
    }
    steps.into_iter().rev().flatten().collect()
}
