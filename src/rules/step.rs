//! The compiled steps of a game.

use crate::cards::Card;
use crate::condition::{ActionId, Condition, PileId, Piles};
use crate::text::Span;

use super::file::By;

/// A step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// Whether it is done.
    pub when: Option<Condition>,
    /// Where it is written.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Cards that are dealt one by one.
    Deal(Box<Dealing>),
    /// Piles turned over as one packet; from the first to be moved to the last, so that the last lies on top.
    Turn {
        /// The piles in the order in which their packets come to lie on the target, each turned over.
        from: Vec<PileId>,
        /// Which of them are turned.
        only: Option<Condition>,
        /// The pile that gets them.
        to: PileId,
    },
    /// A pile that is shuffled.
    Shuffle(PileId),
    /// Piles whose bottom cards come to lie on top.
    Rotate(Piles),
    /// Piles in which some cards go to the bottom; all keep their order otherwise.
    Sink(Piles, Condition),
    /// Piles that move up to fill the empty ones before them.
    Close(Piles),
    /// Cards out of the pack, one to each pile.
    Pick {
        /// The cards.
        cards: Vec<Card>,
        /// The piles.
        to: Piles,
    },
    /// The steps of an action.
    Call(ActionId),
}

/// What a deal brings, and where.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// The piles the cards come from; from the first that has such a card.
    pub from: Piles,
    /// The piles they go to.
    pub to: Piles,
    /// Which of these are served.
    pub only: Option<Condition>,
    /// How many cards.
    pub amount: Amount,
    /// Which cards: the highest of a pile that is such.
    pub which: Option<Condition>,
    /// Cards that go elsewhere.
    pub divert: Option<Divert>,
    /// In which order the piles are served.
    pub by: By,
    /// Whether the cards come to lie face up.
    pub up: bool,
    /// Whether they are slid under what lies there.
    pub under: bool,
}

impl Dealing {
    /// Whether it takes the next card for every pile and puts it on top. It is by far the commonest deal, and quicker.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.only.is_none() && self.which.is_none() && self.divert.is_none() && !self.under
    }

    /// How many cards one of the piles is to get.
    #[must_use]
    pub fn amount_of(&self, pile: PileId) -> u8 {
        self.amount.of(pile.at() - self.to.first.at())
    }
}

/// Cards that go elsewhere while others are dealt.
#[derive(Clone, Debug)]
pub struct Divert {
    /// Which cards.
    pub which: Condition,
    /// The piles that get them.
    pub to: Piles,
    /// Whether they come to lie face up.
    pub up: bool,
}

/// How many cards a deal brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many to each pile.
    Each(u8),
    /// So many to each, pile by pile.
    List(Vec<u8>),
    /// All that are left.
    All,
}

impl Amount {
    /// How many cards a pile is to get.
    #[must_use]
    pub fn of(&self, place: usize) -> u8 {
        match self {
            Amount::Each(number) => *number,
            Amount::List(list) => list.get(place).copied().unwrap_or(0),
            Amount::All => u8::MAX,
        }
    }

    /// How many cards that is, for so many piles; nothing for all that are left.
    #[must_use]
    pub fn total(&self, piles: u8) -> Option<usize> {
        match self {
            Amount::Each(number) => Some(usize::from(*number) * usize::from(piles)),
            Amount::List(list) => Some(list.iter().map(|&n| usize::from(n)).sum()),
            Amount::All => None,
        }
    }
}
