//! Applies the checks that remain after the table lookup of a target pile, to all cards at once where that is possible.

use super::board::GameBoard;
use super::board_view::BoardView;
use super::judge::Candidate;
use super::listing::Listing;
use crate::cards::{CardId, CardSet};
use crate::condition::{PileId, Predicate, Scene, View};
use crate::rules::file::Take;
use crate::rules::fold::{Check, FaceTable, Weight, row_of};
use crate::rules::{Unit, Way};
use crate::work::{Kind, spend};

/// The checks of one target pile.
pub(super) struct Checker<'a, const WORDS: usize, const PILES: usize> {
    pub(super) listing: &'a Listing<'a, WORDS, PILES>,
    pub(super) to: PileId,
    /// Whether the target takes one card at a time.
    pub(super) takes_one: bool,
}

impl<const WORDS: usize, const PILES: usize> Checker<'_, WORDS, PILES> {
    /// Keeps the cards that pass all checks.
    #[inline(never)]
    pub(super) fn keep(&self, checks: &[Check], mut cards: CardSet<WORDS>) -> CardSet<WORDS> {
        spend(Kind::Check, 4 * checks.len());
        for check in checks {
            cards = self.keep_by(check, cards);
            if cards.is_empty() {
                break;
            }
        }
        cards
    }

    #[inline]
    fn keep_by(&self, check: &Check, cards: CardSet<WORDS>) -> CardSet<WORDS> {
        let GameBoard { game, board } = *self.listing.view;
        let pile_of = |card| board.expect_pile_of(card);
        match check {
            Check::From(piles) => cards & self.offered_by(piles),
            Check::NotFrom(piles) => cards - self.offered_by(piles),
            Check::Origins(piles) => cards.filter(|card| piles.contains(pile_of(card))),
            Check::ByTop(table) => cards & self.row(*table, self.to),
            Check::ByOtherTop(pile, table) => cards & self.row(*table, *pile),
            Check::OriginTop(table) => {
                let tops = self.row(*table, self.to);
                let top = |card| board.top(pile_of(card));
                cards.filter(|card| top(card).is_some_and(|top| tops.contains(top)))
            }
            Check::Fact(fact) if self.listing.facts.holds(*fact) => cards,
            Check::Fact(_) => CardSet::EMPTY,
            Check::FactOfOrigin(of_piles) => cards.filter(|card| {
                spend(Kind::Check, 4);
                let fact = of_piles[pile_of(card).index()];
                fact.is_some_and(|fact| self.listing.facts.holds(fact))
            }),
            Check::Any(alternatives) => {
                let mut kept = CardSet::EMPTY;
                for checks in alternatives {
                    kept |= self.keep(checks, cards - kept);
                }
                kept
            }
            Check::Fits(unit, capacity) => self.keep_fitting(*unit, *capacity, cards),
            Check::MovedSize(predicate) => self.keep_by_size(predicate, cards),
            Check::EveryMoved(relation) => {
                let relation = &game.folded.relations[*relation];
                let row = |card| row_of(Some(self.listing.view.face(card)));
                cards.filter(|card| {
                    spend(Kind::Check, 8);
                    let lowest = row(card);
                    let mut unit = self.listing.view.unit(card, pile_of(card));
                    unit.all(|moved| relation[row(moved)] >> lowest & 1 == 1)
                })
            }
            Check::Weight(weight) => self.keep_by_weight(weight, cards),
            Check::Rule(rule) => cards.filter(|card| {
                spend(Kind::Check, 20);
                let (from, to) = (pile_of(card), self.to);
                rule.allows(self.listing.view, Candidate { card, from, to }, Way::Land)
            }),
            Check::Predicate(predicate) => {
                let scene = self.scene();
                cards.filter(|card| {
                    let scene = Scene {
                        card: Some(self.listing.view.face(card)),
                        card_id: Some(card),
                        from: board.pile_of(card),
                        ..scene
                    };
                    predicate.holds(&scene, &game.order)
                })
            }
        }
    }

    /// The scene of a condition of the target, without cards that are moved.
    fn scene(&self) -> Scene<'_, GameBoard<'_, WORDS, PILES>> {
        Scene {
            top: self.listing.view.top(self.to),
            this: Some(self.to),
            ..self.listing.view.scene()
        }
    }

    /// What some piles offer the target.
    fn offered_by(&self, piles: &[PileId]) -> CardSet<WORDS> {
        let offered = self.listing.offered(piles);
        offered.for_target(self.takes_one)
    }

    /// The row of a table for the top card of a pile.
    #[inline]
    fn row(&self, table: FaceTable, pile: PileId) -> CardSet<WORDS> {
        let GameBoard { game, board } = *self.listing.view;
        let tables = &game.folded.tables;
        tables.get(table, board.base, board.top(pile))
    }

    /// Keeps the cards whose units have the right size for the target and fit into it.
    fn keep_fitting(
        &self,
        unit: Unit,
        capacity: Option<u8>,
        cards: CardSet<WORDS>,
    ) -> CardSet<WORDS> {
        let size_before = i32::from(self.listing.view.board.size(self.to));
        let fits = |size: i32| {
            let has_unit_size = match unit {
                Unit::Any => true,
                Unit::Exactly(number) => i32::from(number) == size,
            };
            has_unit_size && capacity.is_none_or(|c| size_before + size <= i32::from(c))
        };
        // A pile with fewer cards has no such unit.
        let least = match unit {
            Unit::Any => 0,
            Unit::Exactly(number) => number,
        };
        self.keep_by_sum(cards, least, |_| 1, fits)
    }

    /// Keeps the cards whose units have a size for which a predicate holds.
    fn keep_by_size(&self, predicate: &Predicate, cards: CardSet<WORDS>) -> CardSet<WORDS> {
        let (mut last, scene) = (None, self.scene());
        let holds = |size: i32| match last {
            Some((known, holds)) if known == size => holds,
            _ => {
                let scene = Scene {
                    moved_size: u8::try_from(size).ok(),
                    ..scene
                };
                let holds = predicate.holds(&scene, &self.listing.view.game.order);
                last = Some((size, holds));
                holds
            }
        };
        self.keep_by_sum(cards, 0, |_| 1, holds)
    }

    /// Keeps the cards whose units have the right weight.
    fn keep_by_weight(&self, weight: &Weight, cards: CardSet<WORDS>) -> CardSet<WORDS> {
        let view = self.listing.view;
        let bound = weight.bound.number(&self.scene(), &view.game.order);
        if bound.is_none() {
            return CardSet::EMPTY;
        }
        let adds = |card| weight.of_face[view.face(card).face()];
        self.keep_by_sum(cards, 0, adds, |sum| {
            weight.comparison.compare(Some(sum), bound)
        })
    }

    /// Keeps the cards whose units have a sum that fits, of what each card of a unit adds. Walks each source pile once, if
    /// it has at least `least` cards.
    fn keep_by_sum(
        &self,
        cards: CardSet<WORDS>,
        least: u8,
        adds: impl Fn(CardId) -> i32,
        mut fits: impl FnMut(i32) -> bool,
    ) -> CardSet<WORDS> {
        let view = self.listing.view;
        let clamp = |sum| i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX });
        let (mut fitting, mut remaining) = (CardSet::EMPTY, cards);
        while let Some(first) = remaining.lowest() {
            let from = view.board.expect_pile_of(first);
            let takes_any = view.game.folded.piles[from.index()].take == Take::Any;
            let offered = self.listing.cache.liftable(*view, from).units;
            let mut in_pile = (offered | CardSet::only(first)) & remaining;
            remaining -= in_pile;
            if view.board.size(from) < least {
                continue;
            }
            let mut sum = 0i64;
            spend(Kind::Check, usize::from(view.board.size(from)));
            for card in view.cards_down(from) {
                let alone = i64::from(adds(card));
                sum = if takes_any { alone } else { sum + alone };
                if in_pile.contains(card) && fits(clamp(sum)) {
                    fitting.insert(card);
                }
                in_pile.remove(card);
                if in_pile.is_empty() {
                    break;
                }
            }
        }
        fitting
    }
}
