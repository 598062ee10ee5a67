//! Quantifiers over two sets of cards, such as `some(p in packet, some(f in aces, p.top.suit == f.top.suit))`.

use super::fact::Fact;
use super::tables::{ROWS, card_of, first_row_like, row_of};
use super::{FactEvaluator, RuleFolder};
use crate::condition::{
    Aspect, Domain, GroupExpr, Leaf, Node, PartialView, PileExpr, PileId, PileSet, Predicate,
    PredicateKind, Reads, Scene, View,
};
use crate::work::{Kind, spend};

/// A relation between cards, as a matrix with a row for `None` and for each card. A row is a bit set of related cards.
pub type RelationMatrix = Vec<u64>;

/// What determines a relation.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct RelationKey {
    /// The predicate, with a placeholder for the pile whose top card each of the two cards is.
    leaf: Predicate,
    /// For each of the cards, whether it is any card of a pile; otherwise, it is a top card, or `None`.
    in_pile: Vec<bool>,
    is_negated: bool,
}

/// Tests whether any card of one source is related to any card of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RelationTest {
    first: CardSource,
    /// `None` if the test depends only on the first source.
    second: Option<CardSource>,
    /// An index into [`super::FoldedRules::relations`].
    relation: usize,
}

/// A source of cards to test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CardSource {
    /// The top card of this pile; an empty pile counts as `None`.
    Top(PileId),
    /// The top cards of these piles; an empty pile counts as `None`.
    Tops(Vec<PileId>),
    /// All cards of a pile.
    In(PileId),
}

impl CardSource {
    /// Whether any card has a row that matches.
    fn any<V: View>(&self, view: &V, mut matches: impl FnMut(usize) -> bool) -> bool {
        match self {
            CardSource::Top(pile) => matches(row_of(view.top(*pile))),
            CardSource::Tops(piles) => {
                spend(Kind::Step, piles.len());
                piles.iter().any(|&pile| matches(row_of(view.top(pile))))
            }
            CardSource::In(pile) => !view.every_card(*pile, &mut |card| {
                spend(Kind::Step, 1);
                !matches(row_of(Some(view.face_of(card))))
            }),
        }
    }
}

impl RelationTest {
    /// Evaluates the test.
    pub fn holds<V: View>(&self, known: &FactEvaluator<'_, V>) -> bool {
        let (view, relation) = (known.view, &known.folded.relations[self.relation]);
        if let (CardSource::Top(first), Some(CardSource::Top(second))) = (&self.first, &self.second)
        {
            let related = relation[row_of(view.top(*first))];
            return related >> row_of(view.top(*second)) & 1 == 1;
        }
        let mut others = 1;
        if let Some(second) = &self.second {
            others = 0;
            second.any(view, |row| {
                others |= 1u64 << row;
                false
            });
        }
        self.first.any(view, |row| relation[row] & others != 0)
    }
}

impl RuleFolder<'_> {
    /// Folds a specialized predicate to a relation test. Returns `None` unless it depends on the cards of at most two
    /// sources, and on each card separately.
    pub(super) fn relation_fact(&mut self, predicate: &Predicate) -> Option<Fact> {
        let (mut sources, mut leaf) = (Vec::new(), predicate);
        // `every` is the negation of `some` with a negated body.
        let is_every = matches!(leaf.kind, PredicateKind::Every(..));
        while let PredicateKind::Some(domain, body) | PredicateKind::Every(domain, body) =
            &leaf.kind
        {
            // Only nested `some` quantifiers can be folded.
            let is_some = matches!(leaf.kind, PredicateKind::Some(..));
            if !sources.is_empty() && (is_every || !is_some) {
                return None;
            }
            sources.push(match domain {
                Domain::Piles(GroupExpr::Named(piles)) => CardSource::Tops(piles.iter().collect()),
                Domain::Cards(PileExpr::At(pile)) => CardSource::In(*pile),
                Domain::Piles(_) | Domain::Cards(_) | Domain::Lines { .. } => return None,
            });
            leaf = body;
        }
        let reads = leaf.reads();
        if reads.any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE) || sources.len() > 2 {
            return None;
        }
        let mut piles = PileSet::EMPTY;
        leaf.walk(&mut |leaf| {
            if let Leaf::Contents(PileExpr::At(pile)) = leaf {
                piles.insert(*pile);
            }
        });
        if sources.len() + piles.len() > 2 {
            return None;
        }
        let variables = (0..sources.len()).map(PartialView::placeholder);
        let (leaf, piles) = self.specializer.replace_piles(leaf, sources.len())?;
        let variables: Vec<PileId> = variables.collect();
        let leaf = self.specializer.open(&leaf, &variables);
        let tops = piles.into_iter().map(CardSource::Top);
        sources.extend(tops);
        if sources.is_empty() || sources.len() > 2 {
            return None;
        }
        let key = RelationKey {
            leaf,
            in_pile: sources
                .iter()
                .map(|s| matches!(s, CardSource::In(_)))
                .collect(),
            is_negated: is_every,
        };
        let relation = match self.known_relations.get(&key) {
            Some(relation) => *relation,
            None => {
                let relation = self.add_relation(&key);
                self.known_relations.insert(key, relation);
                relation
            }
        };
        let mut sources = sources.into_iter();
        let test = RelationTest {
            first: sources.next()?,
            second: sources.next(),
            relation: relation?,
        };
        Some(Fact::Relation(test, !is_every))
    }

    /// Adds a relation and returns its index. Returns `None` if it depends on anything else than the cards.
    fn add_relation(&mut self, key: &RelationKey) -> Option<usize> {
        let columns = if key.in_pile.len() > 1 { ROWS } else { 1 };
        if !self.can_afford(ROWS * columns, &key.leaf) {
            return None;
        }
        let mut aspect = Aspect::default();
        Node::Predicate(&key.leaf).each_card(&mut |_, read| aspect.add(read));
        let like = |row: usize| first_row_like(row, aspect);
        let mut relation: RelationMatrix = vec![0; ROWS];
        let mut view = PartialView::new(self.places);
        for first in 0..ROWS {
            if like(first) < first {
                relation[first] = relation[like(first)];
                continue;
            }
            for second in 0..columns {
                if like(second) < second {
                    relation[first] |= (relation[first] >> like(second) & 1) << second;
                    continue;
                }
                let cards = [first, second].map(card_of);
                let mut sources = key.in_pile.iter().zip(cards);
                // There is no `None` among the cards of a pile.
                if sources.any(|(&in_pile, card)| in_pile && card.is_none()) {
                    continue;
                }
                view.known.clear();
                let piles = (0..key.in_pile.len()).map(PartialView::placeholder);
                view.known.extend(piles.zip(cards));
                view.missed.set(false);
                let scene = Scene::table(&view, None);
                let holds = key.leaf.holds(&scene, &self.game.order);
                if view.missed.get() {
                    return None;
                }
                if holds != key.is_negated {
                    relation[first] |= 1 << second;
                }
            }
        }
        Some(self.folded.relations.insert_full(relation).0)
    }
}
