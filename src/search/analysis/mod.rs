//! What the compiled rules of a game allow a search to leave out, without missing a win.
//!
//! Each reduction is a theorem with premises, stated at its place: `symmetry`, `order`, `cycle`, `dominance`, `runs`.
//! `table` says of every key and word of the language what it means for each of them, and `premises` asks the table about a
//! game.

mod cycle;
mod dominance;
mod order;
mod premises;
mod reduction;
mod runs;
mod symmetry;
mod table;

use crate::condition::{PileId, PileSet, View};
use crate::play::{CardOrder, Position};
use crate::rules::Game;

pub(super) use cycle::Cycle;
pub(super) use dominance::Dominance;
use premises::Premises;
pub use reduction::{Reduction, Reductions};
use runs::Runs;

/// Why each of some groups is not reduced, `None` if it is.
pub(super) type ByGroup = Vec<Option<&'static str>>;

/// The findings about the reductions of a game: for each whether its premises hold, or the first that does not.
#[derive(Debug)]
pub(super) struct Findings {
    /// Why the piles of each group cannot be exchanged.
    pub(super) equal_piles: ByGroup,
    /// The same once the sources are empty.
    pub(super) equal_later: ByGroup,
    /// For each group, how much the order of the cards in its piles matters.
    pub(super) orders: Vec<CardOrder>,
    pub(super) suits: Result<(), &'static str>,
    pub(super) cycle: Result<Cycle, &'static str>,
    pub(super) safe_goals: Result<(), &'static str>,
    pub(super) part_runs: Result<(), &'static str>,
    pub(super) run_ends: Result<(), &'static str>,
    pub(super) dead_ends: Result<(), &'static str>,
    /// Piles that cards are dealt from, and that get none.
    sources: PileSet,
}

impl Findings {
    /// Checks the premises of those reductions that may be used. A search that does not join the actions on the stock
    /// does not know their purpose.
    pub(super) fn new(game: &Game, reductions: Reductions) -> Findings {
        let runs = Runs::of(game);
        let mut premises = Premises::new(game, &runs);
        let allow = |reduction: Reduction| {
            let is_on = reductions.contains(reduction);
            is_on.then_some(()).ok_or("it is switched off")
        };
        let cycle = allow(Reduction::Cycle).and_then(|()| Cycle::find(&premises));
        premises.only_turns |= cycle.is_ok();
        let check = |reduction: Reduction| premises.check(reduction).whole;
        let safe_goals = check(Reduction::SafeGoals);
        let part_runs = safe_goals.and_then(|()| check(Reduction::PartRuns));
        let run_ends = part_runs.and_then(|()| check(Reduction::RunEnds));
        let sources = symmetry::find_sources(game);
        let late = Premises {
            empty: sources,
            ..premises.clone()
        };
        let find_equal = |premises: &Premises<'_>| match allow(Reduction::EqualPiles) {
            Ok(()) => premises.check(Reduction::EqualPiles).groups,
            Err(why) => vec![Some(why); game.groups.len()],
        };
        Findings {
            equal_piles: find_equal(&premises),
            equal_later: find_equal(&late),
            orders: match allow(Reduction::Order) {
                Ok(()) => order::find_orders(&premises),
                Err(_) => vec![CardOrder::All; game.groups.len()],
            },
            suits: allow(Reduction::Suits).and_then(|()| check(Reduction::Suits)),
            safe_goals: allow(Reduction::SafeGoals).and(safe_goals),
            part_runs: allow(Reduction::PartRuns).and(part_runs),
            run_ends: allow(Reduction::PartRuns)
                .and(allow(Reduction::RunEnds))
                .and(run_ends),
            dead_ends: allow(Reduction::DeadEnds).and_then(|()| check(Reduction::DeadEnds)),
            cycle,
            sources,
        }
    }
}

/// What a search of a game leaves out.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// For each group, whether its piles can be exchanged.
    equal_piles: Vec<bool>,
    /// For each group, whether its piles can be exchanged once the sources are empty.
    equal_later: Vec<bool>,
    /// Piles that cards are dealt from, and that get none.
    sources: PileSet,
    /// For each group, how much the order of the cards in its piles matters.
    pub(super) orders: Vec<CardOrder>,
    /// Whether no rule reads suits or colors.
    pub(super) ignores_suits: bool,
    /// The actions that only move cards between the stock and piles like the waste.
    pub(super) cycle: Option<Cycle>,
    /// The findings about moves to goal piles and parts of runs.
    pub(super) dominance: Dominance,
}

impl Analysis {
    /// Analyzes a game. Only these reductions are used.
    pub(super) fn new(game: &Game, reductions: Reductions) -> Analysis {
        let findings = Findings::new(game, reductions);
        let are_equal = |groups: ByGroup| groups.iter().map(Option::is_none).collect();
        let cycle = findings.cycle.ok();
        let turned = cycle.as_ref().map_or(PileSet::EMPTY, |cycle| cycle.piles);
        Analysis {
            equal_piles: are_equal(findings.equal_piles),
            equal_later: are_equal(findings.equal_later),
            sources: findings.sources,
            orders: findings.orders,
            ignores_suits: findings.suits.is_ok(),
            dominance: Dominance {
                safe_goals: findings.safe_goals.is_ok(),
                part_runs: findings.part_runs.is_ok(),
                exchanges_ends: findings.run_ends.is_ok(),
                is_relaxable: findings.dead_ends.is_ok(),
                ..Dominance::new(game, turned)
            },
            cycle,
        }
    }

    /// Whether a pile can be exchanged with the others of its group, now or `later`, once the sources are empty.
    pub(super) fn is_exchangeable(&self, game: &Game, pile: PileId, later: bool) -> bool {
        let equal = if later {
            &self.equal_later
        } else {
            &self.equal_piles
        };
        equal[game.piles[pile.index()].group.index()]
    }

    /// Whether the piles that cards are dealt from are empty, for good.
    pub(super) fn is_late(&self, position: &Position) -> bool {
        self.sources.iter().all(|pile| position.is_empty(pile))
    }
}
