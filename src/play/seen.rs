//! What a player sees of a position. Every answer to a player is made of this, and of nothing else.

use std::cell::Cell;

use super::position::Position;
use super::work::Work;
use crate::cards::{Card, CardId, CardSet, Order, Rank};
use crate::condition::{
    Condition, Counter, PileId, Piles, Place, Reads, Scene, Test, TestKind, View,
};
use crate::rules::file::Take;
use crate::rules::{Dealing, Step, StepKind};

/// A position as a player sees it: how many cards lie in each pile, the faces of those that lie face up, the base
/// rank, and what is counted.
///
/// Conditions may read the other faces too. Asked through this view of the position, it notes that they did, so that
/// what follows from it can be kept back.
#[derive(Debug)]
pub struct Seen<'a> {
    position: &'a Position,
    /// Whether the face of a card that lies face down was read.
    has_peeked: Cell<bool>,
}

/// Whether something is so, as far as a player can see; `None` where it depends on a card that lies face down.
pub(super) type Known = Option<bool>;

/// What a condition says, as far as a player can see.
#[derive(Clone, Copy)]
pub(super) enum Judged<'c> {
    Holds,
    /// This part of it is false, whatever lies face down; of the parts of an `and` it is the one with this number.
    Fails(&'c Test, usize),
    /// It depends on a card that lies face down.
    Depends,
}

/// What a condition is asked about: a [`Scene`] with cards in place of their faces.
#[derive(Clone, Copy, Default)]
pub(super) struct About {
    pub(super) card: Option<CardId>,
    pub(super) top: Option<CardId>,
    pub(super) this: Option<PileId>,
    pub(super) from: Option<PileId>,
    /// The base rank, where it is not that of the position.
    pub(super) base: Option<Rank>,
}

impl<'a> Seen<'a> {
    /// What is seen of a position.
    #[must_use]
    pub fn of(position: &'a Position) -> Seen<'a> {
        Seen {
            position,
            has_peeked: Cell::new(false),
        }
    }

    /// The face of a card that lies face up.
    #[must_use]
    pub fn face(&self, card: CardId) -> Option<Card> {
        (!self.position.is_hidden(card)).then(|| self.position.face(card))
    }

    /// The face of a card, which may lie face down; if it does, that is noted.
    fn peek(&self, card: CardId) -> Card {
        if self.position.is_hidden(card) {
            self.has_peeked.set(true);
        }
        self.position.face(card)
    }

    /// What a condition says; of the parts of an `and` each is looked at, until one is known to be false.
    pub(super) fn judge<'c>(&self, condition: &'c Condition, about: About) -> Judged<'c> {
        let parts = match &condition.test.kind {
            TestKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&condition.test),
        };
        let mut depends = false;
        for (at, part) in parts.iter().enumerate() {
            match self.known(part, &condition.order, about) {
                Some(true) => {}
                Some(false) => return Judged::Fails(part, at),
                None => depends = true,
            }
        }
        if depends {
            Judged::Depends
        } else {
            Judged::Holds
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Condition, about: About) -> Known {
        self.known(&condition.test, &condition.order, about)
    }

    fn known(&self, test: &Test, order: &Order, about: About) -> Known {
        match &test.kind {
            TestKind::Not(test) => self.known(test, order, about).map(|holds| !holds),
            TestKind::All(parts) => all(parts.iter().map(|part| self.known(part, order, about))),
            TestKind::Any(parts) => any(parts.iter().map(|part| self.known(part, order, about))),
            _ => {
                // The scene has the faces of these two ready, so the view would not notice.
                let unseen = |card: Option<CardId>, reads: Reads| {
                    card.is_some_and(|c| self.position.is_hidden(c)) && test.reads().any(reads)
                };
                if unseen(about.card, Reads::CARD) || unseen(about.top, Reads::TOP) {
                    return None;
                }
                let scene = Scene {
                    view: self,
                    base: about.base.or(self.position.base),
                    card: about.card.map(|card| self.position.face(card)),
                    top: about.top.map(|card| self.position.face(card)),
                    this: about.this,
                    from: about.from,
                };
                self.has_peeked.set(false);
                let holds = test.holds(&scene, order);
                (!self.has_peeked.get()).then_some(holds)
            }
        }
    }

    /// The lowest cards of the units that a pile offers, kept cards included, and those that it offers alone. They
    /// depend on nothing but the cards that are lifted, so they are seen.
    fn offered(&self, pile: PileId) -> (CardSet, CardSet) {
        if self.would_be_turned(pile) {
            return (CardSet::EMPTY, CardSet::EMPTY);
        }
        let keep = self.position.game.piles[pile.at()].keep;
        let (units, singles) = self.position.offered(pile, keep);
        let (more_units, more_singles) = self.position.offered(pile, 0);
        (units | more_units, singles | more_singles)
    }

    /// The lowest cards of the units that a pile offers, kept cards included, from the top down.
    pub(super) fn units(&self, pile: PileId) -> impl Iterator<Item = CardId> {
        let units = self.offered(pile).0;
        let cards = self.position.cards_down(pile);
        cards.filter(move |&card| units.contains(card))
    }

    /// Whether a pile offers the unit with this lowest card.
    pub(super) fn offers(&self, pile: PileId, card: CardId) -> bool {
        self.offered(pile).0.contains(card)
    }

    /// Whether a pile offers a card alone.
    pub(super) fn offers_alone(&self, pile: PileId, card: CardId) -> bool {
        self.offered(pile).1.contains(card)
    }

    /// Whether a card lies face down in a pile that would lie face up if cards could be lifted there, so that it is
    /// seen that they cannot.
    pub(super) fn would_be_turned(&self, pile: PileId) -> bool {
        match self.position.game.piles[pile.at()].take {
            Take::None => false,
            Take::Any => self.hides(Piles::one(pile)),
            _ => {
                let top = self.position.piles[pile.at()].top;
                top.is_some_and(|top| self.position.is_hidden(top))
            }
        }
    }

    /// Whether a card is one of those at the bottom of its pile that never leave.
    pub(super) fn is_kept(&self, card: CardId) -> bool {
        let pile = self.position.pile_with(card);
        let mut kept = self.position.cards_down(pile);
        let keep = usize::from(self.position.game.piles[pile.at()].keep);
        let above = usize::from(self.position.size(pile)).saturating_sub(keep);
        kept.position(|c| c == card).is_some_and(|at| at >= above)
    }

    /// Whether steps would move a card, as far as the work goes: what it does not suffice to see counts as no change,
    /// as it does where legality is decided.
    pub(super) fn would_change(&self, steps: &[Step], work: &mut Work) -> Known {
        any(steps.iter().map(|step| {
            if !work.spend(1) {
                return Some(false);
            }
            let is_done = self.holds_of(About::default(), step.when.as_ref(), work);
            all([is_done, self.moves_a_card(&step.kind, work)])
        }))
    }

    fn moves_a_card(&self, step: &StepKind, work: &mut Work) -> Known {
        let position = self.position;
        let about = |pile: PileId| About {
            this: Some(pile),
            ..About::default()
        };
        match step {
            StepKind::Deal(dealing) => any(dealing.to.iter().map(|pile| {
                let has_room = dealing.amount_of(pile) > 0 && position.has_room(pile);
                let is_served = self.holds_of(about(pile), dealing.only.as_ref(), work);
                all([
                    Some(has_room),
                    is_served,
                    self.has_card(dealing, pile, work),
                ])
            })),
            StepKind::Turn { from, only, .. } => any(from.iter().map(|&pile| {
                let is_served = self.holds_of(about(pile), only.as_ref(), work);
                all([Some(position.size(pile) > 0), is_served])
            })),
            StepKind::Call(action) => {
                let called = &position.game.actions[action.at()];
                let is_done = self.holds_of(About::default(), called.when.as_ref(), work);
                all([is_done, self.would_change(&called.steps, work)])
            }
            // The order of cards that are all alike is no order.
            StepKind::Rotate(piles) | StepKind::Sink(piles, _) if self.hides(*piles) => None,
            _ => Some(position.moves_a_card(step, work)),
        }
    }

    /// Whether a condition holds, if there is one, and work to ask it.
    fn holds_of(&self, about: About, condition: Option<&Condition>, work: &mut Work) -> Known {
        match condition {
            Some(condition) if work.spend(condition.cost) => self.holds(condition, about),
            Some(_) => Some(false),
            None => Some(true),
        }
    }

    /// Whether a deal has a card for a pile.
    fn has_card(&self, dealing: &Dealing, pile: PileId, work: &mut Work) -> Known {
        let cards = dealing.from.iter().flat_map(|from| {
            let cards = self.position.cards_down(from);
            cards.map(move |card| (from, card))
        });
        any(cards.map(|(from, card)| {
            let about = About {
                card: Some(card),
                this: Some(pile),
                from: Some(from),
                ..About::default()
            };
            self.holds_of(about, dealing.which.as_ref(), work)
        }))
    }

    /// Whether a card lies face down in one of these piles.
    fn hides(&self, piles: Piles) -> bool {
        let mut cards = piles.iter().flat_map(|pile| self.position.cards_down(pile));
        cards.any(|card| self.position.is_hidden(card))
    }
}

/// Whether all of these are so.
pub(super) fn all(knowns: impl IntoIterator<Item = Known>) -> Known {
    let mut all = Some(true);
    for known in knowns {
        match known {
            Some(true) => {}
            Some(false) => return known,
            None => all = None,
        }
    }
    all
}

/// Whether one of these is so.
fn any(knowns: impl IntoIterator<Item = Known>) -> Known {
    let not = |known: Known| known.map(|is_so| !is_so);
    not(all(knowns.into_iter().map(not)))
}

impl View for Seen<'_> {
    fn top(&self, pile: PileId) -> Option<Card> {
        let top = self.position.piles[pile.at()].top;
        top.map(|card| self.peek(card))
    }

    fn bottom(&self, pile: PileId) -> Option<Card> {
        let bottom = self.position.cards_down(pile).last();
        bottom.map(|card| self.peek(card))
    }

    fn size(&self, pile: PileId) -> u8 {
        self.position.size(pile)
    }

    fn place(&self, pile: PileId) -> Place {
        self.position.place(pile)
    }

    fn every_card(&self, pile: PileId, holds: &mut dyn FnMut(Card) -> bool) -> bool {
        let mut cards = self.position.cards_down(pile);
        cards.all(|card| holds(self.peek(card)))
    }

    fn used(&self, counter: Counter) -> u16 {
        self.position.used(counter)
    }

    fn score(&self) -> i32 {
        self.position.score()
    }

    fn won(&self) -> bool {
        match &self.position.game.win {
            Some(condition) => condition.holds(&Scene::table(self, self.position.base)),
            None => self.position.won(),
        }
    }

    fn stuck(&self) -> bool {
        if !self.position.hidden.is_empty() {
            self.has_peeked.set(true);
        }
        self.position.stuck()
    }
}
