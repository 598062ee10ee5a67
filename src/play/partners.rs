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

impl<const WORDS: usize, const PILES: usize> Listing<'_, WORDS, PILES> {
    /// The offered cards that can leave the game with the top card of a pile, or change places with it. If either of
    /// two cards may be moved onto the other, only the move of the card in the earlier pile is listed.
    pub(super) fn partner_cards(&self, target: &Target, way: Way) -> CardSet<WORDS> {
        let (pile, board) = (target.pile, self.view.board);
        let is_pair = way == Way::Pair;
        // A card that leaves must be offered, too; one that changes places need not be liftable.
        let may_leave = |&top: &CardId| {
            if is_pair {
                self.offers.singles.contains(top)
            } else {
                self.has_swappable_top(pile)
            }
        };
        let Some(top) = board.top(pile).filter(may_leave) else {
            return CardSet::EMPTY;
        };
        let cards = self.partners(self.offers.singles - self.singles(pile), pile);
        if cards.is_empty() || !is_pair && !self.facts.is_available(pile) {
            return CardSet::EMPTY;
        }
        cards.filter(|card| {
            let from = board.expect_pile_of(card);
            let is_mirrored = || {
                let is_top = board.top(from) == Some(card);
                is_top
                    && self.view.game.piles[from.index()].partner_way == Some(way)
                    && !self.partners(CardSet::only(top), from).is_empty()
                    && (is_pair || self.moves_only_to_swap(top, pile, from))
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

    /// Whether the top card of a pile is not one of its kept cards.
    #[inline]
    fn has_swappable_top(&self, pile: PileId) -> bool {
        let GameBoard { game, board } = *self.view;
        board.size(pile) > game.folded.piles[pile.index()].keep
    }

    /// Whether a top card may be lifted and is not placed on another pile, so that a `swap` there applies to it.
    fn moves_only_to_swap(&self, top: CardId, pile: PileId, from: PileId) -> bool {
        self.singles(pile).contains(top) && !self.lands(top, pile, from)
    }

    /// Whether a card may be placed on a pile.
    fn lands(&self, card: CardId, from: PileId, to: PileId) -> bool {
        let view = self.view;
        // For most cards, the lookup table decides.
        (view.judges_by_base(to) || self.cache.accepted(to).contains(card))
            && Candidate { card, from, to }.is_allowed(view, Way::Land)
    }

    /// The cards that may be lifted alone from a pile, ignoring `available`.
    #[inline]
    fn singles(&self, pile: PileId) -> CardSet<WORDS> {
        self.cache.liftable(*self.view, pile).singles
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
        let may_leave = match way {
            Way::Swap => self.has_swappable_top(to),
            _ => self.singles(to).contains(top),
        };
        let is_partner = from != to
            && may_leave
            && self.singles(from).contains(card)
            && [from, to].iter().all(|&pile| self.facts.is_available(pile))
            && !self.view.is_locked()
            && !self.partners(CardSet::only(card), to).is_empty();
        if is_partner && (way == Way::Pair || !self.lands(card, from, to)) {
            way
        } else {
            Way::Land
        }
    }
}
