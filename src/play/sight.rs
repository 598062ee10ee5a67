//! The visible part of a board: everything for the rules, or what a player sees.

use std::cell::Cell;

use super::board_view::{BoardView, Liftable};
use crate::cards::{Card, CardId, Order, Rank, Suit};
use crate::condition::{
    Condition, Counter, Formula, PileId, Piles, Predicate, Reads, Reason, Scene, Ternary, Unknown,
    View,
};
use crate::rules::Game;
use crate::rules::file::Take;
use crate::rules::fold::FactEvaluator;
use crate::work::{MOVE, Window};

/// A view of a board that can hide the faces of face-down cards.
///
/// The rules see everything. A player sees the number of cards in each pile, the faces of face-up cards, the base rank
/// and the counters. A condition whose value depends on a hidden face evaluates to unknown, so no message to a player
/// can reveal a face-down card.
#[derive(Debug)]
pub struct Sight<'a, T> {
    pub(super) view: &'a T,
    pub(super) facts: FactEvaluator<'a, T>,
    /// Whether the faces of face-down cards are visible.
    sees_all: bool,
    /// Whether the face of a hidden card has been read.
    read_hidden_face: Cell<bool>,
    /// The work for finding out what steps would do.
    pub(super) window: Window,
}

/// The value of a condition, by what is visible.
#[derive(Clone, Copy)]
pub(super) enum Evaluation<'c> {
    Holds,
    /// This part is false regardless of the hidden cards. The number is its index if the condition is an `and`, else 0.
    Fails(&'c Predicate, usize),
    /// The value depends on a hidden card.
    Unknown,
}

/// The variables of a condition: a [`Scene`] with card ids instead of faces.
#[derive(Clone, Copy, Default)]
pub(super) struct Bindings {
    pub(super) card: Option<CardId>,
    pub(super) top: Option<CardId>,
    pub(super) this: Option<PileId>,
    pub(super) from: Option<PileId>,
    /// The base rank, if it differs from the board's.
    pub(super) base: Option<Rank>,
    /// The number of cards that are moved, if it is known.
    pub(super) moved_size: Option<u8>,
}

impl Bindings {
    /// The variables of a condition that knows only its pile.
    pub(super) fn of_pile(pile: PileId) -> Bindings {
        Bindings {
            this: Some(pile),
            ..Bindings::default()
        }
    }
}

impl<'a, T: BoardView> Sight<'a, T> {
    /// What a player sees.
    pub fn for_player(view: &'a T) -> Sight<'a, T> {
        Sight {
            view,
            facts: view.facts(),
            sees_all: false,
            read_hidden_face: Cell::new(false),
            window: Window::for_sure(MOVE),
        }
    }

    /// What the rules see: everything.
    #[inline]
    pub fn for_rules(view: &'a T) -> Sight<'a, T> {
        Sight {
            view,
            facts: view.facts(),
            sees_all: true,
            read_hidden_face: Cell::new(false),
            window: Window::for_sure(MOVE),
        }
    }

    /// The same, with another window for the work.
    pub(super) fn within(self, window: Window) -> Sight<'a, T> {
        Sight { window, ..self }
    }

    fn hides(&self, card: CardId) -> bool {
        !self.sees_all && self.view.is_hidden(card)
    }

    /// The face of a card; `None` if it is hidden.
    pub fn face(&self, card: CardId) -> Option<Card> {
        (!self.hides(card)).then(|| self.view.face(card))
    }

    /// Evaluates a condition. The parts of an `and` are evaluated up to the first that is known to be false.
    pub(super) fn evaluate<'c>(
        &self,
        condition: &'c Condition,
        bindings: Bindings,
    ) -> Evaluation<'c> {
        let mut is_unknown = false;
        for (index, part) in condition.predicate.conjuncts().iter().enumerate() {
            match self.evaluate_predicate(part, &condition.order, bindings) {
                Some(true) => {}
                Some(false) => return Evaluation::Fails(part, index),
                None => is_unknown = true,
            }
        }
        if is_unknown {
            Evaluation::Unknown
        } else {
            Evaluation::Holds
        }
    }

    /// The score, without the points of earlier games; `None` if it depends on a hidden card.
    pub(super) fn visible_score(&self) -> Option<i32> {
        self.read_hidden_face.set(false);
        let score = View::score(self);
        (!self.read_hidden_face.get()).then_some(score)
    }

    /// Whether a condition holds; `None` if that depends on a hidden card.
    #[inline]
    pub(super) fn holds(&self, condition: &Condition, bindings: Bindings) -> Ternary {
        self.evaluate_predicate(&condition.predicate, &condition.order, bindings)
    }

    pub(super) fn evaluate_predicate(
        &self,
        predicate: &Predicate,
        order: &Order,
        bindings: Bindings,
    ) -> Ternary {
        if self.sees_all {
            return Some(predicate.holds(&self.scene(self.view, bindings), order));
        }
        predicate.evaluate_partial(&self.partly(bindings), order, self.unknown(bindings))
    }

    /// Explains why a predicate holds or not, by the parts that decide it.
    pub(super) fn reasons<'c>(
        &self,
        predicate: &'c Predicate,
        order: &Order,
        bindings: Bindings,
    ) -> Vec<Reason<'c>> {
        predicate.explain(&self.partly(bindings), order, self.unknown(bindings))
    }

    /// What a condition with these variables cannot see.
    fn unknown(&self, bindings: Bindings) -> Unknown<'_> {
        // The scene already contains the faces of these two cards, so reading them would not be recorded.
        let unseen = |card: Option<CardId>, reads: Reads| {
            let is_hidden = card.is_some_and(|card| self.hides(card));
            if is_hidden { reads } else { Reads::default() }
        };
        Unknown {
            reads: unseen(bindings.card, Reads::CARD) | unseen(bindings.top, Reads::TOP),
            was_read: &self.read_hidden_face,
        }
    }

    /// The suit of every card that an empty pile may accept now, wherever it comes from; `None` if there is more than
    /// one such suit, or no such card.
    pub(crate) fn awaited_suit(&self, pile: PileId) -> Option<Suit> {
        let game = self.view.game();
        let start = game.group_of(pile).start.as_ref()?;
        let unknown = Unknown {
            reads: Reads::FROM | Reads::MOVED_SIZE,
            was_read: &self.read_hidden_face,
        };
        let accepts = |face: &Card| {
            let scene = Scene {
                card: Some(*face),
                ..self.partly(Bindings::of_pile(pile))
            };
            let holds = start
                .predicate
                .evaluate_partial(&scene, &start.order, unknown);
            holds != Some(false)
        };
        let mut suits = game
            .deck
            .iter()
            .filter(|card| accepts(card))
            .map(|card| card.suit());
        let suit = suits.next()??;
        suits.all(|other| other == Some(suit)).then_some(suit)
    }

    /// The scene as it is seen from here. The evaluation of conditions is compiled once for all boards that are seen in part:
    /// that need not be fast.
    fn partly(&self, bindings: Bindings) -> Scene<'_, dyn View + '_> {
        self.scene::<dyn View>(self, bindings)
    }

    fn scene<'v, V: View + ?Sized>(&self, view: &'v V, bindings: Bindings) -> Scene<'v, V> {
        Scene {
            view,
            base: bindings.base.or(self.view.base()),
            card: bindings.card.map(|card| self.view.face(card)),
            card_id: bindings.card,
            top: bindings.top.map(|card| self.view.face(card)),
            this: bindings.this,
            from: bindings.from,
            moved_size: bindings.moved_size,
        }
    }

    /// What may be lifted from a pile, ignoring `keep` and `available`. It depends only on face-up cards, so it is
    /// always visible.
    pub(super) fn liftable(&self, pile: PileId) -> Liftable<4> {
        if self.would_be_turned(pile) {
            return Liftable::default();
        }
        let keep = self.view.game().folded.piles[pile.index()].keep;
        let limited: Liftable<4> = self.view.liftable(pile, keep);
        if keep == 0 {
            return limited;
        }
        let unlimited: Liftable<4> = self.view.liftable(pile, 0);
        Liftable {
            units: limited.units | unlimited.units,
            singles: limited.singles | unlimited.singles,
        }
    }

    /// The lowest cards of the units that may be lifted from a pile, ignoring `keep` and `available`, from top to
    /// bottom.
    pub(super) fn units(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        let units = self.liftable(pile).units;
        let cards = self.view.cards_down(pile);
        cards.filter(move |&card| units.contains(card))
    }

    /// Whether a pile has a face-down card that would be face up if it could be lifted, so that a player can tell that
    /// it cannot.
    pub(super) fn would_be_turned(&self, pile: PileId) -> bool {
        match self.view.game().folded.piles[pile.index()].take {
            Take::None => false,
            Take::Any => self.hides_cards(Piles::one(pile)),
            _ => {
                let top = self.view.top_card(pile);
                top.is_some_and(|top| self.view.is_hidden(top))
            }
        }
    }

    /// Whether a card is one of the bottom cards that `keep` never lets leave.
    pub(super) fn is_kept(&self, card: CardId, pile: PileId) -> bool {
        let keep = self.view.game().folded.piles[pile.index()].keep;
        if keep == 0 {
            return false;
        }
        let mut cards = self.view.cards_down(pile);
        let above = usize::from(self.view.size(pile).saturating_sub(keep));
        cards
            .position(|c| c == card)
            .is_some_and(|index| index >= above)
    }

    /// Whether any card of these piles is face down.
    pub(super) fn hides_cards(&self, piles: Piles) -> bool {
        let mut cards = piles.iter().flat_map(|pile| self.view.cards_down(pile));
        cards.any(|card| self.view.is_hidden(card))
    }

    pub(super) fn sees_all(&self) -> bool {
        self.sees_all
    }
}

/// The board as conditions read it, which notes whether they read a hidden face. A player sees how many cards lie in a
/// pile, and which way up they lie.
impl<T: BoardView> BoardView for Sight<'_, T> {
    fn game(&self) -> &Game {
        self.view.game()
    }

    fn base(&self) -> Option<Rank> {
        self.view.base()
    }

    fn pile_size(&self, pile: PileId) -> u8 {
        self.view.pile_size(pile)
    }

    fn top_card(&self, pile: PileId) -> Option<CardId> {
        self.view.top_card(pile)
    }

    fn card_below(&self, card: CardId) -> Option<CardId> {
        self.view.card_below(card)
    }

    fn pile_of(&self, card: CardId) -> Option<PileId> {
        self.view.pile_of(card)
    }

    fn height(&self, card: CardId) -> u8 {
        self.view.height(card)
    }

    fn is_hidden(&self, card: CardId) -> bool {
        self.view.is_hidden(card)
    }

    fn has_hidden_cards(&self) -> bool {
        self.view.has_hidden_cards()
    }

    fn count(&self, counter: Counter) -> u16 {
        self.view.count(counter)
    }

    fn goal_cards(&self) -> u8 {
        self.view.goal_cards()
    }

    fn is_proved_stuck(&self) -> bool {
        if !self.sees_all && self.view.has_hidden_cards() {
            self.read_hidden_face.set(true);
        }
        self.view.is_proved_stuck()
    }

    fn count_points(&self, points: &Formula) -> i32 {
        points.value(&self.partly(Bindings::default()))
    }

    fn meets(&self, win: &Condition) -> bool {
        win.holds(&self.partly(Bindings::default()))
    }

    fn face(&self, card: CardId) -> Card {
        if self.hides(card) {
            self.read_hidden_face.set(true);
        }
        self.view.face(card)
    }
}
