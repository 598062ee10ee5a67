//! What conditions are evaluated in: a view of a position, and the values of their variables.

use super::{Counter, PileId, Place};
use crate::cards::{Card, CardId, Rank};

/// The parts of a position that conditions can read.
pub trait View {
    /// Returns the top card of a pile.
    fn top(&self, pile: PileId) -> Option<Card>;
    /// Returns the face of a card.
    fn face_of(&self, card: CardId) -> Card;
    /// Returns the bottom card of a pile.
    fn bottom(&self, pile: PileId) -> Option<Card>;
    /// Returns the number of cards in a pile.
    fn size(&self, pile: PileId) -> u8;
    /// Whether a pile has no cards.
    fn is_empty(&self, pile: PileId) -> bool {
        self.size(pile) == 0
    }
    /// Returns the location of a pile within its group.
    fn place(&self, pile: PileId) -> Place;
    /// Whether a predicate holds for every card of a pile. It is called from the top card down and stops at the first
    /// card that makes it false.
    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(CardId) -> bool) -> bool;
    /// Like [`View::every_card`], for the cards that move from a pile if `card` is the lowest of them.
    fn every_moved_card(
        &self,
        card: CardId,
        from: PileId,
        holds: &mut dyn FnMut(CardId) -> bool,
    ) -> bool;
    /// Returns the place of a card in its pile, from 1 at the bottom; `None` if there is no such card.
    fn index_of(&self, card: CardRef) -> Option<u8>;
    /// Whether there is such a card and it is face up.
    fn is_face_up(&self, card: CardRef) -> bool;
    /// Returns the value of a counter.
    fn counter(&self, counter: Counter) -> u16;
    /// Returns the score, without the points of earlier games.
    fn score(&self) -> i32;
    /// Whether the game is won.
    fn is_won(&self) -> bool;
    /// Whether the game is stuck.
    fn is_stuck(&self) -> bool;
}

/// A reference to a card of a position.
#[derive(Clone, Copy, Debug)]
pub enum CardRef {
    /// This card.
    Card(CardId),
    /// The top card of a pile.
    TopOf(PileId),
    /// The bottom card of a pile.
    BottomOf(PileId),
}

/// The environment a condition is evaluated in: the values of its variables.
#[derive(Debug)]
pub struct Scene<'a, V: ?Sized> {
    /// The position.
    pub view: &'a V,
    /// The base rank.
    pub base: Option<Rank>,
    /// The face of the card that is moved.
    pub card: Option<Card>,
    /// The card that is moved, for conditions that depend on where it is.
    pub card_id: Option<CardId>,
    /// The card it would be placed on.
    pub top: Option<Card>,
    /// The pile that the condition belongs to.
    pub this: Option<PileId>,
    /// The pile the card comes from.
    pub from: Option<PileId>,
    /// The number of cards that are moved, if it is known. Otherwise they are counted.
    pub moved_size: Option<u8>,
}

impl<V: ?Sized> Clone for Scene<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: ?Sized> Copy for Scene<'_, V> {}

impl<'a, V: View + ?Sized> Scene<'a, V> {
    /// Creates a scene without a card or pile, as used for `when`.
    pub fn table(view: &'a V, base: Option<Rank>) -> Scene<'a, V> {
        Scene {
            view,
            base,
            card: None,
            card_id: None,
            top: None,
            this: None,
            from: None,
            moved_size: None,
        }
    }
}
