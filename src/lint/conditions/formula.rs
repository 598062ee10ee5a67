//! A condition as a formula, and the cases where it can be evaluated.
//!
//! A condition is a formula of atoms, such as `down` or `this.size < 3`. Atoms that read only cards, ranks and piles
//! are evaluated for all of these; comparisons of one quantity for all values that make a difference; any other atom
//! may be true or false whatever the others are. So the combinations include all that occur in play, and what holds for
//! all of them holds in every position.

use std::collections::HashMap;
use std::ptr;

use super::combine::{Case, Combiner};
use super::input::{Inputs, Table};
use super::number::{Bounded, reduce};
use super::scope::Scope;
use crate::condition::{CardRelation, Predicate, PredicateKind};
use crate::lint::flow::Number;

/// The most atoms that a formula is analyzed with.
const MAX_ATOMS: usize = 48;

/// What is known about an atom.
pub(super) enum Meaning {
    /// It is always true, or always false.
    Fixed(bool),
    /// Its value for each combination of its inputs.
    Table(Table),
    /// A bound of a quantity.
    Bounded(Bounded, Number),
    /// Nothing.
    Free,
}

/// Parts of a formula that are replaced by constants.
pub(super) type Replaced<'p> = Vec<(&'p Predicate, bool)>;

/// A formula, and the cases where it can be evaluated. Its parts are told apart by their addresses.
pub(super) struct Formula<'s, 'a, 'p> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) root: &'p Predicate,
    atoms: Vec<(&'p Predicate, Meaning)>,
    /// The number of the atom that a part is.
    atom_of: HashMap<*const Predicate, usize>,
    pub(super) cases: Vec<Case>,
}

impl<'s, 'a, 'p> Formula<'s, 'a, 'p> {
    /// Analyzes a predicate. Returns `None` if it is too large.
    pub(super) fn new(root: &'p Predicate, scope: &'s Scope<'a>) -> Option<Formula<'s, 'a, 'p>> {
        let mut formula = Formula {
            scope,
            root,
            atoms: Vec::new(),
            atom_of: HashMap::new(),
            cases: Vec::new(),
        };
        let mut inputs = Inputs {
            scope,
            ends: Vec::new(),
        };
        formula.add(root, &mut inputs)?;
        formula.cases = Combiner::new(&formula.atoms, &inputs.ends, scope).list()?;
        (!formula.cases.is_empty()).then_some(formula)
    }

    /// Adds the atoms of a part. Returns `None` if there are too many.
    fn add(&mut self, part: &'p Predicate, inputs: &mut Inputs<'s, 'a, 'p>) -> Option<()> {
        if !is_atom(part) {
            return part
                .parts()
                .iter()
                .try_for_each(|part| self.add(part, inputs));
        }
        let known = self.atoms.iter().position(|(atom, _)| *atom == part);
        let atom = known.unwrap_or(self.atoms.len());
        if atom == MAX_ATOMS {
            return None;
        }
        if known.is_none() {
            self.atoms.push((part, meaning(part, inputs)));
        }
        self.atom_of.insert(part, atom);
        Some(())
    }

    /// What is known about a part, if it is an atom.
    pub(super) fn meaning(&self, part: &Predicate) -> Option<&Meaning> {
        let atom = self.atom_of.get(&ptr::from_ref(part))?;
        Some(&self.atoms[*atom].1)
    }

    /// Whether a part holds in a case. Parts that are replaced are not evaluated.
    fn holds(&self, part: &Predicate, case: Case, replaced: &Replaced<'_>) -> bool {
        if let Some((_, holds)) = replaced.iter().find(|(other, _)| ptr::eq(*other, part)) {
            return *holds;
        }
        let mut parts = part
            .parts()
            .iter()
            .map(|part| self.holds(part, case, replaced));
        match part.kind {
            PredicateKind::Not(_) => parts.any(|holds| !holds),
            PredicateKind::All(_) => parts.all(|holds| holds),
            PredicateKind::Any(_) => parts.any(|holds| holds),
            _ => {
                let atom = self.atom_of.get(&ptr::from_ref(part));
                atom.is_some_and(|atom| case >> atom & 1 == 1)
            }
        }
    }

    /// The truth value of a part in each case, with replacements.
    pub(super) fn values(&self, part: &Predicate, replaced: &Replaced<'_>) -> Vec<bool> {
        let cases = self.cases.iter();
        cases
            .map(|case| self.holds(part, *case, replaced))
            .collect()
    }

    /// The constant that a part is in all cases, if it is one.
    pub(super) fn constant(&self, part: &Predicate) -> Option<bool> {
        constant(&self.values(part, &Vec::new()))
    }
}

/// A part with replacements, as a predicate.
pub(super) fn replace(part: &Predicate, replaced: &Replaced<'_>) -> Predicate {
    let mut parts = part.parts().iter().map(|part| replace(part, replaced));
    let constant = replaced.iter().find(|(other, _)| ptr::eq(*other, part));
    let kind = match (constant, &part.kind) {
        (Some((_, true)), _) => PredicateKind::All(Vec::new()),
        (Some((_, false)), _) => PredicateKind::Any(Vec::new()),
        (None, PredicateKind::All(_)) => PredicateKind::All(parts.collect()),
        (None, PredicateKind::Any(_)) => PredicateKind::Any(parts.collect()),
        (None, kind) => match parts.next() {
            Some(part) => PredicateKind::Not(Box::new(part)),
            None => kind.clone(),
        },
    };
    Predicate::new(kind, part.span)
}

/// The value that is the same in all cases, if there is one.
pub(super) fn constant(values: &[bool]) -> Option<bool> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

/// Whether a predicate is not made of others by `not`, `and` and `or`.
fn is_atom(predicate: &Predicate) -> bool {
    !matches!(
        predicate.kind,
        PredicateKind::Not(_) | PredicateKind::All(_) | PredicateKind::Any(_)
    )
}

/// Finds out what is known about an atom.
fn meaning<'p>(atom: &'p Predicate, inputs: &mut Inputs<'_, '_, 'p>) -> Meaning {
    let scope = inputs.scope;
    let (domain, body, is_every) = match &atom.kind {
        PredicateKind::Relation(CardRelation::Any, _) => return Meaning::Fixed(true),
        PredicateKind::Every(domain, body) => (domain, body, true),
        PredicateKind::Some(domain, body) => (domain, body, false),
        _ => {
            let table = inputs.tabulate(atom);
            let table = table.map(Meaning::Table);
            let bounded = || {
                let bounded = reduce(atom, scope)?;
                let range = bounded.quantity.range(scope);
                Some(Meaning::Bounded(bounded, range))
            };
            return table.or_else(bounded).unwrap_or(Meaning::Free);
        }
    };
    let (least, most) = scope.elements(domain).set.unwrap_or((0, 0));
    if most == 0 {
        return Meaning::Fixed(is_every);
    }
    let inner = scope.within(domain);
    let formula = Formula::new(body, &inner);
    match formula.and_then(|formula| formula.constant(body)) {
        Some(holds) if holds == is_every || least > 0 => Meaning::Fixed(holds),
        _ => Meaning::Free,
    }
}
