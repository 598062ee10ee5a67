//! Finds cards that leave the game in pairs.

use super::board::GameBoard;
use super::board_view::{BoardView, Liftable};
use super::facts::FactEvaluator;
use super::generate::State;
use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::rules::Game;
use crate::rules::fold::Target;

impl<const WORDS: usize, const PILES: usize> State<WORDS, PILES> {
    /// The offered cards that can leave the game with the top card of a pile. If either of two cards may be moved onto
    /// the other, only the move of the card in the earlier pile is listed.
    pub(super) fn pairing_cards(
        &self,
        target: &Target,
        offers: Liftable<WORDS>,
        facts: &FactEvaluator<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let (pile, board) = (target.pile, facts.view.board);
        let own_singles = self.cache.liftable(facts.view, pile).singles;
        let Some(top) = board.top(pile).filter(|_| !own_singles.is_empty()) else {
            return CardSet::EMPTY;
        };
        let cards = self.partners(offers.singles - own_singles, pile, facts);
        if cards.is_empty() || !Self::is_available(pile, facts) {
            return CardSet::EMPTY;
        }
        cards.filter(|card| {
            let from = board.expect_pile_of(card);
            let is_mirrored = || {
                let is_top = board.top(from) == Some(card);
                is_top && !self.partners(CardSet::only(top), from, facts).is_empty()
            };
            Self::is_available(from, facts) && (from < pile || !is_mirrored())
        })
    }

    /// Keeps only the cards that may leave the game with the pile's top card under its `pair` condition.
    fn partners(
        &self,
        cards: CardSet<WORDS>,
        pile: PileId,
        facts: &FactEvaluator<'_, WORDS, PILES>,
    ) -> CardSet<WORDS> {
        let GameBoard { game, board } = facts.view;
        let rules = &game.folded.piles[pile.index()];
        let tables = &game.folded.tables;
        let cards = cards & tables.get(rules.pair, board.base, board.top(pile));
        if cards.is_empty() || rules.pair_checks == 0 {
            return cards;
        }
        let checks = &game.folded.pending_checks[usize::from(rules.pair_checks)];
        self.apply_checks(pile, true, checks, cards, facts)
    }

    /// Whether a card moved onto the top card of a pile leaves the game with it.
    pub(super) fn is_pair(&self, game: &Game, card: CardId, to: PileId) -> bool {
        let facts = FactEvaluator::new(self.view(game));
        let is_offered = |pile: PileId, card: CardId| {
            let liftable = self.cache.liftable(facts.view, pile);
            liftable.singles.contains(card) && Self::is_available(pile, &facts)
        };
        let (from, top) = (self.board.pile_of(card), self.board.top(to));
        from.is_some_and(|from| from != to && is_offered(from, card))
            && top.is_some_and(|top| is_offered(to, top))
            && !facts.view.is_locked()
            && !self.partners(CardSet::only(card), to, &facts).is_empty()
    }
}
