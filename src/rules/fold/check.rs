//! What the table of a pile leaves to be asked.

use super::Folded;
use super::tables::FaceTable;
use crate::condition::{PileId, PileSet, Predicate};
use crate::rules::game::{Game, Unit};
use crate::rules::rule::Rule;

/// Something that is left to be asked of the cards that pass a pile's table.
#[derive(Clone, Debug)]
pub enum Check {
    /// They come from one of these few piles.
    From(Vec<PileId>),
    /// They come from none of these few piles.
    NotFrom(Vec<PileId>),
    /// They come from one of these piles.
    Origins(PileSet),
    /// A table by the top card of another pile holds them.
    Beside(PileId, FaceTable),
    /// A table by the card that they would lie on holds the top card of the pile that they come from.
    FromTop(FaceTable),
    /// A fact holds: its place in [`Folded::facts`].
    Fact(usize),
    /// As many cards move as may land at once, and the pile has room for them.
    Fits(Unit, Option<u8>),
    /// A rule of the target allows them.
    Rule(Rule),
    /// A part of the target's condition holds.
    Predicate(Predicate),
}

/// What is left to be asked, in the making.
#[derive(Clone, Default)]
pub(super) struct Left {
    /// The piles that cards may come from; `None` for any.
    pub(super) origins: Option<PileSet>,
    pub(super) checks: Vec<Check>,
    /// How many things are looked at for the facts among them.
    pub(super) facts: u64,
}

/// How few origins are looked at one by one.
const MAX_LISTED_PILES: usize = 4;

impl Left {
    pub(super) fn is_nothing(&self) -> bool {
        self.origins.is_none() && self.checks.is_empty()
    }

    /// Lets cards come from these piles only.
    pub(super) fn narrow(&mut self, piles: PileSet) {
        self.origins = Some(self.origins.map_or(piles, |origins| origins & piles));
    }

    /// What is left, the quickest first, where there are these piles.
    fn finish(mut self, all: PileSet) -> Vec<Check> {
        if let Some(origins) = self.origins {
            let (few, others) = (origins & all, all - origins);
            self.checks.push(if others.len() <= MAX_LISTED_PILES {
                Check::NotFrom(others.iter().collect())
            } else if few.len() <= MAX_LISTED_PILES {
                Check::From(few.iter().collect())
            } else {
                Check::Origins(origins)
            });
        }
        self.checks.sort_by_key(Check::slowness);
        self.checks
    }

    /// How many things are looked at, at most, where so many cards pass the table.
    pub(super) fn cost(&self, game: &Game, cards: u64) -> u64 {
        let of = |test: &Predicate| test.cost(game.deck.len());
        let asked = |check: &Check| match check {
            // The cards of a unit are counted or gone through, or those of a pile: that is quick, card by card.
            Check::Rule(_) | Check::Fits(..) => (1 + game.deck.len() as u64 / 16) * cards,
            Check::Predicate(test) => of(test) * cards,
            _ => 1,
        };
        self.facts + self.checks.iter().map(asked).sum::<u64>()
    }
}

impl Check {
    /// The quicker ones come first.
    fn slowness(&self) -> u8 {
        match self {
            Check::From(_) | Check::NotFrom(_) => 0,
            Check::Origins(_) | Check::Beside(..) | Check::FromTop(_) => 1,
            Check::Fact(_) => 2,
            Check::Fits(..) => 3,
            Check::Rule(_) => 4,
            Check::Predicate(_) => 5,
        }
    }
}

impl Folded {
    /// The place of what is left to be asked.
    pub(super) fn place(&mut self, left: Left, piles: usize) -> u16 {
        if left.is_nothing() {
            return 0;
        }
        let checks = left.finish(PileSet::first(piles));
        self.left.push(checks);
        u16::try_from(self.left.len() - 1).expect("two for each pile")
    }
}
