//! The combinations of truth values that the atoms of a condition can have.

use std::collections::HashSet;

use super::cases::{MAX_ATOMS, Meaning};
use super::imagine::Input;
use super::number::Bounded;
use super::scope::Scope;
use crate::condition::{Predicate, ValueKind};
use crate::lint::flow::Number;

/// The most combinations of truth values.
const MAX_CASES: usize = 1 << 14;
/// The most combinations of inputs that are tried for atoms that share inputs.
const MAX_COMBINATIONS: usize = 400_000;

/// A set of true atoms, by their bits. While cases are combined, the bits from `MAX_ATOMS` on are links.
pub(super) type Case = u64;

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
fn link_bit(index: usize) -> Case {
    1 << (MAX_ATOMS + index)
}

/// Lists the cases of some atoms.
pub(super) struct Combiner<'c, 's, 'p> {
    pub(super) atoms: &'c [(&'p Predicate, Meaning)],
    pub(super) links: &'c [Link],
    pub(super) scope: &'c Scope<'s>,
}

/// The cases of some related atoms, and the bits of the links that are set in them.
struct Choices {
    cases: Vec<Case>,
    links: Case,
}

impl Combiner<'_, '_, '_> {
    /// Returns `None` if there are too many cases.
    pub(super) fn list(&self) -> Option<Vec<Case>> {
        let mut found = Choices {
            cases: vec![0],
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
            if found.cases.len().saturating_mul(choices.cases.len()) > MAX_CASES {
                return None;
            }
            let shared = found.links & choices.links;
            let agree = |a: Case, b: Case| (a ^ b) & shared == 0;
            let pairs = found.cases.iter().flat_map(|case| {
                let choices = choices.cases.iter();
                let choices = choices.filter(|choice| agree(*case, **choice));
                choices.map(move |choice| case | choice)
            });
            found = Choices {
                cases: pairs.collect(),
                links: found.links | choices.links,
            };
            for atom in group {
                is_done[atom] = true;
            }
        }
        for case in &mut found.cases {
            *case &= link_bit(0) - 1;
        }
        found.cases.sort_unstable();
        found.cases.dedup();
        Some(found.cases)
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
        let unlinked = |cases| Some(Choices { cases, links: 0 });
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
        let case = |value: &i64| {
            let start = if *value == 0 { links } else { 0 };
            bounds.iter().fold(start, |case, (atom, bounded)| {
                case | u64::from(bounded.holds(*value)) << atom
            })
        };
        let mut cases: Vec<Case> = values.iter().map(case).collect();
        if number.absent {
            // Comparisons with an absent number are false.
            cases.push(0);
        }
        cases.sort_unstable();
        cases.dedup();
        Choices { cases, links }
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
        let mut tables: Vec<(Case, &[bool], Vec<usize>)> = Vec::new();
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
        let mut found: HashSet<Case> = HashSet::new();
        let mut last = None;
        let mut choices = vec![0usize; inputs.len()];
        for _ in 0..total {
            let is_one_card = twins.as_ref().is_some_and(|(card, top, is_only)| {
                choices[*card] == choices[*top] && is_only[choices[*card]]
            });
            if !is_one_card {
                let mut case = 0;
                for (bit, table, strides) in &tables {
                    let index: usize = choices.iter().zip(strides).map(|(c, s)| c * s).sum();
                    if table[index] {
                        case |= bit;
                    }
                }
                if last != Some(case) {
                    found.insert(case);
                    last = Some(case);
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
        let mut cases: Vec<Case> = found.into_iter().collect();
        cases.sort_unstable();
        Some(Choices { cases, links })
    }
}

/// All combinations of truth values. Returns `None` if there are too many.
fn all_subsets(group: &[usize]) -> Option<Choices> {
    let mut cases = vec![0];
    for atom in group {
        if cases.len() * 2 > MAX_CASES {
            return None;
        }
        let with_it: Vec<Case> = cases.iter().map(|case| case | 1 << atom).collect();
        cases.extend(with_it);
    }
    Some(Choices { cases, links: 0 })
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
