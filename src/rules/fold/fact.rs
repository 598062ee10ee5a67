//! Facts: conditions that do not depend on the moved card.

use super::number::Number;
use super::relation::RelationTest;
use super::{FactEvaluator, MAX_UNROLLED, RuleFolder};
use crate::condition::{
    Comparison, GroupExpr, Node, PileExpr, PileId, Predicate, PredicateKind, View,
};
use crate::work::{Kind, is_all_done, spend};

/// How much more it costs to fold a part of what is unrolled than to evaluate it.
const UNROLLING_COST: u64 = 20;
/// The number of residuals that are evaluated only once while moves are listed.
const MAX_RESIDUALS: usize = 64;

/// A condition that does not depend on the moved card, simplified for the pile that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// Holds if the result of the comparison of two numbers equals the flag.
    Compare(Comparison, Box<(Number, Number)>, bool),
    /// Holds if the value of a residual equals the flag. The first field is an index into
    /// [`super::FoldedRules::residuals`].
    Residual(usize, bool),
}

impl Fact {
    /// Evaluates the fact.
    pub fn holds<V: View>(&self, known: &FactEvaluator<'_, V>) -> bool {
        match self {
            Fact::Constant(expected) => *expected,
            Fact::Empty(piles, expected) => {
                spend(Kind::Step, piles.len());
                piles.iter().all(|&pile| known.view.is_empty(pile)) == *expected
            }
            Fact::All(facts) => {
                spend(Kind::Fact, facts.len());
                facts.iter().all(|fact| fact.holds(known))
            }
            Fact::Any(facts) => {
                spend(Kind::Fact, facts.len());
                facts.iter().any(|fact| fact.holds(known))
            }
            Fact::Relation(test, expected) => test.holds(known) == *expected,
            Fact::Compare(comparison, numbers, expected) => {
                spend(Kind::Fact, 1);
                let (a, b) = &**numbers;
                comparison.compare(Some(a.evaluate(known)), Some(b.evaluate(known))) == *expected
            }
            Fact::Residual(residual, expected) => known.residual(*residual) == *expected,
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
            Fact::Compare(comparison, numbers, expected) => {
                Fact::Compare(comparison, numbers, !expected)
            }
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
        if is_all_done() {
            // The rules are rejected in the end.
            return self.folded.facts.insert_full(Fact::Constant(false)).0;
        }
        let predicate = self.specializer.specialize_top(predicate, pile);
        self.add_specialized_fact(&predicate)
    }

    /// Adds the fact that a specialized predicate holds, and returns its index.
    pub(super) fn add_specialized_fact(&mut self, predicate: &Predicate) -> usize {
        let fact = self.fold_with_residuals(predicate);
        self.folded.facts.insert_full(fact).0
    }

    /// Folds a specialized predicate to a fact. Parts of an `and` or an `or` may remain residuals.
    fn fold_with_residuals(&mut self, predicate: &Predicate) -> Fact {
        match &predicate.kind {
            PredicateKind::Not(inner) => self.fold_with_residuals(inner).negate(),
            PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                let is_all = matches!(predicate.kind, PredicateKind::All(_));
                let facts = parts.iter().map(|part| self.fold_with_residuals(part));
                Fact::combine(facts.collect(), is_all)
            }
            _ => {
                if let Some(fact) = self.fold_fact(predicate) {
                    return fact;
                }
                // What is left of a quantifier is simpler for each of its piles.
                let max = MAX_RESIDUALS.saturating_sub(self.folded.residuals.len());
                match self.unroll(predicate, max) {
                    Some((is_all, parts)) => {
                        let facts = parts.iter().map(|part| self.fold_with_residuals(part));
                        Fact::combine(facts.collect(), is_all)
                    }
                    None => self.residual(predicate),
                }
            }
        }
    }

    /// Returns what a quantifier over at most `max` piles says of each of them, and whether all of that must hold.
    /// Returns `None` if that is too much work.
    fn unroll(&mut self, predicate: &Predicate, max: usize) -> Option<(bool, Vec<Predicate>)> {
        let may = predicate.is_quantified() && self.may_unroll(Node::Predicate(predicate));
        may.then(|| self.specializer.split(predicate, max))?
    }

    /// Whether there is enough work left to fold what a quantifier says of each pile.
    pub(super) fn may_unroll(&self, node: Node<'_>) -> bool {
        let cost = node.cost(&self.game.names).saturating_mul(UNROLLING_COST);
        self.specializer.can_afford(cost)
    }

    /// Folds a specialized predicate to a fact without residuals, if that is possible.
    pub(super) fn fold_fact(&mut self, predicate: &Predicate) -> Option<Fact> {
        match &predicate.kind {
            // A list of values, as in `card.rank in [King, Ace]`, is one test.
            PredicateKind::Any(parts) if parts.iter().all(Predicate::is_comparison) => {
                if let Some(fact) = self.relation_fact(predicate) {
                    return Some(fact);
                }
            }
            _ => {}
        }
        match &predicate.kind {
            PredicateKind::Not(inner) => return Some(self.fold_fact(inner)?.negate()),
            PredicateKind::All(parts) | PredicateKind::Any(parts) => {
                let is_all = matches!(predicate.kind, PredicateKind::All(_));
                let facts = parts.iter().map(|part| self.fold_fact(part));
                return Some(Fact::combine(facts.collect::<Option<_>>()?, is_all));
            }
            PredicateKind::AllEmpty(GroupExpr::Named(piles)) => {
                return Some(Fact::Empty(piles.iter().collect(), true));
            }
            PredicateKind::PileEmpty(PileExpr::At(pile)) => {
                return Some(Fact::Empty(vec![*pile], true));
            }
            _ => {}
        }
        if let Some(fact) = self.relation_fact(predicate) {
            return Some(fact);
        }
        if let PredicateKind::Compare(comparison, a, b) = &predicate.kind
            && self.is_small(a)
            && self.is_small(b)
        {
            let numbers = (self.fold_number(a)?, self.fold_number(b)?);
            return Some(Fact::Compare(*comparison, Box::new(numbers), true));
        }
        let (is_all, parts) = self.unroll(predicate, MAX_UNROLLED)?;
        let facts = parts.iter().map(|part| self.fold_fact(part));
        Some(Fact::combine(facts.collect::<Option<_>>()?, is_all))
    }

    /// Returns a residual for a predicate, reusing an equal one.
    fn residual(&mut self, predicate: &Predicate) -> Fact {
        let residual = self.folded.residuals.insert_full(predicate.clone());
        Fact::Residual(residual.0, true)
    }
}
