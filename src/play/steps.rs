//! Doing steps: what moves cards that nobody moves one by one.

use super::position::Position;
use super::work::Work;
use crate::cards::CardId;
use crate::condition::{Condition, PileId, PileSet, Piles, Scene, View};
use crate::rules::file::By;
use crate::rules::{Dealing, Game, Step, StepKind};

impl Position {
    /// Does steps, one after the other, as far as the work goes; nothing settles between them.
    pub(super) fn run(&mut self, game: &Game, steps: &[Step], work: &mut Work) {
        for step in steps {
            if !self.is_true(step.when.as_ref(), work) {
                continue;
            }
            if !work.spend(self.price_of_step(&step.kind)) {
                return;
            }
            match &step.kind {
                StepKind::Deal(dealing) => self.deal_cards(dealing, work),
                StepKind::Turn { from, only, to } => {
                    self.turn_over(from, only.as_ref(), *to, work);
                }
                // Cards are picked out of the pack before there is a position.
                StepKind::Pick { .. } => {}
                StepKind::Shuffle(pile) => self.shuffle(*pile),
                StepKind::Rotate(piles) => {
                    for pile in piles.iter() {
                        self.rotate(pile);
                    }
                }
                StepKind::Sink(piles, which) => {
                    for pile in piles.iter() {
                        self.sink(pile, which, work);
                    }
                }
                StepKind::Close(piles) => self.close(*piles),
                StepKind::Call(action) => {
                    let action = &game.actions[action.at()];
                    if self.is_true(action.when.as_ref(), work) {
                        self.run(game, &action.steps, work);
                    }
                }
            }
        }
    }

    /// Whether steps would move a card. Until one does, the table is as it is now, so that every `when` before it
    /// can be judged now.
    pub(super) fn would_change(&self, steps: &[Step], work: &mut Work) -> bool {
        steps.iter().any(|step| {
            work.spend(1)
                && self.is_true(step.when.as_ref(), work)
                && self.moves_a_card(&step.kind, work)
        })
    }

    pub(super) fn moves_a_card(&self, step: &StepKind, work: &mut Work) -> bool {
        match step {
            StepKind::Deal(dealing) if dealing.is_plain() => {
                let has_cards = |p: PileId| self.piles[p.at()].top.is_some();
                let takes = |p| dealing.amount_of(p) > 0 && self.has_room(p);
                dealing.from.iter().any(has_cards) && dealing.to.iter().any(takes)
            }
            StepKind::Deal(dealing) => self
                .served(dealing.to, dealing.only.as_ref(), work)
                .iter()
                .any(|pile| {
                    dealing.amount_of(pile) > 0
                        && self.has_room(pile)
                        && self.next_for(dealing, pile, work).is_some()
                }),
            StepKind::Turn { from, only, .. } => from
                .iter()
                .any(|&p| self.size(p) > 0 && self.is_served(p, only.as_ref(), work)),
            StepKind::Pick { .. } => false,
            StepKind::Shuffle(pile) => self.size(*pile) > 1,
            StepKind::Rotate(piles) => piles.iter().any(|p| !self.is_uniform(p)),
            StepKind::Sink(piles, which) => piles.iter().any(|pile| {
                !self
                    .sunk(pile, which, work)
                    .is_sorted_by_key(|&(_, stays)| stays)
            }),
            StepKind::Close(piles) => {
                let mut sizes = piles.iter().map(|p| self.size(p));
                sizes.any(|size| size == 0) && sizes.any(|size| size > 0)
            }
            StepKind::Call(action) => {
                let called = &self.game.actions[action.at()];
                self.is_true(called.when.as_ref(), work) && self.would_change(&called.steps, work)
            }
        }
    }

    /// Whether a condition holds that may be missing. What there is no work left to ask does not hold.
    pub(super) fn is_true(&self, condition: Option<&Condition>, work: &mut Work) -> bool {
        condition
            .is_none_or(|condition| work.spend(condition.cost) && condition.holds(&self.scene()))
    }

    /// Whether a step that says where has to do with a pile.
    fn is_served(&self, pile: PileId, only: Option<&Condition>, work: &mut Work) -> bool {
        only.is_none_or(|only| {
            let scene = Scene {
                this: Some(pile),
                ..self.scene()
            };
            work.spend(only.cost) && only.holds(&scene)
        })
    }

    /// The set of those piles that a step has to do with.
    fn served(&self, piles: Piles, only: Option<&Condition>, work: &mut Work) -> PileSet {
        if only.is_none() {
            return piles.set();
        }
        piles.set().filter(|pile| self.is_served(pile, only, work))
    }

    /// Deals until every pile has what it is to get, or is full, or no card is left.
    fn deal_cards(&mut self, dealing: &Dealing, work: &mut Work) {
        let piles = self.served(dealing.to, dealing.only.as_ref(), work);
        if dealing.by == By::Pile {
            for pile in piles.iter() {
                for _ in 0..dealing.amount_of(pile) {
                    self.deal_one(dealing, pile, work);
                }
            }
            return;
        }
        for round in 0..=u8::MAX {
            let mut dealt = false;
            for pile in piles.iter() {
                dealt |= dealing.amount_of(pile) > round && self.deal_one(dealing, pile, work);
            }
            if !dealt {
                return;
            }
        }
    }

    /// Deals a card to a pile that has room; says whether there was one. Cards that are diverted on the way do not
    /// count.
    fn deal_one(&mut self, dealing: &Dealing, pile: PileId, work: &mut Work) -> bool {
        if dealing.is_plain() && self.has_room(pile) {
            let mut cards = dealing.from.iter().map(|from| self.pop(from));
            let card = cards.find_map(|card| card);
            return card
                .inspect(|&card| self.put(card, pile, dealing.up))
                .is_some();
        }
        while self.has_room(pile) {
            let Some(card) = self.next_for(dealing, pile, work) else {
                return false;
            };
            let diverted = dealing.divert.as_ref();
            let diverted = diverted.filter(|d| self.holds_of(&d.which, card, pile, work));
            let diverted = diverted.and_then(|d| Some((self.first_with_room(d.to)?, d.up)));
            self.pull(card);
            if let Some((elsewhere, up)) = diverted {
                self.put(card, elsewhere, up);
                continue;
            }
            if dealing.under {
                self.put_under(card, pile, dealing.up);
            } else {
                self.put(card, pile, dealing.up);
            }
            return true;
        }
        false
    }

    /// The next card that a deal brings to a pile.
    fn next_for(&self, dealing: &Dealing, pile: PileId, work: &mut Work) -> Option<CardId> {
        let Some(which) = &dealing.which else {
            let mut sources = dealing.from.iter();
            return sources.find_map(|p| self.piles[p.at()].top);
        };
        let mut cards = dealing.from.iter().flat_map(|p| self.cards_down(p));
        cards.find(|&card| self.holds_of(which, card, pile, work))
    }

    /// Whether a condition holds of a card that would go to a pile.
    fn holds_of(&self, condition: &Condition, card: CardId, pile: PileId, work: &mut Work) -> bool {
        let scene = Scene {
            card: Some(self.face(card)),
            from: self.pile_of[card.at()],
            this: Some(pile),
            ..self.scene()
        };
        work.spend(condition.cost) && condition.holds(&scene)
    }

    /// The first empty one of some piles, else the first that has room.
    fn first_with_room(&self, piles: Piles) -> Option<PileId> {
        let empty = piles.iter().find(|&p| self.size(p) == 0);
        empty.or_else(|| piles.iter().find(|&p| self.has_room(p)))
    }

    fn turn_over(
        &mut self,
        from: &[PileId],
        only: Option<&Condition>,
        to: PileId,
        work: &mut Work,
    ) {
        let piles = from.iter().copied();
        let served: PileSet = piles.filter(|&p| self.is_served(p, only, work)).collect();
        for pile in from.iter().copied().filter(|&p| served.contains(p)) {
            while let Some(card) = self.pop(pile) {
                let up = self.is_hidden(card);
                self.put(card, to, up);
            }
        }
    }

    /// Lays the cards of a pile in another order, from the bottom to the top.
    fn lay(&mut self, pile: PileId, cards: impl IntoIterator<Item = CardId>) {
        let mut under = None;
        for card in cards {
            self.below[card.at()] = under;
            under = Some(card);
        }
        self.piles[pile.at()].top = under;
        self.touched.insert(pile);
    }

    fn shuffle(&mut self, pile: PileId) {
        let mut cards: Vec<CardId> = self.cards_down(pile).collect();
        self.stream.shuffle(&mut cards);
        self.lay(pile, cards.into_iter().rev());
    }

    fn rotate(&mut self, pile: PileId) {
        let mut cards = self.cards(pile);
        if !cards.is_empty() {
            cards.rotate_left(1);
        }
        self.lay(pile, cards);
    }

    fn sink(&mut self, pile: PileId, which: &Condition, work: &mut Work) {
        let mut cards = self.sunk(pile, which, work);
        cards.sort_by_key(|&(_, stays)| stays);
        self.lay(pile, cards.into_iter().map(|(card, _)| card));
    }

    /// The cards of a pile from its bottom to its top, each with whether it is none of those that sink.
    fn sunk(&self, pile: PileId, which: &Condition, work: &mut Work) -> Vec<(CardId, bool)> {
        let mut stays = |card: &CardId| !self.holds_of(which, *card, pile, work);
        let cards = self.cards(pile).into_iter();
        cards.map(|card| (card, stays(&card))).collect()
    }

    /// Whether a pile looks the same in any order.
    fn is_uniform(&self, pile: PileId) -> bool {
        let mut cards = self.cards_down(pile);
        let first = cards.next();
        first.is_none_or(|first| {
            cards.all(|c| {
                self.face(c) == self.face(first) && self.is_hidden(c) == self.is_hidden(first)
            })
        })
    }

    /// Moves the piles of a group up, so that the empty ones come last; each as it lies.
    fn close(&mut self, piles: Piles) {
        let mut free = piles.iter();
        for from in piles.iter() {
            let Some(lowest) = self.cards_down(from).last() else {
                continue;
            };
            let to = free.next().expect("there are as many places as piles");
            if to != from {
                self.move_chain(lowest, to);
            }
        }
    }
}
