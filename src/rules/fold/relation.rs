//! Quantifiers over two sets of cards, such as `some(p in packet, some(f in aces, p.top.suit == f.top.suit))`.

use super::fact::Fact;
use super::tables::{ROWS, card_of, row_of};
use super::{RuleFolder, intern};
use crate::condition::{
    Domain, Leaf, Local, PartialView, PileExpr, PileId, PileSet, Predicate, PredicateKind, Reads,
    Scene, StaticPile, View,
};

/// A relation between cards, as a matrix with a row for `None` and for each card. A row is a bit set of related cards.
pub type RelationMatrix = Vec<u64>;

/// What determines the relation of a predicate.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct RelationKey {
    /// The predicate, by its address.
    leaf: *const Predicate,
    /// The sources of the cards that it reads, in the order of its text.
    sources: Vec<usize>,
    is_negated: bool,
}

/// Tests whether any card of one source is related to any card of another.
#[derive(Clone, Debug, PartialEq)]
pub struct RelationTest {
    first: CardSource,
    /// `None` if the test depends only on the first source.
    second: Option<CardSource>,
    /// An index into [`super::FoldedRules::relations`].
    relation: usize,
}

/// A source of cards to test.
#[derive(Clone, Debug, PartialEq)]
pub enum CardSource {
    /// The top cards of these piles; an empty pile counts as `None`.
    Tops(Vec<PileId>),
    /// All cards of a pile.
    In(PileId),
}

impl CardSource {
    /// Whether any card has a row that matches.
    fn any<V: View>(&self, view: &V, mut matches: impl FnMut(usize) -> bool) -> bool {
        match self {
            CardSource::Tops(piles) => piles.iter().any(|&pile| matches(row_of(view.top(pile)))),
            CardSource::In(pile) => {
                !view.every_card(*pile, &mut |card, _| !matches(row_of(Some(card))))
            }
        }
    }
}

impl RelationTest {
    /// Evaluates the test.
    pub fn holds<V: View>(&self, view: &V, relations: &[RelationMatrix]) -> bool {
        let relation = &relations[self.relation];
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
    /// Folds a predicate to a relation test. Returns `None` unless it depends on the cards of at most two sources, and
    /// on each card separately.
    pub(super) fn relation_fact(
        &mut self,
        predicate: &Predicate,
        this: PileId,
        locals: &[Local<'_>],
    ) -> Option<Fact> {
        let (mut places, mut leaf) = (Vec::new(), predicate);
        // `every` is the negation of `some` with a negated body.
        let is_every = matches!(leaf.kind, PredicateKind::Every(..));
        while let PredicateKind::Some(domain, body) | PredicateKind::Every(domain, body) =
            &leaf.kind
        {
            // Only nested `some` quantifiers can be folded.
            let is_some = matches!(leaf.kind, PredicateKind::Some(..));
            if !places.is_empty() && (is_every || !is_some) {
                return None;
            }
            places.push(match domain {
                Domain::Piles(group) => CardSource::Tops(group.resolve_static(locals)?),
                Domain::Lines { .. } => return None,
                Domain::Cards(pile) => match pile.resolve_static(this, locals, &self.places) {
                    StaticPile::Known(pile) => CardSource::In(pile),
                    StaticPile::Absent | StaticPile::Dynamic => return None,
                },
            });
            leaf = body;
        }
        let quantifiers = places.len();
        let mut inner = locals.to_vec();
        inner.extend((0..quantifiers).map(|index| Local::Pile(PartialView::placeholder(index))));
        let (piles, in_order) = self.piles_read(leaf, this, &inner)?;
        places.extend(piles.iter().map(|pile| CardSource::Tops(vec![pile])));
        let reads = leaf.reads();
        if reads.any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE) || places.len() > 2 {
            return None;
        }
        let sources = in_order.and_then(|piles| {
            let places_of = piles.iter().map(|&pile| source_of(pile, &places));
            places_of.collect::<Option<Vec<usize>>>()
        });
        let is_by_tops = |source: &CardSource| matches!(source, CardSource::Tops(_));
        let sources = sources.filter(|_| places.iter().all(is_by_tops));
        let key = sources.map(|sources| RelationKey {
            leaf: std::ptr::from_ref(leaf),
            sources,
            is_negated: is_every,
        });
        let known = key.as_ref().and_then(|key| self.known_relations.get(key));
        let relation = match known {
            Some(&relation) => relation,
            None => self.add_relation(leaf, this, locals, &places, quantifiers, is_every)?,
        };
        self.known_relations.extend(key.map(|key| (key, relation)));
        let mut places = places.into_iter();
        let test = RelationTest {
            first: places.next()?,
            second: places.next(),
            relation,
        };
        Some(Fact::Relation(test, !is_every))
    }

    /// Returns the piles whose contents a predicate reads, as a set and in the order of its text. Returns `None` if they
    /// depend on the position. There is no order if it reads more than suits and the top cards of `this` and of variables.
    fn piles_read(
        &self,
        predicate: &Predicate,
        this: PileId,
        locals: &[Local<'_>],
    ) -> Option<(PileSet, Option<Vec<PileId>>)> {
        let (mut piles, mut in_order) = (Some(PileSet::EMPTY), Some(Vec::new()));
        predicate.walk(&mut |leaf| {
            let (read, is_alone) = match leaf {
                Leaf::Suit => return,
                Leaf::Contents(pile) => (
                    pile.resolve_static(this, locals, &self.places),
                    matches!(pile, PileExpr::This | PileExpr::Local(_)),
                ),
                _ => (StaticPile::Absent, false),
            };
            match (read, &mut in_order) {
                (StaticPile::Known(pile), Some(in_order)) if is_alone => in_order.push(pile),
                _ => in_order = None,
            }
            match (read, &mut piles) {
                (StaticPile::Known(pile), Some(piles)) if pile.index() < self.places.len() => {
                    piles.insert(pile);
                }
                (StaticPile::Dynamic, _) => piles = None,
                _ => {}
            }
        });
        Some((piles?, in_order))
    }

    /// Adds the relation of the cards that satisfy a predicate, or do not if `is_negated`, and returns its index.
    /// Returns `None` if the predicate depends on anything else.
    fn add_relation(
        &mut self,
        leaf: &Predicate,
        this: PileId,
        locals: &[Local<'_>],
        sources: &[CardSource],
        quantifiers: usize,
        is_negated: bool,
    ) -> Option<usize> {
        let columns = if sources.len() > 1 { ROWS } else { 1 };
        if !self.spend(ROWS * columns, leaf) {
            return None;
        }
        let mut relation = vec![0; ROWS];
        let mut view = PartialView::new(&self.places);
        let mut inner = locals.to_vec();
        for (first, related) in relation.iter_mut().enumerate() {
            for second in 0..columns {
                inner.truncate(locals.len());
                view.known.clear();
                let cards = [first, second].map(card_of).into_iter();
                let exists = sources.iter().zip(cards).enumerate().all(|(index, bound)| {
                    let pile = match bound {
                        (CardSource::In(_), card) => {
                            let local = |card| Local::Card(card, PartialView::some_card(), None);
                            inner.extend(card.map(local));
                            return card.is_some();
                        }
                        (CardSource::Tops(piles), _) if index >= quantifiers => piles[0],
                        (CardSource::Tops(_), _) => {
                            let pile = PartialView::placeholder(index);
                            inner.push(Local::Pile(pile));
                            pile
                        }
                    };
                    view.known.push((pile, bound.1));
                    true
                });
                if !exists {
                    continue;
                }
                view.missed.set(false);
                let scene = Scene {
                    this: Some(this),
                    ..Scene::table(&view, None)
                };
                let holds = leaf.holds_within(&scene, &self.game.order, &inner);
                if view.missed.get() {
                    return None;
                }
                if holds != is_negated {
                    *related |= 1 << second;
                }
            }
        }
        Some(intern(&mut self.folded.relations, relation))
    }
}

/// Returns which of some sources consists of the top card of a pile.
fn source_of(pile: PileId, sources: &[CardSource]) -> Option<usize> {
    (0..sources.len()).find(|&index| match &sources[index] {
        CardSource::Tops(piles) => piles[..] == [pile] || pile == PartialView::placeholder(index),
        CardSource::In(_) => false,
    })
}
