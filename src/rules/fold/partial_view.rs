//! The view that conditions are folded with.

use std::cell::Cell;

use crate::cards::{Card, CardId};
use crate::condition::{Glimpse, PileId, PileSet, Place};

/// A view that knows only the places of piles and the top cards of some piles. It records every access to
/// anything else. A result found without such an access is valid in every position.
pub(in crate::rules) struct PartialView<'a> {
    pub(super) places: &'a [Place],
    /// The piles whose top cards are known, with their top cards.
    pub(super) known: Vec<(PileId, Option<Card>)>,
    /// Whether anything unknown was accessed.
    pub(in crate::rules) missed: Cell<bool>,
    /// The piles whose unknown top cards were accessed.
    pub(super) missed_tops: Cell<PileSet>,
    /// Whether anything unknown other than top cards was accessed.
    pub(super) missed_others: Cell<bool>,
}

impl<'a> PartialView<'a> {
    pub(in crate::rules) fn new(places: &'a [Place]) -> PartialView<'a> {
        PartialView {
            places,
            known: Vec::new(),
            missed: Cell::new(false),
            missed_tops: Cell::new(PileSet::EMPTY),
            missed_others: Cell::new(false),
        }
    }

    /// Returns a placeholder for a pile whose only known property is its top card.
    pub(super) fn placeholder(number: usize) -> PileId {
        PileId::new(usize::from(u8::MAX) - 1 - number)
    }

    /// Returns the placeholder for the pile that a card comes from.
    pub(super) fn origin() -> PileId {
        PartialView::placeholder(0)
    }

    /// Returns a placeholder for a card with a known face.
    pub(super) fn some_card() -> CardId {
        CardId::new(usize::from(u8::MAX) - 1)
    }

    fn record_top_access(&self, pile: PileId) {
        self.missed.set(true);
        if pile != PartialView::origin() {
            self.missed_tops
                .set(self.missed_tops.get() | PileSet::only(pile));
        }
    }
}

impl Glimpse for PartialView<'_> {
    fn miss<T>(&self, placeholder: T) -> T {
        self.missed.set(true);
        self.missed_others.set(true);
        placeholder
    }

    fn top(&self, pile: PileId) -> Option<Card> {
        match self.known.iter().find(|(known, _)| *known == pile) {
            Some((_, top)) => *top,
            None => {
                self.record_top_access(pile);
                None
            }
        }
    }

    fn is_empty(&self, pile: PileId) -> bool {
        Glimpse::top(self, pile).is_none()
    }

    fn places(&self) -> &[Place] {
        self.places
    }
}
