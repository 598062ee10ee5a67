//! Predicts whether steps would change anything.

use super::board_view::BoardView;
use super::sight::{Bindings, Sight};
use super::work::WorkBudget;
use crate::cards::CardId;
use crate::condition::{Condition, PileId, Reads, Ternary, all, any};
use crate::rules::{Dealing, Step, StepKind};

/// Three-valued (Kleene) AND. `second` is not evaluated if `first` is false.
fn and(first: Ternary, second: impl FnOnce() -> Ternary) -> Ternary {
    match first {
        Some(true) => second(),
        Some(false) => Some(false),
        None => all([None, second()]),
    }
}

impl<T: BoardView> Sight<'_, T> {
    /// Whether steps would move a card. If the work budget runs out, the remaining steps count as changing nothing.
    /// Until a step moves a card, the board stays as it is now, so every `when` before that step can be evaluated now.
    pub(super) fn would_change(&self, steps: &[Step], budget: &mut WorkBudget) -> Ternary {
        any(steps.iter().map(|step| {
            if !budget.spend(1) {
                return Some(false);
            }
            let will_run =
                self.holds_within_budget(Bindings::default(), step.when.as_ref(), budget);
            and(will_run, || self.moves_a_card(&step.kind, budget))
        }))
    }

    fn moves_a_card(&self, step: &StepKind, budget: &mut WorkBudget) -> Ternary {
        let view = self.view;
        let bindings = |pile: PileId| Bindings {
            this: Some(pile),
            ..Bindings::default()
        };
        match step {
            StepKind::Deal(dealing) => {
                if dealing.from.iter().all(|pile| view.is_empty(pile)) {
                    return Some(false);
                }
                let receives = |pile: PileId| dealing.amount_of(pile) > 0 && view.has_room(pile);
                if dealing.is_plain() {
                    return Some(dealing.to.iter().any(receives));
                }
                any(dealing
                    .to
                    .iter()
                    .filter(|&pile| receives(pile))
                    .map(|pile| {
                        let is_selected =
                            self.holds_within_budget(bindings(pile), dealing.only.as_ref(), budget);
                        and(is_selected, || self.has_card_for(dealing, pile, budget))
                    }))
            }
            StepKind::Turn { from, only, .. } => {
                let nonempty = from.iter().filter(|&&pile| !view.is_empty(pile));
                any(nonempty
                    .map(|&pile| self.holds_within_budget(bindings(pile), only.as_ref(), budget)))
            }
            StepKind::Pick { .. } => Some(false),
            StepKind::Shuffle(pile) => Some(view.size(*pile) > 1),
            // Reordering identical cards changes nothing, so the answer would reveal whether hidden cards are
            // identical.
            StepKind::Sink { piles, .. } if !self.sees_all() && self.hides_cards(*piles) => None,
            StepKind::Sink { piles, only, which } => any(piles.iter().map(|pile| {
                let is_selected = self.holds_within_budget(bindings(pile), only.as_ref(), budget);
                and(is_selected, || {
                    let order = self.order_after_sinking(pile, which, budget)?;
                    Some(!self.looks_the_same(pile, order))
                })
            })),
            StepKind::Close { piles, only } => {
                let (mut has_gap, mut closes_gap) = (Some(false), Some(false));
                for pile in piles.iter() {
                    let is_selected =
                        self.holds_within_budget(bindings(pile), only.as_ref(), budget);
                    if view.is_empty(pile) {
                        has_gap = any([has_gap, is_selected]);
                    } else {
                        closes_gap = any([closes_gap, all([has_gap, is_selected])]);
                    }
                }
                closes_gap
            }
            StepKind::Call(action) => {
                let called = &view.game().actions[action.index()];
                let will_run =
                    self.holds_within_budget(Bindings::default(), called.when.as_ref(), budget);
                and(will_run, || self.would_change(&called.steps, budget))
            }
        }
    }

    /// Whether an optional condition holds; a missing one does. It does not hold if too little of the work budget is
    /// left to evaluate it.
    pub(super) fn holds_within_budget(
        &self,
        bindings: Bindings,
        condition: Option<&Condition>,
        budget: &mut WorkBudget,
    ) -> Ternary {
        match condition {
            Some(condition) if budget.spend(condition.cost) => {
                match condition.facts.get(bindings.this) {
                    Some(fact) if self.sees_all() => Some(self.view.fact_holds(fact)),
                    _ => self.holds(condition, bindings),
                }
            }
            Some(_) => Some(false),
            None => Some(true),
        }
    }

    /// Whether an optional condition holds for a card that would move to a pile.
    pub(super) fn holds_for_card(
        &self,
        card: CardId,
        pile: PileId,
        condition: Option<&Condition>,
        budget: &mut WorkBudget,
    ) -> Ternary {
        let bindings = Bindings {
            card: Some(card),
            this: Some(pile),
            from: self.view.pile_of(card),
            ..Bindings::default()
        };
        self.holds_within_budget(bindings, condition, budget)
    }

    /// Whether a deal has a card for a pile.
    fn has_card_for(&self, dealing: &Dealing, pile: PileId, budget: &mut WorkBudget) -> Ternary {
        let which = dealing.which.as_ref();
        let cards = dealing
            .from
            .iter()
            .flat_map(|p| self.cards_to_test(p, which));
        any(cards.map(|card| self.holds_for_card(card, pile, which, budget)))
    }

    /// The cards of a pile for which a condition has to be evaluated, from top to bottom. If the condition does not
    /// read `card`, only the top card, which then stands for all of them.
    pub(super) fn cards_to_test(
        &self,
        pile: PileId,
        which: Option<&Condition>,
    ) -> impl Iterator<Item = CardId> {
        let ignores_card = which.is_none_or(|which| !which.predicate.reads().any(Reads::CARD));
        let max = if ignores_card { 1 } else { usize::MAX };
        self.view.cards_down(pile).take(max)
    }

    /// The cards of a pile from bottom to top after those that match a condition have moved to the bottom. Returns
    /// `None` if that depends on a hidden card.
    pub(super) fn order_after_sinking(
        &self,
        pile: PileId,
        which: &Condition,
        budget: &mut WorkBudget,
    ) -> Option<Vec<CardId>> {
        let (mut sunk, mut others) = (Vec::new(), Vec::new());
        for card in self.view.cards_down(pile) {
            let part = if self.holds_for_card(card, pile, Some(which), budget)? {
                &mut sunk
            } else {
                &mut others
            };
            part.push(card);
        }
        others.extend(sunk);
        others.reverse();
        Some(others)
    }

    /// Whether a pile would look the same with its cards in another order, given from bottom to top.
    fn looks_the_same(&self, pile: PileId, order: Vec<CardId>) -> bool {
        let appearance = |card: CardId| (self.view.face(card), self.view.is_hidden(card));
        let reordered = order.into_iter().rev().map(appearance);
        reordered.eq(self.view.cards_down(pile).map(appearance))
    }
}
