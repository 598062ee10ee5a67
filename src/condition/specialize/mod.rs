//! Partial evaluation of the typed AST: a predicate as it is for one pile, in which whatever is the same in every
//! position is replaced by its value.

mod pass;
mod piles;

use super::{Domain, GroupExpr, Names, PileId, Place, Predicate, PredicateKind, Value};
use crate::cards::Order;
use crate::work::{Kind, Window};
use pass::{Binder, Body, Pass};
use piles::MAX_REPLACED;

/// Specializes predicates for piles.
#[derive(Debug)]
pub struct Specializer<'a> {
    /// What conditions of the game can mention.
    pub names: &'a Names,
    /// The place of each pile.
    pub places: &'a [Place],
    /// The rank order.
    pub order: &'a Order,
    /// How much work may be done.
    pub window: Window,
}

impl<'b> Specializer<'b> {
    /// Whether the work that is left is enough to evaluate this many parts of conditions.
    pub fn can_afford(&self, parts: u64) -> bool {
        parts.saturating_mul(Kind::Node.units()) <= self.window.left()
    }

    /// Returns the predicate as it is if `this` stands for this pile, and `from` for that, if it is known.
    pub fn specialize(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        from: Option<PileId>,
    ) -> Predicate {
        let mut pass = self.pass(&[]);
        (pass.this, pass.from) = (Some(this), from);
        pass.predicate(predicate)
    }

    /// Returns the predicate as it is if `top` is the top card of this pile, and `this` stands for it.
    pub fn specialize_top(&mut self, predicate: &Predicate, this: PileId) -> Predicate {
        let mut pass = self.pass(&[]);
        (pass.this, pass.knows_top) = (Some(this), true);
        pass.predicate(predicate)
    }

    /// Returns the body of some quantifiers, as it is if their variables stand for these piles or for their top cards.
    pub fn open(&mut self, body: &Predicate, variables: &[PileId]) -> Predicate {
        self.pass(variables).predicate(body)
    }

    /// Like [`Specializer::open`], for the body of a sum.
    pub fn open_value(&mut self, body: &Value, variables: &[PileId]) -> Value {
        self.pass(variables).value(body)
    }

    /// Returns a specialized predicate with placeholders in place of its piles, the first with this number, and these
    /// piles in the order of their placeholders. So two predicates that differ only in their piles become equal. Returns
    /// `None` if there are too many piles, or if it matters which piles they are.
    pub fn replace_piles(
        &mut self,
        predicate: &Predicate,
        first: usize,
    ) -> Option<(Predicate, Vec<PileId>)> {
        let mut pass = self.pass(&[]);
        pass.first_placeholder = first;
        pass.replaced = Some(Vec::new());
        let predicate = pass.predicate(predicate);
        let compares_piles = pass.compares_piles;
        let replaced = pass.replaced?;
        let is_general = replaced.len() <= MAX_REPLACED && !compares_piles;
        is_general.then_some((predicate, replaced))
    }

    /// Returns the parts of a specialized predicate, and whether all of them must hold; otherwise, one is enough. The
    /// parts of a quantifier over at most `max` piles are its body for each of them. Returns `None` if there are none.
    pub fn split(&mut self, predicate: &Predicate, max: usize) -> Option<(bool, Vec<Predicate>)> {
        match &predicate.kind {
            PredicateKind::Not(inner) => {
                let (is_all, parts) = self.split(inner, max)?;
                Some((!is_all, parts.into_iter().map(Predicate::negate).collect()))
            }
            PredicateKind::All(parts) => Some((true, parts.clone())),
            PredicateKind::Any(parts) => Some((false, parts.clone())),
            PredicateKind::Every(domain, body) | PredicateKind::Some(domain, body) => {
                let is_all = matches!(predicate.kind, PredicateKind::Every(..));
                let bodies = self.counted(domain, &body.body, max)?;
                Some((is_all, bodies))
            }
            _ => None,
        }
    }

    /// Returns the condition of a quantifier for each of the piles or lines that it ranges over, if there are at most `max`.
    pub fn counted(
        &mut self,
        domain: &Domain,
        body: &Predicate,
        max: usize,
    ) -> Option<Vec<Predicate>> {
        self.bodies(domain, body, max)
    }

    /// Returns the number of a sum for each of the piles or lines that it ranges over, if there are at most `max`.
    pub fn added(&mut self, domain: &Domain, body: &Value, max: usize) -> Option<Vec<Value>> {
        self.bodies(domain, body, max)
    }

    /// Returns the body of a quantifier for each of the piles or lines that it ranges over, if there are at most `max`.
    fn bodies<T: Body>(&mut self, domain: &Domain, body: &T, max: usize) -> Option<Vec<T>> {
        let variables: Vec<Binder> = match domain {
            Domain::Piles(GroupExpr::Named(piles)) => piles.iter().map(Binder::Pile).collect(),
            Domain::Lines { lines, .. } => lines.iter().cloned().map(Binder::Line).collect(),
            Domain::Piles(GroupExpr::Local(_)) | Domain::Cards(_) => return None,
        };
        if variables.len() > max {
            return None;
        }
        let bodies = variables.into_iter().map(|variable| {
            let mut pass = self.pass(&[]);
            pass.binders.push(variable);
            let body = body.specialize(&mut pass);
            (!pass.needs_line).then_some(body)
        });
        bodies.collect()
    }

    fn pass(&mut self, variables: &[PileId]) -> Pass<'_, 'b> {
        Pass {
            known: self,
            this: None,
            from: None,
            knows_top: false,
            binders: variables.iter().copied().map(Binder::Pile).collect(),
            replaced: None,
            first_placeholder: 0,
            compares_piles: false,
            needs_line: false,
        }
    }
}
