//! The compiled steps of a game.

use crate::cards::Card;
use crate::condition::{ActionId, Condition, PileId, Piles};
use crate::text::Span;

use super::file::By;

/// The maximum work for a move or an action and its consequences, in operations.
pub const MAX_COMMAND_WORK: u64 = 1_000_000;

/// A step: one thing that the setup, an action or an automatic move does.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// The condition under which it is done, if any.
    pub when: Option<Condition>,
    /// Where it is written.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Deals cards one by one.
    Deal(Box<Dealing>),
    /// Turns piles over as one packet.
    Turn {
        /// The piles, in the order in which their cards are moved: the cards of the last pile end up on top.
        from: Vec<PileId>,
        /// The condition that selects piles to turn; all if `None`.
        only: Option<Condition>,
        /// The pile that gets them.
        to: PileId,
    },
    /// Shuffles a pile.
    Shuffle(PileId),
    /// Moves matching cards to the bottom of their pile, and otherwise keeps the order of the cards.
    Sink {
        /// The piles.
        piles: Piles,
        /// The condition that selects piles; all if `None`.
        only: Option<Condition>,
        /// The condition that selects cards.
        which: Condition,
    },
    /// Moves piles up to fill the empty ones before them.
    Close {
        /// The piles.
        piles: Piles,
        /// The condition that selects the piles that take part; all if `None`.
        only: Option<Condition>,
    },
    /// Takes cards out of the pack, one for each pile.
    Pick {
        /// The cards.
        cards: Vec<Card>,
        /// The piles.
        to: Piles,
    },
    /// Runs the steps of an action.
    Call(ActionId),
}

/// A `deal` step.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// The piles that the cards come from. Each card comes from the first pile that has a matching card.
    pub from: Piles,
    /// The piles that the cards go to.
    pub to: Piles,
    /// The condition that selects piles of `to`; all if `None`.
    pub only: Option<Condition>,
    /// How many cards are dealt.
    pub amount: Amount,
    /// The condition that selects cards. The topmost match in a pile is dealt; if `None`, the top card.
    pub which: Option<Condition>,
    /// Cards that go elsewhere instead.
    pub divert: Option<Divert>,
    /// The order in which the piles get cards.
    pub by: By,
    /// Whether the cards are dealt face up.
    pub face_up: bool,
    /// Whether the cards are put under the cards of the pile.
    pub under: bool,
}

impl Dealing {
    /// Whether the step just puts the next card on top of every pile. This is the common case and has a fast path.
    pub fn is_plain(&self) -> bool {
        self.only.is_none() && self.which.is_none() && self.divert.is_none() && !self.under
    }

    /// Returns how many cards one of the target piles gets.
    pub fn amount_of(&self, pile: PileId) -> u8 {
        self.amount.of(pile.index() - self.to.first.index())
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
