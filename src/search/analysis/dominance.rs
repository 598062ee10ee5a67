//! Moves that can be forced or left out, because whatever else wins, wins with them or without them too.
//!
//! **Safe goals.** Let only the moved card, the card below it, the base rank and which pile it is decide what may lie
//! where; let nothing happen automatically, actions only turn the stock, and every card be available at any time; let the
//! game be won when all cards are on goal piles, which take single cards, as all others take single cards or any number. Then a
//! card that no other card needs can go to its goal pile at once, and need not come back. Which cards these are, and why, is
//! said where they are found: [`Safety`](super::super::safe::Safety). Taking a card off a pile only helps: what lies under it becomes free, a
//! run that it ended is shorter, there is more room. That would not be so if a unit needed it, or if a pile refilled.
//!
//! No card may be accepted by goal piles with different rules, or it might be wanted on another later. And if cards can
//! leave goal piles, a card that stays there must not be in the place of a different one.
//!
//! **Dead ends.** If nothing happens automatically, actions only turn the stock, and the game is won when all cards are
//! on goal piles, which are not refilled, then the lookup tables bound the possible moves, and a position is lost if
//! not even an easier game could be won from it: [`Relaxed`](super::super::relaxed::Relaxed).

use crate::condition::{PileId, PileSet};
use crate::rules::Game;
use crate::rules::file::Take;

/// The findings about moves to goal piles and parts of runs.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about a game")]
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Dominance {
    /// Whether a card that no other card needs can go to its goal pile at once: see [`crate::search::safe`].
    pub(in crate::search) safe_goals: bool,
    /// Whether cards can leave goal piles.
    pub(in crate::search) goals_release: bool,
    /// Whether a part of a run need only move to uncover a card that can go to a goal pile.
    pub(in crate::search) part_runs: bool,
    /// Whether all cards that accept a card are equally good places for it.
    pub(in crate::search) exchanges_ends: bool,
    /// Whether the lookup tables at least bound the legal moves, so that an easier game can be made of them: see
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
    /// Finds the piles of a game. No move can be left out yet. `turned` are the piles that actions turn.
    pub(super) fn new(game: &Game, turned: PileSet) -> Dominance {
        let goals: Vec<PileId> = game
            .piles()
            .filter(|pile| game.group_of(*pile).goal)
            .collect();
        let targets = game.folded.targets.iter().map(|target| target.pile);
        Dominance {
            goals_release: goals
                .iter()
                .any(|pile| game.group_of(*pile).take != Take::None),
            sources: game.piles().collect::<PileSet>()
                - turned
                - goals.iter().copied().collect::<PileSet>(),
            others: targets.filter(|pile| !goals.contains(pile)).collect(),
            goals,
            ..Dominance::default()
        }
    }
}
