//! The compiled steps of a game.
//!
//! What a step touches is said here once, as data and methods, and everyone asks them. Only these look at the verb: its
//! table, the compiler, the interpreter, the descriptions, and the table of premises of the solver.

use crate::cards::Card;
use crate::condition::{ActionId, Condition, Facts, PileId, PileSet, Piles};
use crate::text::Span;

use super::Verb;
use super::file::By;
use super::format::Effect;

/// A step: one thing that the setup, an action or an automatic move does.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub verb: Verb,
    /// The piles that cards come from, or whose cards it changes in place. Each card that is dealt comes from the first
    /// pile that has a matching card.
    pub from: Piles,
    /// The piles that cards go to; those of `from` if it changes them in place.
    pub to: Piles,
    /// Whether the piles of `from` are taken last pile first.
    pub is_reversed: bool,
    /// The step runs only if this condition holds.
    pub when: Option<Condition>,
    /// The condition that selects some of its [`choices`](Step::choices); all if `None`.
    pub only: Option<Condition>,
    /// The condition that selects cards. The topmost match in a pile is dealt; if `None`, the top card.
    pub which: Option<Condition>,
    /// How many cards are dealt, if it deals cards.
    pub amount: Option<Amount>,
    /// Cards that go elsewhere instead.
    pub divert: Option<Divert>,
    /// The order of the piles for dealing.
    pub by: By,
    /// Whether all cards that are put on `to` lie face up.
    pub face_up: bool,
    /// Whether the cards are put under the cards of the pile.
    pub under: bool,
    /// The cards that are taken out of the pack, one for each pile of `to`.
    pub cards: Vec<Card>,
    /// The action whose steps are run.
    pub action: Option<ActionId>,
    /// Where it is written.
    pub span: Span,
}

impl Step {
    /// A step that touches no pile yet.
    pub(super) fn new(verb: Verb, span: Span) -> Step {
        Step {
            verb,
            from: Piles::NONE,
            to: Piles::NONE,
            is_reversed: false,
            when: None,
            only: None,
            which: None,
            amount: None,
            divert: None,
            by: By::Round,
            face_up: true,
            under: false,
            cards: Vec::new(),
            action: None,
            span,
        }
    }

    /// Iterates over its conditions, each with the piles that `this` can stand for in it; none in `when`.
    pub fn conditions(&self) -> impl Iterator<Item = (&Condition, Piles)> {
        let diverted = self
            .divert
            .as_ref()
            .and_then(|divert| divert.which.as_ref());
        let own = [self.only.as_ref(), self.which.as_ref(), diverted];
        let own = own.into_iter().flatten().map(|own| (own, self.choices()));
        self.when.iter().map(|when| (when, Piles::NONE)).chain(own)
    }

    /// The piles among which `where` selects.
    pub fn choices(&self) -> Piles {
        if self.is_packet() { self.from } else { self.to }
    }

    /// The piles that cards come from, or whose cards it changes in place.
    pub fn sources(&self) -> PileSet {
        self.from.set()
    }

    /// The piles that cards may go to, those of diverted cards included; the sources if it changes them in place.
    pub fn targets(&self) -> PileSet {
        let diverted = self.divert.as_ref().map(|divert| divert.to.set());
        self.to.set() | diverted.unwrap_or_default()
    }

    /// The piles that a card of a pile may be in after the step.
    pub fn targets_from(&self, pile: PileId) -> PileSet {
        match self.verb {
            _ if !self.from.contains(pile) => PileSet::EMPTY,
            Verb::Close => self.to.set() & PileSet::first(pile.index()),
            _ => self.targets(),
        }
    }

    /// The piles whose cards may be others, or in another order, after the step. Those of an action that it calls are not
    /// among them.
    pub fn piles(&self) -> PileSet {
        self.sources() | self.targets()
    }

    /// Whether it may change the cards of some of these piles.
    pub fn touches(&self, piles: Piles) -> bool {
        !(self.piles() & piles.set()).is_empty()
    }

    /// Whether it may put cards from elsewhere on some of these piles. A pile that moves as a whole goes on no other.
    pub fn fills(&self, piles: Piles) -> bool {
        let may_pile_up = self.moves_cards() && !self.keeps_piles_whole();
        may_pile_up && !(self.targets() & piles.set()).is_empty()
    }

    /// Whether it moves cards from piles to others.
    pub fn moves_cards(&self) -> bool {
        self.verb.effect() == Effect::Moves
    }

    /// Whether it changes the cards of piles in place: their order, or which way up they are.
    pub fn reorders(&self) -> bool {
        self.verb.effect() == Effect::Reorders
    }

    /// Whether chance decides what it does.
    pub fn shuffles(&self) -> bool {
        self.verb == Verb::Shuffle
    }

    /// Whether all cards of its sources go to one pile, as one packet, even if the pile is full.
    pub fn is_packet(&self) -> bool {
        self.verb == Verb::Turn
    }

    /// Whether piles keep their cards as they are, and change only their places.
    pub fn keeps_piles_whole(&self) -> bool {
        self.verb == Verb::Close
    }

    /// Whether cards that it touches may lie face down in some of these piles.
    pub fn hides_cards_in(&self, piles: Piles) -> bool {
        let is_among = |to: Piles| !(to.set() & piles.set()).is_empty();
        let diverted = self.divert.as_ref().filter(|divert| !divert.face_up);
        !self.face_up && is_among(self.to) || diverted.is_some_and(|divert| is_among(divert.to))
    }

    /// Whether it just deals the next cards, to the top of every pile. This is the common case and has a fast path.
    pub fn is_plain_deal(&self) -> bool {
        self.amount.is_some()
            && self.only.is_none()
            && self.which.is_none()
            && self.divert.is_none()
            && !self.under
    }

    /// Whether a deal can give one pile all its cards before the next pile gets any, with the same result.
    pub fn may_deal_by_pile(&self) -> bool {
        let facts = self.which.as_ref().map(|which| &which.facts);
        let is_independent =
            |facts: &Facts| matches!(facts, Facts::Origins { are_disjoint, .. } if *are_disjoint);
        self.by == By::Pile
            || self.to.count == 1
            || self.divert.is_none() && facts.is_some_and(is_independent)
    }

    /// How many cards a pile of `to` gets, as long as there are enough.
    pub fn amount_of(&self, pile: PileId) -> u8 {
        let amount = self.amount.as_ref().unwrap_or(&Amount::All);
        amount.of(pile.index() - self.to.first.index())
    }

    /// How many cards the piles of `to` get together, as long as there are enough; `None` if there is no limit.
    pub fn total(&self) -> Option<usize> {
        match &self.amount {
            Some(amount) => amount.total(self.to.count),
            None => (!self.cards.is_empty()).then_some(self.cards.len()),
        }
    }
}

/// Cards that go elsewhere during a `deal` step.
#[derive(Clone, Debug)]
pub struct Divert {
    /// The condition that selects the cards; all if `None`.
    pub which: Option<Condition>,
    /// The piles that get them, if one accepts them.
    pub to: Piles,
    /// Whether they are dealt face up.
    pub face_up: bool,
    /// Whether the pile that would have got the card goes without. Otherwise it gets the next card.
    pub skip: bool,
    /// Where `to` is written.
    pub to_span: Span,
}

/// How many cards a `deal` step deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This number to each pile.
    Each(u8),
    /// One number for each pile.
    List(Vec<u8>),
    /// All remaining cards.
    All,
}

impl Amount {
    /// Returns how many cards the target pile with this index gets.
    pub fn of(&self, index: usize) -> u8 {
        match self {
            Amount::Each(number) => *number,
            Amount::List(list) => list.get(index).copied().unwrap_or(0),
            Amount::All => u8::MAX,
        }
    }

    /// Returns the total number of cards for `piles` target piles, or `None` for `All`.
    pub fn total(&self, piles: u8) -> Option<usize> {
        match self {
            Amount::Each(number) => Some(usize::from(*number) * usize::from(piles)),
            Amount::List(list) => Some(list.iter().map(|&n| usize::from(n)).sum()),
            Amount::All => None,
        }
    }
}
