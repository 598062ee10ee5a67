//! Predicts whether steps would change anything.

use super::board_view::BoardView;
use super::sight::{Bindings, Sight};
use crate::cards::CardId;
use crate::condition::{Condition, PileId, Reads, Ternary, all, any};
use crate::rules::{Step, Verb};
use crate::work::{Kind, spend};

/// Three-valued (Kleene) AND. `second` is not evaluated if `first` is false.
fn and(first: Ternary, second: impl FnOnce() -> Ternary) -> Ternary {
    match first {
        Some(true) => second(),
        Some(false) => Some(false),
        None => all([None, second()]),
    }
}

impl<T: BoardView> Sight<'_, T> {
    /// Whether steps would move a card. Once the window is closed, the remaining steps count as changing nothing.
    /// Until a step moves a card, the board stays as it is now, so every `when` before that step can be evaluated now.
    pub(super) fn would_change(&self, steps: &[Step]) -> Ternary {
        any(steps.iter().map(|step| {
            spend(Kind::Step, 1);
            if !self.window.is_open() {
                return Some(false);
            }
            let will_run = self.allows(Bindings::default(), step.when.as_ref());
            and(will_run, || self.moves_a_card(step))
        }))
    }

    fn moves_a_card(&self, step: &Step) -> Ternary {
        let view = self.view;
        let is_selected = |pile: PileId| self.allows(Bindings::of_pile(pile), step.only.as_ref());
        match step.verb {
            Verb::Deal => {
                if step.from.iter().all(|pile| view.is_empty(pile)) {
                    return Some(false);
                }
                let receives = |pile: PileId| step.amount_of(pile) > 0 && view.has_room(pile);
                if step.is_plain_deal() {
                    return Some(step.to.iter().any(receives));
                }
                any(step
                    .to
                    .iter()
                    .filter(|&pile| receives(pile))
                    .map(|pile| and(is_selected(pile), || self.has_card_for(step, pile))))
            }
            Verb::Turn | Verb::Invert => {
                let nonempty = step.from.iter().filter(|&pile| !view.is_empty(pile));
                any(nonempty.map(is_selected))
            }
            Verb::Pick => Some(false),
            Verb::Shuffle => Some(view.size(step.from.first) > 1),
            // Reordering identical cards changes nothing, so the answer would reveal whether hidden cards are
            // identical.
            Verb::Sink | Verb::Exchange if !self.sees_all() && self.hides_cards(step.from) => None,
            Verb::Sink | Verb::Exchange => any(step.from.iter().map(|pile| {
                and(is_selected(pile), || {
                    let order = self.order_after(step, pile)?;
                    Some(!self.looks_the_same(pile, order))
                })
            })),
            Verb::Close => {
                let mut has_gap = Some(false);
                any(step.from.iter().map(|pile| {
                    let is_selected = is_selected(pile);
                    if view.is_empty(pile) {
                        has_gap = any([has_gap, is_selected]);
                        return Some(false);
                    }
                    all([has_gap, is_selected])
                }))
            }
            Verb::Call => any(step.action.iter().map(|action| {
                let called = &view.game().actions[action.index()];
                let will_run = self.allows(Bindings::default(), called.when.as_ref());
                and(will_run, || self.would_change(&called.steps))
            })),
        }
    }

    /// Whether an optional condition holds; a missing one does. It does not count as holding if the window is closed
    /// when that is found out.
    #[inline]
    pub(super) fn allows(&self, bindings: Bindings, condition: Option<&Condition>) -> Ternary {
        match condition {
            Some(condition) => {
                let holds = self.evaluate_fast(bindings, condition);
                if self.window.is_open() {
                    holds
                } else {
                    Some(false)
                }
            }
            None => Some(true),
        }
    }

    /// Whether a condition holds, by its facts and tables if it has any.
    fn evaluate_fast(&self, bindings: Bindings, condition: &Condition) -> Ternary {
        if !self.sees_all() {
            return self.holds(condition, bindings);
        }
        if let Some(fact) = condition.facts.get(bindings.this) {
            return Some(self.facts.holds(fact));
        }
        if let (Some(card), Some(this)) = (bindings.card, bindings.this)
            && let Some(cards) = condition.facts.cards(this, self.view.base())
        {
            return Some(cards.contains(card));
        }
        self.holds(condition, bindings)
    }

    /// Whether an optional condition holds for a card that would move to a pile.
    pub(super) fn holds_for_card(
        &self,
        card: CardId,
        pile: PileId,
        condition: Option<&Condition>,
    ) -> Ternary {
        let bindings = Bindings {
            card: Some(card),
            this: Some(pile),
            from: self.view.pile_of(card),
            ..Bindings::default()
        };
        self.allows(bindings, condition)
    }

    /// The next card that a deal has for a pile, if everything is seen.
    pub(super) fn next_card_for(&self, deal: &Step, pile: PileId) -> Option<CardId> {
        let Some(which) = &deal.which else {
            return deal.from.iter().find_map(|from| self.view.top_card(from));
        };
        let facts = &which.facts;
        if let Some(origins) = facts.origins(pile) {
            return origins.iter().find_map(|from| self.view.top_card(*from));
        }
        if let Some(origins) = facts.by_origin(pile) {
            return origins.iter().find_map(|(from, fact)| {
                let top = self.view.top_card(*from)?;
                self.facts.holds(*fact).then_some(top)
            });
        }
        let cards = |from| self.cards_to_test(from, Some(which));
        let mut cards = deal.from.iter().flat_map(cards);
        match facts.cards(pile, self.view.base()) {
            Some(selected) => {
                spend(Kind::Step, 1);
                cards.find(|&card| selected.contains(card))
            }
            None => cards.find(|&card| self.holds_for_card(card, pile, Some(which)) == Some(true)),
        }
    }

    /// Whether a deal has a card for a pile.
    fn has_card_for(&self, deal: &Step, pile: PileId) -> Ternary {
        if self.sees_all() {
            return Some(self.next_card_for(deal, pile).is_some());
        }
        let which = deal.which.as_ref();
        let cards = deal.from.iter().flat_map(|p| self.cards_to_test(p, which));
        any(cards.map(|card| self.holds_for_card(card, pile, which)))
    }

    /// The cards of a pile that a condition has to be evaluated for, from top to bottom. If the condition does not read
    /// `card`, only the top card, which then stands for all of them.
    fn cards_to_test(
        &self,
        pile: PileId,
        which: Option<&Condition>,
    ) -> impl Iterator<Item = CardId> {
        let ignores_card = which.is_none_or(|which| !which.predicate.reads().any(Reads::CARD));
        let max = if ignores_card { 1 } else { usize::MAX };
        self.view.cards_down(pile).take(max)
    }

    /// The cards of a pile from bottom to top after a step that sinks or exchanges those that its `which` selects.
    /// Returns `None` if that depends on a hidden card.
    pub(super) fn order_after(&self, step: &Step, pile: PileId) -> Option<Vec<CardId>> {
        let mut cards = Vec::new();
        for card in self.view.cards_down(pile) {
            let is_selected = self.holds_for_card(card, pile, step.which.as_ref())?;
            cards.push((card, is_selected));
        }
        cards.reverse();
        if step.verb == Verb::Sink {
            cards.sort_by_key(|&(_, is_selected)| !is_selected);
        } else {
            let mut lowest = 0;
            for index in 0..cards.len() {
                while lowest < index && cards[lowest].1 {
                    lowest += 1;
                }
                if cards[index].1 {
                    cards.swap(lowest, index);
                }
            }
        }
        Some(cards.into_iter().map(|(card, _)| card).collect())
    }

    /// Whether a pile would look the same with its cards in another order, given from bottom to top.
    fn looks_the_same(&self, pile: PileId, order: Vec<CardId>) -> bool {
        let appearance = |card: CardId| (self.view.face(card), self.view.is_hidden(card));
        let reordered = order.into_iter().rev().map(appearance);
        reordered.eq(self.view.cards_down(pile).map(appearance))
    }
}
