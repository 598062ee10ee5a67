//! From a condition to the parts of a sieve.

use super::{Masks, Part};
use crate::cards::{Card, CardId, CardSet, Order, Rank};
use crate::condition::{
    CardOf, Counter, PileId, PileOf, PileSet, Place, RankOf, Reads, Scene, SuitOf, Test, TestKind,
    View,
};

/// Parts that all have to hold, the quickest first: tables, then piles of origin, which are those that are in all of
/// the sets.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let (mut tables, mut origins, mut others) = (Vec::new(), None::<PileSet>, Vec::new());
    for part in parts {
        match part {
            Part::Masks(_) => tables.push(part),
            Part::From(piles) => origins = Some(origins.map_or(piles, |o| o & piles)),
            _ => others.push(part),
        }
    }
    tables.extend(origins.map(Part::From));
    tables.append(&mut others);
    tables
}

/// What a sieve is made from.
pub(super) struct Maker<'a> {
    order: &'a Order,
    deck: &'a [Card],
    this: PileId,
    view: Blank<'a>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        order: &'a Order,
        deck: &'a [Card],
        this: PileId,
        places: &'a [Place],
    ) -> Maker<'a> {
        Maker {
            order,
            deck,
            this,
            view: Blank { places },
        }
    }

    /// The set of the piles of origin for which a test holds that reads nothing but where piles lie.
    fn origins(&self, test: &Test) -> PileSet {
        let piles = PileId::first(self.view.places.len());
        let holds = |pile: &PileId| {
            let scene = Scene {
                this: Some(self.this),
                from: Some(*pile),
                ..Scene::table(&self.view, None)
            };
            test.holds(&scene, self.order)
        };
        piles.filter(holds).collect()
    }

    pub(super) fn part(&self, test: &Test) -> Part {
        let reads = test.reads();
        if !reads.any(Reads::FROM | Reads::TABLE) {
            return Part::Masks(self.masks(test, reads));
        }
        if !reads.any(Reads::CARD_OR_FROM) {
            return Part::Fact(test.clone());
        }
        if test.reads_places_only() {
            return Part::From(self.origins(test));
        }
        let parts = |tests: &[Test]| tests.iter().map(|t| self.part(t)).collect();
        match &test.kind {
            TestKind::Not(test) => Part::Not(Box::new(self.part(test))),
            TestKind::All(tests) => Part::All(joined(parts(tests))),
            TestKind::Any(tests) => Part::Any(parts(tests)),
            TestKind::Within(PileOf::From, piles) => Part::From(piles.set()),
            TestKind::Ranks(how, RankOf::Of(CardOf::Card), rank)
                if !rank.reads().any(Reads::CARD_OR_FROM) =>
            {
                Part::Rank(*how, rank.clone())
            }
            TestKind::Suits(SuitOf::Of(CardOf::Card), suit)
            | TestKind::Suits(suit, SuitOf::Of(CardOf::Card))
                if !suit.reads().any(Reads::CARD_OR_FROM) =>
            {
                Part::Suit(suit.clone())
            }
            _ if !reads.any(Reads::CARD) => Part::Origin(test.clone()),
            _ => Part::Each(test.clone()),
        }
    }

    fn masks(&self, test: &Test, reads: Reads) -> Masks {
        let by_base = reads.any(Reads::BASE);
        let by_top = reads.any(Reads::TOP);
        let bases: Vec<Option<Rank>> = if by_base {
            std::iter::once(None).chain(Rank::all().map(Some)).collect()
        } else {
            vec![None]
        };
        let tops: Vec<Option<Card>> = if by_top {
            (0..Card::FACES).map(|f| Some(Card::of_face(f))).collect()
        } else {
            vec![None]
        };
        let mut sets = Vec::with_capacity(bases.len() * tops.len());
        for &base in &bases {
            for &top in &tops {
                let holds = |&card: &Card| {
                    let scene = Scene {
                        view: &self.view,
                        base,
                        card: Some(card),
                        top,
                        this: Some(self.this),
                        from: None,
                    };
                    test.holds(&scene, self.order)
                };
                let ids = CardId::first(self.deck.len()).zip(self.deck);
                let ids = ids.filter(|(_, card)| holds(card));
                sets.push(ids.map(|(id, _)| id).collect::<CardSet>());
            }
        }
        Masks {
            by_base,
            by_top,
            sets: sets.into(),
        }
    }
}

/// A view for what becomes a table: it knows where piles lie. A part that asks for anything else is no table, and to take it for
/// one is a mistake of ours that every test meets.
struct Blank<'a> {
    places: &'a [Place],
}

impl View for Blank<'_> {
    fn top(&self, _: PileId) -> Option<Card> {
        unreachable!("a table reads no pile")
    }
    fn bottom(&self, _: PileId) -> Option<Card> {
        unreachable!("a table reads no pile")
    }
    fn size(&self, _: PileId) -> u8 {
        unreachable!("a table reads no pile")
    }
    fn place(&self, pile: PileId) -> Place {
        self.places[pile.at()]
    }
    fn every_card(&self, _: PileId, _: &mut dyn FnMut(Card) -> bool) -> bool {
        unreachable!("a table reads no pile")
    }
    fn used(&self, _: Counter) -> u16 {
        unreachable!("a table reads no counter")
    }
    fn score(&self) -> i32 {
        unreachable!("a table reads no score")
    }
    fn won(&self) -> bool {
        unreachable!("a table reads no outcome")
    }
    fn stuck(&self) -> bool {
        unreachable!("a table reads no outcome")
    }
}
