//! A view with little knowledge, for what can be told of a condition before there is a position.

use std::cell::Cell;

use super::{CardRef, Counter, PileId, PileSet, Place, View};
use crate::cards::{Card, CardId};

/// A view that knows only the places of piles and the top cards of some piles. It records every access to
/// anything else, and returns a placeholder. A result found without such an access is valid in every position.
#[derive(Debug)]
pub struct PartialView<'a> {
    pub places: &'a [Place],
    /// The piles whose top cards are known, with their top cards.
    pub known: Vec<(PileId, Option<Card>)>,
    /// Whether anything unknown was accessed.
    pub missed: Cell<bool>,
    /// The piles whose unknown top cards were accessed.
    pub missed_tops: Cell<PileSet>,
    /// Whether anything unknown other than top cards was accessed.
    pub missed_others: Cell<bool>,
}

impl<'a> PartialView<'a> {
    pub fn new(places: &'a [Place]) -> PartialView<'a> {
        PartialView {
            places,
            known: Vec::new(),
            missed: Cell::new(false),
            missed_tops: Cell::new(PileSet::EMPTY),
            missed_others: Cell::new(false),
        }
    }

    /// Returns a placeholder for a pile whose only known property is its top card.
    pub fn placeholder(number: usize) -> PileId {
        PileId::new(usize::from(u8::MAX) - 1 - number)
    }

    /// Returns the placeholder for the pile that a card comes from.
    pub fn origin() -> PileId {
        PartialView::placeholder(0)
    }

    /// Returns a placeholder for a card with a known face.
    pub fn some_card() -> CardId {
        CardId::new(usize::from(u8::MAX) - 1)
    }

    fn record_top_access(&self, pile: PileId) {
        self.missed.set(true);
        if pile != PartialView::origin() {
            self.missed_tops
                .set(self.missed_tops.get() | PileSet::only(pile));
        }
    }
    /// Records that something other than a top card was accessed, and returns the placeholder.
    fn miss<T>(&self, placeholder: T) -> T {
        self.missed.set(true);
        self.missed_others.set(true);
        placeholder
    }
}

impl View for PartialView<'_> {
    fn top(&self, pile: PileId) -> Option<Card> {
        match self.known.iter().find(|(known, _)| *known == pile) {
            Some((_, top)) => *top,
            None => {
                self.record_top_access(pile);
                None
            }
        }
    }

    fn face_of(&self, _: CardId) -> Card {
        self.miss(Card::Joker)
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
        match self.places.get(pile.index()) {
            Some(place) => *place,
            None => self.miss(Place::default()),
        }
    }

    fn every_card(&self, _: PileId, _: &mut dyn FnMut(CardId) -> bool) -> bool {
        self.miss(true)
    }

    fn every_moved_card(&self, _: CardId, _: PileId, _: &mut dyn FnMut(CardId) -> bool) -> bool {
        self.miss(true)
    }

    fn index_of(&self, _: CardRef) -> Option<u8> {
        self.miss(None)
    }

    fn is_face_up(&self, _: CardRef) -> bool {
        self.miss(false)
    }

    fn counter(&self, _: Counter) -> u16 {
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
