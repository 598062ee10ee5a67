//! Cards that leave the game in pairs.

use super::generate::Move;
use super::position::{CardId, NONE, Offers, Position, only};
use super::refusal::{Refusal, stage};
use crate::condition::{Cards, PileId, Scene};

impl Position {
    /// The cards among those offered with which the top card of a pile leaves the game. Where either of two may be
    /// moved onto the other, that is one move: of the card that lies in the earlier pile.
    pub(super) fn paired(&self, pile: PileId, offers: Offers) -> Cards {
        let heap = &self.heaps[pile.at()];
        let Some(pair) = &self.game.piles[pile.at()].pair else {
            return 0;
        };
        if heap.singles() & offers.singles == 0 || self.is_locked() {
            return 0;
        }
        let scene = self.target(pile);
        let cards = pair.pass(&scene, offers.singles & !heap.singles());
        only(cards, |card| {
            PileId(self.home[card.at()]) < pile || !self.is_mirrored(card, pile)
        })
    }

    /// Whether the top card of a pile could be moved onto this card to leave with it.
    fn is_mirrored(&self, card: CardId, pile: PileId) -> bool {
        let home = PileId(self.home[card.at()]);
        let top = CardId(self.heaps[pile.at()].top);
        let pair = &self.game.piles[home.at()].pair;
        let is_top = self.heaps[home.at()].top == card.0;
        is_top
            && pair
                .as_ref()
                .is_some_and(|p| p.pass(&self.target(home), top.bit()) != 0)
    }

    /// Whether a card and the top card of a pile leave the game together, if the card may be moved there.
    pub(super) fn is_pair(&self, card: CardId, pile: PileId) -> bool {
        let pair = &self.game.piles[pile.at()].pair;
        let has_top = self.heaps[pile.at()].top != NONE;
        pair.as_ref()
            .is_some_and(|p| has_top && p.pass(&self.target(pile), card.bit()) != 0)
    }

    /// The move that is the same as one that is not listed: the other card of a pair onto this one.
    pub(super) fn mirrored(&self, card: CardId, pile: PileId) -> Option<Move> {
        if !self.is_pair(card, pile) {
            return None;
        }
        let top = CardId(self.heaps[pile.at()].top);
        Some(Move::Cards(top, PileId(self.home[card.at()])))
    }

    pub(super) fn refused_as_pair(&self, card: CardId, from: PileId, to: PileId) -> Refusal {
        let group = self.game.group_of(to);
        let (face, top) = (self.face(card), CardId(self.heaps[to.at()].top));
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
        let home = PileId(self.home[card.at()]);
        self.heaps[home.at()].singles() & card.bit() != 0
    }
}
