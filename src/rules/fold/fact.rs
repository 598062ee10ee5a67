//! Facts: conditions that do not depend on the moved card.

use super::RuleFolder;
use super::partial_view::PartialView;
use super::relation::{RelationMatrix, RelationTest};
use crate::cards::{Order, Rank};
use crate::condition::{
    Local, PileId, Piles, Predicate, PredicateKind, Reads, Scene, StaticPile, View,
};

/// The most piles that a quantifier is unrolled for.
const MAX_UNROLLED: usize = 64;

/// A condition that does not depend on the moved card, simplified for the pile that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// It always holds, or never.
    Constant(bool),
    /// Holds if "all of these piles are empty" equals the flag.
    Empty(Vec<PileId>, bool),
    /// All of these facts hold.
    All(Vec<Fact>),
    /// At least one of these facts holds.
    Any(Vec<Fact>),
    /// Holds if the result of the test equals the flag.
    Related(RelationTest, bool),
    /// Holds if the result of a question equals the flag. The question is an index into [`super::Folded::questions`].
    Question(usize, bool),
}

/// A predicate that does not depend on the moved card and must be evaluated during play.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The predicate.
    pub test: Predicate,
    /// The pile that `this` stands for, if the predicate depends on it.
    pub this: Option<PileId>,
}

impl Question {
    /// Evaluates the question.
    #[must_use]
    pub fn holds<V: View>(&self, view: &V, base: Option<Rank>, order: &Order) -> bool {
        let scene = Scene {
            this: self.this,
            top: self.this.and_then(|pile| view.top(pile)),
            ..Scene::table(view, base)
        };
        self.test.holds(&scene, order)
    }
}

impl Fact {
    /// Evaluates the fact. `ask` evaluates the questions in it.
    pub fn holds<V: View>(
        &self,
        view: &V,
        relations: &[RelationMatrix],
        ask: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        match self {
            Fact::Constant(holds) => *holds,
            Fact::Empty(piles, holds) => piles.iter().all(|&pile| view.is_empty(pile)) == *holds,
            Fact::All(facts) => facts.iter().all(|fact| fact.holds(view, relations, ask)),
            Fact::Any(facts) => facts.iter().any(|fact| fact.holds(view, relations, ask)),
            Fact::Related(test, holds) => test.holds(view, relations) == *holds,
            Fact::Question(question, holds) => ask(*question) == *holds,
        }
    }

    fn negate(self) -> Fact {
        let negate_all = |facts: Vec<Fact>| facts.into_iter().map(Fact::negate).collect();
        match self {
            Fact::Constant(holds) => Fact::Constant(!holds),
            Fact::Empty(piles, holds) => Fact::Empty(piles, !holds),
            Fact::All(facts) => Fact::Any(negate_all(facts)),
            Fact::Any(facts) => Fact::All(negate_all(facts)),
            Fact::Related(test, holds) => Fact::Related(test, !holds),
            Fact::Question(question, holds) => Fact::Question(question, !holds),
        }
    }

    /// Combines facts with "and" if `are_all`, else with "or", and simplifies the result.
    fn combine(facts: Vec<Fact>, are_all: bool) -> Fact {
        let (mut rest, mut empty) = (Vec::new(), Vec::new());
        for fact in facts {
            match fact {
                Fact::Constant(holds) if holds == are_all => {}
                Fact::Constant(_) => return fact,
                // "These are empty and those are empty", or "these are not all empty or those are not all empty".
                Fact::Empty(piles, holds) if holds == are_all => empty.extend(piles),
                fact => rest.push(fact),
            }
        }
        if !empty.is_empty() {
            rest.insert(0, Fact::Empty(empty, are_all));
        }
        match rest.len() {
            0 => Fact::Constant(are_all),
            1 => rest.remove(0),
            _ if are_all => Fact::All(rest),
            _ => Fact::Any(rest),
        }
    }
}

impl RuleFolder<'_> {
    /// Adds the fact that a predicate holds for a pile, and returns its index.
    pub(super) fn add_fact(&mut self, test: &Predicate, pile: PileId) -> usize {
        let fact = self.fold_fact(test, pile, &[]);
        let fact = fact.unwrap_or_else(|| self.question(test, pile));
        if let Some(existing) = self.facts.iter().position(|existing| *existing == fact) {
            return existing;
        }
        self.facts.push(fact);
        self.facts.len() - 1
    }

    /// Folds a predicate to a fact. `locals` are the variables of the enclosing quantifiers. Returns `None` if the
    /// predicate must be evaluated inside these quantifiers.
    fn fold_fact(&mut self, test: &Predicate, pile: PileId, locals: &[Local]) -> Option<Fact> {
        let combine = |folder: &mut Self, tests: &[Predicate], are_all: bool| {
            // A constant part may decide the result, even if other parts cannot be folded.
            let mut constants = tests.iter().map(|t| folder.constant(t, pile, locals));
            if constants.any(|constant| constant == Some(!are_all)) {
                return Some(Fact::Constant(!are_all));
            }
            let facts = tests.iter().map(|t| folder.fold_fact(t, pile, locals));
            let facts: Option<Vec<Fact>> = facts.collect();
            Some(Fact::combine(facts?, are_all))
        };
        match &test.kind {
            PredicateKind::Not(test) => return Some(self.fold_fact(test, pile, locals)?.negate()),
            PredicateKind::All(tests) => return combine(self, tests, true),
            PredicateKind::Any(tests) => return combine(self, tests, false),
            PredicateKind::AllEmpty(piles) => {
                return Some(Fact::Empty(piles.iter().collect(), true));
            }
            PredicateKind::PileEmpty(of) => match of.resolve_static(pile, locals, &self.places) {
                StaticPile::Known(of) => return Some(Fact::Empty(vec![of], true)),
                // A pile that does not exist counts as empty.
                StaticPile::Absent => return Some(Fact::Constant(true)),
                StaticPile::Dynamic => {}
            },
            _ => {}
        }
        if let Some(holds) = self.constant(test, pile, locals) {
            return Some(Fact::Constant(holds));
        }
        if let Some(fact) = self.relation_fact(test, pile, locals) {
            return Some(fact);
        }
        if let PredicateKind::Some(piles, body) | PredicateKind::Every(piles, body) = &test.kind
            && let Some(facts) = self.unroll(*piles, body, pile, locals)
        {
            let are_all = matches!(test.kind, PredicateKind::Every(..));
            return Some(Fact::combine(facts, are_all));
        }
        locals.is_empty().then(|| self.question(test, pile))
    }

    /// Folds the body of a quantifier for each of its piles.
    fn unroll(
        &mut self,
        piles: Piles,
        body: &Predicate,
        pile: PileId,
        locals: &[Local],
    ) -> Option<Vec<Fact>> {
        // Unrolling nested quantifiers would produce too many facts.
        if usize::from(piles.count) > MAX_UNROLLED || !locals.is_empty() {
            return None;
        }
        let facts = piles
            .iter()
            .map(|p| self.fold_fact(body, pile, &[Local::Pile(p)]));
        facts.collect()
    }

    /// Returns the value of a predicate if it is the same in every position.
    fn constant(&mut self, test: &Predicate, this: PileId, locals: &[Local]) -> Option<bool> {
        let reads = test.reads();
        if reads.any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE) || !self.spend(1, test) {
            return None;
        }
        let view = PartialView::new(&self.places);
        let scene = Scene {
            this: Some(this),
            ..Scene::table(&view, None)
        };
        let holds = test.holds_within(&scene, &self.game.order, locals);
        (!view.missed.get()).then_some(holds)
    }

    fn question(&mut self, test: &Predicate, pile: PileId) -> Fact {
        let reads_pile = test.mentions_this() || test.reads().any(Reads::TOP);
        let question = Question {
            test: test.clone(),
            this: reads_pile.then_some(pile),
        };
        let existing = self.questions.iter().position(|q| *q == question);
        let index = existing.unwrap_or_else(|| {
            self.questions.push(question);
            self.questions.len() - 1
        });
        Fact::Question(index, true)
    }
}
