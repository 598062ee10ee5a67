//! Finds cards that leave the game in pairs, and cards that change places.

use super::board::GameBoard;
use super::board_view::BoardView;
use super::checks::Checker;
use super::judge::Candidate;
use super::listing::Listing;
use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::rules::Way;
use crate::rules::fold::Target;
use crate::work::{Kind, spend};

impl<const WORDS: usize, const PILES: usize> Listing<'_, WORDS, PILES> {
    /// The offered cards that can leave the game with the top card of a pile, or change places with it. If either of
    /// two cards may be moved onto the other, only the move of the card in the earlier pile is listed.
    pub(super) fn partner_cards(&self, target: &Target, way: Way) -> CardSet<WORDS> {
        let (pile, board) = (target.pile, self.view.board);
        let may_leave = |&top: &CardId| self.may_leave(top, pile, way);
        let Some(top) = board.top(pile).filter(may_leave) else {
            return CardSet::EMPTY;
        };
        let own = self.cache.liftable(*self.view, pile).singles;
        let cards = self.partners(self.offers.singles - own, pile);
        cards.filter(|card| {
            let from = board.expect_pile_of(card);
            let is_mirrored = || {
                spend(Kind::Check, 16);
                let is_top = board.top(from) == Some(card);
                is_top
                    && self.view.game.piles[from.index()].partner_way == Some(way)
                    && !self.partners(CardSet::only(top), from).is_empty()
                    && (way == Way::Pair || self.moves_only_to_swap(top, pile, from))
            };
            from < pile || !is_mirrored()
        })
    }

    /// Keeps only the cards that may leave the game with the pile's top card, or change places with it, under its
    /// condition.
    fn partners(&self, cards: CardSet<WORDS>, pile: PileId) -> CardSet<WORDS> {
        let GameBoard { game, board } = *self.view;
        let rules = &game.folded.piles[pile.index()];
        let tables = &game.folded.tables;
        let cards = cards & tables.get(rules.partners, board.base, board.top(pile));
        if cards.is_empty() || rules.partner_checks == 0 {
            return cards;
        }
        let checks = &game.folded.pending_checks[usize::from(rules.partner_checks)];
        let checker = Checker {
            listing: self,
            to: pile,
            takes_one: true,
        };
        checker.keep(checks, cards)
    }

    /// Whether the top card of a pile may leave it when another card is moved onto it: to leave the game it must be
    /// offered, to change places it must be available and not a kept card.
    #[inline]
    fn may_leave(&self, top: CardId, pile: PileId, way: Way) -> bool {
        let GameBoard { game, board } = *self.view;
        match way {
            Way::Swap => {
                board.size(pile) > game.folded.piles[pile.index()].keep
                    && self.cache.is_available(pile)
            }
            _ => self.offers.singles.contains(top),
        }
    }

    /// Whether a top card may be lifted and is not placed on another pile, so that a `swap` there applies to it.
    fn moves_only_to_swap(&self, top: CardId, pile: PileId, from: PileId) -> bool {
        self.offers.singles.contains(top) && !self.lands(top, pile, from)
    }

    /// Whether a card may be placed on a pile.
    fn lands(&self, card: CardId, from: PileId, to: PileId) -> bool {
        let view = self.view;
        // For most cards, the lookup table decides.
        (view.judges_by_base(to) || self.cache.accepted(to).contains(card))
            && Candidate { card, from, to }.is_allowed(view, Way::Land)
    }

    /// What happens to a card that is moved to a pile: it leaves the game with its top card, or is placed there, or
    /// changes places with the top card, whichever is the first to be allowed.
    pub(super) fn way_of(&self, card: CardId, to: PileId) -> Way {
        let GameBoard { game, board } = *self.view;
        let (from, top) = (board.pile_of(card), board.top(to));
        let (Some(way), Some(from), Some(top)) = (game.piles[to.index()].partner_way, from, top)
        else {
            return Way::Land;
        };
        let is_partner = from != to
            && self.offers.singles.contains(card)
            && self.may_leave(top, to, way)
            && !self.view.is_locked()
            && !self.partners(CardSet::only(card), to).is_empty();
        if is_partner && (way == Way::Pair || !self.lands(card, from, to)) {
            way
        } else {
            Way::Land
        }
    }
}
