//! Sentences about the cards of two places, such as `some(p in packet, some(f in aces, p.top.suit == f.top.suit))`.

use super::Folder;
use super::fact::Fact;
use super::given::Given;
use super::tables::{ROWS, card_of, row_of};
use crate::condition::{
    Leaf, Local, PileId, PileSet, Predicate, PredicateKind, Reads, Scene, StaticPile, View,
};

/// Which cards are related: for each card, and for none, a bit for each other card, and for none.
pub type Relation = Vec<u64>;

/// That a card of one place and a card of another are related.
#[derive(Clone, Debug, PartialEq)]
pub struct Meet {
    first: Cards,
    /// `None` where it is only about the first.
    second: Option<Cards>,
    /// Its place in [`super::Folded::relations`].
    relation: usize,
}

/// Cards that lie somewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Cards {
    /// The top cards of these piles; an empty pile has none, which counts as one.
    Tops(Vec<PileId>),
    /// All cards of a pile.
    In(PileId),
}

impl Cards {
    /// Whether there is a card whose row is such.
    fn any<V: View>(&self, view: &V, mut is_such: impl FnMut(usize) -> bool) -> bool {
        match self {
            Cards::Tops(piles) => piles.iter().any(|&pile| is_such(row_of(view.top(pile)))),
            Cards::In(pile) => !view.every_card(*pile, &mut |card| !is_such(row_of(Some(card)))),
        }
    }
}

impl Meet {
    /// Whether there are two such cards.
    pub fn holds<V: View>(&self, view: &V, relations: &[Relation]) -> bool {
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

impl Folder<'_> {
    /// The fact that a test holds, if it depends on the cards of two places at most, and on those only card by card.
    pub(super) fn meet(
        &mut self,
        test: &Predicate,
        this: PileId,
        locals: &[Local],
    ) -> Option<Fact> {
        let (mut places, mut leaf) = (Vec::new(), test);
        // That it holds of every one is that there is none of which it does not.
        let is_every = matches!(
            leaf.kind,
            PredicateKind::Every(..) | PredicateKind::EveryCard(..)
        );
        loop {
            let (place, body) = match &leaf.kind {
                PredicateKind::Some(piles, body) | PredicateKind::Every(piles, body) => {
                    (Cards::Tops(piles.iter().collect()), body)
                }
                PredicateKind::SomeCard(pile, body) | PredicateKind::EveryCard(pile, body) => {
                    let StaticPile::Known(pile) = pile.resolve_static(this, locals, &self.places)
                    else {
                        return None;
                    };
                    (Cards::In(pile), body)
                }
                _ => break,
            };
            // Only `some` in `some` is about two cards that meet.
            let is_some = matches!(
                leaf.kind,
                PredicateKind::Some(..) | PredicateKind::SomeCard(..)
            );
            if !places.is_empty() && (is_every || !is_some) {
                return None;
            }
            places.push(place);
            leaf = body;
        }
        let bound = places.len();
        let mut inner = locals.to_vec();
        inner.extend((0..bound).map(|at| Local::Pile(Given::some_pile(at))));
        for pile in self.named(leaf, this, &inner)?.iter() {
            places.push(Cards::Tops(vec![pile]));
        }
        if leaf
            .reads()
            .any(Reads::CARD_OR_FROM | Reads::TOP | Reads::BASE)
            || places.len() > 2
        {
            return None;
        }
        let relation = self.relation(leaf, this, locals, &places, bound, is_every)?;
        let mut places = places.into_iter();
        let meet = Meet {
            first: places.next()?,
            second: places.next(),
            relation,
        };
        Some(Fact::Meet(meet, !is_every))
    }

    /// The piles that a test reads by name, or where it is asked; `None` where that is not the same throughout.
    fn named(&self, test: &Predicate, this: PileId, locals: &[Local]) -> Option<PileSet> {
        let mut named = Some(PileSet::EMPTY);
        test.walk(&mut |leaf| {
            if let Leaf::Contents(pile) = leaf {
                match (pile.resolve_static(this, locals, &self.places), &mut named) {
                    (StaticPile::Known(pile), Some(piles)) if pile.at() < self.places.len() => {
                        piles.insert(pile);
                    }
                    (StaticPile::Dynamic, _) => named = None,
                    _ => {}
                }
            }
        });
        named
    }

    /// The place of the relation of the cards of two places for which a test holds, or does not; `None` where it depends
    /// on more.
    fn relation(
        &mut self,
        leaf: &Predicate,
        this: PileId,
        locals: &[Local],
        places: &[Cards],
        bound: usize,
        is_not: bool,
    ) -> Option<usize> {
        let columns = if places.len() > 1 { ROWS } else { 1 };
        if !self.affords(ROWS * columns, leaf) {
            return None;
        }
        let mut relation = vec![0; ROWS];
        let mut view = Given::new(&self.places);
        for (first, related) in relation.iter_mut().enumerate() {
            for second in 0..columns {
                let mut inner = locals.to_vec();
                view.known.clear();
                let mut is_there = true;
                for (at, place) in places.iter().enumerate() {
                    let card = card_of(if at == 0 { first } else { second });
                    match place {
                        Cards::In(_) => match card {
                            Some(card) => inner.push(Local::Card(card)),
                            None => is_there = false,
                        },
                        Cards::Tops(_) if at < bound => {
                            inner.push(Local::Pile(Given::some_pile(at)));
                            view.known.push((Given::some_pile(at), card));
                        }
                        Cards::Tops(piles) => view.known.push((piles[0], card)),
                    }
                }
                if !is_there {
                    continue;
                }
                view.was_asked.set(false);
                let scene = Scene {
                    this: Some(this),
                    ..Scene::table(&view, None)
                };
                let holds = leaf.holds_within(&scene, &self.game.order, &inner);
                if view.was_asked.get() {
                    return None;
                }
                if holds != is_not {
                    *related |= 1 << second;
                }
            }
        }
        let known = self.relations.iter().position(|known| *known == relation);
        Some(known.unwrap_or_else(|| {
            self.relations.push(relation);
            self.relations.len() - 1
        }))
    }
}
