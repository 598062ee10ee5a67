//! Cards that leave the game in pairs.

use super::generate::Move;
use super::position::{Offers, Position};
use crate::cards::{CardId, CardSet};
use crate::condition::PileId;

impl Position {
    /// The cards among those offered with which the top card of a pile leaves the game. Where either of two may be
    /// moved onto the other, that is one move: of the card that lies in the earlier pile.
    pub(super) fn paired(&self, pile: PileId, offers: Offers) -> CardSet {
        let state = &self.piles[pile.at()];
        let Some(pair) = &self.game.piles[pile.at()].pair else {
            return CardSet::EMPTY;
        };
        if (state.singles() & offers.singles).is_empty() || self.is_locked() {
            return CardSet::EMPTY;
        }
        let scene = self.target(pile);
        let cards = pair.pass(&scene, offers.singles - state.singles());
        cards.filter(|card| self.pile_with(card) < pile || !self.is_mirrored(card, pile))
    }

    /// Whether the top card of a pile could be moved onto this card to leave with it.
    fn is_mirrored(&self, card: CardId, pile: PileId) -> bool {
        let home = self.pile_with(card);
        let is_top = self.piles[home.at()].top == Some(card);
        let top = self.piles[pile.at()].top.filter(|_| is_top);
        top.is_some_and(|top| self.is_pair(top, home))
    }

    /// Whether a card that is moved onto the top card of a pile leaves the game with it: both may be lifted alone, and
    /// the pile's condition holds.
    pub(super) fn is_pair(&self, card: CardId, pile: PileId) -> bool {
        let Some(pair) = &self.game.piles[pile.at()].pair else {
            return false;
        };
        let offered = |pile: PileId| self.piles[pile.at()].singles();
        let home = self.pile_of[card.at()].filter(|&home| home != pile);
        home.is_some_and(|home| offered(home).contains(card))
            && !offered(pile).is_empty()
            && !self.is_locked()
            && !pair.pass(&self.target(pile), CardSet::of(card)).is_empty()
    }

    /// The listed move by which the top card of a pile leaves the game with this card, which it is moved onto: the same
    /// pair, named the other way round.
    pub(super) fn mirrored(&self, card: CardId, pile: PileId) -> Option<Move> {
        let home = self.pile_of[card.at()]?;
        let top = self.piles[pile.at()].top?;
        let is_top = self.piles[home.at()].top == Some(card);
        let is_mirrored = is_top && self.is_pair(top, home) && self.is_listed(top, home);
        is_mirrored.then_some(Move::Cards(top, home))
    }
}
