//! Facts: conditions that do not depend on the moved card.

use super::relation::{RelationMatrix, RelationTest};
use super::{RuleFolder, intern};
use crate::cards::{Order, Rank};
use crate::condition::{
    Domain, Local, PartialView, PileId, Predicate, PredicateKind, Reads, Scene, StaticPile, View,
};

/// The maximum number of piles that a quantifier is unrolled over.
const MAX_UNROLLED: usize = 64;

/// A condition that does not depend on the moved card, simplified for the pile that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Always true or always false.
    Constant(bool),
    /// Holds if "all of these piles are empty" equals the flag.
    Empty(Vec<PileId>, bool),
    /// All of these facts hold.
    All(Vec<Fact>),
    /// At least one of these facts holds.
    Any(Vec<Fact>),
    /// Holds if the result of the test equals the flag.
    Relation(RelationTest, bool),
    /// Holds if the value of a residual equals the flag. The first field is an index into
    /// [`super::FoldedRules::residuals`].
    Residual(usize, bool),
}

/// A predicate that does not depend on the moved card and must be evaluated during play.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    pub predicate: Predicate,
    /// The pile that `this` stands for, if the predicate depends on it.
    pub this: Option<PileId>,
}

impl Residual {
    /// Evaluates the predicate.
    pub fn holds<V: View>(&self, view: &V, base: Option<Rank>, order: &Order) -> bool {
        let scene = Scene {
            this: self.this,
            top: self.this.and_then(|pile| view.top(pile)),
            ..Scene::table(view, base)
        };
        self.predicate.holds(&scene, order)
    }
}

impl Fact {
    /// Evaluates the fact. `evaluate` evaluates the residuals in it.
    pub fn holds<V: View>(
        &self,
        view: &V,
        relations: &[RelationMatrix],
        evaluate: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        match self {
            Fact::Constant(expected) => *expected,
            Fact::Empty(piles, expected) => {
                piles.iter().all(|&pile| view.is_empty(pile)) == *expected
            }
            Fact::All(facts) => (facts.iter()).all(|f| f.holds(view, relations, evaluate)),
            Fact::Any(facts) => (facts.iter()).any(|f| f.holds(view, relations, evaluate)),
            Fact::Relation(test, expected) => test.holds(view, relations) == *expected,
            Fact::Residual(residual, expected) => evaluate(*residual) == *expected,
        }
    }

    fn negate(self) -> Fact {
        let negate_all = |facts: Vec<Fact>| facts.into_iter().map(Fact::negate).collect();
        match self {
            Fact::Constant(expected) => Fact::Constant(!expected),
            Fact::Empty(piles, expected) => Fact::Empty(piles, !expected),
            Fact::All(facts) => Fact::Any(negate_all(facts)),
            Fact::Any(facts) => Fact::All(negate_all(facts)),
            Fact::Relation(test, expected) => Fact::Relation(test, !expected),
            Fact::Residual(residual, expected) => Fact::Residual(residual, !expected),
        }
    }

    /// Combines facts with "and" if `is_conjunction`, else with "or", and simplifies the result.
    fn combine(facts: Vec<Fact>, is_conjunction: bool) -> Fact {
        let (mut rest, mut empty) = (Vec::new(), Vec::new());
        for fact in facts {
            match fact {
                Fact::Constant(expected) if expected == is_conjunction => {}
                Fact::Constant(_) => return fact,
                // "These are empty and those are empty", or "these are not all empty or those are not all empty".
                Fact::Empty(piles, expected) if expected == is_conjunction => empty.extend(piles),
                fact => rest.push(fact),
            }
        }
        if !empty.is_empty() {
            rest.insert(0, Fact::Empty(empty, is_conjunction));
        }
        match rest.len() {
            0 => Fact::Constant(is_conjunction),
            1 => rest.remove(0),
            _ if is_conjunction => Fact::All(rest),
            _ => Fact::Any(rest),
        }
    }
}

impl RuleFolder<'_> {
    /// Adds the fact that a predicate holds for a pile, and returns its index.
    pub(super) fn add_fact(&mut self, predicate: &Predicate, pile: PileId) -> usize {
        let fact = self.fold_fact(predicate, pile, &[]);
        let fact = fact.unwrap_or_else(|| self.residual(predicate, pile));
        intern(&mut self.folded.facts, fact)
    }

    /// Folds a predicate to a fact. `locals` are the variables of the enclosing quantifiers. Returns `None` if the
    /// predicate must be evaluated inside these quantifiers.
    fn fold_fact(
        &mut self,
        predicate: &Predicate,
        pile: PileId,
        locals: &[Local<'_>],
    ) -> Option<Fact> {
        match &predicate.kind {
            PredicateKind::Not(predicate) => {
                return Some(self.fold_fact(predicate, pile, locals)?.negate());
            }
            PredicateKind::All(predicates) | PredicateKind::Any(predicates) => {
                let is_conjunction = matches!(predicate.kind, PredicateKind::All(_));
                // A constant part may decide the result, even if other parts cannot be folded.
                let mut parts = predicates.iter();
                let decides = Some(!is_conjunction);
                if parts.any(|part| self.evaluate_constant(part, pile, locals) == decides) {
                    return Some(Fact::Constant(!is_conjunction));
                }
                let parts = predicates.iter();
                let facts = parts.map(|part| self.fold_fact(part, pile, locals));
                let facts: Option<Vec<Fact>> = facts.collect();
                return Some(Fact::combine(facts?, is_conjunction));
            }
            PredicateKind::AllEmpty(group) => {
                if let Some(piles) = group.resolve_static(locals) {
                    return Some(Fact::Empty(piles, true));
                }
            }
            PredicateKind::PileEmpty(tested) => {
                match tested.resolve_static(pile, locals, &self.places) {
                    StaticPile::Known(tested) => return Some(Fact::Empty(vec![tested], true)),
                    // A pile that does not exist counts as empty.
                    StaticPile::Absent => return Some(Fact::Constant(true)),
                    StaticPile::Dynamic => {}
                }
            }
            _ => {}
        }
        if let Some(holds) = self.evaluate_constant(predicate, pile, locals) {
            return Some(Fact::Constant(holds));
        }
        if let Some(fact) = self.relation_fact(predicate, pile, locals) {
            return Some(fact);
        }
        if let PredicateKind::Some(domain, body) | PredicateKind::Every(domain, body) =
            &predicate.kind
            && let Some(facts) = self.unroll(domain, body, pile, locals)
        {
            let is_conjunction = matches!(predicate.kind, PredicateKind::Every(..));
            return Some(Fact::combine(facts, is_conjunction));
        }
        (locals.is_empty()).then(|| self.residual(predicate, pile))
    }

    /// Folds the body of a quantifier for each of its piles or lines.
    fn unroll(
        &mut self,
        domain: &Domain,
        body: &Predicate,
        pile: PileId,
        locals: &[Local<'_>],
    ) -> Option<Vec<Fact>> {
        let values: Vec<Local<'_>> = match domain {
            Domain::Piles(group) => {
                let piles = group.resolve_static(locals)?;
                piles.into_iter().map(Local::Pile).collect()
            }
            Domain::Lines { lines, .. } => lines.iter().map(Local::Line).collect(),
            Domain::Cards(_) => return None,
        };
        // Unrolling nested quantifiers would produce too many facts.
        if values.len() > MAX_UNROLLED || !locals.is_empty() {
            return None;
        }
        let values = values.into_iter();
        values
            .map(|value| self.fold_fact(body, pile, &[value]))
            .collect()
    }

    /// Returns the value of a predicate if it is the same in every position.
    fn evaluate_constant(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        locals: &[Local<'_>],
    ) -> Option<bool> {
        let reads = predicate.reads();
        if reads.any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE) || !self.spend(1, predicate) {
            return None;
        }
        let view = PartialView::new(&self.places);
        let scene = Scene {
            this: Some(this),
            ..Scene::table(&view, None)
        };
        let holds = predicate.holds_within(&scene, &self.game.order, locals);
        (!view.missed.get()).then_some(holds)
    }

    /// Returns a residual for a predicate, reusing an equal one.
    fn residual(&mut self, predicate: &Predicate, pile: PileId) -> Fact {
        let reads_pile = predicate.mentions_this() || predicate.reads().any(Reads::TOP);
        let residual = Residual {
            predicate: predicate.clone(),
            this: reads_pile.then_some(pile),
        };
        Fact::Residual(intern(&mut self.folded.residuals, residual), true)
    }
}
