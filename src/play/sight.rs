//! What is seen of a table: all of it, as the rules see it, or what a player sees.

use std::cell::Cell;

use super::board_view::{BoardView, Lifted};
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
    pub(super) table: &'a T,
    /// Whether the faces of cards that lie face down are seen.
    sees_all: bool,
    /// Whether the face of a card that lies face down was asked for.
    was_asked: Cell<bool>,
}

/// What a condition says, as far as is seen.
#[derive(Clone, Copy)]
pub(super) enum Judged<'c> {
    Holds,
    /// This part of it is false, whatever lies face down; of the parts of an `and` it is the one with this number.
    Fails(&'c Predicate, usize),
    /// It depends on a card that lies face down.
    Depends,
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
    pub fn of_player(table: &'a T) -> Sight<'a, T> {
        Sight {
            table,
            sees_all: false,
            was_asked: Cell::new(false),
        }
    }

    /// What the rules see: everything.
    #[inline]
    #[must_use]
    pub fn of_rules(table: &'a T) -> Sight<'a, T> {
        Sight {
            table,
            sees_all: true,
            was_asked: Cell::new(false),
        }
    }

    fn hides(&self, card: CardId) -> bool {
        !self.sees_all && self.table.is_hidden(card)
    }

    /// The face of a card that is seen.
    #[must_use]
    pub fn face(&self, card: CardId) -> Option<Card> {
        (!self.hides(card)).then(|| self.table.face(card))
    }

    /// The face of a card; if it is not seen, that is noted.
    fn peek(&self, card: CardId) -> Card {
        if self.hides(card) {
            self.was_asked.set(true);
        }
        self.table.face(card)
    }

    /// What a condition says; of the parts of an `and` each is looked at, until one is known to be false.
    pub(super) fn judge<'c>(&self, condition: &'c Condition, about: Bindings) -> Judged<'c> {
        let parts = match &condition.test.kind {
            PredicateKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&condition.test),
        };
        let mut depends = false;
        for (at, part) in parts.iter().enumerate() {
            match self.is_known(part, &condition.order, about) {
                Some(true) => {}
                Some(false) => return Judged::Fails(part, at),
                None => depends = true,
            }
        }
        if depends {
            Judged::Depends
        } else {
            Judged::Holds
        }
    }

    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&self, condition: &Condition, about: Bindings) -> Known {
        self.is_known(&condition.test, &condition.order, about)
    }

    pub(super) fn is_known(&self, test: &Predicate, order: &Order, about: Bindings) -> Known {
        if self.sees_all {
            return Some(test.holds(&self.scene(self.table, about), order));
        }
        // The scene has the faces of these two ready, so the view would not notice.
        let unseen = |card: Option<CardId>, reads: Reads| {
            let is_hidden = card.is_some_and(|card| self.hides(card));
            if is_hidden { reads } else { Reads::default() }
        };
        let unknown = Unknown {
            reads: unseen(about.card, Reads::CARD) | unseen(about.top, Reads::TOP),
            was_asked: &self.was_asked,
        };
        test.is_known(&self.scene(self, about), order, unknown)
    }

    fn scene<'v, V: View>(&self, view: &'v V, about: Bindings) -> Scene<'v, V> {
        Scene {
            view,
            base: about.base.or(self.table.base()),
            card: about.card.map(|card| self.table.face(card)),
            top: about.top.map(|card| self.table.face(card)),
            this: about.this,
            from: about.from,
        }
    }

    /// What a pile offers, kept cards included. It depends on nothing but the cards that are lifted, so it is seen.
    pub(super) fn lifted(&self, pile: PileId) -> Lifted<4> {
        if self.would_be_turned(pile) {
            return Lifted::default();
        }
        let keep = self.table.game().folded.piles[pile.at()].keep;
        let free: Lifted<4> = self.table.lifted(pile, keep);
        if keep == 0 {
            return free;
        }
        let all: Lifted<4> = self.table.lifted(pile, 0);
        Lifted {
            units: free.units | all.units,
            singles: free.singles | all.singles,
        }
    }

    /// The lowest cards of the units that a pile offers, kept cards included, from the top down.
    pub(super) fn units(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        let units = self.lifted(pile).units;
        let cards = self.table.cards_down(pile);
        cards.filter(move |&card| units.contains(card))
    }

    /// Whether a card lies face down in a pile that would lie face up if cards could be lifted there, so that it is
    /// seen that they cannot.
    pub(super) fn would_be_turned(&self, pile: PileId) -> bool {
        match self.table.game().folded.piles[pile.at()].take {
            Take::None => false,
            Take::Any => self.hides_cards(Piles::one(pile)),
            _ => {
                let top = self.table.top_card(pile);
                top.is_some_and(|top| self.table.is_hidden(top))
            }
        }
    }

    /// Whether a card is one of those at the bottom of its pile that never leave.
    pub(super) fn is_kept(&self, card: CardId, pile: PileId) -> bool {
        let keep = self.table.game().folded.piles[pile.at()].keep;
        if keep == 0 {
            return false;
        }
        let mut cards = self.table.cards_down(pile);
        let above = usize::from(self.table.size(pile).saturating_sub(keep));
        cards.position(|c| c == card).is_some_and(|at| at >= above)
    }

    /// Whether a card lies face down in one of these piles.
    pub(super) fn hides_cards(&self, piles: Piles) -> bool {
        let mut cards = piles.iter().flat_map(|pile| self.table.cards_down(pile));
        cards.any(|card| self.table.is_hidden(card))
    }

    pub(super) fn sees_all(&self) -> bool {
        self.sees_all
    }
}

impl<T: BoardView> View for Sight<'_, T> {
    fn top(&self, pile: PileId) -> Option<Card> {
        self.table.top_card(pile).map(|card| self.peek(card))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        let bottom = self.table.cards_down(pile).last();
        bottom.map(|card| self.peek(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        self.table.size(pile)
    }

    fn place(&self, pile: PileId) -> Place {
        self.table.place(pile)
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool {
        let mut cards = self.table.cards_down(pile);
        cards.all(|card| holds(self.peek(card)))
    }

    fn used(&self, counter: Counter) -> u16 {
        self.table.used(counter)
    }

    fn score(&self) -> i32 {
        self.table.score()
    }

    fn won(&self) -> bool {
        match &self.table.game().win {
            Some(condition) => condition.holds(&Scene::table(self, self.table.base())),
            None => self.table.won(),
        }
    }

    fn stuck(&self) -> bool {
        if !self.sees_all && self.table.hides_any() {
            self.was_asked.set(true);
        }
        self.table.stuck()
    }
}
