//! Best-first search: the most promising position next, wherever it is. It needs much memory for each position, and
//! finds wins where depth-first search loses its way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::play::{Move, PileHash, Position};

use super::depth_first::Found;
use super::estimate::{Estimate, Weights};
use super::expand::{Candidate, Entry, Expander};
use super::limits::size_kept;
use super::table::Table;

/// A position that was reached.
#[derive(Debug)]
struct Node {
    position: Position,
    entry: Entry,
    hashes: Vec<PileHash>,
    /// The node before, as an index, and the candidate that leads here.
    before: Option<(u32, Candidate)>,
    depth: i32,
}

/// A best-first search.
#[derive(Debug)]
pub(super) struct BestFirst<'a, 'b> {
    pub(super) expander: &'a mut Expander<'b>,
    pub(super) estimate: &'a mut Estimate,
    pub(super) weights: &'a Weights,
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
        let entry = self.expander.enter(position);
        table.insert(entry.key);
        let mut nodes = vec![Node {
            position: position.clone(),
            entry,
            hashes: self.expander.hashes().to_vec(),
            before: None,
            depth: 0,
        }];
        let mut open = BinaryHeap::from([(Reverse(0), 0, 0)]);
        let mut candidates = Vec::new();
        let mut next = position.clone();
        while let Some((_, _, index)) = open.pop() {
            let node = &mut nodes[index as usize];
            self.expander
                .expand(&mut node.position, &node.entry, &mut candidates);
            for &candidate in &candidates {
                let node = &nodes[index as usize];
                let (before, entry) = (&node.position, &node.entry);
                let is_known = self.expander.play(&mut next, before, entry, candidate);
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
                let entry =
                    self.expander
                        .enter_after(&next, &node.position, candidate, &node.hashes);
                if !table.insert(entry.key) {
                    continue;
                }
                let depth = node.depth + 1;
                let guess = self
                    .estimate
                    .of(&next, self.weights)
                    .saturating_mul(4)
                    .saturating_add(depth);
                let number = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                open.push((Reverse(guess), candidate.order, number));
                nodes.push(Node {
                    position: next.clone(),
                    entry,
                    hashes: self.expander.hashes().to_vec(),
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
fn moves_to(nodes: &[Node], mut index: u32, mut candidate: Candidate) -> Vec<Move> {
    let mut steps = Vec::new();
    loop {
        let node = &nodes[index as usize];
        steps.push(Expander::moves(&node.entry, candidate).collect::<Vec<_>>());
        let Some((before, earlier)) = node.before else {
            break;
        };
        (index, candidate) = (before, earlier);
    }
    steps.into_iter().rev().flatten().collect()
}
