//! Moves that can be forced or left out, because whatever else wins, wins with them or without them too.
//!
//! The theorems are those of Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"
//! (arXiv 1906.12314), stated for the lookup tables of a game instead of suits and ranks.

use crate::cards::CardSet;
use crate::condition::{PileId, PileSet, Reads};
use crate::rules::file::Take;
use crate::rules::{Game, Group, Unit};

use super::super::placing::{builds_of, find_parents, find_starts};
use super::{Cycle, Reductions};

/// What is known about moves to goal piles and parts of runs.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about a game")]
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Dominance {
    /// Whether a card that no other card needs can go to its goal pile at once: see [`crate::search::safe`].
    pub(in crate::search) safe_goals: bool,
    /// Whether cards can leave goal piles.
    pub(in crate::search) goals_release: bool,
    /// Whether a part of a run need only move to bare a card that can go to a goal pile.
    pub(in crate::search) part_runs: bool,
    /// Whether it does not matter on which of the cards that accept it a card lies.
    pub(in crate::search) exchanges_ends: bool,
    /// Whether the lookup tables at least bound what is legal, so that an easier game can be made of them: see
    /// [`crate::search::relaxed`].
    pub(in crate::search) is_relaxable: bool,
    /// The goal piles.
    pub(in crate::search) goals: Vec<PileId>,
    /// The other piles that accept cards.
    pub(in crate::search) others: Vec<PileId>,
    /// The piles whose cards may be forced up.
    pub(in crate::search) sources: PileSet,
}

impl Dominance {
    /// Analyzes a game.
    ///
    /// A card may be forced to its goal pile if removing it from its pile can only help. That is so in a game where
    ///
    /// - the lookup tables alone decide which card may lie on which, so no condition depends on what is gone;
    /// - nothing happens automatically, and actions only turn the stock;
    /// - the game is won when all cards are on goal piles, which take one card at a time.
    pub(super) fn find(game: &Game, cycle: Option<&Cycle>) -> Dominance {
        let (goals, others): (Vec<PileId>, Vec<PileId>) = game
            .folded
            .targets
            .iter()
            .map(|target| target.pile)
            .partition(|pile| game.piles[pile.index()].goal);
        let turned = cycle.map_or(PileSet::EMPTY, |cycle| cycle.piles);
        let is_relaxable = check_relaxable(game, cycle).is_ok();
        let is_simple = is_relaxable && check_decided(game).is_ok();
        let parts = Parts::of(game, &others);
        let part_runs = is_simple && parts.check_needless().is_ok();
        Dominance {
            safe_goals: is_simple,
            is_relaxable,
            goals_release: goals
                .iter()
                .any(|pile| game.group_of(*pile).take != Take::None),
            part_runs,
            exchanges_ends: part_runs && parts.check_exchangeable().is_ok(),
            sources: game.piles().collect::<PileSet>()
                - turned
                - goals.iter().copied().collect::<PileSet>(),
            goals,
            others,
        }
    }

    /// Leaves out the reductions that are off.
    pub(super) fn limited_to(self, reductions: Reductions) -> Dominance {
        Dominance {
            safe_goals: self.safe_goals && reductions.safe_goals,
            part_runs: self.part_runs && reductions.part_runs,
            exchanges_ends: self.exchanges_ends && reductions.part_runs && reductions.run_ends,
            is_relaxable: self.is_relaxable && reductions.dead_ends,
            ..self
        }
    }
}

/// Whether the lookup tables at least bound what is legal, and the game is won when all cards are on goal piles.
///
/// # Errors
///
/// Why not.
pub(in crate::search) fn check_relaxable(
    game: &Game,
    cycle: Option<&Cycle>,
) -> Result<(), &'static str> {
    let obstacles = [
        (game.win.is_some(), "the game has its own `win`"),
        (!game.autos.is_empty(), "there are automatic moves"),
        (
            game.folded.has_partners,
            "cards leave in pairs or change places",
        ),
        (
            !game.actions.is_empty() && cycle.is_none(),
            "the actions do more than turn the stock",
        ),
    ];
    first_obstacle(&obstacles)
}

/// Whether only the moved card, the card below it, the base rank and which pile it is decide what is legal, and nothing
/// follows from a move.
///
/// # Errors
///
/// Why not.
pub(in crate::search) fn check_decided(game: &Game) -> Result<(), &'static str> {
    if !game.refilled_piles.is_empty() {
        return Err("empty piles are refilled");
    }
    game.groups
        .iter()
        .try_for_each(|group| check_group(game, group))
}

fn check_group(game: &Game, group: &Group) -> Result<(), &'static str> {
    let others = Reads::FROM.union(Reads::TABLE).union(Reads::MOVED_SIZE);
    let conditions = [&group.start, &group.build, &group.run];
    let reads_others = conditions
        .into_iter()
        .flatten()
        .any(|condition| condition.predicate.reads().any(others));
    let first = group.piles.first.index();
    let obstacles = [
        (
            reads_others || game.folded.piles[first].run_needs_evaluation,
            "what a pile accepts depends on more than the card and the one below it",
        ),
        (
            game.piles[first].is_counted,
            "what has been moved before is counted",
        ),
        (
            group.available.is_some(),
            "cards are available only sometimes",
        ),
        (
            group.goal && group.unit != Unit::Exactly(1),
            "several cards go to a goal pile at once",
        ),
    ];
    first_obstacle(&obstacles)
}

fn first_obstacle(obstacles: &[(bool, &'static str)]) -> Result<(), &'static str> {
    let first = obstacles.iter().find(|(is_met, _)| *is_met);
    first.map_or(Ok(()), |(_, why)| Err(why))
}

/// Moves of parts of runs.
#[derive(Debug)]
pub(in crate::search) struct Parts<'a> {
    game: &'a Game,
    /// The piles that are not goal piles and accept cards.
    others: &'a [PileId],
    /// For each card, the cards on which it can be placed in the first of these piles.
    parents: Vec<CardSet>,
}

impl Parts<'_> {
    /// Collects what the moves depend on. `others` are the piles that are not goal piles and accept cards.
    pub(in crate::search) fn of<'a>(game: &'a Game, others: &'a [PileId]) -> Parts<'a> {
        let first = &others[..others.len().min(1)];
        Parts {
            game,
            others,
            parents: find_parents(game, None, builds_of(game, first)),
        }
    }

    /// Whether moving a part of a run is needless, except to bare a card that can go up (theorems 4 and 5 there).
    ///
    /// That holds if all cards are different, if runs of any length move between the piles of one group and from there only
    /// to goal piles, if runs are what the group builds, and if any two cards can be placed either on the same cards or on
    /// no common one: a part of a run that could go to another card could have been placed there in the first place.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(in crate::search) fn check_needless(&self) -> Result<(), &'static str> {
        let game = self.game;
        let Some(first) = self.others.first() else {
            return Err("cards go to goal piles only");
        };
        let group = game.piles[first.index()].group;
        let rules = &game.folded.piles[first.index()];
        let is_uniform = self.others.iter().all(|pile| {
            let own = &game.folded.piles[pile.index()];
            game.piles[pile.index()].group == group
                && own.build == rules.build
                && own.run == rules.build
        });
        let are_same_or_apart = |a: &CardSet, b: &CardSet| a == b || (*a & *b).is_empty();
        let is_branching = || {
            self.parents
                .iter()
                .any(|a| self.parents.iter().any(|b| !are_same_or_apart(a, b)))
        };
        let mut faces: Vec<usize> = game.deck.iter().map(|card| card.face()).collect();
        faces.sort_unstable();
        let obstacles = [
            (
                faces.windows(2).any(|pair| pair[0] == pair[1]),
                "there are several packs",
            ),
            (
                !is_uniform,
                "the piles differ, or runs differ from what is built",
            ),
            (
                rules.take != Take::Run || game.group(group).unit != Unit::Any,
                "runs of any length do not move as one",
            ),
            (game.base.is_some(), "the base rank changes"),
            (
                is_branching(),
                "cards that fit on the same card differ in what else they fit on",
            ),
        ];
        first_obstacle(&obstacles)
    }

    /// Whether, in a game where moving a part of a run is needless as above, it does not even matter on which of several
    /// like cards a run continues. An end is what follows a card in the run at the end of a pile.
    ///
    /// Let P and Q be cards that accept the same cards, both in runs at the ends of piles, and let the ends that follow them
    /// be exchanged (one of them may be empty). The cards that can be moved are the same, and so are those on which cards
    /// can be placed, except that P is free instead of Q if one end is empty; then the other end moves from P to Q, which
    /// makes the two positions one. Whatever is done to one of the ends, or to P or Q with what follows them, can be done in
    /// both positions and leads again to positions that differ in such an exchange. So both can be won or neither.
    ///
    /// That requires that no card can follow itself, directly or by way of others, or else a run might have to move onto its
    /// own end; and that a card that is placed on others starts no empty pile, since an end could move there alone only if
    /// it lies on the right one of the cards.
    ///
    /// As moving an end from P to Q leads to no new position then, it must be joined with what it is good for: the card that
    /// it bares goes to a goal pile at once, as theorem 5 allows.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(in crate::search) fn check_exchangeable(&self) -> Result<(), &'static str> {
        let Some(first) = self.others.first() else {
            return Err("cards go to goal piles only");
        };
        let mut starts = find_starts(self.game, None, &[*first]).iter();
        if starts.any(|card| !self.parents[card.index()].is_empty()) {
            return Err("a card that fits on others may start an empty pile, too");
        }
        // Takes away the cards that nothing left can be placed under, until none is left or they go around in a circle.
        let mut left = CardSet::first(self.game.deck.len());
        loop {
            let next = left.filter(|card| !(self.parents[card.index()] & left).is_empty());
            if next == left {
                break;
            }
            left = next;
        }
        if left.is_empty() {
            Ok(())
        } else {
            Err("the order of the cards goes around the corner")
        }
    }
}
