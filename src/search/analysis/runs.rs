//! Moves of parts of runs.
//!
//! The theorems are 4 and 5 of Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"
//! (arXiv 1906.12314), stated for the lookup tables of a game instead of suits and ranks. The *parents* of a card are
//! the cards that it can be placed on.
//!
//! **Parts of runs.** Beside the premises of safe goals, let all cards be different and the base rank never change; let
//! runs of any length move between the piles of one group, which hold any number of cards and keep none, and let runs
//! be what the group builds; let any two cards have the same parents or none in common, and those with the same parents
//! start an empty pile both or neither; and let no card follow itself, directly or by way of others. Then moving a part
//! of a run is needless, except to uncover a card that can go to a goal pile at once: what could be gained by it is a
//! place for another card with the same parents, and that card could go where the part would have gone. (If a card
//! could follow itself, that place might be in what has to move.)
//!
//! **Ends of runs.** Where, in addition, no card with parents starts an empty pile, several like cards are even equally
//! good places for a run. An *end* is the cards that follow a card in the run at the end of a pile. Let P and Q be
//! cards that accept the same cards, both in runs at the ends of piles, and let the ends that follow them be exchanged
//! (one of them may be empty). The cards that can be moved are the same, and so are the cards that accept others,
//! except that P is free instead of Q if one end is empty; then the other end moves from P to Q, which makes the two
//! positions one. Anything done to one of the ends, or to P or Q with what follows them, can be done in both positions
//! and leads again to positions that differ in such an exchange. So both can be won or neither.
//!
//! If a card that is placed on others could start an empty pile, an end could move there alone only if it lies on the
//! right one of the cards. As moving an end from P to Q leads to no new position, it is joined with its purpose: the
//! card that it uncovers goes to a goal pile.

use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::rules::file::Take;
use crate::rules::fold::PileRules;
use crate::rules::{Game, Group, Unit};

use super::super::placing::{builds_of, find_parents, find_starts};

/// How runs are built in a game.
#[derive(Debug)]
pub(in crate::search) struct Runs<'a> {
    game: &'a Game,
    /// The piles that are not goal piles and accept cards.
    pub(super) others: Vec<PileId>,
    /// For each card, the cards that it can be placed on in the first of them.
    parents: Vec<CardSet>,
}

impl Runs<'_> {
    /// Collects what the premises depend on.
    pub(in crate::search) fn of(game: &Game) -> Runs<'_> {
        let targets = game.folded.targets.iter().map(|target| target.pile);
        let others: Vec<PileId> = targets
            .filter(|pile| !game.piles[pile.index()].goal)
            .collect();
        let first = &others[..others.len().min(1)];
        let parents = find_parents(game, None, builds_of(game, first));
        Runs {
            game,
            others,
            parents,
        }
    }

    /// The group that the first of the piles is in.
    pub(super) fn group(&self) -> Option<&Group> {
        self.others.first().map(|pile| self.game.group_of(*pile))
    }

    fn rules(&self) -> Option<&PileRules> {
        let first = self.others.first()?;
        Some(&self.game.folded.piles[first.index()])
    }

    /// Whether there are piles that cards are placed on and that are not goal piles.
    pub(super) fn exist(&self) -> bool {
        !self.others.is_empty()
    }

    /// Whether the piles belong to one group, have the same rules, and build the runs that are lifted.
    pub(super) fn are_uniform(&self) -> bool {
        let Some(rules) = self.rules() else {
            return true;
        };
        let (game, first) = (self.game, self.others[0]);
        self.others.iter().all(|pile| {
            game.folded.piles[pile.index()] == *rules
                && game.piles[pile.index()].group == game.piles[first.index()].group
        }) && rules.run == rules.build
    }

    /// Whether runs of any length can be lifted and placed.
    pub(super) fn move_at_any_length(&self) -> bool {
        self.group()
            .is_none_or(|group| group.take == Take::Run && group.unit == Unit::Any)
    }

    /// Whether any two cards have the same parents, or none in common.
    pub(super) fn parents_are_same_or_apart(&self) -> bool {
        let are_same_or_apart = |a: &CardSet, b: &CardSet| a == b || (*a & *b).is_empty();
        let mut parents = self.parents.iter();
        parents.all(|a| self.parents.iter().all(|b| are_same_or_apart(a, b)))
    }

    /// Whether cards with the same parents start an empty pile both or neither.
    pub(super) fn starts_follow_parents(&self) -> bool {
        let starts = self.starts();
        let cards = || CardId::first(self.game.deck.len());
        cards().all(|a| {
            let own = self.parents[a.index()];
            own.is_empty()
                || cards().all(|b| {
                    self.parents[b.index()] != own || starts.contains(a) == starts.contains(b)
                })
        })
    }

    /// Whether no card that can be placed on others can start an empty pile.
    pub(super) fn starts_have_no_parents(&self) -> bool {
        let mut starts = self.starts().iter();
        starts.all(|card| self.parents[card.index()].is_empty())
    }

    /// Whether no card can follow itself, directly or by way of others.
    pub(super) fn form_no_circle(&self) -> bool {
        // Takes away the cards that nothing left can be placed under, until none is left or they go around in a circle.
        let mut left = CardSet::first(self.game.deck.len());
        loop {
            let next = left.filter(|card| !(self.parents[card.index()] & left).is_empty());
            if next == left {
                return left.is_empty();
            }
            left = next;
        }
    }

    /// The cards that start an empty pile.
    fn starts(&self) -> CardSet {
        let first = &self.others[..self.others.len().min(1)];
        find_starts(self.game, None, first)
    }
}
