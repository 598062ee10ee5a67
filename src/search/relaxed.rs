//! Dead positions: those that even an easier game cannot win.

use crate::cards::{CardId, Rank};
use crate::condition::PileId;
use crate::play::{BoardView, Position};
use crate::rules::file::Take;

use super::analysis::Analysis;

/// Decides whether an easier game could be won, in which a card that was once uncovered stays uncovered, a pile that was
/// once empty stays empty, and a card that was once on its goal pile counts as there for ever. So each card needs to be
/// freed only once, and there is nothing to search. What the real game can do, the easier one can: if it cannot bring
/// every card home, the position is dead. (In planning this is the delete relaxation: Bonet and Geffner, "Planning as
/// heuristic search", 2001.)
///
/// It finds, for example, a card that lies on both cards it could go to and on the one it waits for.
#[derive(Debug)]
pub(super) struct Relaxed {
    base: Option<Rank>,
    /// For each card, the cards it can be placed on elsewhere than on goal piles, as bits.
    parents: Vec<u64>,
    /// For each card, the cards it can be placed on on goal piles.
    goal_parents: Vec<u64>,
    /// The cards that an empty goal pile accepts.
    goal_starts: u64,
    /// The cards that another empty pile accepts.
    starts: u64,
    /// For each pile, whether cards can be placed on its cards.
    is_built: Vec<bool>,
    /// For each pile, whether its cards refill piles that have become empty.
    refills: Vec<bool>,
    /// Whether cards can leave goal piles.
    goals_release: bool,
    /// The piles of the easier game, filled anew for each position: the cards from the top down.
    columns: Vec<Column>,
}

/// A pile of the easier game.
#[derive(Debug, Default)]
struct Column {
    cards: Vec<CardId>,
    /// For each card but the last, whether it and the card under it can move as one.
    links: Vec<bool>,
    /// How many cards have left.
    gone: usize,
    /// Whether cards can be placed on its cards.
    is_built: bool,
    /// Whether its cards refill piles that have become empty.
    refills: bool,
}

/// What is possible in the easier game so far, as sets of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reached {
    /// The cards on goal piles.
    home: u64,
    /// The cards that were uncovered.
    free: u64,
    /// Of these, the cards in piles on whose cards nothing can be placed.
    loose: u64,
    /// The cards on which others can be placed.
    targets: u64,
    /// Whether a pile is empty.
    has_space: bool,
}

impl Relaxed {
    /// Prepares the rules of a game; `None` if it is not one whose tables decide everything.
    pub(super) fn new(analysis: &Analysis, position: &Position) -> Option<Relaxed> {
        let game = position.game();
        if !analysis.dominance.is_relaxable || game.deck.len() > 64 || position.needs_base() {
            return None;
        }
        let base = position.base();
        let tables = &game.folded.tables;
        let cards = || CardId::first(game.deck.len());
        let dominance = &analysis.dominance;
        let build_parents = |piles: &[PileId], card: CardId| {
            let accepts = |top: &CardId| {
                let accepts = |pile: &PileId| {
                    let build = game.folded.piles[pile.index()].build;
                    tables.accept(build, base, Some(*top), card)
                };
                piles.iter().any(accepts)
            };
            bits(cards().filter(accepts))
        };
        let starts = |piles: &[PileId]| {
            let accepts = |card: &CardId| {
                let accepts = |pile: &PileId| {
                    let start = game.folded.piles[pile.index()].start;
                    tables.accept(start, base, None, *card)
                };
                piles.iter().any(accepts)
            };
            bits(cards().filter(accepts))
        };
        let refills = |pile: PileId| {
            let group = game.piles[pile.index()].group;
            game.groups.iter().any(|other| other.fill.contains(&group))
        };
        Some(Relaxed {
            base,
            parents: cards()
                .map(|card| build_parents(&dominance.others, card))
                .collect(),
            goal_parents: cards()
                .map(|card| build_parents(&dominance.goals, card))
                .collect(),
            goal_starts: starts(&dominance.goals),
            starts: starts(&dominance.others),
            is_built: game
                .piles()
                .map(|pile| dominance.others.contains(&pile))
                .collect(),
            refills: game.piles().map(refills).collect(),
            goals_release: dominance.goals_release,
            columns: Vec::new(),
        })
    }

    /// Whether the rules were prepared for the base rank of a position.
    pub(super) fn is_for(&self, position: &Position) -> bool {
        self.base == position.base()
    }

    /// Whether a position is dead: it cannot be won.
    pub(super) fn is_dead(&mut self, analysis: &Analysis, position: &Position) -> bool {
        let mut columns = std::mem::take(&mut self.columns);
        let (mut reached, used) = self.begin(analysis, position, &mut columns);
        let all = u64::MAX >> (64 - position.game().deck.len());
        let is_dead = loop {
            let before = reached;
            self.go_home(&mut reached);
            if reached.home == all {
                break false;
            }
            for card in ones(reached.loose & !reached.targets) {
                if self.leaves(&reached, card) {
                    reached.targets |= 1 << card;
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

    /// What is possible in a position without a move. Fills the columns; returns how many there are.
    fn begin(
        &self,
        analysis: &Analysis,
        position: &Position,
        columns: &mut Vec<Column>,
    ) -> (Reached, usize) {
        let game = position.game();
        let turned = analysis.cycle.as_ref().map(|cycle| cycle.piles);
        let mut reached = Reached::default();
        let mut used = 0;
        for pile in game.piles() {
            let index = pile.index();
            if game.piles[index].goal {
                reached.home |= bits(position.cards_down(pile));
            } else if turned.is_some_and(|turned| turned.contains(pile)) {
                reached.loose |= bits(position.cards_down(pile));
            } else if position.size(pile) == 0 {
                reached.has_space |= self.is_built[index];
            } else {
                if used == columns.len() {
                    columns.push(Column::default());
                }
                let column = &mut columns[used];
                used += 1;
                column.fill(position, pile, self.is_built[index], self.refills[index]);
                column.show(&mut reached);
                if game.folded.piles[index].take == Take::Any {
                    reached.loose |= bits(column.cards.iter().copied());
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
    fn go_home(&self, reached: &mut Reached) {
        let mut open = reached.free & !reached.home;
        while open != 0 {
            let card = open.trailing_zeros() as usize;
            open &= open - 1;
            if self.goal_parents[card] & reached.home != 0 || self.goal_starts >> card & 1 == 1 {
                reached.home |= 1 << card;
                if self.goals_release {
                    reached.targets |= 1 << card;
                }
                open = reached.free & !reached.home;
            }
        }
    }

    /// Whether a card can be placed on another, or on an empty pile.
    fn leaves(&self, reached: &Reached, card: usize) -> bool {
        self.parents[card] & reached.targets & !(1 << card) != 0
            || reached.has_space && self.starts >> card & 1 == 1
    }

    /// Lets the cards of a column leave from the top down, alone or in runs, as far as they can.
    fn uncover(&self, column: &mut Column, reached: &mut Reached) {
        while let Some(&first) = column.cards.get(column.gone) {
            let mut end = column.gone + 1;
            while column.links.get(end - 1) == Some(&true) {
                end += 1;
            }
            let mut run = (column.gone..end).rev();
            let last = run.find(|&at| self.leaves(reached, column.cards[at].index()));
            let is_home = reached.home >> first.index() & 1 == 1;
            let Some(last) = last else {
                if column.refills && reached.has_space {
                    reached.targets |= bit(first);
                } else if !is_home {
                    return;
                }
                column.gone += 1;
                column.show(reached);
                continue;
            };
            // Where they were placed, others can be placed on them.
            let moved = bits(column.cards[column.gone..=last].iter().copied());
            reached.free |= moved;
            reached.targets |= moved;
            column.gone = last + 1;
            column.show(reached);
        }
    }
}

impl Column {
    /// Takes over the cards of a pile.
    fn fill(&mut self, position: &Position, pile: PileId, is_built: bool, refills: bool) {
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
        self.is_built = is_built;
        self.refills = refills;
    }

    /// Notes that the top card is uncovered, or that the pile is empty.
    fn show(&self, reached: &mut Reached) {
        let Some(&top) = self.cards.get(self.gone) else {
            reached.has_space |= self.is_built;
            return;
        };
        reached.free |= bit(top);
        if self.is_built {
            reached.targets |= bit(top);
        } else {
            reached.loose |= bit(top);
        }
    }
}

fn bit(card: CardId) -> u64 {
    1 << card.index()
}

fn bits(cards: impl Iterator<Item = CardId>) -> u64 {
    cards.fold(0, |bits, card| bits | bit(card))
}

/// The places of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(one)
    })
}
