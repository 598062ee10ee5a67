//! Runs steps, which move cards without a player choosing them.

use super::board::GameBoard;
use super::board_view::BoardView;
use super::command::Command;
use super::judge::Candidate;
use super::sight::{Bindings, Sight};
use super::watch::{Event, Watcher};
use crate::cards::CardId;
use crate::condition::{Condition, PileId, PileSet, Piles};
use crate::rules::{Divert, Step, Verb};
use crate::work::{Kind, spend};

impl<const WORDS: usize, const PILES: usize> Command<'_, WORDS, PILES> {
    /// Runs steps in order, without settling the board between them.
    pub(super) fn run(&mut self, steps: &[Step], watcher: &mut impl Watcher) {
        for step in steps {
            if step.when.is_some() && !self.is_true(step.when.as_ref()) {
                watcher.note(Event::Skipped(step), &self.view());
                if !self.window.is_open() {
                    watcher.note(Event::OutOfWork, &self.view());
                    return;
                }
                continue;
            }
            spend(Kind::Step, 1);
            if !self.window.is_open() {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            }
            watcher.note(Event::Begins(step), &self.view());
            match step.verb {
                Verb::Deal => self.deal_cards(step),
                Verb::Turn => self.turn_over(step),
                // Picked cards are placed before the setup runs.
                Verb::Pick => {}
                Verb::Shuffle => self.shuffle(step.from.first),
                Verb::Sink | Verb::Exchange => self.rearrange(step),
                Verb::Invert => self.invert(step),
                Verb::Close => self.close(step),
                Verb::Call => {
                    let game = self.game;
                    let called = step.action.map(|action| &game.actions[action.index()]);
                    if let Some(action) = called
                        && self.is_true(action.when.as_ref())
                    {
                        self.run(&action.steps, watcher);
                    }
                }
            }
            watcher.note(Event::Done, &self.view());
            if !self.window.is_open() {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            }
        }
    }

    /// What the rules see, within the work of this command.
    fn sight<'v>(
        &self,
        view: &'v GameBoard<'v, WORDS, PILES>,
    ) -> Sight<'v, GameBoard<'v, WORDS, PILES>> {
        Sight::for_rules(view).within(self.window)
    }

    /// Whether an optional condition holds; a missing one does.
    pub(super) fn is_true(&self, condition: Option<&Condition>) -> bool {
        let view = self.view();
        self.sight(&view).allows(Bindings::default(), condition) == Some(true)
    }

    /// The piles that the `where` of a step selects.
    fn selected_piles(&self, step: &Step) -> PileSet {
        let piles = step.choices().set();
        if step.only.is_none() {
            return piles;
        }
        let view = self.view();
        let sight = self.sight(&view);
        piles.filter(|pile| {
            let only = step.only.as_ref();
            sight.allows(Bindings::of_pile(pile), only) == Some(true)
        })
    }

    /// Deals until every pile has got its number of cards or is full, or no cards are left.
    fn deal_cards(&mut self, deal: &Step) {
        if deal.to.count == 1 && deal.only.is_none() {
            let to = deal.to.first;
            self.deal_to(deal, to, deal.amount_of(to));
            return;
        }
        let piles = self.selected_piles(deal);
        if deal.may_deal_by_pile() {
            piles.each(|pile| {
                self.deal_to(deal, pile, deal.amount_of(pile));
            });
            return;
        }
        for round in 0..=u8::MAX {
            let mut dealt = false;
            piles.each(|pile| {
                dealt |= deal.amount_of(pile) > round && self.deal_to(deal, pile, 1);
            });
            if !dealt {
                return;
            }
        }
    }

    /// Deals up to `amount` cards to a pile, as many as it has room for. Returns whether any were dealt.
    #[inline]
    fn deal_to(&mut self, deal: &Step, pile: PileId, amount: u8) -> bool {
        let mut remaining = amount;
        let mut deal_from = |command: &mut Self, from: PileId| {
            if command.board.size(from) == 0 {
                return;
            }
            remaining -= if deal.under {
                command.deal_under(from, pile, remaining, deal.face_up)
            } else {
                command.deal_from_top(from, pile, remaining, |_| deal.face_up)
            };
        };
        match &deal.which {
            _ if deal.divert.is_some() => return self.deal_judged(deal, pile, amount),
            None => deal.from.iter().for_each(|from| deal_from(self, from)),
            Some(which) => match which.facts.origins(pile) {
                Some(origins) => origins.iter().for_each(|from| deal_from(self, *from)),
                None => return self.deal_judged(deal, pile, amount),
            },
        }
        remaining < amount
    }

    /// Like [`Command::deal_to`], for a deal whose cards must be judged one by one: by a condition, or because they may be
    /// diverted.
    fn deal_judged(&mut self, deal: &Step, pile: PileId, amount: u8) -> bool {
        let mut dealt = false;
        for _ in 0..amount {
            if !self.deal_one(deal, pile) {
                break;
            }
            dealt = true;
        }
        dealt
    }

    /// Deals one card that a condition selects, or that may be diverted, to a pile, if it has room. Returns whether it
    /// did; a diverted card counts only if the pile goes without.
    fn deal_one(&mut self, deal: &Step, pile: PileId) -> bool {
        while self.view().has_room(pile) {
            let view = self.view();
            let next = self.sight(&view).next_card_for(deal, pile);
            let Some(card) = next else {
                return false;
            };
            let diverted = deal.divert.as_ref();
            let diverted = diverted.and_then(|d| Some((self.divert_target(d, card, pile)?, d)));
            self.take_out(card);
            if let Some((elsewhere, divert)) = diverted {
                self.put(card, elsewhere, divert.face_up);
                if divert.skip {
                    return true;
                }
                continue;
            }
            if deal.under {
                self.put_under(card, pile, deal.face_up);
            } else {
                self.put(card, pile, deal.face_up);
            }
            return true;
        }
        false
    }

    /// Where a card goes instead of a pile that it would be dealt to. Returns `None` if it is not diverted.
    fn divert_target(&self, divert: &Divert, card: CardId, pile: PileId) -> Option<PileId> {
        let view = self.view();
        let from = self.board.expect_pile_of(card);
        let sight = self.sight(&view);
        if sight.holds_for_card(card, pile, divert.which.as_ref()) != Some(true) {
            return None;
        }
        if !self.game.group_of(divert.to.first).judges_diverted_cards() {
            return self.first_with_room(divert.to);
        }
        let mut targets = divert.to.iter();
        targets.find(|&to| Candidate { card, from, to }.is_accepted_alone(&view))
    }

    /// The first empty pile, else the first pile with room.
    fn first_with_room(&self, piles: Piles) -> Option<PileId> {
        let empty = piles.iter().find(|&p| self.board.size(p) == 0);
        empty.or_else(|| piles.iter().find(|&p| self.view().has_room(p)))
    }

    fn turn_over(&mut self, step: &Step) {
        let selected = self.selected_piles(step);
        let mut piles = step.from.iter();
        let mut next = || {
            if step.is_reversed {
                piles.next_back()
            } else {
                piles.next()
            }
        };
        while let Some(pile) = next() {
            if selected.contains(pile) {
                self.deal_from_top(pile, step.to.first, u8::MAX, |was_hidden| was_hidden);
            }
        }
    }

    /// Reorders the cards of a pile; the new order is given from bottom to top.
    fn reorder(&mut self, pile: PileId, cards: impl IntoIterator<Item = CardId>) {
        self.hash_changed(pile, |command| command.board.reorder(pile, cards));
        self.cache.stale.insert(pile);
    }

    fn shuffle(&mut self, pile: PileId) {
        let mut cards: Vec<CardId> = self.view().cards_down(pile).collect();
        self.rng.shuffle(&mut cards);
        self.reorder(pile, cards.into_iter().rev());
    }

    /// Sinks or exchanges cards. All cards are tested before the first one moves.
    fn rearrange(&mut self, step: &Step) {
        let piles = self.selected_piles(step);
        let view = self.view();
        let sight = self.sight(&view);
        let orders = piles
            .iter()
            .filter_map(|pile| Some((pile, sight.order_after(step, pile)?)));
        for (pile, order) in orders.collect::<Vec<_>>() {
            self.reorder(pile, order);
        }
    }

    /// Turns piles over where they lie. The cards of the stock stay face down.
    fn invert(&mut self, step: &Step) {
        for pile in self.selected_piles(step).iter() {
            let cards: Vec<CardId> = self.view().cards_down(pile).collect();
            self.hash_changed(pile, |command| {
                for &card in &cards {
                    let was_hidden = command.board.hidden().contains(card);
                    let face_up = was_hidden && pile != command.game.stock;
                    command.board.turn(card, face_up);
                }
                command.board.reorder(pile, cards);
            });
            self.cache.stale.insert(pile);
        }
    }

    /// Closes the gaps between piles: moves the piles forward so that the empty ones come last.
    fn close(&mut self, step: &Step) {
        let piles = self.selected_piles(step);
        let mut free = piles.iter();
        for from in piles.iter() {
            if self.board.size(from) > 0
                && let Some(to) = free.next()
                && to != from
            {
                self.move_pile(from, to);
            }
        }
        // The remaining piles were emptied, or were empty before.
        self.cache.stale |= free.collect();
    }
}
