//! Lists the moves of cards of one position.
//!
//! The loop runs over target piles, not over pairs of piles: the moves to a target are the intersection of the cards that
//! it accepts and the cards that may be lifted. Only what the lookup tables cannot express is evaluated card by card.

use super::board::GameBoard;
use super::board_view::{BoardView, Liftable};
use super::cache::PileCache;
use super::checks::Checker;
use super::judge::Candidate;
use crate::cards::CardSet;
use crate::condition::PileId;
use crate::rules::Way;
use crate::rules::file::Take;
use crate::rules::fold::{FactEvaluator, Target};
use crate::work::{Kind, Window, spend};

/// A position whose moves are listed, with what has been found out so far.
pub(super) struct Listing<'a, const WORDS: usize, const PILES: usize> {
    pub(super) cache: &'a PileCache<WORDS, PILES>,
    pub(super) view: &'a GameBoard<'a, WORDS, PILES>,
    pub(super) facts: FactEvaluator<'a, GameBoard<'a, WORDS, PILES>>,
    /// What may be lifted from all piles together.
    pub(super) offers: Liftable<WORDS>,
}

impl<'a, const WORDS: usize, const PILES: usize> Listing<'a, WORDS, PILES> {
    #[inline]
    pub(super) fn new(
        cache: &'a PileCache<WORDS, PILES>,
        view: &'a GameBoard<'a, WORDS, PILES>,
    ) -> Self {
        Listing {
            cache,
            view,
            facts: view.facts(),
            offers: cache.offers(),
        }
    }

    /// Calls `visit` with each target pile and the cards that may move there, until it returns true or the window closes.
    /// Returns whether it returned true.
    #[inline]
    pub(super) fn visit_targets(
        &self,
        window: Window,
        mut visit: impl FnMut(&Target, CardSet<WORDS>) -> bool,
    ) -> bool {
        let view = self.view;
        let folded = &view.game.folded;
        spend(Kind::Target, folded.targets.len());
        if view.needs_base() {
            return self.visit_before_base(window, visit);
        }
        for target in &folded.targets {
            let Some(cards) = self.cards_onto(target, window) else {
                return false;
            };
            if !cards.is_empty() && visit(target, cards) {
                return true;
            }
        }
        false
    }

    /// Like [`Listing::visit_targets`], as long as the base rank is not set: a card that may set it is judged by its own
    /// rank, so that no table tells whether it is accepted.
    #[cold]
    fn visit_before_base(
        &self,
        window: Window,
        mut visit: impl FnMut(&Target, CardSet<WORDS>) -> bool,
    ) -> bool {
        let view = self.view;
        for target in &view.game.folded.targets {
            let cards = if view.judges_by_base(target.pile) {
                window.is_open().then(|| self.cards_by_rules(target))
            } else {
                self.cards_onto(target, window)
            };
            let Some(cards) = cards else {
                return false;
            };
            if !cards.is_empty() && visit(target, cards) {
                return true;
            }
        }
        false
    }

    /// The cards that are listed as moves to a pile.
    pub(super) fn cards_onto_pile(&self, pile: PileId) -> CardSet<WORDS> {
        let mut targets = self.view.game.folded.targets.iter();
        let Some(target) = targets.find(|target| target.pile == pile) else {
            return CardSet::EMPTY;
        };
        if self.view.judges_by_base(pile) {
            self.cards_by_rules(target)
        } else {
            self.cards_onto(target, Window::for_sure(u64::MAX))
                .unwrap_or_default()
        }
    }

    /// The cards that may go to a target. Returns `None` if more than the tables is needed and the window is closed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop over all targets")]
    fn cards_onto(&self, target: &Target, window: Window) -> Option<CardSet<WORDS>> {
        // For most piles this set is empty, so nothing else has to be evaluated.
        let accepted = self.cache.accepted(target.pile);
        let mut cards = self.offers.for_target(target.takes_one) & accepted;
        if !cards.is_empty() && !target.tables_suffice {
            if !window.is_open() {
                return None;
            }
            cards = self.keep_landing(target, cards);
        }
        match target.partner_way {
            None => Some(cards),
            Some(way) => window
                .is_open()
                .then(|| cards | self.partner_cards(target, way)),
        }
    }

    /// What may be lifted from some piles.
    #[inline]
    pub(super) fn offered(&self, piles: &[PileId]) -> Liftable<WORDS> {
        let mut offered = Liftable::default();
        for &pile in piles {
            let liftable = self.cache.liftable(*self.view, pile);
            offered.units |= liftable.units;
            offered.singles |= liftable.singles;
        }
        offered
    }

    /// Keeps the cards that may be placed on a target, out of those passing its lookup table. This slow path is kept
    /// out of the loop over all piles.
    #[inline(never)]
    fn keep_landing(&self, target: &Target, mut cards: CardSet<WORDS>) -> CardSet<WORDS> {
        let is_empty = self.view.board.size(target.pile) == 0;
        if let Some(piles) = target.interchangeable_with {
            if is_empty && self.view.first_empty(piles) != Some(target.pile) {
                return CardSet::EMPTY;
            }
            if self.view.game.folded.piles[target.pile.index()].take != Take::None {
                let board = self.view.board;
                cards = cards.filter(|card| !piles.contains(board.expect_pile_of(card)));
            }
        }
        let checks = if is_empty {
            target.checks_when_empty
        } else {
            target.checks_when_occupied
        };
        if checks != 0 && !cards.is_empty() {
            let checks = &self.view.game.folded.pending_checks[usize::from(checks)];
            let checker = Checker {
                listing: self,
                to: target.pile,
                takes_one: target.takes_one,
            };
            cards = checker.keep(checks, cards);
        }
        cards
    }

    /// The cards that may go to a target, found by evaluating every rule.
    fn cards_by_rules(&self, target: &Target) -> CardSet<WORDS> {
        let (view, to) = (self.view, target.pile);
        let offered = self.offers.for_target(target.takes_one);
        let landing = offered.filter(|card| {
            let from = view.board.expect_pile_of(card);
            Candidate { card, from, to }.is_allowed(view, Way::Land)
        });
        match target.partner_way {
            Some(way) if !view.is_locked() => landing | self.partner_cards(target, way),
            _ => landing,
        }
    }
}
