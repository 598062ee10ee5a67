//! Moves that can be forced or left out, because whatever else wins, wins with them or without them too.
//!
//! The theorems are those of Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"
//! (arXiv 1906.12314), stated for the lookup tables of a game instead of suits and ranks.

use crate::cards::CardSet;
use crate::condition::{PileId, PileSet, Reads};
use crate::rules::file::Take;
use crate::rules::{Game, Group, Unit};

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
    /// - the game is won when all cards are on goal piles, which take one card at a time;
    /// - all cards are different.
    pub(super) fn find(game: &Game, cycle: Option<&Cycle>) -> Dominance {
        let (goals, others): (Vec<PileId>, Vec<PileId>) = game
            .folded
            .targets
            .iter()
            .map(|target| target.pile)
            .partition(|pile| game.piles[pile.index()].goal);
        let turned = cycle.map_or(PileSet::EMPTY, |cycle| cycle.piles);
        let is_relaxable = game.win.is_none()
            && game.autos.is_empty()
            && !game.folded.has_partners
            && (game.actions.is_empty() || cycle.is_some());
        let is_simple = is_relaxable
            && game.refilled_piles.is_empty()
            && game
                .groups
                .iter()
                .all(|group| is_decided_by_tables(game, group))
            && has_different_cards(game);
        Dominance {
            safe_goals: is_simple,
            is_relaxable,
            goals_release: goals
                .iter()
                .any(|pile| game.group_of(*pile).take != Take::None),
            part_runs: is_simple && parts_are_needless(game, &others),
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
            is_relaxable: self.is_relaxable && reductions.dead_ends,
            ..self
        }
    }
}

/// Whether only the moved card, the card below it, the base rank and which pile it is decide what the group accepts and
/// gives.
fn is_decided_by_tables(game: &Game, group: &Group) -> bool {
    let others = Reads::FROM.union(Reads::TABLE).union(Reads::MOVED_SIZE);
    let conditions = [&group.start, &group.build, &group.run];
    let reads_others = conditions
        .into_iter()
        .flatten()
        .any(|condition| condition.predicate.reads().any(others));
    let is_counted = game.piles[group.piles.first.index()].is_counted;
    !reads_others
        && !is_counted
        && group.available.is_none()
        && (!group.goal || group.unit == Unit::Exactly(1))
        && !game.folded.piles[group.piles.first.index()].run_needs_evaluation
}

/// Whether no two cards are the same, and the tables of the game fit in one word.
fn has_different_cards(game: &Game) -> bool {
    let mut faces: Vec<usize> = game.deck.iter().map(|card| card.face()).collect();
    faces.sort_unstable();
    faces.windows(2).all(|pair| pair[0] != pair[1])
}

/// Whether moving a part of a run is needless, except to bare a card that can go up (theorems 4 and 5 there).
///
/// That holds if runs of any length move between the piles of one group and from there only to goal piles, if runs are
/// what the group builds, and if any two cards can be placed either on the same cards or on no common one: a part of a
/// run that could go to another card could have been placed there in the first place.
fn parts_are_needless(game: &Game, others: &[PileId]) -> bool {
    let Some(first) = others.first() else {
        return false;
    };
    let group = game.piles[first.index()].group;
    let rules = &game.folded.piles[first.index()];
    let is_uniform = others.iter().all(|pile| {
        let own = &game.folded.piles[pile.index()];
        game.piles[pile.index()].group == group
            && own.build == rules.build
            && own.run == rules.build
    });
    if !is_uniform
        || rules.take != Take::Run
        || game.group(group).unit != Unit::Any
        || game.base.is_some()
    {
        return false;
    }
    let cards = || crate::cards::CardId::first(game.deck.len());
    let places_of = |card| {
        let accepts = |top: &crate::cards::CardId| {
            game.folded
                .tables
                .accept(rules.build, None, Some(*top), card)
        };
        cards().filter(accepts).collect::<CardSet>()
    };
    let places: Vec<CardSet> = cards().map(places_of).collect();
    places
        .iter()
        .all(|a| places.iter().all(|b| a == b || (*a & *b).is_empty()))
}
