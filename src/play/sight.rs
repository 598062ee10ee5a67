//! What is seen of a table: all of it, as the rules see it, or what a player sees.

use std::cell::Cell;

use super::board_view::{BoardView, Liftable};
use crate::cards::{Card, CardId, Order, Rank};
use crate::condition::{
    Condition, Counter, Known, PileId, Piles, Place, Predicate, PredicateKind, Reads, Scene,
    Unknown, View,
};
use crate::rules::file::Take;

/// A table as it is seen.
///
/// The rules see all of it. A player sees how many cards lie in each pile, the faces of those that lie face up, the base
/// rank, and what is counted. Conditions may read the other faces too; asked of what a player sees, they have no answer
/// where such a face decides. So nothing that is said to a player can tell it.
#[derive(Debug)]
pub struct Sight<'a, T> {
    pub(super) view: &'a T,
    /// Whether the faces of cards that lie face down are seen.
    sees_all: bool,
    /// Whether the face of a card that lies face down was asked for.
    was_asked: Cell<bool>,
}

/// What a condition says, as far as is seen.
#[derive(Clone, Copy)]
pub(super) enum Evaluation<'c> {
    Holds,
    /// This part of it is false, whatever lies face down; of the parts of an `and` it is the one with this number.
    Fails(&'c Predicate, usize),
    /// It depends on a card that lies face down.
    Unknown,
}

/// What a condition is asked about: a [`Scene`] with cards in place of their faces.
#[derive(Clone, Copy, Default)]
pub(super) struct Bindings {
    pub(super) card: Option<CardId>,
    pub(super) top: Option<CardId>,
    pub(super) this: Option<PileId>,
    pub(super) from: Option<PileId>,
    /// The base rank, where it is not that of the table.
    pub(super) base: Option<Rank>,
}

impl<'a, T: BoardView> Sight<'a, T> {
    /// What a player sees.
    #[must_use]
    pub fn for_player(view: &'a T) -> Sight<'a, T> {
        Sight {
            view,
            sees_all: false,
            was_asked: Cell::new(false),
        }
    }

    /// What the rules see: everything.
    #[inline]
    #[must_use]
    pub fn for_rules(view: &'a T) -> Sight<'a, T> {
        Sight {
            view,
            sees_all: true,
            was_asked: Cell::new(false),
        }
    }

    fn hides(&self, card: CardId) -> bool {
        !self.sees_all && self.view.is_hidden(card)
    }

    /// The face of a card that is seen.
    #[must_use]
    pub fn face(&self, card: CardId) -> Option<Card> {
        (!self.hides(card)).then(|| self.view.face(card))
    }

    /// The face of a card; if it is not seen, that is noted.
    fn peek(&self, card: CardId) -> Card {
        if self.hides(card) {
            self.was_asked.set(true);
        }
        self.view.face(card)
    }

    /// What a condition says; of the parts of an `and` each is looked at, until one is known to be false.
    pub(super) fn evaluate<'c>(
        &self,
        condition: &'c Condition,
        bindings: Bindings,
    ) -> Evaluation<'c> {
        let parts = match &condition.test.kind {
            PredicateKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&condition.test),
        };
        let mut depends = false;
        for (index, part) in parts.iter().enumerate() {
            match self.evaluate_predicate(part, &condition.order, bindings) {
                Some(true) => {}
                Some(false) => return Evaluation::Fails(part, index),
                None => depends = true,
            }
        }
        if depends {
            Evaluation::Unknown
        } else {
            Evaluation::Holds
        }
    }

    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&self, condition: &Condition, bindings: Bindings) -> Known {
        self.evaluate_predicate(&condition.test, &condition.order, bindings)
    }

    pub(super) fn evaluate_predicate(
        &self,
        test: &Predicate,
        order: &Order,
        bindings: Bindings,
    ) -> Known {
        if self.sees_all {
            return Some(test.holds(&self.scene(self.view, bindings), order));
        }
        // The scene has the faces of these two ready, so the view would not notice.
        let unseen = |card: Option<CardId>, reads: Reads| {
            let is_hidden = card.is_some_and(|card| self.hides(card));
            if is_hidden { reads } else { Reads::default() }
        };
        let unknown = Unknown {
            reads: unseen(bindings.card, Reads::CARD) | unseen(bindings.top, Reads::TOP),
            was_asked: &self.was_asked,
        };
        test.is_known(&self.scene(self, bindings), order, unknown)
    }

    fn scene<'v, V: View>(&self, view: &'v V, bindings: Bindings) -> Scene<'v, V> {
        Scene {
            view,
            base: bindings.base.or(self.view.base()),
            card: bindings.card.map(|card| self.view.face(card)),
            top: bindings.top.map(|card| self.view.face(card)),
            this: bindings.this,
            from: bindings.from,
        }
    }

    /// What a pile offers, kept cards included. It depends on nothing but the cards that are lifted, so it is seen.
    pub(super) fn liftable(&self, pile: PileId) -> Liftable<4> {
        if self.would_be_turned(pile) {
            return Liftable::default();
        }
        let keep = self.view.game().folded.piles[pile.at()].keep;
        let free: Liftable<4> = self.view.liftable(pile, keep);
        if keep == 0 {
            return free;
        }
        let all: Liftable<4> = self.view.liftable(pile, 0);
        Liftable {
            units: free.units | all.units,
            singles: free.singles | all.singles,
        }
    }

    /// The lowest cards of the units that a pile offers, kept cards included, from the top down.
    pub(super) fn units(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        let units = self.liftable(pile).units;
        let cards = self.view.cards_down(pile);
        cards.filter(move |&card| units.contains(card))
    }

    /// Whether a card lies face down in a pile that would lie face up if cards could be lifted there, so that it is
    /// seen that they cannot.
    pub(super) fn would_be_turned(&self, pile: PileId) -> bool {
        match self.view.game().folded.piles[pile.at()].take {
            Take::None => false,
            Take::Any => self.hides_cards(Piles::one(pile)),
            _ => {
                let top = self.view.top_card(pile);
                top.is_some_and(|top| self.view.is_hidden(top))
            }
        }
    }

    /// Whether a card is one of those at the bottom of its pile that never leave.
    pub(super) fn is_kept(&self, card: CardId, pile: PileId) -> bool {
        let keep = self.view.game().folded.piles[pile.at()].keep;
        if keep == 0 {
            return false;
        }
        let mut cards = self.view.cards_down(pile);
        let above = usize::from(self.view.size(pile).saturating_sub(keep));
        cards.position(|c| c == card).is_some_and(|at| at >= above)
    }

    /// Whether a card lies face down in one of these piles.
    pub(super) fn hides_cards(&self, piles: Piles) -> bool {
        let mut cards = piles.iter().flat_map(|pile| self.view.cards_down(pile));
        cards.any(|card| self.view.is_hidden(card))
    }

    pub(super) fn sees_all(&self) -> bool {
        self.sees_all
    }
}

impl<T: BoardView> View for Sight<'_, T> {
    fn top(&self, pile: PileId) -> Option<Card> {
        self.view.top_card(pile).map(|card| self.peek(card))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        let bottom = self.view.cards_down(pile).last();
        bottom.map(|card| self.peek(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        self.view.size(pile)
    }

    fn place(&self, pile: PileId) -> Place {
        self.view.place(pile)
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool {
        let mut cards = self.view.cards_down(pile);
        cards.all(|card| holds(self.peek(card)))
    }

    fn used(&self, counter: Counter) -> u16 {
        self.view.used(counter)
    }

    fn score(&self) -> i32 {
        self.view.score()
    }

    fn won(&self) -> bool {
        match &self.view.game().win {
            Some(condition) => condition.holds(&Scene::table(self, self.view.base())),
            None => self.view.won(),
        }
    }

    fn stuck(&self) -> bool {
        if !self.sees_all && self.view.has_hidden_cards() {
            self.was_asked.set(true);
        }
        self.view.stuck()
    }
}
