//! Moves of parts of runs.
//!
//! The theorems are 4 and 5 of Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"
//! (arXiv 1906.12314), stated for the lookup tables of a game instead of suits and ranks. The *parents* of a card are the
//! cards that it can be placed on.
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

use crate::cards::{CardId, CardSet, Rank};
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
    others: Vec<PileId>,
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

    /// Whether no two cards are the same.
    pub(super) fn cards_differ(&self) -> bool {
        let mut faces: Vec<usize> = self.game.deck.iter().map(|card| card.face()).collect();
        faces.sort_unstable();
        faces.windows(2).all(|pair| pair[0] != pair[1])
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

    /// Whether goal piles with different rules never accept the same card, whatever the base rank is.
    pub(super) fn goals_share_no_cards(&self) -> bool {
        let game = self.game;
        let goals = game.piles().filter(|pile| game.group_of(*pile).goal);
        let mut kinds: Vec<PileId> = Vec::new();
        for goal in goals {
            let rules = |pile: PileId| {
                let rules = &game.folded.piles[pile.index()];
                (rules.start, rules.build, rules.capacity)
            };
            if !kinds.iter().any(|kind| rules(*kind) == rules(goal)) {
                kinds.push(goal);
            }
        }
        let bases: Vec<Option<Rank>> = match &game.base {
            Some(_) if kinds.len() > 1 => game.order.ranks().iter().copied().map(Some).collect(),
            _ => vec![None],
        };
        kinds.len() < 2
            || bases.into_iter().all(|base| {
                let accepted = kinds.iter().map(|kind| {
                    let parents = find_parents(game, base, builds_of(game, &[*kind]));
                    let cards = CardId::first(game.deck.len());
                    let built: CardSet = cards
                        .filter(|card| !parents[card.index()].is_empty())
                        .collect();
                    built | find_starts(game, base, &[*kind])
                });
                let mut all = CardSet::EMPTY;
                accepted.into_iter().all(|cards| {
                    let is_apart = (all & cards).is_empty();
                    all |= cards;
                    is_apart
                })
            })
    }

    /// Whether no card can take the place of a different one on a goal pile: on each pile at most one fits on each card, and
    /// there are piles for all cards that start them, whatever the base rank is.
    pub(super) fn goals_have_one_place(&self) -> bool {
        let game = self.game;
        let goals: Vec<PileId> = game
            .piles()
            .filter(|pile| game.group_of(*pile).goal)
            .collect();
        let bases: Vec<Option<Rank>> = match &game.base {
            Some(_) => game.order.ranks().iter().copied().map(Some).collect(),
            None => vec![None],
        };
        bases.into_iter().all(|base| {
            let is_same = |a: usize, b: usize| game.deck[a].face() == game.deck[b].face();
            goals.iter().all(|goal| {
                let rules = &game.folded.piles[goal.index()];
                let parents = find_parents(game, base, std::iter::once(rules.build));
                let are_apart = (0..parents.len())
                    .all(|a| (0..a).all(|b| is_same(a, b) || (parents[a] & parents[b]).is_empty()));
                let is_like = |pile: &&PileId| game.folded.piles[pile.index()].start == rules.start;
                let places = goals.iter().filter(is_like).count();
                are_apart && find_starts(game, base, &[*goal]).len() <= places
            })
        })
    }

    /// The cards that start an empty pile.
    fn starts(&self) -> CardSet {
        let first = &self.others[..self.others.len().min(1)];
        find_starts(self.game, None, first)
    }
}
