//! Making a move, and all that follows from it: refills, turning up, what happens by itself.

use std::sync::Arc;

use super::generate::Move;
use super::position::{Alone, Position};
use super::refusal::Refusal;
use super::work::{MAX_FOR_A_COMMAND, Work};
use crate::cards::{CardId, CardSet, FaceSet};
use crate::condition::{ActionId, Counter, PileId, PileSet, Scene, View};
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
        self.play_on(chosen, &mut Work::new(MAX_FOR_A_COMMAND));
    }

    /// Plays a move with what follows from it, as far as the work goes.
    #[inline]
    pub(super) fn play_on(&mut self, chosen: Move, work: &mut Work) {
        self.emptied = PileSet::EMPTY;
        match chosen {
            Move::Cards(card, pile) => self.move_cards(card, pile),
            Move::Action(action) => self.do_steps_of(action, work),
        }
        self.settle(true, work);
    }

    /// Does what a player asks for, and counts it; nothing settles yet.
    fn do_steps_of(&mut self, action: ActionId, work: &mut Work) {
        let game = Arc::clone(&self.game);
        self.run(&game, &game.actions[action.at()].steps, work);
        // Counted when it is done: its own steps are judged as the player saw the table.
        self.used[action.at()] = self.used[action.at()].saturating_add(1);
    }

    /// Whether an action, with all that follows from it, leaves everything as it was. The trial may do as much work as
    /// the action itself, so that both end at the same point.
    pub(super) fn is_restored_by(&self, action: ActionId, work: &mut Work) -> bool {
        let mut own = Work::new(MAX_FOR_A_COMMAND);
        let restores = self.would_be_restored_by(action, &mut own);
        work.spend(own.done());
        restores
    }

    fn would_be_restored_by(&self, action: ActionId, work: &mut Work) -> bool {
        let mut after = self.clone();
        after.emptied = PileSet::EMPTY;
        after.do_steps_of(action, work);
        // Mostly other piles are longer now, and nothing that happens by itself would change that.
        let mut piles = self.piles.iter().zip(&after.piles);
        let is_quiet = self.game.autos.is_empty() && self.game.filled.is_empty();
        if is_quiet && piles.any(|(before, after)| before.size != after.size) {
            return false;
        }
        after.settle(true, work);
        // That it was done is no change.
        after.used[action.at()] = self.used[action.at()];
        after.key() == self.key()
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

    /// Counts cards that come to a pile.
    fn count_in(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.at()].goal {
            self.goal += cards;
        }
    }

    /// Counts cards that leave a pile.
    fn count_out(&mut self, pile: PileId, cards: u8) {
        if self.game.piles[pile.at()].goal {
            self.goal -= cards;
        }
    }

    /// The pile of a card that lies on the table, as every card of a move does.
    pub(super) fn pile_with(&self, card: CardId) -> PileId {
        self.pile_of[card.at()].expect("a card that is moved lies in a pile")
    }

    fn move_unit(&mut self, card: CardId, to: PileId) {
        let from = self.pile_with(card);
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
        let from = self.pile_with(card);
        let top = self.piles[from.at()].top;
        let mut size = 0;
        let mut next = top;
        while let Some(moved) = next {
            self.pile_of[moved.at()] = Some(to);
            size += 1;
            if moved == card {
                break;
            }
            next = self.below[moved.at()];
        }
        let source = &mut self.piles[from.at()];
        source.top = self.below[card.at()];
        source.size -= size;
        if source.top.is_none() {
            self.emptied.insert(from);
        }
        let target = &mut self.piles[to.at()];
        self.below[card.at()] = target.top;
        let opens = target.top.is_none();
        target.top = top;
        target.size += size;
        self.count_out(from, size);
        self.count_in(to, size);
        self.touched |= PileSet::of(from) | PileSet::of(to);
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
            self.touched |= PileSet::first(self.piles.len());
        }
    }

    /// Takes a card out of its pile, wherever it lies in it.
    pub(super) fn pull(&mut self, card: CardId) {
        let pile = self.pile_with(card);
        let next = self.below[card.at()];
        let is_top = self.piles[pile.at()].top == Some(card);
        let above = if is_top {
            None
        } else {
            let mut cards = self.cards_down(pile);
            cards.find(|c| self.below[c.at()] == Some(card))
        };
        match above {
            Some(above) => self.below[above.at()] = next,
            None => self.piles[pile.at()].top = next,
        }
        self.note_taken(pile);
    }

    /// Puts a card that lies nowhere on a pile. In the stock cards lie face down, however they come there.
    pub(super) fn put(&mut self, card: CardId, pile: PileId, up: bool) {
        let state = &mut self.piles[pile.at()];
        let opens = state.top.is_none();
        self.below[card.at()] = state.top;
        self.pile_of[card.at()] = Some(pile);
        state.top = Some(card);
        state.size += 1;
        if up && pile != self.game.stock {
            self.hidden.remove(card);
        } else {
            self.hidden.insert(card);
        }
        self.touched.insert(pile);
        self.count_in(pile, 1);
        if opens {
            self.opened(pile, card);
        }
    }

    /// Puts a card that lies nowhere under what lies in a pile.
    pub(super) fn put_under(&mut self, card: CardId, pile: PileId, up: bool) {
        let Some(lowest) = self.cards_down(pile).last() else {
            return self.put(card, pile, up);
        };
        let top = self.piles[pile.at()].top;
        self.put(card, pile, up);
        // The card lies on top; it is taken from there to the bottom of the chain.
        self.piles[pile.at()].top = top;
        self.below[card.at()] = None;
        self.below[lowest.at()] = Some(card);
    }

    /// The top card of a pile, taken off.
    pub(super) fn pop(&mut self, pile: PileId) -> Option<CardId> {
        let state = &mut self.piles[pile.at()];
        let card = state.top?;
        state.top = self.below[card.at()];
        self.note_taken(pile);
        Some(card)
    }

    /// Notes that a card was taken out of a pile.
    fn note_taken(&mut self, pile: PileId) {
        let state = &mut self.piles[pile.at()];
        state.size -= 1;
        if state.top.is_none() {
            self.emptied.insert(pile);
        }
        self.touched.insert(pile);
        self.count_out(pile, 1);
    }

    /// Refills what was emptied, turns up what may be lifted, and does the first thing that happens by itself,
    /// until nothing changes, or no work is left.
    pub(super) fn settle(&mut self, refill: bool, work: &mut Work) {
        if self.game.autos.is_empty() && (self.emptied & self.game.filled).is_empty() {
            self.turn_up();
            return;
        }
        let game = Arc::clone(&self.game);
        let mut runs = [0u8; MOST_ENTRIES];
        loop {
            let refilled = refill && self.refill(&game);
            self.turn_up();
            if !work.spend(game.settling) {
                return;
            }
            let ready = game.autos.iter().zip(&runs).position(|(auto, &runs)| {
                usize::from(runs) < game.deck.len()
                    && self.is_true(auto.when.as_ref(), work)
                    && self.would_change(&auto.steps, work)
            });
            if let Some(auto) = ready {
                runs[auto] += 1;
                self.run(&game, &game.autos[auto].steps, work);
            } else if !refilled {
                return;
            }
        }
    }

    /// Refills the piles that the command emptied, in their order, one card each.
    fn refill(&mut self, game: &Game) -> bool {
        let mut refilled = false;
        for pile in (self.emptied & game.filled).iter() {
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
        let woken = |set, pile: PileId| set | self.game.wakes[pile.at()];
        let touched = touched.iter().fold(touched, woken);
        self.stale |= touched;
        let touched = touched & self.game.active;
        let mut kin = touched;
        if touched.contains(self.game.stock) {
            // In the stock only what may be lifted lies face up, whatever lay on top before.
            let cards: CardSet = self.cards_down(self.game.stock).collect();
            self.hidden |= cards;
        }
        for pile in touched.iter() {
            self.hidden -= self.to_turn(pile);
            self.renew_offers(pile);
            kin |= self.game.kin[pile.at()];
        }
        // What a pile accepts may hang on what others of its group hold and offer.
        for pile in kin.iter() {
            self.renew_accepts(pile);
        }
    }

    /// The cards of a pile that lie face down though a player may lift them as things stand.
    pub(super) fn to_turn(&self, pile: PileId) -> CardSet {
        let Some(top) = self.piles[pile.at()].top else {
            return CardSet::EMPTY;
        };
        if self.hidden.is_empty() {
            return CardSet::EMPTY;
        }
        let liftable = match self.game.piles[pile.at()].take {
            Take::None => CardSet::EMPTY,
            Take::Any => self.cards_down(pile).collect(),
            _ => CardSet::of(top),
        };
        let hidden = liftable & self.hidden;
        if !hidden.is_empty() && self.is_available(pile) {
            hidden
        } else {
            CardSet::EMPTY
        }
    }

    /// Works out anew what a pile offers.
    pub(super) fn renew_offers(&mut self, pile: PileId) {
        let (units, singles) = if self.is_available(pile) {
            self.offered(pile, self.game.piles[pile.at()].keep)
        } else {
            (CardSet::EMPTY, CardSet::EMPTY)
        };
        let is_any = self.game.piles[pile.at()].take == Take::Any;
        let state = &mut self.piles[pile.at()];
        // No two piles offer the same card.
        self.offers.units ^= state.units ^ units;
        self.offers.singles ^= state.singles() ^ singles;
        state.units = units;
        state.alone = match singles.lowest() {
            None => Alone::None,
            Some(_) if is_any => Alone::Each,
            Some(card) => Alone::One(card),
        };
    }

    /// Works out anew what a pile accepts.
    pub(super) fn renew_accepts(&mut self, pile: PileId) {
        self.piles[pile.at()].accepts = self.table_of(pile);
    }

    /// What a pile offers when so many of its bottom cards stay: the lowest cards of units, and single cards.
    pub(super) fn offered(&self, pile: PileId, keep: u8) -> (CardSet, CardSet) {
        let none = (CardSet::EMPTY, CardSet::EMPTY);
        let state = &self.piles[pile.at()];
        let Some(top) = state.top.filter(|_| state.size > keep) else {
            return none;
        };
        let most = usize::from(state.size - keep);
        let top = CardSet::of(top);
        match self.game.piles[pile.at()].take {
            Take::None => none,
            Take::Top => (top, top),
            Take::Any => {
                // Of several cards of one face the highest is taken.
                let mut faces = FaceSet::EMPTY;
                let mut cards = CardSet::EMPTY;
                for card in self.cards_down(pile).take(most) {
                    let face = self.face(card);
                    if !faces.contains(face) {
                        cards.insert(card);
                    }
                    faces.insert(face);
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
    fn run_of(&self, pile: PileId, most: usize) -> (CardSet, CardSet) {
        let Some(mut card) = self.piles[pile.at()].top else {
            return (CardSet::EMPTY, CardSet::EMPTY);
        };
        let (mut run, mut lowest) = (CardSet::of(card), CardSet::of(card));
        let Some(fits) = &self.game.piles[pile.at()].run else {
            return (run, lowest);
        };
        for _ in 1..most {
            let Some(under) = self.below[card.at()].filter(|&c| !self.is_hidden(c)) else {
                break;
            };
            // A run depends on its own cards only, but a table that would have been too large is not made.
            let top = Some(self.face(under));
            let fitting = fits.table(self.base, top).unwrap_or_else(|| {
                let scene = Scene {
                    top,
                    this: Some(pile),
                    ..self.scene()
                };
                fits.pass(&scene, CardSet::of(card))
            });
            if !fitting.contains(card) {
                break;
            }
            run.insert(under);
            lowest = CardSet::of(under);
            card = under;
        }
        (run, lowest)
    }
}
