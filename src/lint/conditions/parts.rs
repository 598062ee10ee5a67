//! Which part of a condition is responsible: for never holding, for always holding, or for being of no use.

use std::ptr;

use super::formula::{Formula, Replaced, Truth};
use crate::condition::{Predicate, PredicateKind, Sort};
use crate::work::is_all_done;

/// Why a part of a formula is constant.
pub(super) enum Reason<'p> {
    /// This part is, by itself.
    Alone(&'p Predicate),
    /// These parts of an `and` cannot all be true, or of these parts of an `or` one always is.
    Together(Vec<&'p Predicate>),
    /// Each of its parts is.
    Each(&'p Predicate),
}

/// Why a part adds nothing to the `and` or `or` that it is in.
pub(super) enum Idle<'p> {
    /// It always holds, or never.
    Constant(bool),
    /// Another part requires it (in an `and`), or covers it (in an `or`).
    Given(&'p Predicate),
    /// Another part of the condition excludes it.
    Excluded(&'p Predicate),
    /// The rest of the condition makes up for it.
    ByTheRest,
}

/// A part that can be left out.
pub(super) struct IdlePart<'p> {
    pub(super) part: &'p Predicate,
    /// Whether it is part of an `and`; else of an `or`.
    pub(super) is_in_all: bool,
    pub(super) why: Idle<'p>,
}

impl<'p> Formula<'_, '_, 'p> {
    /// Finds out why a part is the same constant in all cases. Named conditions are not taken apart, unless
    /// `into_names`.
    pub(super) fn reason(&self, part: &'p Predicate, value: bool, into_names: bool) -> Reason<'p> {
        if part.phrase.is_some() && !into_names {
            return Reason::Alone(part);
        }
        let parts = match &part.kind {
            PredicateKind::Not(part) => return self.reason(part, !value, into_names),
            // For the parts of an `and` to exclude each other is for their negations to leave no other case.
            PredicateKind::All(parts) if !value => parts,
            PredicateKind::Any(parts) if value => parts,
            PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                return match parts.as_slice() {
                    [part] => self.reason(part, value, into_names),
                    _ => Reason::Each(part),
                };
            }
            _ => return Reason::Alone(part),
        };
        let decided = parts.iter().map(|part| {
            let truth = self.truth(part, &Vec::new());
            if value { truth } else { self.opposite(&truth) }
        });
        let decided: Vec<Truth> = decided.collect();
        let mut needed: Vec<usize> = (0..parts.len()).collect();
        let decides = |chosen: &[usize]| {
            let chosen = chosen.iter().map(|&part| &decided[part]);
            chosen.fold(self.always(false), Truth::or) == self.always(true)
        };
        for part in (0..parts.len()).rev() {
            let without: Vec<usize> = needed.iter().copied().filter(|p| *p != part).collect();
            if decides(&without) {
                needed = without;
            }
        }
        match needed.as_slice() {
            [only] => self.reason(&parts[*only], value, into_names),
            _ => Reason::Together(needed.iter().map(|&part| &parts[part]).collect()),
        }
    }

    /// Finds the parts that can be left out without changing the condition, and replaces them. Named conditions are
    /// not taken apart, except the whole if it `is_body`.
    pub(super) fn idle_parts(&self, is_body: bool) -> (Vec<IdlePart<'p>>, Replaced<'p>) {
        let mut search = Search {
            formula: self,
            whole: self.truth(self.root, &Vec::new()),
            replaced: Vec::new(),
            found: Vec::new(),
        };
        if is_body || self.root.phrase.is_none() {
            search.visit(self.root, &mut Vec::new());
        }
        (search.found, search.replaced)
    }
}

struct Search<'f, 's, 'a, 'p> {
    formula: &'f Formula<'s, 'a, 'p>,
    /// In which cases the whole condition holds.
    whole: Truth,
    replaced: Replaced<'p>,
    found: Vec<IdlePart<'p>>,
}

impl<'p> Search<'_, '_, '_, 'p> {
    fn is_kept(&self, part: &Predicate) -> bool {
        !self.replaced.iter().any(|(other, _)| ptr::eq(*other, part))
    }

    /// Looks for idle parts of a part. `context` has the other parts of each `and` around it.
    fn visit(&mut self, outer: &'p Predicate, context: &mut Vec<&'p Predicate>) {
        if !ptr::eq(outer, self.formula.root) && outer.phrase.is_some() {
            return;
        }
        let (parts, is_all) = match &outer.kind {
            PredicateKind::Not(part) => return self.visit(part, &mut Vec::new()),
            PredicateKind::All(parts) => (parts, true),
            PredicateKind::Any(parts) => (parts, false),
            _ => return,
        };
        for part in parts.iter().rev() {
            if is_all_done() {
                return;
            }
            self.replaced.push((part, is_all));
            let why = (self.formula.truth(self.formula.root, &self.replaced) == self.whole)
                .then(|| self.why(part, parts, is_all, context))
                .filter(|why| !is_guard(part) || why.is_obvious(part));
            match why {
                Some(why) => self.found.push(IdlePart {
                    part,
                    is_in_all: is_all,
                    why,
                }),
                None => drop(self.replaced.pop()),
            }
        }
        for part in parts {
            if !self.is_kept(part) {
                continue;
            }
            let before = context.len();
            if is_all {
                let others = parts.iter().filter(|p| !ptr::eq(*p, part));
                context.extend(others.filter(|p| self.is_kept(p)));
            }
            self.visit(part, context);
            context.truncate(before);
        }
    }

    fn why(
        &self,
        part: &'p Predicate,
        siblings: &'p [Predicate],
        is_all: bool,
        context: &[&'p Predicate],
    ) -> Idle<'p> {
        let formula = self.formula;
        let own = formula.truth(part, &Vec::new());
        if let Some(constant) = formula.constant_of(&own) {
            return Idle::Constant(constant);
        }
        // Whether some truth values never occur together.
        let in_cases = |truth: &Truth, holds: bool| {
            if holds {
                truth.clone()
            } else {
                formula.opposite(truth)
            }
        };
        let never = |is_own: bool, other: &Predicate, is_other: bool| {
            let other = formula.truth(other, &Vec::new());
            let both = in_cases(&own, is_own).and(&in_cases(&other, is_other));
            both.is_never()
        };
        let mut kept = siblings.iter().filter(|other| self.is_kept(other));
        if let Some(given) = kept.find(|other| never(!is_all, other, is_all)) {
            return Idle::Given(given);
        }
        match context.iter().find(|other| never(true, other, true)) {
            Some(other) if !is_all => Idle::Excluded(other),
            _ => Idle::ByTheRest,
        }
    }
}

impl Idle<'_> {
    /// Whether the part is idle by itself, or said twice.
    fn is_obvious(&self, part: &Predicate) -> bool {
        match self {
            Idle::Constant(_) => true,
            Idle::Given(other) => *other == part,
            Idle::Excluded(_) | Idle::ByTheRest => false,
        }
    }
}

/// Whether a part only says what the rest is about: which pile, that it has a card, that the base rank is set. Whoever
/// writes `from is tableau and from.row == 2` writes it for clarity, even if no other group has a second row.
fn is_guard(part: &Predicate) -> bool {
    match &part.kind {
        PredicateKind::Not(part) => is_guard(part),
        PredicateKind::BaseSet
        | PredicateKind::Within(..)
        | PredicateKind::PileEmpty(_)
        | PredicateKind::AllEmpty(_) => true,
        PredicateKind::Compare(_, value, _) => value.sort() == Sort::Pile,
        _ => false,
    }
}
