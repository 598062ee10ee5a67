//! The combinations of truth values that the atoms of a condition can have.

use std::collections::HashSet;

use super::imagine::Input;
use super::number::Bounded;
use super::scope::Scope;
use super::worlds::{MAX_ATOMS, Meaning};
use crate::condition::{Predicate, ValueKind};
use crate::lint::flow::Number;

/// The most combinations of truth values.
const MAX_WORLDS: usize = 1 << 14;
/// The most combinations of inputs that are tried for atoms that share inputs.
const MAX_COMBINATIONS: usize = 400_000;

/// A set of true atoms, by their bits. While worlds are combined, the bits from `MAX_ATOMS` on are links.
pub(super) type World = u64;

/// A pile whose top or bottom card one atom reads, and whose size another: there is no such card if and only if the
/// size is 0.
pub(super) struct Link {
    pub(super) card: Input,
    pub(super) size: ValueKind,
}

impl Link {
    /// Whether it is to the quantity of an atom.
    pub(super) fn is_to(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Bounded(bounded, _) if bounded.quantity.only() == Some(&self.size))
    }
}

/// The bit of a link, by its index.
fn link_bit(index: usize) -> World {
    1 << (MAX_ATOMS + index)
}

/// Lists the worlds of some atoms.
pub(super) struct Combiner<'c, 's, 'p> {
    pub(super) atoms: &'c [(&'p Predicate, Meaning)],
    pub(super) links: &'c [Link],
    pub(super) scope: &'c Scope<'s>,
}

/// The worlds of some related atoms, and the bits of the links that are set in them.
struct Choices {
    worlds: Vec<World>,
    links: World,
}

impl Combiner<'_, '_, '_> {
    /// Returns `None` if there are too many worlds.
    pub(super) fn list(&self) -> Option<Vec<World>> {
        let mut found = Choices {
            worlds: vec![0],
            links: 0,
        };
        let mut is_done = vec![false; self.atoms.len()];
        for first in 0..self.atoms.len() {
            if is_done[first] {
                continue;
            }
            let group = self.related(first);
            let choices = match self.combine(&group) {
                Some(choices) => choices,
                None => all_subsets(&group)?,
            };
            if found.worlds.len().saturating_mul(choices.worlds.len()) > MAX_WORLDS {
                return None;
            }
            let shared = found.links & choices.links;
            let agree = |a: World, b: World| (a ^ b) & shared == 0;
            let pairs = found.worlds.iter().flat_map(|world| {
                let choices = choices.worlds.iter();
                let choices = choices.filter(|choice| agree(*world, **choice));
                choices.map(move |choice| world | choice)
            });
            found = Choices {
                worlds: pairs.collect(),
                links: found.links | choices.links,
            };
            for atom in group {
                is_done[atom] = true;
            }
        }
        for world in &mut found.worlds {
            *world &= link_bit(0) - 1;
        }
        found.worlds.sort_unstable();
        found.worlds.dedup();
        Some(found.worlds)
    }

    /// The atoms that an atom shares inputs or a quantity with, directly or through others, and itself.
    fn related(&self, first: usize) -> Vec<usize> {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&one) = group.get(next) {
            next += 1;
            for (other, (_, meaning)) in self.atoms.iter().enumerate() {
                let is_related = match (&self.atoms[one].1, meaning) {
                    (Meaning::Table(a, _), Meaning::Table(b, _)) => a.iter().any(|i| b.contains(i)),
                    (Meaning::Bounded(a, _), Meaning::Bounded(b, _)) => a.quantity == b.quantity,
                    _ => false,
                };
                if is_related && !group.contains(&other) {
                    group.push(other);
                }
            }
        }
        group
    }

    /// The combinations of truth values that related atoms can have. Returns `None` if there are too many to try.
    fn combine(&self, group: &[usize]) -> Option<Choices> {
        let first = *group.first()?;
        let unlinked = |worlds| Some(Choices { worlds, links: 0 });
        match &self.atoms[first].1 {
            Meaning::Fixed(holds) => unlinked(vec![u64::from(*holds) << first]),
            Meaning::Free => unlinked(vec![0, 1 << first]),
            Meaning::Bounded(_, number) => Some(self.combine_bounds(group, *number)),
            Meaning::Table(..) => self.combine_tables(group),
        }
    }

    /// Tries all values of a quantity that can make a difference.
    fn combine_bounds(&self, group: &[usize], number: Number) -> Choices {
        let bounds = group.iter().filter_map(|&atom| match &self.atoms[atom].1 {
            Meaning::Bounded(bounded, _) => Some((atom, bounded)),
            _ => None,
        });
        let bounds: Vec<(usize, &Bounded)> = bounds.collect();
        let is_linked = |link: &Link| group.iter().any(|&atom| link.is_to(&self.atoms[atom].1));
        let links = self.links.iter().enumerate();
        let links = links.filter(|(_, link)| is_linked(link));
        let links = links.fold(0, |bits, (index, _)| bits | link_bit(index));
        let limits = bounds.iter().map(|(_, bounded)| bounded.limit);
        let values = limits.chain([0]).flat_map(|n| [n - 1, n, n + 1]);
        let values: Vec<i64> = match number.set {
            Some((low, high)) => {
                let values = values.filter(|value| (low..=high).contains(value));
                values.chain([low, high]).collect()
            }
            None => Vec::new(),
        };
        let world = |value: &i64| {
            let start = if *value == 0 { links } else { 0 };
            bounds.iter().fold(start, |world, (atom, bounded)| {
                world | u64::from(bounded.holds(*value)) << atom
            })
        };
        let mut worlds: Vec<World> = values.iter().map(world).collect();
        if number.absent {
            // Comparisons with an absent number are false.
            worlds.push(0);
        }
        worlds.sort_unstable();
        worlds.dedup();
        Choices { worlds, links }
    }

    /// Tries all values of the inputs of some atoms.
    fn combine_tables(&self, group: &[usize]) -> Option<Choices> {
        let scope = self.scope;
        let mut inputs: Vec<Input> = Vec::new();
        for &atom in group {
            if let Meaning::Table(read, _) = &self.atoms[atom].1 {
                let new: Vec<Input> = read
                    .iter()
                    .filter(|i| !inputs.contains(i))
                    .copied()
                    .collect();
                inputs.extend(new);
            }
        }
        let counts: Vec<usize> = inputs.iter().map(|i| scope.values(*i).len()).collect();
        let mut total = 1usize;
        for count in &counts {
            total = total.checked_mul(*count)?;
        }
        if total == 0 || total.saturating_mul(group.len()) > MAX_COMBINATIONS {
            return None;
        }
        // For each atom: its bit, its table, and by how much each input shifts the index in it.
        let mut tables: Vec<(World, &[bool], Vec<usize>)> = Vec::new();
        for &atom in group {
            if let Meaning::Table(read, table) = &self.atoms[atom].1 {
                tables.push((1 << atom, table, strides(read, &inputs, &counts)));
            }
        }
        // For each link: whether there is no card, which is the first value.
        let faces = scope.known.faces.len();
        let is_absent: Vec<bool> = (0..=faces).map(|index| index == 0).collect();
        let mut links = 0;
        for (index, link) in self.links.iter().enumerate() {
            if inputs.contains(&link.card) {
                let strides = strides(&[link.card], &inputs, &counts);
                tables.push((link_bit(index), &is_absent, strides));
                links |= link_bit(index);
            }
        }
        let twins = twin_faces(&inputs, scope);
        let mut found: HashSet<World> = HashSet::new();
        let mut last = None;
        let mut choices = vec![0usize; inputs.len()];
        for _ in 0..total {
            let is_one_card = twins.as_ref().is_some_and(|(card, top, is_only)| {
                choices[*card] == choices[*top] && is_only[choices[*card]]
            });
            if !is_one_card {
                let mut world = 0;
                for (bit, table, strides) in &tables {
                    let index: usize = choices.iter().zip(strides).map(|(c, s)| c * s).sum();
                    if table[index] {
                        world |= bit;
                    }
                }
                if last != Some(world) {
                    found.insert(world);
                    last = Some(world);
                }
            }
            for (choice, count) in choices.iter_mut().zip(&counts).rev() {
                *choice += 1;
                if *choice < *count {
                    break;
                }
                *choice = 0;
            }
        }
        let mut worlds: Vec<World> = found.into_iter().collect();
        worlds.sort_unstable();
        Some(Choices { worlds, links })
    }
}

/// All combinations of truth values. Returns `None` if there are too many.
fn all_subsets(group: &[usize]) -> Option<Choices> {
    let mut worlds = vec![0];
    for atom in group {
        if worlds.len() * 2 > MAX_WORLDS {
            return None;
        }
        let with_it: Vec<World> = worlds.iter().map(|world| world | 1 << atom).collect();
        worlds.extend(with_it);
    }
    Some(Choices { worlds, links: 0 })
}

/// By how much each of `inputs` shifts the index in a table of the inputs `read`.
fn strides(read: &[Input], inputs: &[Input], counts: &[usize]) -> Vec<usize> {
    let mut strides = vec![0; inputs.len()];
    let mut stride = 1;
    for input in read.iter().rev() {
        if let Some(index) = inputs.iter().position(|i| i == input) {
            strides[index] = stride;
            stride *= counts[index];
        }
    }
    strides
}

/// The positions of `card` and `top` among some inputs, and which faces only one card has: they cannot both have one.
fn twin_faces(inputs: &[Input], scope: &Scope<'_>) -> Option<(usize, usize, Vec<bool>)> {
    let position = |input| inputs.iter().position(|i| *i == input);
    let (card, top) = (position(Input::Card)?, position(Input::Top)?);
    let faces = scope.known.faces.iter();
    Some((card, top, faces.map(|(_, is_only)| *is_only).collect()))
}
