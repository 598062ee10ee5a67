//! Moves several cards one after the other: in the usual way if that does it, else as a search finds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::cards::{CardId, CardSet};
use crate::condition::{PileId, View};
use crate::play::{BoardView, Move, Position};
use crate::work::{Kind, Window, spend};

use super::compound::Wish;

/// The most memory for the positions of a search, in bytes.
const MEMORY: usize = 64 << 20;

/// What came of looking for legal moves that together move several cards, while all others stay where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SingleMoves {
    /// These do it.
    Found(Vec<Move>),
    /// No moves of these cards alone do it.
    Impossible,
    /// None were found before the search was cut off.
    CutOff,
}

impl SingleMoves {
    pub(super) fn found(self) -> Option<Vec<Move>> {
        match self {
            SingleMoves::Found(moves) => Some(moves),
            SingleMoves::Impossible | SingleMoves::CutOff => None,
        }
    }
}

impl Position {
    /// Whether all cards but some are in the same pile in a later position, and lie the same way up.
    pub(super) fn keeps_all_but(&self, cards: &[CardId], later: &Position) -> bool {
        let all: CardSet = CardSet::first(self.game().deck.len());
        let others = all - cards.iter().copied().collect::<CardSet>();
        spend(Kind::Key, others.len());
        others.iter().all(|card| {
            later.pile_of(card) == self.pile_of(card)
                && later.is_hidden(card) == self.is_hidden(card)
        })
    }
}

/// Several cards to move one at a time.
pub(super) struct Task<'a> {
    start: &'a Position,
    /// The cards to move, from the bottom up.
    unit: Vec<CardId>,
    from: PileId,
    to: PileId,
}

/// A position that was reached, and how.
struct Reached {
    position: Position,
    /// The index of the position before it and the move from there; `None` at the start.
    last: Option<(usize, Move)>,
    moves: usize,
}

impl<'a> Task<'a> {
    pub(super) fn new(start: &'a Position, wish: Wish) -> Option<Task<'a>> {
        Some(Task {
            start,
            unit: start.unit_to_compose(wish)?,
            from: start.pile_of(wish.0)?,
            to: wish.1,
        })
    }

    /// The usual way, if all its moves are legal and lead where they should. All cards but the lowest wait in cells; if there
    /// are too few cells, the upper part of the sequence is moved to an empty column first, in the same way. So
    /// (cells + 1) * 2^columns cards can be moved.
    pub(super) fn plan(&self) -> Option<Vec<Move>> {
        let game = self.start.game();
        let top = *self.unit.last()?;
        let is_spare = |&pile: &PileId| {
            let group = game.group_of(pile);
            // Of piles that are alike, only the first empty one is ever asked for.
            let asked = if group.alike {
                self.start.first_empty(group.piles)
            } else {
                Some(pile)
            };
            self.start.is_empty(pile)
                && pile != self.to
                && !group.goal
                && asked.is_some_and(|pile| self.start.may_accept(pile, top))
        };
        let spare = game.piles().filter(is_spare);
        let is_column = |&pile: &PileId| {
            let group = game.group_of(pile);
            group.build.is_some() && group.capacity.is_none_or(|capacity| capacity > 1)
        };
        let (columns, cells): (Vec<PileId>, Vec<PileId>) = spare.partition(is_column);
        let mut plan = Plan {
            position: self.start.clone(),
            moves: Vec::new(),
        };
        plan.transfer(&self.unit, self.to, &cells, &columns)?;
        let is_right =
            self.is_done(&plan.position) && self.start.keeps_all_but(&self.unit, &plan.position);
        is_right.then_some(plan.moves)
    }

    /// Searches with A*: each card that is not yet in its place needs a move at least.
    pub(super) fn search(&self, window: Window) -> SingleMoves {
        let mut start = self.start.clone();
        start.keep_hash();
        let mut reached = vec![Reached {
            position: start,
            last: None,
            moves: 0,
        }];
        let mut seen = HashSet::from([self.start.hash()]);
        let mut open = BinaryHeap::from([(Reverse(self.unit.len()), 0)]);
        let (mut legal, mut next) = (Vec::new(), self.start.clone());
        let most = MEMORY / self.start.size_in_memory();
        while let Some((_, index)) = open.pop() {
            if self.is_done(&reached[index].position) {
                return SingleMoves::Found(list_moves(&reached, index));
            }
            let is_complete = reached[index].position.legal_moves_into(&mut legal);
            if !is_complete || !window.is_open() || reached.len() > most {
                return SingleMoves::CutOff;
            }
            for &mv in &legal {
                if !matches!(mv, Move::Cards(card, _) if self.unit.contains(&card)) {
                    continue;
                }
                next.clone_from(&reached[index].position);
                next.play_unchecked(mv);
                if !self.start.keeps_all_but(&self.unit, &next) || !seen.insert(next.hash()) {
                    continue;
                }
                let moves = reached[index].moves + 1;
                let missing = self.unit.len() - self.count_placed(&next);
                open.push((Reverse(moves + missing), reached.len()));
                reached.push(Reached {
                    position: next.clone(),
                    last: Some((index, mv)),
                    moves,
                });
            }
        }
        SingleMoves::Impossible
    }

    /// The number of cards that are on the target as they are wanted there. Which of two equal cards it is does not matter.
    fn count_placed(&self, position: &Position) -> usize {
        let size = usize::from(position.size(self.to));
        let before = usize::from(self.start.size(self.to));
        let cards = position.cards(self.to);
        let placed = cards[before.min(size)..].iter().zip(&self.unit);
        let face = |card: &CardId| position.face(*card);
        placed
            .take_while(|(card, wanted)| face(card) == face(wanted))
            .count()
    }

    fn is_done(&self, position: &Position) -> bool {
        let size = |position: &Position| usize::from(position.size(self.from));
        let is_gone = size(position) + self.unit.len() == size(self.start);
        is_gone && self.count_placed(position) == self.unit.len()
    }
}

/// A plan in the making: its moves, and where they lead.
struct Plan {
    position: Position,
    moves: Vec<Move>,
}

impl Plan {
    /// Moves a sequence, given from the bottom up, to a pile. The empty piles that help are empty again at the end.
    fn transfer(
        &mut self,
        cards: &[CardId],
        to: PileId,
        cells: &[PileId],
        columns: &[PileId],
    ) -> Option<()> {
        let (lowest, upper) = cards.split_first()?;
        if upper.len() <= cells.len() {
            for (card, cell) in upper.iter().rev().zip(cells) {
                self.step(*card, *cell)?;
            }
            self.step(*lowest, to)?;
            return upper.iter().try_for_each(|card| self.step(*card, to));
        }
        let (column, others) = columns.split_last()?;
        let most = u32::try_from(others.len()).ok();
        let most = most.and_then(|doublings| (cells.len() + 1).checked_shl(doublings));
        let most = most.unwrap_or(usize::MAX).max(1);
        let (lower, upper) = cards.split_at(most.min(cards.len() - 1));
        self.transfer(upper, *column, cells, others)?;
        self.transfer(lower, to, cells, others)?;
        self.transfer(upper, to, cells, others)
    }

    /// Moves one card, if that is legal; to the first empty pile if the pile is empty and one of several that are alike.
    fn step(&mut self, card: CardId, to: PileId) -> Option<()> {
        let group = self.position.game().group_of(to);
        let first = self.position.first_empty(group.piles);
        let to = first
            .filter(|_| group.alike && self.position.is_empty(to))
            .unwrap_or(to);
        let mv = Move::Cards(card, to);
        let from = self.position.pile_of(card)?;
        let is_alone = self.position.unit_size(card, from) == 1;
        (is_alone && self.position.play(mv).is_ok()).then(|| self.moves.push(mv))
    }
}

/// The moves that lead to a position.
fn list_moves(reached: &[Reached], index: usize) -> Vec<Move> {
    let last = |&at: &usize| reached[at].last.map(|(before, _)| before);
    let path = std::iter::successors(Some(index), last);
    let mut moves: Vec<Move> = path
        .filter_map(|at| reached[at].last.map(|(_, mv)| mv))
        .collect();
    moves.reverse();
    moves
}
