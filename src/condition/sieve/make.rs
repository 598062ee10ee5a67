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
    /// How many things may still be looked at for what is settled beforehand.
    left: &'a mut u64,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        order: &'a Order,
        deck: &'a [Card],
        this: PileId,
        places: &'a [Place],
        left: &'a mut u64,
    ) -> Maker<'a> {
        Maker {
            order,
            deck,
            this,
            view: Blank { places },
            left,
        }
    }

    /// Whether a test can be asked so often; then that is done.
    fn affords(&mut self, times: usize, test: &Test) -> bool {
        let price = test.cost(self.deck.len()).saturating_mul(times as u64);
        let rest = self.left.checked_sub(price);
        *self.left = rest.unwrap_or(*self.left);
        rest.is_some()
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

    pub(super) fn part(&mut self, test: &Test) -> Part {
        let reads = test.reads();
        if !reads.any(Reads::FROM | Reads::TABLE) {
            let (bases, tops) = (bases_read(reads), tops_read(reads));
            if self.affords(bases.len() * tops.len() * self.deck.len(), test) {
                return Part::Masks(self.masks(test, &bases, &tops));
            }
        }
        if !reads.any(Reads::CARD_OR_FROM) {
            return Part::Fact(test.clone());
        }
        if test.reads_places_only() && self.affords(self.view.places.len(), test) {
            return Part::From(self.origins(test));
        }
        let mut parts = |tests: &[Test]| tests.iter().map(|t| self.part(t)).collect();
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

    fn masks(&self, test: &Test, bases: &[Option<Rank>], tops: &[Option<Card>]) -> Masks {
        let mut sets = Vec::with_capacity(bases.len() * tops.len());
        for &base in bases {
            for &top in tops {
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
            by_base: bases.len() > 1,
            by_top: tops.len() > 1,
            sets: sets.into(),
        }
    }
}

/// The base ranks for which a part that reads this has a set each.
fn bases_read(reads: Reads) -> Vec<Option<Rank>> {
    let ranks = Rank::all().filter(|_| reads.any(Reads::BASE));
    std::iter::once(None).chain(ranks.map(Some)).collect()
}

/// The top cards for which a part that reads this has a set each.
fn tops_read(reads: Reads) -> Vec<Option<Card>> {
    if reads.any(Reads::TOP) {
        (0..Card::FACES).map(|f| Some(Card::of_face(f))).collect()
    } else {
        vec![None]
    }
}

/// The view that tables are made with. It knows only where piles lie: a part that reads anything else cannot become a
/// table, and panics here if it is mistaken for one.
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
