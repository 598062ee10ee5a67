//! The combinations of truth values that the atoms of a condition can have.

use std::collections::BTreeSet;

use super::formula::Meaning;
use super::input::{Axis, Input, Table};
use super::number::Quantity;
use super::scope::Scope;
use crate::condition::{CardExpr, Predicate, Property, ValueKind};
use crate::work::{Kind, spend};

/// The most combinations of truth values.
const MAX_CASES: usize = 1 << 14;
/// The most combinations of different inputs that are tried for atoms that share inputs.
const MAX_COMBINATIONS: usize = 400_000;

/// A set of true atoms, by their bits.
pub(super) type Case = u64;

/// The atoms of a condition, each as a function of its inputs.
pub(super) struct Combiner<'c, 'a> {
    scope: &'c Scope<'a>,
    /// The value of each atom for all values of its inputs.
    tables: Vec<Table>,
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

    fn table(&self, atom: usize, meaning: &Meaning) -> Table {
        match meaning {
            Meaning::Fixed(holds) => Table {
                axes: Vec::new(),
                values: vec![*holds],
            },
            Meaning::Free => Table {
                axes: vec![Axis::each(Input::Unknown(atom), 2)],
                values: vec![false, true],
            },
            Meaning::Table(table) => table.clone(),
            Meaning::Bounded(bounded, _) => {
                let index = self.find(&bounded.quantity).unwrap_or_default();
                let values = &self.quantities[index].1;
                // Comparisons with an absent number are false.
                let holds = values.iter().map(|v| v.is_some_and(|v| bounded.holds(v)));
                Table {
                    axes: vec![Axis::each(Input::Quantity(index), values.len())],
                    values: holds.collect(),
                }
            }
        }
    }

    /// The atoms that an atom shares inputs with, directly or through others, and itself.
    fn related(&self, first: usize) -> Vec<usize> {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&one) = group.get(next) {
            next += 1;
            for (other, table) in self.tables.iter().enumerate() {
                let mut own = self.tables[one].axes.iter();
                let is_related = own.any(|own| {
                    let mut axes = table.axes.iter();
                    axes.any(|axis| self.is_linked(own.input, axis.input))
                });
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

    /// Tries all values of the inputs of some atoms that make a difference. Returns `None` if there are too many.
    fn combine(&self, group: &[usize]) -> Option<Vec<Case>> {
        let mut inputs: Vec<Input> = Vec::new();
        for axis in group.iter().flat_map(|atom| &self.tables[*atom].axes) {
            if !inputs.contains(&axis.input) {
                inputs.push(axis.input);
            }
        }
        let position = |input: &Input| inputs.iter().position(|known| known == input);
        let choices = inputs.iter().map(|&input| {
            let mut links = self.links.iter();
            let axes = group.iter().flat_map(|atom| &self.tables[*atom].axes);
            let axes: Vec<&Axis> = axes.filter(|axis| axis.input == input).collect();
            let is_linked = links.any(|(end, size)| *end == input || *size == input);
            different_values(&axes, is_linked)
        });
        let choices: Vec<Vec<Value>> = choices.collect();
        let mut counted = choices.iter();
        let total = counted.try_fold(1usize, |total, values| total.checked_mul(values.len()))?;
        if total == 0 || total.saturating_mul(group.len()) > MAX_COMBINATIONS {
            return None;
        }
        let atoms = group.iter().map(|&atom| {
            let table = &self.tables[atom];
            let positions = table.axes.iter().filter_map(|axis| position(&axis.input));
            (atom, table, positions.collect::<Vec<_>>())
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
        let is_possible = |chosen: &[Value]| {
            let is_same = |&(a, b): &(usize, usize)| {
                let Value { index, is_alone } = chosen[a];
                chosen[a] == chosen[b] && is_alone && self.scope.known.faces[index].1
            };
            let mut links = links.iter();
            !twins.as_ref().is_some_and(is_same)
                && links.all(|(end, size, sizes)| {
                    (chosen[*end].index == 0) == (sizes[chosen[*size].index] == Some(0))
                })
        };
        let mut found: BTreeSet<Case> = BTreeSet::new();
        let mut chosen: Vec<Value> = Vec::with_capacity(inputs.len());
        for number in 0..total {
            spend(Kind::Lint, 4 + choices.len() + atoms.len());
            let mut rest = number;
            chosen.clear();
            for values in &choices {
                chosen.push(values[rest % values.len()]);
                rest /= values.len();
            }
            if !is_possible(&chosen) {
                continue;
            }
            let case = atoms.iter().fold(0, |case, (atom, table, positions)| {
                let axes = table.axes.iter().zip(positions);
                let place = axes.fold(0, |place, (axis, &position)| {
                    place * axis.count + axis.class_of[chosen[position].index]
                });
                case | Case::from(table.values[place]) << atom
            });
            found.insert(case);
        }
        Some(found.into_iter().collect())
    }
}

/// A value of an input. It stands for all values that make the same difference.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value {
    index: usize,
    /// Whether it stands only for itself.
    is_alone: bool,
}

/// Chooses the values of an input to try: one of each class by all of these axes, or each value if `tries_all` is set.
fn different_values(axes: &[&Axis], tries_all: bool) -> Vec<Value> {
    let indices = 0..axes.first().map_or(0, |axis| axis.class_of.len());
    let is_like = |one: usize, other: usize| {
        let mut axes = axes.iter();
        !tries_all && axes.all(|axis| axis.class_of[one] == axis.class_of[other])
    };
    let mut different: Vec<Value> = Vec::new();
    for index in indices {
        match different
            .iter_mut()
            .find(|known| is_like(known.index, index))
        {
            Some(known) => known.is_alone = false,
            None => different.push(Value {
                index,
                is_alone: true,
            }),
        }
    }
    different
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
