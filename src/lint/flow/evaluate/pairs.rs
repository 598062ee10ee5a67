//! Evaluates a condition for many pairs of `card` and `top` at once.
//!
//! Most parts of conditions read only the rank or only the suit of the two cards. Such a part is evaluated once for each
//! pair of ranks or suits.

use super::{Evaluator, Scene};
use crate::cards::{Card, FaceSet};
use crate::condition::{Aspect, CardExpr, Condition, Node, PileExpr, Predicate, PredicateKind};
use crate::lint::flow::world::World;

/// A set of pairs: for the face of each top card, the faces of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lint::flow) struct Pairs([FaceSet; Card::FACES]);

impl Pairs {
    const NONE: Pairs = Pairs([FaceSet::EMPTY; Card::FACES]);

    /// Each of the cards with each of the tops.
    fn all(cards: FaceSet, tops: FaceSet) -> Pairs {
        let mut pairs = Pairs::NONE;
        tops.each(|top| pairs.0[top.face()] = cards);
        pairs
    }

    /// The cards that are paired with a top card.
    fn with(&self, top: Card) -> FaceSet {
        self.0[top.face()]
    }

    /// The cards that are paired with any of some top cards.
    pub(in crate::lint::flow) fn with_any(&self, tops: FaceSet) -> FaceSet {
        tops.iter()
            .fold(FaceSet::EMPTY, |all, top| all | self.with(top))
    }

    /// All top cards of the pairs.
    pub(in crate::lint::flow) fn tops(&self) -> FaceSet {
        let bits = self.0.iter().enumerate();
        let bits = bits.map(|(top, cards)| u64::from(!cards.is_empty()) << top);
        FaceSet::from_words([bits.fold(0, |all, bit| all | bit)])
    }

    fn combine(&self, other: &Pairs, f: impl Fn(FaceSet, FaceSet) -> FaceSet) -> Pairs {
        Pairs(std::array::from_fn(|top| f(self.0[top], other.0[top])))
    }

    fn union(&self, other: &Pairs) -> Pairs {
        self.combine(other, |one, other| one | other)
    }

    fn intersect(&self, other: &Pairs) -> Pairs {
        self.combine(other, |one, other| one & other)
    }
}

/// What a predicate comes to for some pairs. Each of them is in one of the two sets, or in both.
struct Outcome {
    /// The pairs for which it may hold.
    may: Pairs,
    /// The pairs for which it may be false.
    may_not: Pairs,
}

impl World<'_> {
    /// The pairs of some cards and tops for which a condition may hold: all of them if too little work is left.
    pub(in crate::lint::flow) fn pairs(
        &self,
        condition: &Condition,
        scene: &Scene,
        cards: FaceSet,
        tops: FaceSet,
    ) -> Pairs {
        let pairs = Pairs::all(cards, tops);
        // Parts that no pair reaches are visited, too.
        if !self.spend(condition.node_count) {
            return pairs;
        }
        let mut evaluator = Evaluator::new(self, scene);
        evaluator.outcome(&condition.predicate, &pairs).may
    }
}

impl<'a> Evaluator<'a> {
    /// What a predicate comes to for some pairs.
    fn outcome(&mut self, predicate: &'a Predicate, pairs: &Pairs) -> Outcome {
        match &predicate.kind {
            PredicateKind::Not(part) => {
                let Outcome { may, may_not } = self.outcome(part, pairs);
                Outcome {
                    may: may_not,
                    may_not: may,
                }
            }
            PredicateKind::All(parts) => {
                let (mut may, mut may_not) = (*pairs, Pairs::NONE);
                for part in parts {
                    let outcome = self.outcome(part, &may);
                    may_not = may_not.union(&outcome.may_not);
                    may = outcome.may;
                }
                Outcome { may, may_not }
            }
            PredicateKind::Any(parts) => {
                let (mut may, mut may_not) = (Pairs::NONE, *pairs);
                for part in parts {
                    let outcome = self.outcome(part, &may_not);
                    may = may.union(&outcome.may);
                    may_not = outcome.may_not;
                }
                Outcome { may, may_not }
            }
            _ => self.outcome_by_class(predicate, pairs),
        }
    }

    /// Like [`Evaluator::outcome`], for a predicate that is evaluated as a whole.
    fn outcome_by_class(&mut self, predicate: &'a Predicate, pairs: &Pairs) -> Outcome {
        let (of_card, of_top) = aspects(predicate);
        let mut outcome = Outcome {
            may: Pairs::NONE,
            may_not: Pairs::NONE,
        };
        for (top, tops) in of_top.classes(pairs.tops()) {
            self.scene.top = Some(top);
            let (mut may, mut may_not) = (FaceSet::EMPTY, FaceSet::EMPTY);
            for (card, class) in of_card.classes(pairs.with_any(tops)) {
                self.scene.card = Some(card);
                let known = self.predicate(predicate);
                if known != Some(false) {
                    may |= class;
                }
                if known != Some(true) {
                    may_not |= class;
                }
            }
            tops.each(|top| {
                outcome.may.0[top.face()] = may;
                outcome.may_not.0[top.face()] = may_not;
            });
        }
        Outcome {
            may: outcome.may.intersect(pairs),
            may_not: outcome.may_not.intersect(pairs),
        }
    }
}

/// The aspects of `card` and of `top` that a predicate depends on.
pub(in crate::lint::flow) fn aspects(predicate: &Predicate) -> (Aspect, Aspect) {
    let (mut of_card, mut of_top) = (Aspect::default(), Aspect::default());
    Node::Predicate(predicate).each_card(&mut |card, aspect| match card {
        CardExpr::Card | CardExpr::BottomOf(PileExpr::Moved) => of_card.add(aspect),
        CardExpr::Top | CardExpr::TopOf(PileExpr::This) => of_top.add(aspect),
        _ => {}
    });
    (of_card, of_top)
}
