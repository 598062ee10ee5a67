//! Making a move, and all that follows from it: steps, refills, turning up, what happens by itself.

use std::sync::Arc;

use super::generate::Move;
use super::position::{CardId, NONE, Position, bits};
use super::refusal::Refusal;
use crate::condition::{Cards, PileId, Piles, Scene, View};
use crate::rules::file::{By, Take};
use crate::rules::{Amount, Game, Step, StepKind};

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
        let game = Arc::clone(&self.game);
        self.emptied = 0;
        match chosen {
            Move::Cards(card, pile) => self.move_unit(card, pile),
            Move::Action(action) => {
                self.run(&game, &game.actions[action.at()].steps);
                // Counted when it is done: its own steps are judged as the player saw the table.
                self.used[action.at()] = self.used[action.at()].saturating_add(1);
            }
        }
        self.settle(&game, true);
    }

    fn note_card(&mut self, pile: PileId, by: i8) {
        if self.game.group_of(pile).goal {
            self.goal = self.goal.wrapping_add_signed(by);
        }
    }

    fn move_unit(&mut self, card: CardId, to: PileId) {
        let from = PileId(self.home[card.at()]);
        if self.game.group_of(from).take == Take::Any {
            self.pull(card);
            let up = !self.is_hidden(card);
            self.put(card, to, up);
            return;
        }
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
        }
    }

    /// Takes a card out of its pile, wherever it lies in it.
    fn pull(&mut self, card: CardId) {
        let pile = PileId(self.home[card.at()]);
        let next = self.below[card.at()];
        let above = self.cards_down(pile).find(|c| self.below[c.at()] == card.0);
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

    /// The top card of a pile, taken off.
    fn pop(&mut self, pile: PileId) -> Option<CardId> {
        let top = self.heaps[pile.at()].top;
        if top == NONE {
            return None;
        }
        self.pull(CardId(top));
        Some(CardId(top))
    }

    /// Does steps, one after the other; nothing settles between them.
    pub(super) fn run(&mut self, game: &Game, steps: &[Step]) {
        for step in steps {
            if step
                .when
                .as_ref()
                .is_some_and(|when| !when.holds(&self.scene()))
            {
                continue;
            }
            match &step.kind {
                StepKind::Deal {
                    from,
                    to,
                    amount,
                    by,
                    up,
                } => {
                    self.deal_cards(*from, *to, amount, *by, *up);
                }
                StepKind::Turn { from, to } => {
                    for &pile in from {
                        while let Some(card) = self.pop(pile) {
                            let up = self.is_hidden(card);
                            self.put(card, *to, up);
                        }
                    }
                }
                // Cards are picked out of the pack before there is a position.
                StepKind::Pick { .. } => {}
                StepKind::Call(action) => {
                    let action = &game.actions[action.at()];
                    if action
                        .when
                        .as_ref()
                        .is_none_or(|when| when.holds(&self.scene()))
                    {
                        self.run(game, &action.steps);
                    }
                }
            }
        }
    }

    /// Deals from a pile until every pile has what it is to get, or is full, or no card is left.
    fn deal_cards(&mut self, from: PileId, to: Piles, amount: &Amount, by: By, up: bool) {
        if by == By::Pile {
            for (place, pile) in to.iter().enumerate() {
                for _ in 0..amount.of(place) {
                    self.deal_one(from, pile, up);
                }
            }
            return;
        }
        for round in 0..=u8::MAX {
            let mut dealt = false;
            for (place, pile) in to.iter().enumerate() {
                dealt |= amount.of(place) > round && self.deal_one(from, pile, up);
            }
            if !dealt {
                return;
            }
        }
    }

    /// Deals a card to a pile that has room; says whether there was one.
    fn deal_one(&mut self, from: PileId, to: PileId, up: bool) -> bool {
        if !self.has_room(to) {
            return false;
        }
        let card = self.pop(from);
        card.inspect(|&card| self.put(card, to, up)).is_some()
    }

    /// Refills what was emptied, turns up what may be lifted, and does the first thing that happens by itself,
    /// until nothing changes.
    pub(super) fn settle(&mut self, game: &Game, refill: bool) {
        let mut runs: Vec<usize> = vec![0; game.autos.len()];
        loop {
            let refilled = refill && self.refill(game);
            self.turn_up();
            let scene = self.scene();
            let ready = game.autos.iter().zip(&runs).position(|(auto, &runs)| {
                runs < game.deck.len()
                    && auto.when.as_ref().is_none_or(|when| when.holds(&scene))
                    && self.would_change(&auto.steps)
            });
            if let Some(auto) = ready {
                runs[auto] += 1;
                self.run(game, &game.autos[auto].steps);
            } else if !refilled {
                return;
            }
        }
    }

    /// Refills the piles that the command emptied, in their order, one card each.
    fn refill(&mut self, game: &Game) -> bool {
        let mut refilled = false;
        for pile in bits(self.emptied).map(PileId) {
            let fill = &game.group_of(pile).fill;
            if fill.is_empty() || self.size(pile) > 0 {
                continue;
            }
            let sources = fill.iter().flat_map(|g| game.group(*g).piles.iter());
            let mut full = sources.filter(|&p| p != pile && self.size(p) > 0);
            if let Some(source) = full.next() {
                let up = self.heaps[source.at()].top;
                let up = !self.is_hidden(CardId(up));
                if let Some(card) = self.pop(source) {
                    self.put(card, pile, up);
                    refilled = true;
                }
            }
        }
        refilled
    }

    /// The law of turning up: a card that may be lifted lies face up. Then renews what the touched piles offer.
    fn turn_up(&mut self) {
        // What is touched decides nothing where a condition says when cards may be lifted.
        for (at, group) in self.game.groups.iter().enumerate() {
            if group.available.is_some() && self.hidden != 0 {
                let piles = self.game.groups[at].piles;
                piles.iter().for_each(|p| self.touched |= 1 << p.0);
            }
        }
        for pile in bits(std::mem::take(&mut self.touched)).map(PileId) {
            self.hidden &= !self.gives(pile);
            self.renew(pile);
        }
    }

    /// The cards of a pile that a player may lift as things stand: these lie face up.
    pub(super) fn gives(&self, pile: PileId) -> Cards {
        let group = self.game.group_of(pile);
        if group.take == Take::None || !self.is_available(group, pile) {
            return 0;
        }
        match (group.take, self.heaps[pile.at()].top) {
            (_, NONE) => 0,
            (Take::Any, _) => self
                .cards_down(pile)
                .fold(0, |cards, card| cards | card.bit()),
            (_, top) => CardId(top).bit(),
        }
    }

    /// Works out anew what a pile offers.
    pub(super) fn renew(&mut self, pile: PileId) {
        let keep = self.game.group_of(pile).keep;
        let (units, singles) = self.offered(pile, keep);
        let heap = &mut self.heaps[pile.at()];
        (heap.units, heap.singles) = (units, singles);
    }

    /// What a pile offers when so many of its bottom cards stay: the lowest cards of units, and single cards.
    pub(super) fn offered(&self, pile: PileId, keep: u8) -> (Cards, Cards) {
        let heap = &self.heaps[pile.at()];
        let group = self.game.group_of(pile);
        if heap.size <= keep {
            return (0, 0);
        }
        let most = usize::from(heap.size - keep);
        let top = CardId(heap.top).bit();
        match group.take {
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
            Take::Run | Take::Full => {
                let (run, lowest) = self.run_of(pile, most);
                (if group.take == Take::Run { run } else { lowest }, top)
            }
        }
    }

    /// The longest unbroken run of face-up cards that ends with a pile's top card: all of its cards, and the
    /// lowest.
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
            let scene = Scene {
                top: Some(self.face(under)),
                this: Some(pile),
                ..self.scene()
            };
            if fits.pass(&scene, card.bit()) == 0 {
                break;
            }
            run |= under.bit();
            lowest = under.bit();
            card = under;
        }
        (run, lowest)
    }
}
