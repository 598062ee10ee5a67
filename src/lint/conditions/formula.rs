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
use crate::work::{Kind, is_all_done, spend};

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
    /// In which cases each atom is true.
    truths: Vec<Truth>,
    pub(super) cases: usize,
}

/// In which cases something is true: a bit for each.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Truth(Vec<u64>);

impl Truth {
    /// True in every case, or in none; `cases` is their number.
    fn constant(holds: bool, cases: usize) -> Truth {
        let mut words = vec![if holds { u64::MAX } else { 0 }; cases.div_ceil(64)];
        if let Some(last) = words
            .last_mut()
            .filter(|_| holds && !cases.is_multiple_of(64))
        {
            *last = (1 << (cases % 64)) - 1;
        }
        Truth(words)
    }

    fn of_atom(atom: usize, cases: &[Case]) -> Truth {
        let words = cases.chunks(64).map(|cases| {
            let bits = cases
                .iter()
                .zip(0..)
                .map(|(case, bit)| (case >> atom & 1) << bit);
            bits.fold(0, |word, bit| word | bit)
        });
        Truth(words.collect())
    }

    /// In the cases where exactly one of both is true.
    pub(super) fn differs(mut self, other: &Truth) -> Truth {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word ^= other);
        self
    }

    pub(super) fn and(mut self, other: &Truth) -> Truth {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= other);
        self
    }

    pub(super) fn or(mut self, other: &Truth) -> Truth {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
        self
    }

    /// Whether it is true in no case.
    pub(super) fn is_never(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

impl<'s, 'a, 'p> Formula<'s, 'a, 'p> {
    /// Analyzes a predicate. Returns `None` if it is too large, or if no work is left.
    pub(super) fn new(root: &'p Predicate, scope: &'s Scope<'a>) -> Option<Formula<'s, 'a, 'p>> {
        if is_all_done() {
            return None;
        }
        let mut formula = Formula {
            scope,
            root,
            atoms: Vec::new(),
            atom_of: HashMap::new(),
            truths: Vec::new(),
            cases: 0,
        };
        let mut inputs = Inputs {
            scope,
            ends: Vec::new(),
        };
        formula.add(root, &mut inputs)?;
        let cases = Combiner::new(&formula.atoms, &inputs.ends, scope).list()?;
        spend(Kind::Lint, formula.atoms.len() * cases.len() / 8);
        let atoms = 0..formula.atoms.len();
        formula.truths = atoms.map(|atom| Truth::of_atom(atom, &cases)).collect();
        formula.cases = cases.len();
        (formula.cases > 0).then_some(formula)
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

    /// In which cases a part is true, with replacements, which are not evaluated.
    pub(super) fn truth(&self, part: &Predicate, replaced: &Replaced<'_>) -> Truth {
        spend(Kind::Lint, 4 + replaced.len() / 4 + self.cases / 64);
        if let Some((_, holds)) = replaced.iter().find(|(other, _)| ptr::eq(*other, part)) {
            return self.always(*holds);
        }
        let parts = part.parts().iter();
        let mut parts = parts.map(|part| self.truth(part, replaced));
        match part.kind {
            PredicateKind::Not(_) => {
                let part = parts.next().unwrap_or_else(|| self.always(false));
                self.opposite(&part)
            }
            PredicateKind::All(_) => parts.fold(self.always(true), |all, part| all.and(&part)),
            PredicateKind::Any(_) => parts.fold(self.always(false), |any, part| any.or(&part)),
            _ => {
                let atom = self.atom_of.get(&ptr::from_ref(part));
                atom.map_or_else(|| self.always(false), |atom| self.truths[*atom].clone())
            }
        }
    }

    /// The truth in all cases, or in none.
    pub(super) fn always(&self, holds: bool) -> Truth {
        Truth::constant(holds, self.cases)
    }

    /// True in the other cases.
    pub(super) fn opposite(&self, truth: &Truth) -> Truth {
        self.always(true).differs(truth)
    }

    /// The value in all cases, if that is the same.
    pub(super) fn constant_of(&self, truth: &Truth) -> Option<bool> {
        if truth.is_never() {
            Some(false)
        } else {
            (*truth == self.always(true)).then_some(true)
        }
    }

    /// The constant that a part is in all cases, if it is one.
    pub(super) fn constant(&self, part: &Predicate) -> Option<bool> {
        self.constant_of(&self.truth(part, &Vec::new()))
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
