//! Runs steps, which move cards without a player choosing them.

use super::board_view::BoardView;
use super::command::Command;
use super::judge::Candidate;
use super::sight::{Bindings, Sight};
use super::trace::{Event, Watcher};
use super::work::{WorkBudget, step_cost};
use crate::cards::CardId;
use crate::condition::{Condition, PileId, PileSet, Piles};
use crate::rules::file::By;
use crate::rules::{Dealing, Divert, Step, StepKind};

impl<const WORDS: usize, const PILES: usize> Command<'_, WORDS, PILES> {
    /// Runs steps in order, within the work budget, without settling the board between them.
    pub(super) fn run(
        &mut self,
        steps: &[Step],
        budget: &mut WorkBudget,
        watcher: &mut impl Watcher,
    ) {
        for step in steps {
            if step.when.is_some() && !self.is_true(step.when.as_ref(), budget) {
                watcher.note(Event::Skipped(step), &self.view());
                if budget.is_spent() {
                    watcher.note(Event::OutOfWork, &self.view());
                    return;
                }
                continue;
            }
            if !budget.spend(step_cost(self.game, &step.kind)) {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            }
            watcher.note(Event::Begins(step), &self.view());
            match &step.kind {
                StepKind::Deal(dealing) => self.deal_cards(dealing, budget),
                StepKind::Turn { from, only, to } => {
                    self.turn_over(from, only.as_ref(), *to, budget);
                }
                // Picked cards are placed before the setup runs.
                StepKind::Pick { .. } => {}
                StepKind::Shuffle(pile) => self.shuffle(*pile),
                StepKind::Sink { piles, only, which } => {
                    let piles = self.selected_piles(*piles, only.as_ref(), budget);
                    self.sink(piles, which, budget);
                }
                StepKind::Close { piles, only } => {
                    let piles = self.selected_piles(*piles, only.as_ref(), budget);
                    self.close(piles);
                }
                StepKind::Call(action) => {
                    let game = self.game;
                    let action = &game.actions[action.index()];
                    if self.is_true(action.when.as_ref(), budget) {
                        self.run(&action.steps, budget, watcher);
                    }
                }
            }
            watcher.note(Event::Done, &self.view());
            // A condition that could not be evaluated any more counts as false.
            if budget.is_spent() {
                watcher.note(Event::OutOfWork, &self.view());
                return;
            }
        }
    }

    /// Whether an optional condition holds; a missing one does.
    pub(super) fn is_true(&self, condition: Option<&Condition>, budget: &mut WorkBudget) -> bool {
        let view = self.view();
        Sight::for_rules(&view).holds_within_budget(Bindings::default(), condition, budget)
            == Some(true)
    }

    /// Whether the `where` condition of a step selects a pile.
    fn is_selected(&self, pile: PileId, only: Option<&Condition>, budget: &mut WorkBudget) -> bool {
        let bindings = Bindings {
            this: Some(pile),
            ..Bindings::default()
        };
        Sight::for_rules(&self.view()).holds_within_budget(bindings, only, budget) == Some(true)
    }

    /// The next card that a deal has for a pile.
    fn next_card_for(
        &self,
        dealing: &Dealing,
        pile: PileId,
        budget: &mut WorkBudget,
    ) -> Option<CardId> {
        let view = self.view();
        let sight = Sight::for_rules(&view);
        let which = dealing.which.as_ref();
        let mut cards = dealing
            .from
            .iter()
            .flat_map(|p| sight.cards_to_test(p, which));
        cards.find(|&card| sight.holds_for_card(card, pile, which, budget) == Some(true))
    }

    /// The piles that the `where` condition of a step selects.
    fn selected_piles(
        &self,
        piles: Piles,
        only: Option<&Condition>,
        budget: &mut WorkBudget,
    ) -> PileSet {
        if only.is_none() {
            return piles.set();
        }
        piles
            .set()
            .filter(|pile| self.is_selected(pile, only, budget))
    }

    /// Deals until every pile has got its number of cards or is full, or no cards are left.
    fn deal_cards(&mut self, dealing: &Dealing, budget: &mut WorkBudget) {
        if dealing.is_plain() && dealing.to.count == 1 {
            let to = dealing.to.first;
            let mut remaining = dealing.amount_of(to);
            for from in dealing.from.iter() {
                remaining -= self.deal_from_top(from, to, remaining, |_| dealing.face_up);
            }
            return;
        }
        let piles = self.selected_piles(dealing.to, dealing.only.as_ref(), budget);
        if dealing.by == By::Pile {
            for pile in piles.iter() {
                for _ in 0..dealing.amount_of(pile) {
                    self.deal_one(dealing, pile, budget);
                }
            }
            return;
        }
        for round in 0..=u8::MAX {
            let mut dealt = false;
            for pile in piles.iter() {
                dealt |= dealing.amount_of(pile) > round && self.deal_one(dealing, pile, budget);
            }
            if !dealt {
                return;
            }
        }
    }

    /// Deals one card to a pile, if it has room. Returns whether it did; a diverted card counts only if the pile goes
    /// without.
    fn deal_one(&mut self, dealing: &Dealing, pile: PileId, budget: &mut WorkBudget) -> bool {
        if dealing.is_plain() {
            let mut sources = dealing.from.iter();
            return sources.any(|from| self.deal_from_top(from, pile, 1, |_| dealing.face_up) > 0);
        }
        while self.view().has_room(pile) {
            let Some(card) = self.next_card_for(dealing, pile, budget) else {
                return false;
            };
            let diverted = dealing.divert.as_ref();
            let diverted =
                diverted.and_then(|d| Some((self.divert_target(d, card, pile, budget)?, d)));
            self.take_out(card);
            if let Some((elsewhere, divert)) = diverted {
                self.put(card, elsewhere, divert.face_up);
                if divert.skip {
                    return true;
                }
                continue;
            }
            if dealing.under {
                self.put_under(card, pile, dealing.face_up);
            } else {
                self.put(card, pile, dealing.face_up);
            }
            return true;
        }
        false
    }

    /// Where a card goes instead of a pile that it would be dealt to. Returns `None` if it is not diverted.
    fn divert_target(
        &self,
        divert: &Divert,
        card: CardId,
        pile: PileId,
        budget: &mut WorkBudget,
    ) -> Option<PileId> {
        let view = self.view();
        let from = self.board.expect_pile_of(card);
        let sight = Sight::for_rules(&view);
        if sight.holds_for_card(card, pile, divert.which.as_ref(), budget) != Some(true) {
            return None;
        }
        if !self.game.group_of(divert.to.first).judges_diverted_cards() {
            return self.first_with_room(divert.to);
        }
        let mut targets = divert.to.iter();
        targets.find(|&to| Candidate { card, from, to }.is_accepted_alone(&view, budget))
    }

    /// The first empty pile, else the first pile with room.
    fn first_with_room(&self, piles: Piles) -> Option<PileId> {
        let empty = piles.iter().find(|&p| self.board.size(p) == 0);
        empty.or_else(|| piles.iter().find(|&p| self.view().has_room(p)))
    }

    fn turn_over(
        &mut self,
        from: &[PileId],
        only: Option<&Condition>,
        to: PileId,
        budget: &mut WorkBudget,
    ) {
        let piles = from.iter().copied();
        let selected: PileSet = piles
            .filter(|&p| self.is_selected(p, only, budget))
            .collect();
        for pile in from.iter().copied().filter(|&p| selected.contains(p)) {
            self.deal_from_top(pile, to, u8::MAX, |was_hidden| was_hidden);
        }
    }

    /// Reorders the cards of a pile; the new order is given from bottom to top.
    fn reorder(&mut self, pile: PileId, cards: impl IntoIterator<Item = CardId>) {
        self.board.reorder(pile, cards);
        self.changed.insert(pile);
    }

    fn shuffle(&mut self, pile: PileId) {
        let mut cards: Vec<CardId> = self.view().cards_down(pile).collect();
        self.rng.shuffle(&mut cards);
        self.reorder(pile, cards.into_iter().rev());
    }

    /// Moves matching cards to the bottom of their pile. All cards are tested before the first one moves.
    fn sink(&mut self, piles: PileSet, which: &Condition, budget: &mut WorkBudget) {
        let view = self.view();
        let sight = Sight::for_rules(&view);
        let orders = piles.iter().filter_map(|pile| {
            let order = sight.order_after_sinking(pile, which, budget)?;
            Some((pile, order))
        });
        for (pile, order) in orders.collect::<Vec<_>>() {
            self.reorder(pile, order);
        }
    }

    /// Closes the gaps between piles: moves the piles forward so that the empty ones come last.
    fn close(&mut self, piles: PileSet) {
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
        self.changed |= free.collect::<PileSet>();
    }
}
