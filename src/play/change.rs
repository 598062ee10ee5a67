//! Predicts whether steps would change anything.

use super::board_view::BoardView;
use super::sight::{Bindings, Sight};
use super::work::Work;
use crate::cards::CardId;
use crate::condition::{Condition, Known, PileId, Reads, all, any};
use crate::rules::{Dealing, Step, StepKind};

/// Logical and of two values that may be unknown. `second` is not evaluated if `first` is false.
fn and(first: Known, second: impl FnOnce() -> Known) -> Known {
    match first {
        Some(true) => second(),
        Some(false) => Some(false),
        None => all([None, second()]),
    }
}

impl<T: BoardView> Sight<'_, T> {
    /// Whether steps would move a card. Running out of work counts as no change. Until a step moves a card the board
    /// stays as it is now, so every `when` before that step can be evaluated now.
    pub(super) fn would_change(&self, steps: &[Step], work: &mut Work) -> Known {
        any(steps.iter().map(|step| {
            if !work.spend(1) {
                return Some(false);
            }
            let is_run = self.holds_within(Bindings::default(), step.when.as_ref(), work);
            and(is_run, || self.moves_a_card(&step.kind, work))
        }))
    }

    fn moves_a_card(&self, step: &StepKind, work: &mut Work) -> Known {
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
                let takes = |pile: PileId| dealing.amount_of(pile) > 0 && view.has_room(pile);
                if dealing.is_plain() {
                    return Some(dealing.to.iter().any(takes));
                }
                any(dealing.to.iter().filter(|&pile| takes(pile)).map(|pile| {
                    let is_selected =
                        self.holds_within(bindings(pile), dealing.only.as_ref(), work);
                    and(is_selected, || self.has_card_for(dealing, pile, work))
                }))
            }
            StepKind::Turn { from, only, .. } => {
                let filled = from.iter().filter(|&&pile| !view.is_empty(pile));
                any(filled.map(|&pile| self.holds_within(bindings(pile), only.as_ref(), work)))
            }
            StepKind::Pick { .. } => Some(false),
            StepKind::Shuffle(pile) => Some(view.size(*pile) > 1),
            // Reordering equal cards changes nothing, so the answer would reveal whether hidden cards are equal.
            StepKind::Rotate(piles) | StepKind::Sink(piles, _)
                if !self.sees_all() && self.hides_cards(*piles) =>
            {
                None
            }
            StepKind::Rotate(piles) => Some(piles.iter().any(|pile| !self.is_uniform(pile))),
            StepKind::Sink(piles, which) => Some(piles.iter().any(|pile| {
                let cards = self.mark_sinking(pile, which, work);
                !cards.is_sorted_by_key(|&(_, stays)| stays)
            })),
            StepKind::Close(piles) => {
                let mut sizes = piles.iter().map(|pile| view.size(pile));
                Some(sizes.any(|size| size == 0) && sizes.any(|size| size > 0))
            }
            StepKind::Call(action) => {
                let called = &view.game().actions[action.index()];
                let is_run = self.holds_within(Bindings::default(), called.when.as_ref(), work);
                and(is_run, || self.would_change(&called.steps, work))
            }
        }
    }

    /// Whether an optional condition holds; a missing one does. It does not hold if there is not enough work left to
    /// evaluate it.
    pub(super) fn holds_within(
        &self,
        bindings: Bindings,
        condition: Option<&Condition>,
        work: &mut Work,
    ) -> Known {
        match condition {
            Some(condition) if work.spend(condition.cost) => {
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
        work: &mut Work,
    ) -> Known {
        let bindings = Bindings {
            card: Some(card),
            this: Some(pile),
            from: self.view.pile_of(card),
            ..Bindings::default()
        };
        self.holds_within(bindings, condition, work)
    }

    /// Whether a deal has a card for a pile.
    fn has_card_for(&self, dealing: &Dealing, pile: PileId, work: &mut Work) -> Known {
        let which = dealing.which.as_ref();
        let cards = dealing
            .from
            .iter()
            .flat_map(|p| self.cards_to_test(p, which));
        any(cards.map(|card| self.holds_for_card(card, pile, which, work)))
    }

    /// The cards of a pile to evaluate a condition for, from top to bottom. If it does not read the card, the top card
    /// stands for all.
    pub(super) fn cards_to_test(
        &self,
        pile: PileId,
        which: Option<&Condition>,
    ) -> impl Iterator<Item = CardId> {
        let ignores_card = which.is_none_or(|which| !which.reads.any(Reads::CARD));
        let max = if ignores_card { 1 } else { usize::MAX };
        self.view.cards_down(pile).take(max)
    }

    /// The cards of a pile from bottom to top, each with `true` if it stays and `false` if it sinks.
    pub(super) fn mark_sinking(
        &self,
        pile: PileId,
        which: &Condition,
        work: &mut Work,
    ) -> Vec<(CardId, bool)> {
        let mut cards: Vec<CardId> = self.view.cards_down(pile).collect();
        cards.reverse();
        let mut sinks = |card| self.holds_for_card(card, pile, Some(which), work) == Some(true);
        cards.into_iter().map(|card| (card, !sinks(card))).collect()
    }

    /// Whether all cards of a pile look the same, so that their order does not matter.
    fn is_uniform(&self, pile: PileId) -> bool {
        let appearance = |card: CardId| (self.view.face(card), self.view.is_hidden(card));
        let mut appearances = self.view.cards_down(pile).map(appearance);
        let first = appearances.next();
        appearances.all(|other| Some(other) == first)
    }
}
