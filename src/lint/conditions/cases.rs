//! The combinations of truth values that the parts of a condition can have.
//!
//! A condition is a formula of atoms, such as `down` or `this.size < 3`. Atoms that read only cards, ranks and piles
//! are evaluated for all of these; comparisons of one quantity for all values that make a difference; any other atom
//! may be true or false whatever the others are. So the combinations include all that occur in play, and what holds for
//! all of them holds in every position.

use super::combine::{Case, Combiner, Link};
use super::imagine::{Imagination, Input};
use super::number::{Bounded, Compared, reduce};
use super::scope::Scope;
use crate::condition::{CardRelation, Predicate, PredicateKind, Property, ValueKind};
use crate::lint::flow::Number;
use crate::text::Span;

/// The most atoms that a formula is analyzed with.
pub(super) const MAX_ATOMS: usize = 48;
/// The most combinations of inputs that one atom is evaluated with.
const MAX_EVALUATIONS: usize = 40_000;

/// A part of a formula.
pub(super) struct Node<'p> {
    /// Its number in the formula, from the outside.
    pub(super) id: usize,
    pub(super) predicate: &'p Predicate,
    pub(super) kind: NodeKind<'p>,
}

pub(super) enum NodeKind<'p> {
    Atom(usize),
    Not(Box<Node<'p>>),
    All(Vec<Node<'p>>),
    Any(Vec<Node<'p>>),
}

impl<'p> Node<'p> {
    /// Its direct parts.
    pub(super) fn parts(&self) -> &[Node<'p>] {
        match &self.kind {
            NodeKind::Atom(_) => &[],
            NodeKind::Not(part) => std::slice::from_ref(part),
            NodeKind::All(parts) | NodeKind::Any(parts) => parts,
        }
    }

    /// Where it is written: for a named condition, where it is used.
    pub(super) fn span(&self) -> Span {
        let phrase = self.predicate.phrase.as_ref();
        phrase.map_or(self.predicate.span, |phrase| phrase.span)
    }

    /// Evaluates it in a case. Parts that are replaced by a constant are not evaluated.
    fn holds(&self, case: Case, replaced: &[Option<bool>]) -> bool {
        if let Some(holds) = replaced[self.id] {
            return holds;
        }
        match &self.kind {
            NodeKind::Atom(atom) => case >> atom & 1 == 1,
            NodeKind::Not(part) => !part.holds(case, replaced),
            NodeKind::All(parts) => parts.iter().all(|part| part.holds(case, replaced)),
            NodeKind::Any(parts) => parts.iter().any(|part| part.holds(case, replaced)),
        }
    }

    /// The formula with parts replaced by constants, as a predicate.
    pub(super) fn with(&self, replaced: &[Option<bool>]) -> Predicate {
        let all = |parts: &[Node<'p>]| parts.iter().map(|part| part.with(replaced)).collect();
        let kind = match (replaced[self.id], &self.kind) {
            (Some(true), _) => PredicateKind::All(Vec::new()),
            (Some(false), _) => PredicateKind::Any(Vec::new()),
            (None, NodeKind::Atom(_)) => return self.predicate.clone(),
            (None, NodeKind::Not(part)) => PredicateKind::Not(Box::new(part.with(replaced))),
            (None, NodeKind::All(parts)) => PredicateKind::All(all(parts)),
            (None, NodeKind::Any(parts)) => PredicateKind::Any(all(parts)),
        };
        Predicate::new(kind, self.predicate.span)
    }
}

/// What is known about an atom.
pub(super) enum Meaning {
    /// It is always true, or always false.
    Fixed(bool),
    /// Its value for each combination of its inputs.
    Table(Vec<Input>, Vec<bool>),
    /// A bound of a quantity.
    Bounded(Bounded, Number),
    /// Nothing.
    Free,
}

/// The atoms of a formula.
struct Atoms<'s, 'a, 'p> {
    scope: &'s Scope<'a>,
    imagination: Imagination<'s, 'a>,
    list: Vec<(&'p Predicate, Meaning)>,
    /// The number of nodes so far.
    nodes: usize,
}

/// A formula, and the cases where it can be evaluated.
pub(super) struct Formula<'p> {
    pub(super) root: Node<'p>,
    pub(super) nodes: usize,
    pub(super) atoms: Vec<(&'p Predicate, Meaning)>,
    pub(super) cases: Vec<Case>,
}

impl<'p> Formula<'p> {
    /// Analyzes a predicate. Returns `None` if it is too large.
    pub(super) fn new(predicate: &'p Predicate, scope: &Scope<'_>) -> Option<Formula<'p>> {
        let mut atoms = Atoms {
            scope,
            imagination: Imagination::new(scope),
            list: Vec::new(),
            nodes: 0,
        };
        let root = atoms.node(predicate)?;
        let links = atoms.links();
        let (nodes, atoms) = (atoms.nodes, atoms.list);
        let combiner = Combiner {
            atoms: &atoms,
            links: &links,
            scope,
        };
        let cases = combiner.list().filter(|cases| !cases.is_empty())?;
        Some(Formula {
            root,
            nodes,
            atoms,
            cases,
        })
    }

    /// Nothing is replaced.
    pub(super) fn unchanged(&self) -> Vec<Option<bool>> {
        vec![None; self.nodes]
    }

    /// The truth value of a part in each case, with replacements.
    pub(super) fn values(&self, node: &Node<'_>, replaced: &[Option<bool>]) -> Vec<bool> {
        let cases = self.cases.iter();
        cases.map(|case| node.holds(*case, replaced)).collect()
    }

    /// The constant that a part is in all cases, if it is one.
    pub(super) fn constant(&self, node: &Node<'_>) -> Option<bool> {
        constant(&self.values(node, &self.unchanged()))
    }
}

/// The value that is the same in all cases, if there is one.
pub(super) fn constant(values: &[bool]) -> Option<bool> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

impl<'p> Atoms<'_, '_, 'p> {
    fn node(&mut self, predicate: &'p Predicate) -> Option<Node<'p>> {
        let id = self.nodes;
        self.nodes += 1;
        let kind = match &predicate.kind {
            PredicateKind::Not(part) => NodeKind::Not(Box::new(self.node(part)?)),
            PredicateKind::All(parts) => NodeKind::All(self.list(parts)?),
            PredicateKind::Any(parts) => NodeKind::Any(self.list(parts)?),
            _ => NodeKind::Atom(self.atom(predicate)?),
        };
        Some(Node {
            id,
            predicate,
            kind,
        })
    }

    fn links(&self) -> Vec<Link> {
        let piles = self.imagination.piles().enumerate();
        let links = piles.map(|(index, pile)| Link {
            card: Input::Other(index),
            size: ValueKind::OfPile(Property::Size, pile.clone()),
        });
        let is_linked = |link: &Link| {
            let mut meanings = self.list.iter().map(|(_, meaning)| meaning);
            meanings.any(|meaning| link.is_to(meaning))
        };
        let links = links.filter(is_linked);
        links.take(u64::BITS as usize - MAX_ATOMS).collect()
    }

    fn list(&mut self, parts: &'p [Predicate]) -> Option<Vec<Node<'p>>> {
        parts.iter().map(|part| self.node(part)).collect()
    }

    fn atom(&mut self, predicate: &'p Predicate) -> Option<usize> {
        let known = self.list.iter().position(|(atom, _)| *atom == predicate);
        if known.is_some() || self.list.len() == MAX_ATOMS {
            return known;
        }
        let meaning = self.meaning(predicate);
        self.list.push((predicate, meaning));
        Some(self.list.len() - 1)
    }

    fn meaning(&mut self, predicate: &Predicate) -> Meaning {
        if let PredicateKind::Relation(CardRelation::Any, _) = predicate.kind {
            return Meaning::Fixed(true);
        }
        if let PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) =
            &predicate.kind
        {
            let is_every = matches!(predicate.kind, PredicateKind::Every(..));
            let (least, most) = self.scope.elements(domain).set.unwrap_or((0, 0));
            if most == 0 {
                return Meaning::Fixed(is_every);
            }
            let inner = self.scope.within(domain);
            let formula = Formula::new(body, &inner);
            return match formula.and_then(|formula| formula.constant(&formula.root)) {
                Some(holds) if holds == is_every || least > 0 => Meaning::Fixed(holds),
                _ => Meaning::Free,
            };
        }
        if let Some(imagined) = self.imagination.imagine(predicate)
            && let Some(table) = self.scope.tabulate(&imagined, MAX_EVALUATIONS)
        {
            return Meaning::Table(imagined.inputs, table);
        }
        match reduce(predicate, self.scope) {
            Some(Compared::Fixed(holds)) => Meaning::Fixed(holds),
            Some(Compared::Bounded(bounded)) => {
                let range = bounded.quantity.range(self.scope);
                Meaning::Bounded(bounded, range)
            }
            None => Meaning::Free,
        }
    }
}
