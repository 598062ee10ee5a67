//! The combinations of truth values that the atoms of a condition can have.

use std::collections::BTreeSet;

use super::formula::Meaning;
use super::input::Input;
use super::number::Quantity;
use super::scope::Scope;
use crate::condition::{CardExpr, Predicate, Property, ValueKind};

/// The most combinations of truth values.
const MAX_CASES: usize = 1 << 14;
/// The most combinations of inputs that are tried for atoms that share inputs.
const MAX_COMBINATIONS: usize = 400_000;

/// A set of true atoms, by their bits.
pub(super) type Case = u64;

/// The atoms of a condition, each as a function of its inputs.
pub(super) struct Combiner<'c, 'a> {
    scope: &'c Scope<'a>,
    /// The inputs of each atom, and its value for all their values, the first input varying slowest.
    tables: Vec<(Vec<Input>, Vec<bool>)>,
    /// The quantities that atoms bound, with all values that make a difference; `None` if it is absent.
    quantities: Vec<(&'c Quantity, Vec<Option<i64>>)>,
    /// The cards at the end of a pile whose size is a quantity, with that: there is no such card if and only if it is 0.
    links: Vec<(Input, Input)>,
}

impl<'c, 'a> Combiner<'c, 'a> {
    pub(super) fn new(
        atoms: &'c [(&Predicate, Meaning)],
        ends: &[&CardExpr],
        scope: &'c Scope<'a>,
    ) -> Combiner<'c, 'a> {
        let mut combiner = Combiner {
            scope,
            tables: Vec::new(),
            quantities: Vec::new(),
            links: Vec::new(),
        };
        for (_, meaning) in atoms {
            combiner.add_quantity(meaning);
        }
        let tables = atoms.iter().enumerate();
        let tables = tables.map(|(atom, (_, meaning))| combiner.table(atom, meaning));
        combiner.tables = tables.collect();
        for (end, card) in ends.iter().enumerate() {
            let (CardExpr::TopOf(pile) | CardExpr::BottomOf(pile)) = card else {
                continue;
            };
            let size = ValueKind::OfPile(Property::Size, pile.clone());
            let mut quantities = combiner.quantities.iter();
            if let Some(quantity) = quantities.position(|(known, _)| known.only() == Some(&size)) {
                let link = (Input::End(end), Input::Quantity(quantity));
                combiner.links.push(link);
            }
        }
        combiner
    }

    /// Lists the cases. Returns `None` if there are too many.
    pub(super) fn list(&self) -> Option<Vec<Case>> {
        let mut cases = vec![0];
        let mut done: Vec<usize> = Vec::new();
        for first in 0..self.tables.len() {
            if done.contains(&first) {
                continue;
            }
            let group = self.related(first);
            let choices = self.combine(&group).or_else(|| all_subsets(&group))?;
            if cases.len().saturating_mul(choices.len()) > MAX_CASES {
                return None;
            }
            let with = |case: Case| choices.iter().map(move |choice| case | choice);
            cases = cases.into_iter().flat_map(with).collect();
            done.extend(group);
        }
        Some(cases)
    }

    /// Notes the values of a quantity around a bound.
    fn add_quantity(&mut self, meaning: &'c Meaning) {
        let Meaning::Bounded(bounded, number) = meaning else {
            return;
        };
        let index = self.find(&bounded.quantity).unwrap_or_else(|| {
            self.quantities.push((&bounded.quantity, Vec::new()));
            self.quantities.len() - 1
        });
        let values = &mut self.quantities[index].1;
        if let Some((low, high)) = number.set {
            let around = [bounded.limit(), 0]
                .into_iter()
                .flat_map(|n| [n - 1, n, n + 1]);
            let around = around.filter(|value| (low..=high).contains(value));
            values.extend(around.chain([low, high]).map(Some));
        }
        values.extend(number.absent.then_some(None));
        values.sort_unstable();
        values.dedup();
    }

    fn find(&self, quantity: &Quantity) -> Option<usize> {
        let mut quantities = self.quantities.iter();
        quantities.position(|(known, _)| *known == quantity)
    }

    fn table(&self, atom: usize, meaning: &Meaning) -> (Vec<Input>, Vec<bool>) {
        match meaning {
            Meaning::Fixed(holds) => (Vec::new(), vec![*holds]),
            Meaning::Free => (vec![Input::Unknown(atom)], vec![false, true]),
            Meaning::Table(inputs, table) => (inputs.clone(), table.clone()),
            Meaning::Bounded(bounded, _) => {
                let index = self.find(&bounded.quantity).unwrap_or_default();
                let values = &self.quantities[index].1;
                // Comparisons with an absent number are false.
                let holds = values.iter().map(|v| v.is_some_and(|v| bounded.holds(v)));
                (vec![Input::Quantity(index)], holds.collect())
            }
        }
    }

    /// The atoms that an atom shares inputs with, directly or through others, and itself.
    fn related(&self, first: usize) -> Vec<usize> {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&one) = group.get(next) {
            next += 1;
            for (other, (inputs, _)) in self.tables.iter().enumerate() {
                let mut own = self.tables[one].0.iter();
                let is_related = own.any(|own| inputs.iter().any(|i| self.is_linked(*own, *i)));
                if is_related && !group.contains(&other) {
                    group.push(other);
                }
            }
        }
        group
    }

    fn is_linked(&self, a: Input, b: Input) -> bool {
        a == b || self.links.contains(&(a, b)) || self.links.contains(&(b, a))
    }

    fn count(&self, input: Input) -> usize {
        match input {
            Input::Quantity(index) => self.quantities[index].1.len(),
            Input::Unknown(_) => 2,
            _ => self.scope.values(input).len(),
        }
    }

    /// Tries all values of the inputs of some atoms. Returns `None` if there are too many.
    fn combine(&self, group: &[usize]) -> Option<Vec<Case>> {
        let mut inputs: Vec<Input> = Vec::new();
        for input in group.iter().flat_map(|atom| &self.tables[*atom].0) {
            if !inputs.contains(input) {
                inputs.push(*input);
            }
        }
        let counts: Vec<usize> = inputs.iter().map(|i| self.count(*i)).collect();
        let mut counted = counts.iter();
        let total = counted.try_fold(1usize, |total, count| total.checked_mul(*count))?;
        if total == 0 || total.saturating_mul(group.len()) > MAX_COMBINATIONS {
            return None;
        }
        let position = |input: &Input| inputs.iter().position(|known| known == input);
        // For each atom, its table and how far apart the places of two neighboring values of each input are there.
        let atoms = group.iter().map(|&atom| {
            let (read, table) = &self.tables[atom];
            let (mut strides, mut stride) = (vec![0; inputs.len()], 1);
            for input in read.iter().rev().filter_map(position) {
                strides[input] += stride;
                stride *= counts[input];
            }
            (atom, strides, table)
        });
        let atoms: Vec<_> = atoms.collect();
        let twins = position(&Input::Card).zip(position(&Input::Top));
        let links = self.links.iter().filter_map(|(end, size)| {
            let Input::Quantity(quantity) = size else {
                return None;
            };
            Some((
                position(end)?,
                position(size)?,
                &self.quantities[*quantity].1,
            ))
        });
        let links: Vec<_> = links.collect();
        // The same card is not `card` and `top`, and the first value of a card is that there is none.
        let is_possible = |choices: &[usize]| {
            let is_only = |face: usize| self.scope.known.faces[face].1;
            let is_same =
                |&(a, b): &(usize, usize)| choices[a] == choices[b] && is_only(choices[a]);
            let mut links = links.iter();
            !twins.as_ref().is_some_and(is_same)
                && links.all(|(end, size, sizes)| {
                    (choices[*end] == 0) == (sizes[choices[*size]] == Some(0))
                })
        };
        let mut found: BTreeSet<Case> = BTreeSet::new();
        let mut choices = vec![0usize; inputs.len()];
        let mut places = vec![0usize; atoms.len()];
        let mut last = None;
        for _ in 0..total {
            if is_possible(&choices) {
                let case = atoms
                    .iter()
                    .zip(&places)
                    .fold(0, |case, ((atom, _, table), place)| {
                        case | Case::from(table[*place]) << atom
                    });
                // Neighboring combinations often have the same case.
                if last != Some(case) {
                    found.insert(case);
                    last = Some(case);
                }
            }
            for input in 0..inputs.len() {
                let is_past = choices[input] + 1 == counts[input];
                let before = choices[input];
                choices[input] = if is_past { 0 } else { before + 1 };
                for (place, (_, strides, _)) in places.iter_mut().zip(&atoms) {
                    *place = *place + choices[input] * strides[input] - before * strides[input];
                }
                if !is_past {
                    break;
                }
            }
        }
        Some(found.into_iter().collect())
    }
}

/// All combinations of truth values. Returns `None` if there are too many.
fn all_subsets(group: &[usize]) -> Option<Vec<Case>> {
    let mut cases = vec![0];
    for atom in group {
        if cases.len() * 2 > MAX_CASES {
            return None;
        }
        let with_it: Vec<Case> = cases.iter().map(|case| case | 1 << atom).collect();
        cases.extend(with_it);
    }
    Some(cases)
}
