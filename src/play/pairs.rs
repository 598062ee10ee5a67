//! Cards that leave the game in pairs.

use super::generate::Move;
use super::position::{Offers, Position};
use super::refusal::{Refusal, stage};
use crate::cards::{CardId, CardSet};
use crate::condition::{PileId, Scene};

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
        let top = self.piles[pile.at()].top;
        is_top && top.is_some_and(|top| self.is_pair(top, home))
    }

    /// Whether a card and the top card of a pile leave the game together, if the card may be moved there.
    pub(super) fn is_pair(&self, card: CardId, pile: PileId) -> bool {
        let pair = &self.game.piles[pile.at()].pair;
        let has_top = self.piles[pile.at()].top.is_some();
        let passes = |cards: CardSet| !cards.is_empty();
        pair.as_ref()
            .is_some_and(|p| has_top && passes(p.pass(&self.target(pile), CardSet::of(card))))
    }

    /// The move that is the same as one that is not listed: the other card of a pair onto this one.
    pub(super) fn mirrored(&self, card: CardId, pile: PileId) -> Option<Move> {
        let top = self.piles[pile.at()].top?;
        self.is_pair(card, pile)
            .then(|| Move::Cards(top, self.pile_with(card)))
    }

    pub(super) fn refused_as_pair(
        &self,
        card: CardId,
        from: PileId,
        to: PileId,
        top: CardId,
    ) -> Refusal {
        let group = self.game.group_of(to);
        let face = self.face(card);
        let scene = Scene {
            this: Some(to),
            ..self.scene()
        };
        if let Some(available) = group.available.as_ref().filter(|a| !a.holds(&scene)) {
            let name = self.game.pile_name(to);
            let message = |asks| format!("nothing can leave {name} now: available {asks}");
            let clause = group.clause("available");
            return self.refuse_by(available, &scene, clause, stage::AVAILABLE, message);
        }
        let top_face = self.face(top);
        let onto = format!("{face} and {top_face} may not leave together");
        match group.pair.as_ref().filter(|_| !self.is_pair(card, to)) {
            Some(pair) => {
                let scene = Scene {
                    card: Some(face),
                    from: Some(from),
                    ..self.target(to)
                };
                let message = |asks| format!("{onto}: pair {asks}");
                self.refuse_by(pair, &scene, group.clause("pair"), stage::ACCEPT, message)
            }
            None if self.offers_alone(top) => {
                let message = format!("that is {top_face} onto {face}");
                self.refuse(group.clause("pair"), stage::ACCEPT, message)
            }
            None => {
                let message = format!("{onto}: {top_face} cannot be lifted");
                self.refuse(group.clause("take"), stage::TAKE, message)
            }
        }
    }

    /// Whether a card may be lifted alone as far as its pile's `take` and `keep` go.
    fn offers_alone(&self, card: CardId) -> bool {
        let home = self.pile_with(card);
        self.piles[home.at()].singles().contains(card)
    }
}
