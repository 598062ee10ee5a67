//! What the compiled rules of a game allow a search to leave out, without missing a win.

mod cycle;
mod dominance;
mod order;
mod symmetry;

use crate::condition::{PileId, PileSet, View};
use crate::play::{CardOrder, Position};
use crate::rules::{Game, StepKind};

pub(super) use cycle::Cycle;
pub(super) use dominance::{Dominance, Parts, check_decided, check_relaxable};
pub(super) use order::find_orders;
pub(super) use symmetry::{Apart, find_sources, ignores_suits, tell_piles_apart};

/// Which reductions a search may use, where the rules of the game allow them. A search without any of them finds the
/// same verdicts, only later; tests compare both.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Piles that no rule tells apart are one.
    pub equal_piles: bool,
    /// Suits are ignored if no rule reads them.
    pub suits: bool,
    /// The order of the cards in a pile is ignored if no card ever leaves it and no rule reads it.
    pub order: bool,
    /// All positions that the actions on the stock lead through are one.
    pub cycle: bool,
    /// A card that no other card needs goes to its goal pile at once, and does not come back.
    pub safe_goals: bool,
    /// A part of a run is moved only to bare a card that can go to a goal pile.
    pub part_runs: bool,
    /// It does not matter on which of several like cards a run continues; only with `part_runs`.
    pub run_ends: bool,
    /// A position is given up if even an easier game could not be won from there.
    pub dead_ends: bool,
}

impl Reductions {
    /// All reductions.
    pub const ALL: Reductions = Reductions {
        equal_piles: true,
        suits: true,
        order: true,
        cycle: true,
        safe_goals: true,
        part_runs: true,
        run_ends: true,
        dead_ends: true,
    };

    /// No reduction.
    pub const NONE: Reductions = Reductions {
        equal_piles: false,
        suits: false,
        order: false,
        cycle: false,
        safe_goals: false,
        part_runs: false,
        run_ends: false,
        dead_ends: false,
    };
}

/// What the rules of a game allow a search to leave out.
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
    /// What is known about moves to goal piles and parts of runs.
    pub(super) dominance: Dominance,
    /// Whether each action shuffles cards, so that nobody knows what it leads to.
    pub(super) shuffles: Vec<bool>,
    /// Whether an automatic move may shuffle cards.
    pub(super) autos_shuffle: bool,
}

impl Analysis {
    /// Analyzes a game. Reductions that are off are left out.
    pub(super) fn new(game: &Game, reductions: Reductions) -> Analysis {
        let action_shuffles: Vec<bool> = game
            .actions
            .iter()
            .map(|a| shuffles(game, &a.steps, 0))
            .collect();
        let autos_shuffle = game.autos.iter().any(|auto| shuffles(game, &auto.steps, 0));
        let cycle = reductions
            .cycle
            .then(|| Cycle::find(game, &action_shuffles).ok())
            .flatten();
        let dominance = Dominance::find(game, cycle.as_ref());
        let sources = find_sources(game);
        let find_equal = |empty: PileSet| -> Vec<bool> {
            let apart = tell_piles_apart(game, empty);
            let is_equal = |why: &Option<Apart>| reductions.equal_piles && why.is_none();
            apart.iter().map(is_equal).collect()
        };
        Analysis {
            equal_piles: find_equal(PileSet::EMPTY),
            equal_later: find_equal(sources),
            sources,
            orders: if reductions.order {
                find_orders(game)
            } else {
                vec![CardOrder::All; game.groups.len()]
            },
            ignores_suits: reductions.suits && ignores_suits(game),
            dominance: dominance.limited_to(reductions),
            cycle,
            shuffles: action_shuffles,
            autos_shuffle,
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

/// Whether steps shuffle a pile, also through an action that they call. Calls form no cycle.
fn shuffles(game: &Game, steps: &[crate::rules::Step], depth: usize) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Shuffle(_) => true,
        StepKind::Call(action) => {
            depth <= game.actions.len()
                && shuffles(game, &game.actions[action.index()].steps, depth + 1)
        }
        _ => false,
    })
}
