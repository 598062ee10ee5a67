//! Which part of a condition is responsible: for never holding, for always holding, or for being of no use.

use super::cases::{Formula, Node, NodeKind, constant};
use crate::condition::{PredicateKind, Sort};

/// Why a part of a formula is constant.
pub(super) enum Reason<'f, 'p> {
    /// This part is, by itself.
    Alone(&'f Node<'p>),
    /// These parts of an `and` cannot all be true, or of these parts of an `or` one always is.
    Together(Vec<&'f Node<'p>>),
    /// Each of its parts is.
    Each(&'f Node<'p>),
}

/// Why a part adds nothing to the `and` or `or` that it is in.
pub(super) enum Idle<'f, 'p> {
    /// It always holds, or never.
    Constant(bool),
    /// Another part requires it (in an `and`), or covers it (in an `or`).
    Given(&'f Node<'p>),
    /// Another part of the condition excludes it.
    Excluded(&'f Node<'p>),
    /// The rest of the condition makes up for it.
    ByTheRest,
}

/// A part that can be left out.
pub(super) struct IdlePart<'f, 'p> {
    pub(super) node: &'f Node<'p>,
    /// Whether it is part of an `and`; else of an `or`.
    pub(super) is_in_all: bool,
    pub(super) why: Idle<'f, 'p>,
}

impl<'p> Formula<'p> {
    /// Finds out why a part is the same constant in all cases. Named conditions are not taken apart, unless
    /// `into_names`.
    pub(super) fn reason<'f>(
        &'f self,
        node: &'f Node<'p>,
        value: bool,
        into_names: bool,
    ) -> Reason<'f, 'p> {
        if node.predicate.phrase.is_some() && !into_names {
            return Reason::Alone(node);
        }
        let parts = match &node.kind {
            NodeKind::Atom(_) => return Reason::Alone(node),
            NodeKind::Not(part) => return self.reason(part, !value, into_names),
            // For the parts of an `and` to exclude each other is for their negations to leave no other case.
            NodeKind::All(parts) if !value => parts,
            NodeKind::Any(parts) if value => parts,
            NodeKind::All(parts) | NodeKind::Any(parts) => {
                return match parts.as_slice() {
                    [part] => self.reason(part, value, into_names),
                    _ => Reason::Each(node),
                };
            }
        };
        let values: Vec<Vec<bool>> = parts
            .iter()
            .map(|part| self.values(part, &self.unchanged()))
            .collect();
        let mut needed: Vec<usize> = (0..parts.len()).collect();
        let decides = |chosen: &[usize]| {
            (0..self.cases.len()).all(|w| chosen.iter().any(|&part| values[part][w] == value))
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

    /// Finds the parts that can be left out without changing the condition, and marks them as replaced. Named
    /// conditions are not taken apart, except the whole if it `is_body`.
    pub(super) fn idle_parts<'f>(
        &'f self,
        is_body: bool,
    ) -> (Vec<IdlePart<'f, 'p>>, Vec<Option<bool>>) {
        let mut search = Search {
            formula: self,
            whole: self.values(&self.root, &self.unchanged()),
            replaced: self.unchanged(),
            found: Vec::new(),
        };
        if is_body || self.root.predicate.phrase.is_none() {
            search.visit(&self.root, &mut Vec::new());
        }
        (search.found, search.replaced)
    }
}

struct Search<'f, 'p> {
    formula: &'f Formula<'p>,
    /// The values of the whole condition.
    whole: Vec<bool>,
    replaced: Vec<Option<bool>>,
    found: Vec<IdlePart<'f, 'p>>,
}

impl<'f, 'p> Search<'f, 'p> {
    /// Looks for idle parts of a node. `context` has the other parts of each `and` around it.
    fn visit(&mut self, node: &'f Node<'p>, context: &mut Vec<&'f Node<'p>>) {
        if node.id != self.formula.root.id && node.predicate.phrase.is_some() {
            return;
        }
        let is_all = match node.kind {
            NodeKind::Atom(_) => return,
            NodeKind::Not(ref part) => return self.visit(part, &mut Vec::new()),
            NodeKind::All(_) => true,
            NodeKind::Any(_) => false,
        };
        let parts = node.parts();
        for part in parts.iter().rev() {
            self.replaced[part.id] = Some(is_all);
            let why = (self.formula.values(&self.formula.root, &self.replaced) == self.whole)
                .then(|| self.why(part, parts, is_all, context))
                .filter(|why| !is_guard(part) || why.is_obvious(part));
            match why {
                Some(why) => self.found.push(IdlePart {
                    node: part,
                    is_in_all: is_all,
                    why,
                }),
                None => self.replaced[part.id] = None,
            }
        }
        for part in parts {
            if self.replaced[part.id].is_some() {
                continue;
            }
            let before = context.len();
            if is_all {
                let others = parts.iter().filter(|p| p.id != part.id);
                context.extend(others.filter(|p| self.replaced[p.id].is_none()));
            }
            self.visit(part, context);
            context.truncate(before);
        }
    }

    fn why(
        &self,
        part: &'f Node<'p>,
        siblings: &'f [Node<'p>],
        is_all: bool,
        context: &[&'f Node<'p>],
    ) -> Idle<'f, 'p> {
        let unchanged = self.formula.unchanged();
        let own = self.formula.values(part, &unchanged);
        if let Some(constant) = constant(&own) {
            return Idle::Constant(constant);
        }
        let kept = |node: &&Node<'p>| node.id != part.id && self.replaced[node.id].is_none();
        let given = siblings.iter().filter(kept).find(|sibling| {
            let other = self.formula.values(sibling, &unchanged);
            let mut pairs = own.iter().zip(&other);
            pairs.all(|(own, other)| {
                if is_all {
                    *own || !*other
                } else {
                    *other || !*own
                }
            })
        });
        if let Some(given) = given {
            return Idle::Given(given);
        }
        let excludes = |node: &&&Node<'p>| {
            let other = self.formula.values(node, &unchanged);
            !own.iter().zip(&other).any(|(own, other)| *own && *other)
        };
        match context.iter().find(excludes) {
            Some(node) if !is_all => Idle::Excluded(node),
            _ => Idle::ByTheRest,
        }
    }
}

impl Idle<'_, '_> {
    /// Whether the part is idle by itself, or said twice.
    fn is_obvious(&self, part: &Node<'_>) -> bool {
        match self {
            Idle::Constant(_) => true,
            Idle::Given(other) => other.predicate.kind == part.predicate.kind,
            Idle::Excluded(_) | Idle::ByTheRest => false,
        }
    }
}

/// Whether a part only says what the rest is about: which pile, that it has a card, that the base rank is set. Whoever
/// writes `from is tableau and from.row == 2` writes it for clarity, even if no other group has a second row.
fn is_guard(node: &Node<'_>) -> bool {
    match &node.kind {
        NodeKind::Not(part) => is_guard(part),
        _ => match &node.predicate.kind {
            PredicateKind::BaseSet
            | PredicateKind::Within(..)
            | PredicateKind::PileEmpty(_)
            | PredicateKind::AllEmpty(_) => true,
            PredicateKind::Compare(_, value, _) => value.sort() == Sort::Pile,
            _ => false,
        },
    }
}
