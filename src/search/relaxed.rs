//! Dead positions: not even an easier game could be won from them.

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::PileId;
use crate::play::{BoardView, Position};
use crate::rules::Unit;
use crate::rules::file::Take;
use crate::work::{Kind, spend};

use super::analysis::{Analysis, Reduction};
use super::placing::{builds_of, find_parents, find_starts};

/// Decides whether an easier game could be won, where a card that was once uncovered stays uncovered, a pile that was
/// once empty stays empty, and a card that was once on its goal pile counts as there for ever. So each card needs to be
/// freed only once, and there is nothing to search. What the real game can do, the easier one can: if it cannot bring
/// every card home, the position is dead. (In planning this is the delete relaxation: Bonet and Geffner, "Planning as
/// heuristic search", 2001.)
///
/// Where goal piles take several cards at once, a card may also follow one that it may lie on in a run, and all cards
/// of a run at the end of a pile are free.
///
/// It finds, for example, a card that lies on both cards it could go to and on the one it waits for.
///
/// The sets of cards have as many words as the deck needs.
#[derive(Debug)]
pub(super) struct Relaxed<const WORDS: usize> {
    base: Option<Rank>,
    /// For each card, the cards it can be placed on elsewhere than on goal piles.
    parents: Vec<CardSet<WORDS>>,
    /// For each card, the cards it can be placed on on goal piles, or can follow there.
    goal_parents: Vec<CardSet<WORDS>>,
    /// Whether goal piles take several cards at once.
    goals_take_runs: bool,
    /// The cards that an empty goal pile accepts.
    goal_starts: CardSet<WORDS>,
    /// The cards that another empty pile accepts.
    starts: CardSet<WORDS>,
    /// All cards.
    all: CardSet<WORDS>,
    /// What matters of each pile.
    piles: Vec<PileTraits>,
    /// Whether cards can leave goal piles.
    goals_release: bool,
    /// The piles of the easier game, filled anew for each position: the cards from the top down.
    columns: Vec<Column>,
}

/// What matters of a pile beside its cards.
#[derive(Clone, Copy, Debug, Default)]
struct PileTraits {
    /// Whether cards can be placed on its cards.
    is_built: bool,
    /// Whether its cards refill piles that have become empty.
    refills: bool,
    /// Whether it is refilled when it has become empty.
    is_refilled: bool,
}

/// A pile of the easier game.
#[derive(Debug, Default)]
struct Column {
    cards: Vec<CardId>,
    /// For each card but the last, whether it and the card under it can move as one.
    links: Vec<bool>,
    /// How many cards have left.
    gone: usize,
    pile: PileTraits,
}

/// The possibilities of the easier game so far, as sets of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reached<const WORDS: usize> {
    /// The cards on goal piles.
    home: CardSet<WORDS>,
    /// The cards that were uncovered.
    free: CardSet<WORDS>,
    /// Of these, the cards in piles on whose cards nothing can be placed.
    loose: CardSet<WORDS>,
    /// The cards that accept others.
    targets: CardSet<WORDS>,
    /// Whether a pile is empty that accepts cards.
    has_space: bool,
    /// Whether a pile is empty that is refilled.
    has_gap: bool,
}

impl<const WORDS: usize> Relaxed<WORDS> {
    /// Prepares the rules of a game; `None` if the base rank that decides is not set, or if no table tells what a run
    /// is that goes to a goal pile.
    fn new(analysis: &Analysis, position: &Position) -> Option<Relaxed<WORDS>> {
        let game = position.game();
        if position.needs_base() {
            return None;
        }
        let base = position.base();
        let parents = |piles: &[PileId]| {
            let parents = find_parents(game, base, builds_of(game, piles)).into_iter();
            parents.map(|cards| cards.iter().collect()).collect()
        };
        let starts = |piles: &[PileId]| find_starts(game, base, piles).iter().collect();
        let mut goals = analysis.goals.iter().map(|pile| game.group_of(*pile));
        let goals_take_runs = goals.any(|group| group.unit != Unit::Exactly(1));
        let piles = game.folded.piles.iter();
        let lifted: Vec<_> = piles.filter(|rules| rules.take.lifts_runs()).collect();
        if goals_take_runs && lifted.iter().any(|rules| rules.run_needs_evaluation) {
            return None;
        }
        let traits = |pile: PileId| {
            let group = game.piles[pile.index()].group;
            PileTraits {
                is_built: analysis.others.contains(&pile),
                refills: game.groups.iter().any(|other| other.fill.contains(&group)),
                is_refilled: game.refilled_piles.contains(pile),
            }
        };
        Some(Relaxed {
            base,
            parents: parents(&analysis.others),
            goal_parents: if goals_take_runs {
                let runs = lifted.iter().map(|rules| rules.run);
                let tables = runs.chain(builds_of(game, &analysis.goals));
                let parents = find_parents(game, base, tables).into_iter();
                parents.map(|cards| cards.iter().collect()).collect()
            } else {
                parents(&analysis.goals)
            },
            goals_take_runs,
            goal_starts: starts(&analysis.goals),
            starts: starts(&analysis.others),
            all: CardSet::first(game.deck.len()),
            piles: game.piles().map(traits).collect(),
            goals_release: analysis.goals_release,
            columns: Vec::new(),
        })
    }

    /// Whether a position is dead. Prepares the rules if they were not yet, or for another base rank.
    pub(super) fn is_dead_in(
        relaxed: &mut Option<Relaxed<WORDS>>,
        analysis: &Analysis,
        position: &Position,
    ) -> bool {
        if !analysis.uses(Reduction::DeadEnds) {
            return false;
        }
        if relaxed
            .as_ref()
            .is_none_or(|relaxed| relaxed.base != position.base())
        {
            *relaxed = Relaxed::new(analysis, position);
        }
        relaxed
            .as_mut()
            .is_some_and(|relaxed| relaxed.is_dead(analysis, position))
    }

    /// Whether a position is dead: it cannot be won.
    fn is_dead(&mut self, analysis: &Analysis, position: &Position) -> bool {
        let mut columns = std::mem::take(&mut self.columns);
        let (mut reached, used) = self.begin(analysis, position, &mut columns);
        let is_dead = loop {
            spend(Kind::Key, 4 * (1 + used));
            let before = reached;
            self.go_home(&mut reached);
            if reached.home == self.all {
                break false;
            }
            for card in (reached.loose - reached.targets).iter() {
                if self.leaves(&reached, card) {
                    reached.targets.insert(card);
                }
            }
            for column in &mut columns[..used] {
                self.uncover(column, &mut reached);
            }
            if reached == before {
                break true;
            }
        };
        self.columns = columns;
        is_dead
    }

    /// The possibilities of a position without a move. Fills the columns; returns how many there are.
    fn begin(
        &self,
        analysis: &Analysis,
        position: &Position,
        columns: &mut Vec<Column>,
    ) -> (Reached<WORDS>, usize) {
        let game = position.game();
        let turned = analysis.turned();
        let mut reached = Reached::default();
        let mut used = 0;
        for pile in game.piles() {
            let index = pile.index();
            if game.piles[index].goal {
                reached.home |= position.cards_down(pile).collect();
            } else if turned.contains(pile) {
                reached.loose |= position.cards_down(pile).collect();
            } else if position.size(pile) == 0 {
                reached.has_space |= self.piles[index].is_built;
                reached.has_gap |= self.piles[index].is_refilled;
            } else {
                if used == columns.len() {
                    columns.push(Column::default());
                }
                let column = &mut columns[used];
                used += 1;
                column.pile = self.piles[index];
                column.fill(position, pile);
                column.show(&mut reached);
                if game.folded.piles[index].take == Take::Any {
                    reached.loose |= column.cards.iter().copied().collect();
                }
            }
        }
        reached.free |= reached.loose;
        if self.goals_release {
            reached.targets |= reached.home;
        }
        (reached, used)
    }

    /// Brings home all cards that can go there, one after the other.
    fn go_home(&self, reached: &mut Reached<WORDS>) {
        let mut open = reached.free - reached.home;
        while let Some(card) = open.lowest() {
            open.remove(card);
            let parents = self.goal_parents[card.index()];
            if self.goal_starts.contains(card) || !(parents & reached.home).is_empty() {
                reached.home.insert(card);
                if self.goals_release {
                    reached.targets.insert(card);
                }
                open = reached.free - reached.home;
            }
        }
    }

    /// Whether a card can be placed on another, or on an empty pile.
    fn leaves(&self, reached: &Reached<WORDS>, card: CardId) -> bool {
        let parents = self.parents[card.index()] & reached.targets;
        !(parents - CardSet::only(card)).is_empty()
            || reached.has_space && self.starts.contains(card)
    }

    /// Lets the cards of a column leave from the top down, alone or in runs, as far as they can.
    fn uncover(&self, column: &mut Column, reached: &mut Reached<WORDS>) {
        while let Some(&first) = column.cards.get(column.gone) {
            let mut end = column.gone + 1;
            while column.links.get(end - 1) == Some(&true) {
                end += 1;
            }
            let mut run = (column.gone..end).rev();
            let last = run.find(|&at| self.leaves(reached, column.cards[at]));
            if self.goals_take_runs {
                let run = column.cards[column.gone..end].iter().copied();
                reached.free |= run.collect();
            }
            let is_home = reached.home.contains(first);
            let Some(last) = last else {
                if column.pile.refills && reached.has_gap {
                    reached.targets.insert(first);
                } else if !is_home {
                    return;
                }
                column.gone += 1;
                column.show(reached);
                continue;
            };
            // Where they were placed, others can be placed on them.
            let moved: CardSet<WORDS> = column.cards[column.gone..=last].iter().copied().collect();
            reached.free |= moved;
            reached.targets |= moved;
            column.gone = last + 1;
            column.show(reached);
        }
    }
}

impl Column {
    /// Takes over the cards of a pile.
    fn fill(&mut self, position: &Position, pile: PileId) {
        let game = position.game();
        let rules = &game.folded.piles[pile.index()];
        self.cards.clear();
        self.cards.extend(position.cards_down(pile));
        self.links.clear();
        if rules.take.lifts_runs() {
            let is_link = |pair: &[CardId]| {
                let (card, below) = (pair[0], pair[1]);
                let tables = &game.folded.tables;
                !position.is_hidden(below)
                    && (rules.run_needs_evaluation
                        || tables.accept(rules.run, position.base(), Some(below), card))
            };
            self.links.extend(self.cards.windows(2).map(is_link));
        }
        self.gone = 0;
    }

    /// Notes that the top card is uncovered, or that the pile is empty.
    fn show<const WORDS: usize>(&self, reached: &mut Reached<WORDS>) {
        let Some(&top) = self.cards.get(self.gone) else {
            reached.has_space |= self.pile.is_built;
            reached.has_gap |= self.pile.is_refilled;
            return;
        };
        reached.free.insert(top);
        if self.pile.is_built {
            reached.targets.insert(top);
        } else {
            reached.loose.insert(top);
        }
    }
}
