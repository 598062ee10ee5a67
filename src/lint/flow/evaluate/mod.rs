//! Evaluates conditions for all positions at once: what they come to wherever the cards may be.

mod pairs;
mod values;

pub(super) use self::pairs::aspects;
use super::value::{Few, Number, PileChoice};
use super::world::World;
use crate::cards::{Card, FaceSet};
use crate::condition::{
    CardExpr, Comparison, Condition, Domain, GroupExpr, Line, PileExpr, PileId, PileSet, Predicate,
    PredicateKind, Side, Sort, Ternary, all, any,
};

/// What is known about the variables of a condition.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct Scene {
    /// The face of `card`.
    pub(in crate::lint) card: Option<Card>,
    /// The face of `top`.
    pub(in crate::lint) top: Option<Card>,
    /// The piles that `this` may be.
    pub(in crate::lint) this: PileSet,
    /// Whether `this` is empty.
    pub(in crate::lint) this_is_empty: Ternary,
    /// The piles that `from` may be; they hold cards.
    pub(in crate::lint) from: PileSet,
    /// The number of cards that are moved, at least and at most.
    pub(in crate::lint) moved: (u8, u8),
    /// A pile that is known to hold cards.
    pub(in crate::lint) occupied: Option<PileId>,
    /// What the base rank may be, if it is known better than in the world.
    pub(in crate::lint) base: Option<Few>,
}

impl Scene {
    /// The scene of a condition without variables.
    pub(in crate::lint) const TABLE: Scene = Scene {
        card: None,
        top: None,
        this: PileSet::EMPTY,
        this_is_empty: None,
        from: PileSet::EMPTY,
        moved: (1, u8::MAX),
        occupied: None,
        base: None,
    };
}

/// What the variable of a quantifier may stand for: one of these.
#[derive(Clone, Copy)]
pub(in crate::lint) enum Bound<'a> {
    Pile(PileSet),
    Card(FaceSet),
    Line(&'a [Line]),
}

impl World<'_> {
    /// Whether a condition holds: `None` if it may hold in some position and not in another.
    pub(super) fn evaluate(&self, condition: &Condition, scene: &Scene) -> Ternary {
        self.evaluate_part(&condition.predicate, scene)
    }

    /// Whether a condition may hold; a missing one does.
    pub(super) fn may_hold(&self, condition: Option<&Condition>, scene: &Scene) -> bool {
        condition.is_none_or(|condition| self.evaluate(condition, scene) != Some(false))
    }

    /// Whether a part of a condition holds.
    pub(super) fn evaluate_part(&self, part: &Predicate, scene: &Scene) -> Ternary {
        Evaluator::new(self, scene).predicate(part)
    }

    /// Says why a part of a condition never holds.
    pub(super) fn why_false(&self, part: &Predicate, scene: &Scene) -> String {
        let mut evaluator = Evaluator::new(self, scene);
        match &part.kind {
            PredicateKind::Compare(_, a, b) if a.sort() == Sort::Number => {
                match (evaluator.number(a).set, evaluator.number(b).set) {
                    (Some(a), Some(b)) => {
                        format!("this compares {} with {}", in_words(a), in_words(b))
                    }
                    _ => "one of the numbers is always absent".to_owned(),
                }
            }
            _ => "it is false whatever the deal and the moves".to_owned(),
        }
    }
}

/// Describes a range of numbers.
fn in_words((low, high): (i64, i64)) -> String {
    let (no_least, no_most) = (low <= i32::MIN.into(), high >= i32::MAX.into());
    match (no_least, no_most) {
        _ if low == high => format!("{low}"),
        (true, true) => "any number".to_owned(),
        (true, false) => format!("at most {high}"),
        (false, true) => format!("at least {low}"),
        (false, false) => format!("{low} to {high}"),
    }
}

pub(in crate::lint) struct Evaluator<'a> {
    pub(in crate::lint) world: &'a World<'a>,
    pub(in crate::lint) scene: Scene,
    /// The cards on top or at the bottom of piles that are known, or that are known to be absent.
    pub(in crate::lint) ends: Vec<(&'a CardExpr, Option<Card>)>,
    /// The variables of the enclosing quantifiers, outermost first.
    pub(in crate::lint) locals: Vec<Bound<'a>>,
}

impl<'a> Evaluator<'a> {
    pub(in crate::lint) fn new(world: &'a World<'a>, scene: &Scene) -> Evaluator<'a> {
        Evaluator {
            world,
            scene: *scene,
            ends: Vec::new(),
            locals: Vec::new(),
        }
    }

    /// Whether a predicate holds: `None` if it may hold in some position and not in another.
    pub(in crate::lint) fn predicate(&mut self, predicate: &'a Predicate) -> Ternary {
        if !self.world.spend(1) {
            return None;
        }
        match &predicate.kind {
            PredicateKind::Not(part) => self.predicate(part).map(|holds| !holds),
            PredicateKind::All(parts) => all(parts.iter().map(|part| self.predicate(part))),
            PredicateKind::Any(parts) => any(parts.iter().map(|part| self.predicate(part))),
            PredicateKind::Relation(relation, offset) => self.relation(*relation, offset),
            PredicateKind::Compare(comparison, a, b) => self.compare(*comparison, a, b),
            PredicateKind::Within(pile, group) => {
                let (piles, are_certain) = self.group(*group);
                let pile = self.pile(pile);
                if (pile.set & piles).is_empty() {
                    return Some(false);
                }
                let is_within = (pile.set - piles).is_empty() && !pile.absent;
                (is_within && are_certain).then_some(true)
            }
            PredicateKind::PileEmpty(pile) => {
                Number::exactly(0).compare(Comparison::Equal, self.size(pile))
            }
            PredicateKind::AllEmpty(group) => {
                Number::exactly(0).compare(Comparison::Equal, self.size_of_all(*group))
            }
            PredicateKind::BaseSet => match self.base() {
                Few { set: 0, .. } => Some(false),
                base => (!base.absent).then_some(true),
            },
            PredicateKind::FaceUp(card) => self.card(card).set.is_empty().then_some(false),
            PredicateKind::Every(domain, body) => {
                self.every(domain, |evaluator| evaluator.predicate(&body.body))
            }
            PredicateKind::Some(domain, body) => {
                let not = |known: Ternary| known.map(|holds| !holds);
                not(self.every(domain, |evaluator| not(evaluator.predicate(&body.body))))
            }
            PredicateKind::Won | PredicateKind::Stuck => None,
        }
    }

    /// Whether something holds for every element of a domain.
    fn every(
        &mut self,
        domain: &'a Domain,
        mut holds: impl FnMut(&mut Self) -> Ternary,
    ) -> Ternary {
        let (elements, are_certain) = self.elements(domain);
        all(elements.into_iter().map(|local| {
            let known = self.with(local, &mut holds);
            // A card that may not be there refutes nothing.
            known.filter(|&holds| holds || are_certain)
        }))
    }

    fn with<T>(&mut self, local: Bound<'a>, f: &mut impl FnMut(&mut Self) -> T) -> T {
        self.locals.push(local);
        let result = f(self);
        self.locals.pop();
        result
    }

    /// Lists what a quantifier ranges over, and whether all of it is there. The cards of a pile are listed face by face.
    fn elements(&mut self, domain: &'a Domain) -> (Vec<Bound<'a>>, bool) {
        match domain {
            Domain::Piles(group) => {
                let (piles, are_certain) = self.group(*group);
                let piles = piles.iter().map(PileSet::only);
                (piles.map(Bound::Pile).collect(), are_certain)
            }
            Domain::Lines { lines, .. } => (lines.chunks(1).map(Bound::Line).collect(), true),
            Domain::Cards(pile) => {
                let faces = match pile {
                    PileExpr::Moved => self.world.faces,
                    pile => self.world.cards_of(self.pile(pile).set),
                };
                let faces = faces.iter().map(FaceSet::only);
                (faces.map(Bound::Card).collect(), false)
            }
        }
    }

    /// How many elements a quantifier ranges over.
    pub(in crate::lint) fn element_count(&mut self, domain: &'a Domain) -> Number {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        match domain {
            Domain::Piles(group) => {
                let (piles, are_certain) = self.group(*group);
                let most = count(piles.len());
                Number::between(if are_certain { most } else { 0 }, most)
            }
            Domain::Lines { lines, .. } => Number::exactly(count(lines.len())),
            Domain::Cards(pile) => self.size(pile),
        }
    }

    fn local(&self, depth: u8) -> Option<Bound<'a>> {
        self.locals.iter().rev().nth(usize::from(depth)).copied()
    }

    /// The piles that a group may have, and whether it certainly has all of them.
    pub(in crate::lint) fn group(&self, group: GroupExpr) -> (PileSet, bool) {
        match (group, self.lines(group)) {
            (GroupExpr::Named(piles), _) => (piles.set(), true),
            (GroupExpr::Local(_), lines) => {
                let piles = lines.iter().flat_map(|line| &line.piles).copied();
                (piles.collect(), lines.len() == 1)
            }
        }
    }

    /// The lines that the variable of a quantifier may stand for.
    fn lines(&self, group: GroupExpr) -> &'a [Line] {
        match group {
            GroupExpr::Local(depth) => match self.local(depth) {
                Some(Bound::Line(lines)) => lines,
                Some(Bound::Pile(_) | Bound::Card(_)) | None => &[],
            },
            GroupExpr::Named(_) => &[],
        }
    }

    fn pile(&mut self, pile: &'a PileExpr) -> PileChoice {
        match pile {
            PileExpr::This => PileChoice::present(self.scene.this),
            PileExpr::From => PileChoice::present(self.scene.from),
            PileExpr::Moved => PileChoice::perhaps(PileSet::EMPTY),
            PileExpr::At(pile) => PileChoice::present(PileSet::only(*pile)),
            PileExpr::Nth(group, number) => {
                let lists: Vec<Vec<PileId>> = match group {
                    GroupExpr::Named(piles) => vec![piles.iter().collect()],
                    GroupExpr::Local(_) => {
                        let lines = self.lines(*group).iter();
                        lines.map(|line| line.piles.clone()).collect()
                    }
                };
                self.world.spend(lists.iter().map(Vec::len).sum());
                let number = self.number(number);
                let Some((low, high)) = number.set else {
                    return PileChoice::perhaps(PileSet::EMPTY);
                };
                let is_past = |list: &Vec<PileId>| i64::try_from(list.len()).unwrap_or(0) < high;
                let absent = number.absent || low < 1 || lists.iter().any(is_past);
                let chosen = lists.into_iter().flat_map(|list| (1..).zip(list));
                let chosen = chosen.filter(|(n, _)| (low..=high).contains(n));
                PileChoice {
                    set: chosen.map(|(_, pile)| pile).collect(),
                    absent,
                }
            }
            PileExpr::Beside(pile, side) => {
                let piles = self.pile(pile);
                self.beside(piles, *side)
            }
            PileExpr::Local(depth) => match self.local(*depth) {
                Some(Bound::Pile(piles)) => PileChoice::present(piles),
                _ => PileChoice::perhaps(PileSet::EMPTY),
            },
        }
    }

    fn beside(&self, piles: PileChoice, side: Side) -> PileChoice {
        let mut found = PileChoice {
            set: PileSet::EMPTY,
            absent: piles.absent,
        };
        for pile in piles.set.iter() {
            match self.world.game.piles[pile.index()].place.beside[side as usize] {
                Some(beside) => found.set.insert(beside),
                None => found.absent = true,
            }
        }
        found
    }
}
