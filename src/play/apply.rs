//! Making a move, and all that follows from it: refills, turning up, what happens by itself.

use std::sync::Arc;

use super::generate::Move;
use super::position::{CardId, EACH, NONE, Position, bits};
use super::refusal::Refusal;
use crate::condition::{Cards, Counter, PileId, Scene, View};
use crate::rules::file::Take;
use crate::rules::{Game, MOST_ENTRIES};

impl Position {
    /// Plays a move with everything that follows from it.
    ///
    /// # Errors
    /// A move that is not legal is refused, and nothing changes.
    pub fn play(&mut self, chosen: Move) -> Result<(), Refusal> {
        match self.refusal(chosen) {
            Some(refusal) => Err(refusal),
            None => {
                self.play_unchecked(chosen);
                Ok(())
            }
        }
    }

    /// Plays a move that is legal, such as one of [`Position::legal_moves`]. What a move that is not legal leads
    /// to is no position of the game, though still one of its cards.
    pub fn play_unchecked(&mut self, chosen: Move) {
        self.emptied = 0;
        match chosen {
            Move::Cards(card, pile) => self.move_cards(card, pile),
            Move::Action(action) => {
                let game = Arc::clone(&self.game);
                self.run(&game, &game.actions[action.at()].steps);
                // Counted when it is done: its own steps are judged as the player saw the table.
                self.used[action.at()] = self.used[action.at()].saturating_add(1);
            }
        }
        self.settle(true);
    }

    fn move_cards(&mut self, card: CardId, pile: PileId) {
        let rules = &self.game.piles[pile.at()];
        if rules.is_counted {
            let count = self.counted(Counter::Group(rules.group));
            self.used[count] = self.used[count].saturating_add(1);
        }
        match self.game.discard.filter(|_| self.is_pair(card, pile)) {
            Some(discard) => self.discard_pair(discard, card, pile),
            None => self.move_unit(card, pile),
        }
    }

    /// A card and the top card of a pile leave the game, with the pile's card below.
    fn discard_pair(&mut self, discard: PileId, card: CardId, pile: PileId) {
        let top = self.pop(pile);
        self.pull(card);
        for card in top.into_iter().chain([card]) {
            self.put(card, discard, true);
        }
    }

    fn note_card(&mut self, pile: PileId, by: i8) {
        if self.game.piles[pile.at()].goal {
            self.goal = self.goal.wrapping_add_signed(by);
        }
    }

    fn move_unit(&mut self, card: CardId, to: PileId) {
        let from = PileId(self.home[card.at()]);
        if self.game.piles[from.at()].take == Take::Any {
            self.pull(card);
            let up = !self.is_hidden(card);
            self.put(card, to, up);
        } else {
            self.move_chain(card, to);
        }
    }

    /// Moves a card with all that lie on it, each as it lies.
    pub(super) fn move_chain(&mut self, card: CardId, to: PileId) {
        let from = PileId(self.home[card.at()]);
        let top = self.heaps[from.at()].top;
        let mut size = 1;
        let mut at = top;
        self.home[usize::from(at)] = to.0;
        while at != card.0 {
            at = self.below[usize::from(at)];
            self.home[usize::from(at)] = to.0;
            size += 1;
        }
        let source = &mut self.heaps[from.at()];
        source.top = self.below[card.at()];
        source.size -= size;
        if source.top == NONE {
            self.emptied |= 1 << from.0;
        }
        let target = &mut self.heaps[to.at()];
        self.below[card.at()] = target.top;
        let opens = target.top == NONE;
        target.top = top;
        target.size += size;
        let by = size.cast_signed();
        self.note_card(from, -by);
        self.note_card(to, by);
        self.touched |= 1 << from.0 | 1 << to.0;
        if opens {
            self.opened(to, card);
        }
    }

    /// Notes that a card opened a pile: it may be the one that sets the base rank.
    fn opened(&mut self, pile: PileId, card: CardId) {
        if self.base.is_none()
            && self
                .game
                .base
                .as_ref()
                .is_some_and(|b| b.of == self.game.piles[pile.at()].group)
        {
            self.base = Some(self.face(card).rank);
            // What piles accept may hang on it.
            self.touched |= (1 << self.heaps.len()) - 1;
        }
    }

    /// Takes a card out of its pile, wherever it lies in it.
    pub(super) fn pull(&mut self, card: CardId) {
        let pile = PileId(self.home[card.at()]);
        let next = self.below[card.at()];
        let is_top = self.heaps[pile.at()].top == card.0;
        let above = if is_top {
            None
        } else {
            self.cards_down(pile).find(|c| self.below[c.at()] == card.0)
        };
        match above {
            Some(above) => self.below[above.at()] = next,
            None => self.heaps[pile.at()].top = next,
        }
        self.heaps[pile.at()].size -= 1;
        if self.heaps[pile.at()].size == 0 {
            self.emptied |= 1 << pile.0;
        }
        self.touched |= 1 << pile.0;
        self.note_card(pile, -1);
    }

    /// Puts a card that lies nowhere on a pile. In the stock cards lie face down, however they come there.
    pub(super) fn put(&mut self, card: CardId, pile: PileId, up: bool) {
        let heap = &mut self.heaps[pile.at()];
        let opens = heap.top == NONE;
        self.below[card.at()] = heap.top;
        self.home[card.at()] = pile.0;
        heap.top = card.0;
        heap.size += 1;
        self.hidden = if up && pile != self.game.stock {
            self.hidden & !card.bit()
        } else {
            self.hidden | card.bit()
        };
        self.touched |= 1 << pile.0;
        self.note_card(pile, 1);
        if opens {
            self.opened(pile, card);
        }
    }

    /// Puts a card that lies nowhere under what lies in a pile.
    pub(super) fn put_under(&mut self, card: CardId, pile: PileId, up: bool) {
        let Some(lowest) = self.cards_down(pile).last() else {
            return self.put(card, pile, up);
        };
        let heap = self.heaps[pile.at()];
        self.put(card, pile, up);
        // The card lies on top; it is taken from there to the bottom of the chain.
        self.heaps[pile.at()].top = heap.top;
        self.below[card.at()] = NONE;
        self.below[lowest.at()] = card.0;
    }

    /// The top card of a pile, taken off.
    pub(super) fn pop(&mut self, pile: PileId) -> Option<CardId> {
        let heap = &mut self.heaps[pile.at()];
        if heap.top == NONE {
            return None;
        }
        let card = CardId(heap.top);
        heap.top = self.below[card.at()];
        heap.size -= 1;
        if heap.top == NONE {
            self.emptied |= 1 << pile.0;
        }
        self.touched |= 1 << pile.0;
        self.note_card(pile, -1);
        Some(card)
    }

    /// Refills what was emptied, turns up what may be lifted, and does the first thing that happens by itself,
    /// until nothing changes.
    pub(super) fn settle(&mut self, refill: bool) {
        if self.game.autos.is_empty() && self.emptied & self.game.filled == 0 {
            self.turn_up();
            return;
        }
        let game = Arc::clone(&self.game);
        let mut runs = [0u8; MOST_ENTRIES];
        loop {
            let refilled = refill && self.refill(&game);
            self.turn_up();
            let scene = self.scene();
            let ready = game.autos.iter().zip(&runs).position(|(auto, &runs)| {
                usize::from(runs) < game.deck.len()
                    && auto.when.as_ref().is_none_or(|when| when.holds(&scene))
                    && self.would_change(&auto.steps)
            });
            if let Some(auto) = ready {
                runs[auto] += 1;
                self.run(&game, &game.autos[auto].steps);
            } else if !refilled {
                return;
            }
        }
    }

    /// Refills the piles that the command emptied, in their order, one card each.
    fn refill(&mut self, game: &Game) -> bool {
        let mut refilled = false;
        for pile in bits(self.emptied & game.filled).map(PileId) {
            if self.size(pile) > 0 {
                continue;
            }
            let sources = game.group_of(pile).fill.iter();
            let sources = sources.flat_map(|g| game.group(*g).piles.iter());
            let mut full = sources.filter(|&p| p != pile && self.size(p) > 0);
            if let Some(source) = full.next()
                && let Some(card) = self.pop(source)
            {
                let up = !self.is_hidden(card);
                self.put(card, pile, up);
                refilled = true;
            }
        }
        refilled
    }

    /// The law of turning up: a card that may be lifted lies face up. Then renews what the touched piles offer, and
    /// those for which a touched one decides whether they offer anything.
    fn turn_up(&mut self) {
        let touched = std::mem::take(&mut self.touched);
        let woken = |pile: u8| self.game.wakes[usize::from(pile)];
        let touched = bits(touched).fold(touched, |set, pile| set | woken(pile));
        self.stale |= touched;
        let touched = touched & self.game.active;
        let mut kin = touched;
        for pile in bits(touched).map(PileId) {
            self.hidden &= !self.to_turn(pile);
            self.renew_offers(pile);
            kin |= self.game.kin[pile.at()];
        }
        // What a pile accepts may hang on what others of its group hold and offer.
        for pile in bits(kin).map(PileId) {
            self.renew_accepts(pile);
        }
    }

    /// The cards of a pile that lie face down though a player may lift them as things stand.
    pub(super) fn to_turn(&self, pile: PileId) -> Cards {
        let top = self.heaps[pile.at()].top;
        if top == NONE || self.hidden == 0 {
            return 0;
        }
        let hidden = match self.game.piles[pile.at()].take {
            Take::None => 0,
            Take::Any => {
                let cards = self.cards_down(pile);
                cards.fold(0, |cards, card| cards | card.bit()) & self.hidden
            }
            _ => CardId(top).bit() & self.hidden,
        };
        if hidden != 0 && self.is_available(pile) {
            hidden
        } else {
            0
        }
    }

    /// Works out anew what a pile offers.
    pub(super) fn renew_offers(&mut self, pile: PileId) {
        let (units, singles) = if self.is_available(pile) {
            self.offered(pile, self.game.piles[pile.at()].keep)
        } else {
            (0, 0)
        };
        let is_any = self.game.piles[pile.at()].take == Take::Any;
        let heap = &mut self.heaps[pile.at()];
        // No two piles offer the same card.
        self.offers.units ^= heap.units ^ units;
        self.offers.singles ^= heap.singles() ^ singles;
        heap.units = units;
        heap.alone = match singles {
            0 => NONE,
            _ if is_any => EACH,
            _ => heap.top,
        };
    }

    /// Works out anew what a pile accepts.
    pub(super) fn renew_accepts(&mut self, pile: PileId) {
        self.heaps[pile.at()].accepts = self.table_of(pile);
    }

    /// What a pile offers when so many of its bottom cards stay: the lowest cards of units, and single cards.
    pub(super) fn offered(&self, pile: PileId, keep: u8) -> (Cards, Cards) {
        let heap = &self.heaps[pile.at()];
        if heap.size <= keep {
            return (0, 0);
        }
        let most = usize::from(heap.size - keep);
        let top = CardId(heap.top).bit();
        match self.game.piles[pile.at()].take {
            Take::None => (0, 0),
            Take::Top => (top, top),
            Take::Any => {
                // Of several cards of one face the highest is taken.
                let mut faces: u64 = 0;
                let mut cards = 0;
                for card in self.cards_down(pile).take(most) {
                    let face = 1 << self.face(card).face();
                    if faces & face == 0 {
                        cards |= card.bit();
                    }
                    faces |= face;
                }
                (cards, cards)
            }
            Take::Run => (self.run_of(pile, most).0, top),
            Take::Full => (self.run_of(pile, most).1, top),
            Take::TopOrFull => (self.run_of(pile, most).1 | top, top),
        }
    }

    /// The longest unbroken run of face-up cards that ends with a pile's top card: all of its cards, and the
    /// lowest.
    #[inline]
    fn run_of(&self, pile: PileId, most: usize) -> (Cards, Cards) {
        let mut card = CardId(self.heaps[pile.at()].top);
        let (mut run, mut lowest) = (card.bit(), card.bit());
        let Some(fits) = &self.game.piles[pile.at()].run else {
            return (run, lowest);
        };
        for _ in 1..most {
            let under = CardId(self.below[card.at()]);
            if self.is_hidden(under) {
                break;
            }
            let top = Some(self.face(under));
            let fitting = fits.table(self.base, top).unwrap_or_else(|| {
                let scene = Scene {
                    top,
                    this: Some(pile),
                    ..self.scene()
                };
                fits.pass(&scene, card.bit())
            });
            if fitting & card.bit() == 0 {
                break;
            }
            run |= under.bit();
            lowest = under.bit();
            card = under;
        }
        (run, lowest)
    }
}
