//! The view that tables are made with.

use std::cell::Cell;

use crate::cards::Card;
use crate::condition::{Counter, PileId, PileSet, Place, View};

/// A table of which only this is known: where piles lie, and the top card of at most one pile. Asked for anything else,
/// it notes that; so what was found out with it holds whatever lies there.
pub(super) struct Given<'a> {
    pub(super) places: &'a [Place],
    /// The piles whose top cards are known, with those cards.
    pub(super) known: Vec<(PileId, Option<Card>)>,
    /// Whether something was asked for that is not known.
    pub(super) was_asked: Cell<bool>,
    /// The piles whose top cards were asked for, or whether they are empty, and are not known.
    pub(super) tops: Cell<PileSet>,
    /// Whether anything but the top card of a pile was asked for and is not known.
    pub(super) more: Cell<bool>,
}

impl<'a> Given<'a> {
    pub(super) fn new(places: &'a [Place]) -> Given<'a> {
        Given {
            places,
            known: Vec::new(),
            was_asked: Cell::new(false),
            tops: Cell::new(PileSet::EMPTY),
            more: Cell::new(false),
        }
    }

    /// A pile that stands for one of which nothing is known but its top card.
    pub(super) fn some_pile(number: usize) -> PileId {
        PileId::new(usize::from(u8::MAX) - 1 - number)
    }

    /// The pile that stands for the one a card comes from, where nothing is known of that but its top card.
    pub(super) fn origin() -> PileId {
        Given::some_pile(0)
    }

    fn miss<T>(&self, instead: T) -> T {
        self.was_asked.set(true);
        self.more.set(true);
        instead
    }

    fn miss_top(&self, pile: PileId) {
        self.was_asked.set(true);
        if pile != Given::origin() {
            self.tops.set(self.tops.get() | PileSet::only(pile));
        }
    }
}

impl View for Given<'_> {
    fn top(&self, pile: PileId) -> Option<Card> {
        match self.known.iter().find(|(known, _)| *known == pile) {
            Some((_, top)) => *top,
            None => {
                self.miss_top(pile);
                None
            }
        }
    }

    fn bottom(&self, _: PileId) -> Option<Card> {
        self.miss(None)
    }

    fn size(&self, _: PileId) -> u8 {
        self.miss(0)
    }

    fn is_empty(&self, pile: PileId) -> bool {
        self.top(pile).is_none()
    }

    fn place(&self, pile: PileId) -> Place {
        match self.places.get(pile.at()) {
            Some(place) => *place,
            None => self.miss(Place::default()),
        }
    }

    fn every_card(&self, _: PileId, _: &mut dyn FnMut(Card) -> bool) -> bool {
        self.miss(true)
    }

    fn used(&self, _: Counter) -> u16 {
        self.miss(0)
    }

    fn score(&self) -> i32 {
        self.miss(0)
    }

    fn is_won(&self) -> bool {
        self.miss(false)
    }

    fn is_stuck(&self) -> bool {
        self.miss(false)
    }
}
