//! Views with little knowledge.

use super::{CardRef, Counter, PileId, Place, View};
use crate::cards::{Card, CardId};

/// A view that knows at most the top cards and the places of piles. Asked for anything else, it notes that and returns
/// a placeholder, so that a result without such a question holds in every position.
pub trait Glimpse {
    /// Notes that something unknown was asked for, and returns the placeholder.
    fn miss<T>(&self, placeholder: T) -> T;
    /// Returns the top card of a pile.
    fn top(&self, pile: PileId) -> Option<Card>;
    /// Whether a pile has no cards.
    fn is_empty(&self, _: PileId) -> bool {
        self.miss(true)
    }
    /// The places of the piles that are known.
    fn places(&self) -> &[Place];
}

impl<G: Glimpse> View for G {
    fn top(&self, pile: PileId) -> Option<Card> {
        Glimpse::top(self, pile)
    }

    fn bottom(&self, _: PileId) -> Option<Card> {
        self.miss(None)
    }

    fn size(&self, _: PileId) -> u8 {
        self.miss(0)
    }

    fn is_empty(&self, pile: PileId) -> bool {
        Glimpse::is_empty(self, pile)
    }

    fn place(&self, pile: PileId) -> Place {
        match self.places().get(pile.index()) {
            Some(place) => *place,
            None => self.miss(Place::default()),
        }
    }

    fn every_card(&self, _: PileId, _: &mut dyn FnMut(Card, CardId) -> bool) -> bool {
        self.miss(true)
    }

    fn every_moved_card(
        &self,
        _: CardId,
        _: PileId,
        _: &mut dyn FnMut(Card, CardId) -> bool,
    ) -> bool {
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
