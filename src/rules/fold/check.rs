//! The checks that remain after the table lookup of a pile.

use super::tables::FaceTable;
use crate::condition::{Comparison, PileId, PileSet, Predicate, Value};
use crate::rules::game::Unit;
use crate::rules::rule::Rule;

/// A check of the cards that pass the table of a target pile.
#[derive(Clone, Debug)]
pub enum Check {
    /// The cards come from one of these piles. For short lists.
    From(Vec<PileId>),
    /// The cards come from none of these piles. For short lists.
    NotFrom(Vec<PileId>),
    /// The cards come from one of these piles.
    Origins(PileSet),
    /// The table, indexed by the top card of another pile, contains the cards.
    ByOtherTop(PileId, FaceTable),
    /// The table, indexed by the top card of the target, contains the top card of the pile that the cards come from.
    OriginTop(FaceTable),
    /// The table, indexed by the top card of the target, contains the cards.
    ByTop(FaceTable),
    /// The fact of the pile that the cards come from holds, if it has one: for each pile, an index into
    /// [`FoldedRules::facts`].
    FactOfOrigin(Vec<Option<usize>>),
    /// At least one of these lists of checks is passed.
    Any(Vec<Vec<Check>>),
    /// A fact holds: an index into [`FoldedRules::facts`].
    Fact(usize),
    /// The number of cards matches `unit`, and the pile has room for them.
    Fits(Unit, Option<u8>),
    /// A predicate of the target's condition holds, which depends on how many cards move and on no card.
    MovedSize(Predicate),
    /// Each of the moved cards is related to the lowest of them: an index into [`FoldedRules::relations`].
    EveryMoved(usize),
    /// The weight of the moved cards compares with a number.
    Weight(Weight),
    /// A rule of the target allows them.
    Rule(Rule),
    /// A predicate of the target's condition holds.
    Predicate(Predicate),
}

/// A comparison of a number that is added up over the moved cards, such as their sum, with one that is the same for all
/// cards that could be moved to a pile.
#[derive(Clone, Debug)]
pub struct Weight {
    /// What each card adds, by its face.
    pub of_face: Vec<i32>,
    /// How the sum compares with the bound.
    pub comparison: Comparison,
    /// The number on the other side.
    pub bound: Value,
}

/// The checks of a condition while it is folded.
#[derive(Clone, Default)]
pub(super) struct PendingChecks {
    /// The piles that cards may come from; any if `None`.
    pub(super) origins: Option<PileSet>,
    pub(super) checks: Vec<Check>,
}

/// The maximum number of source piles that are checked one by one.
const MAX_LISTED_PILES: usize = 4;

impl PendingChecks {
    pub(super) fn is_empty(&self) -> bool {
        self.origins.is_none() && self.checks.is_empty()
    }

    /// Restricts the piles that cards may come from.
    pub(super) fn restrict_origins(&mut self, piles: PileSet) {
        self.origins = Some(self.origins.map_or(piles, |origins| origins & piles));
    }

    /// Returns the checks, cheapest first. `all_piles` are the piles of the game.
    pub(super) fn finish(mut self, all_piles: PileSet) -> Vec<Check> {
        if let Some(origins) = self.origins {
            let (allowed, others) = (origins & all_piles, all_piles - origins);
            self.checks.push(if others.len() <= MAX_LISTED_PILES {
                Check::NotFrom(others.iter().collect())
            } else if allowed.len() <= MAX_LISTED_PILES {
                Check::From(allowed.iter().collect())
            } else {
                Check::Origins(origins)
            });
        }
        self.checks.sort_by_key(Check::cost_rank);
        self.checks
    }
}

impl Check {
    /// Returns the piles that cards may come from, if the check restricts them. `all_piles` are the piles of the game.
    pub fn origins(&self, all_piles: PileSet) -> Option<PileSet> {
        match self {
            Check::From(piles) => Some(piles.iter().copied().collect()),
            Check::NotFrom(piles) => Some(all_piles - piles.iter().copied().collect()),
            Check::Origins(piles) => Some(*piles),
            _ => None,
        }
    }

    /// Returns the rank of the check by cost: cheaper checks come first.
    fn cost_rank(&self) -> u8 {
        match self {
            Check::From(_) | Check::NotFrom(_) | Check::ByTop(_) => 0,
            Check::Origins(_) | Check::ByOtherTop(..) | Check::OriginTop(_) => 1,
            Check::Fact(_) => 2,
            Check::FactOfOrigin(_) => 3,
            Check::Any(_) => 4,
            Check::Fits(..) => 5,
            Check::MovedSize(_) => 6,
            Check::Weight(_) => 7,
            Check::EveryMoved(_) => 8,
            Check::Rule(_) => 9,
            Check::Predicate(_) => 10,
        }
    }
}
