//! Facts: what does not depend on the card.

use super::Folder;
use super::given::Given;
use super::meet::{Meet, Relation};
use crate::cards::{Order, Rank};
use crate::condition::{
    Local, PileId, Piles, Predicate, PredicateKind, Reads, Scene, StaticPile, View,
};

/// How many piles a sentence is said of one by one, at most.
const MAX_UNROLLED: usize = 64;

/// Something that does not depend on the card: what is left of a condition once it is known of which pile it is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// It always holds, or never.
    Known(bool),
    /// Whether all of these piles are empty is so.
    Empty(Vec<PileId>, bool),
    /// All of these hold.
    All(Vec<Fact>),
    /// One of these holds.
    Any(Vec<Fact>),
    /// Whether two cards meet is so.
    Meet(Meet, bool),
    /// Whether a question is answered with yes is so: a place in [`super::Folded::questions`].
    Asked(usize, bool),
}

/// A question that does not depend on the card.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub test: Predicate,
    /// Of which pile, if that matters.
    pub this: Option<PileId>,
}

impl Question {
    /// Whether it is answered with yes.
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
    /// Whether it holds. The questions in it are answered by `ask`.
    pub fn holds<V: View>(
        &self,
        view: &V,
        relations: &[Relation],
        ask: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        match self {
            Fact::Known(holds) => *holds,
            Fact::Empty(piles, holds) => piles.iter().all(|&pile| view.is_empty(pile)) == *holds,
            Fact::All(facts) => facts.iter().all(|fact| fact.holds(view, relations, ask)),
            Fact::Any(facts) => facts.iter().any(|fact| fact.holds(view, relations, ask)),
            Fact::Meet(meet, holds) => meet.holds(view, relations) == *holds,
            Fact::Asked(question, holds) => ask(*question) == *holds,
        }
    }

    fn not(self) -> Fact {
        let each = |facts: Vec<Fact>| facts.into_iter().map(Fact::not).collect();
        match self {
            Fact::Known(holds) => Fact::Known(!holds),
            Fact::Empty(piles, holds) => Fact::Empty(piles, !holds),
            Fact::All(facts) => Fact::Any(each(facts)),
            Fact::Any(facts) => Fact::All(each(facts)),
            Fact::Meet(meet, holds) => Fact::Meet(meet, !holds),
            Fact::Asked(question, holds) => Fact::Asked(question, !holds),
        }
    }

    /// All of these, or one of these, as simple as they can be said.
    fn joined(facts: Vec<Fact>, are_all: bool) -> Fact {
        let (mut left, mut empty) = (Vec::new(), Vec::new());
        for fact in facts {
            match fact {
                Fact::Known(holds) if holds == are_all => {}
                Fact::Known(_) => return fact,
                // That some are all empty and others too, or that some are not or others are not.
                Fact::Empty(piles, holds) if holds == are_all => empty.extend(piles),
                fact => left.push(fact),
            }
        }
        if !empty.is_empty() {
            left.insert(0, Fact::Empty(empty, are_all));
        }
        match left.len() {
            0 => Fact::Known(are_all),
            1 => left.remove(0),
            _ if are_all => Fact::All(left),
            _ => Fact::Any(left),
        }
    }
}

impl Folder<'_> {
    /// The place of the fact that a test holds, asked of a pile.
    pub(super) fn fact(&mut self, test: &Predicate, pile: PileId) -> usize {
        let fact = self.fact_of(test, pile, &[]);
        let fact = fact.unwrap_or_else(|| self.asked(test, pile));
        if let Some(known) = self.facts.iter().position(|known| *known == fact) {
            return known;
        }
        self.facts.push(fact);
        self.facts.len() - 1
    }

    /// The fact that a test holds, asked of a pile and inside of sentences that speak of `locals`; `None` where it has to
    /// be asked inside of them.
    fn fact_of(&mut self, test: &Predicate, pile: PileId, locals: &[Local]) -> Option<Fact> {
        let joined = |folder: &mut Self, tests: &[Predicate], are_all: bool| {
            // What is known of one of them may settle it without a look at the others.
            let mut known = tests.iter().map(|t| folder.known(t, pile, locals));
            if known.any(|known| known == Some(!are_all)) {
                return Some(Fact::Known(!are_all));
            }
            let facts = tests.iter().map(|t| folder.fact_of(t, pile, locals));
            let facts: Option<Vec<Fact>> = facts.collect();
            Some(Fact::joined(facts?, are_all))
        };
        match &test.kind {
            PredicateKind::Not(test) => return Some(self.fact_of(test, pile, locals)?.not()),
            PredicateKind::All(tests) => return joined(self, tests, true),
            PredicateKind::Any(tests) => return joined(self, tests, false),
            PredicateKind::AllEmpty(piles) => {
                return Some(Fact::Empty(piles.iter().collect(), true));
            }
            PredicateKind::PileEmpty(of) => match of.resolve_static(pile, locals, &self.places) {
                StaticPile::Known(of) => return Some(Fact::Empty(vec![of], true)),
                // A pile that is not there is empty.
                StaticPile::Absent => return Some(Fact::Known(true)),
                StaticPile::Dynamic => {}
            },
            _ => {}
        }
        if let Some(holds) = self.known(test, pile, locals) {
            return Some(Fact::Known(holds));
        }
        if let Some(fact) = self.meet(test, pile, locals) {
            return Some(fact);
        }
        if let PredicateKind::Some(piles, body) | PredicateKind::Every(piles, body) = &test.kind
            && let Some(facts) = self.each(*piles, body, pile, locals)
        {
            let are_all = matches!(test.kind, PredicateKind::Every(..));
            return Some(Fact::joined(facts, are_all));
        }
        locals.is_empty().then(|| self.asked(test, pile))
    }

    /// What a sentence says of each of some piles.
    fn each(
        &mut self,
        piles: Piles,
        body: &Predicate,
        pile: PileId,
        locals: &[Local],
    ) -> Option<Vec<Fact>> {
        // A sentence in a sentence would be said too often.
        if usize::from(piles.count) > MAX_UNROLLED || !locals.is_empty() {
            return None;
        }
        let each = piles
            .iter()
            .map(|p| self.fact_of(body, pile, &[Local::Pile(p)]));
        each.collect()
    }

    /// Whether a test holds whatever lies on the table.
    fn known(&mut self, test: &Predicate, this: PileId, locals: &[Local]) -> Option<bool> {
        let reads = test.reads();
        if reads.any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE) || !self.affords(1, test) {
            return None;
        }
        let view = Given::new(&self.places);
        let scene = Scene {
            this: Some(this),
            ..Scene::table(&view, None)
        };
        let holds = test.holds_within(&scene, &self.game.order, locals);
        (!view.was_asked.get()).then_some(holds)
    }

    fn asked(&mut self, test: &Predicate, pile: PileId) -> Fact {
        let mentions = test.mentions_this() || test.reads().any(Reads::TOP);
        let question = Question {
            test: test.clone(),
            this: mentions.then_some(pile),
        };
        let known = self.questions.iter().position(|known| *known == question);
        let at = known.unwrap_or_else(|| {
            self.questions.push(question);
            self.questions.len() - 1
        });
        Fact::Asked(at, true)
    }
}
