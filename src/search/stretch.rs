//! Finds shorter ways for stretches of a win.

use crate::cards::CardId;
use crate::condition::PileSet;
use crate::play::{BoardView, Move, Position};
use crate::rules::Game;
use crate::rules::file::Take;

use super::limits::Watch;
use super::table::{Attempts, Key};

/// How many moves a stretch has.
pub(super) const STRETCH: usize = 8;
/// The most positions that are looked at for a stretch.
const MAX_POSITIONS: usize = 200_000;

/// Looks for a shorter way from a position to another. Depth-first search, with a limit of depth that grows (iterative
/// deepening; R. Korf, "Depth-first iterative-deepening", 1985).
#[derive(Debug)]
pub(super) struct StretchSearch<'a, 'w> {
    to: &'a Position,
    hash: u64,
    /// The piles that steps take cards from; `None` if it is not known how many moves a difference needs at least.
    sources: Option<PileSet>,
    /// The positions that were tried, with how many more moves.
    attempts: Attempts,
    /// How many more positions are looked at.
    positions_left: usize,
    moves: Vec<Move>,
    watch: &'a mut Watch<'w>,
}

impl<'a, 'w> StretchSearch<'a, 'w> {
    /// Prepares a search that looks at no more than `most` positions.
    pub(super) fn new(
        to: &'a Position,
        most: usize,
        watch: &'a mut Watch<'w>,
    ) -> StretchSearch<'a, 'w> {
        StretchSearch {
            hash: to.hash(),
            sources: find_sources(to.game()),
            to,
            attempts: Attempts::new(usize::MAX),
            positions_left: most.min(MAX_POSITIONS),
            moves: Vec::new(),
            watch,
        }
    }

    /// Returns the shortest way with fewer than so many moves, if it finds one, and how many positions it looked at.
    pub(super) fn run(mut self, from: &Position, length: usize) -> (Option<Vec<Move>>, usize) {
        let before = self.positions_left;
        let least = self.least_moves(from);
        let mut from = from.clone();
        from.keep_hash();
        let found = (least..length).any(|depth| {
            self.attempts = Attempts::new(usize::MAX);
            self.reach(&from, depth)
        });
        (found.then_some(self.moves), before - self.positions_left)
    }

    /// Whether a position leads to the goal by at most `depth` moves. If so, `moves` ends with them.
    fn reach(&mut self, position: &Position, depth: usize) -> bool {
        if position.hash() == self.hash {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let mut legal = Vec::new();
        let mut current = position.clone();
        self.watch.list(&mut current, &mut legal);
        let mut next = position.clone();
        for mv in legal {
            if self.positions_left == 0 || self.watch.count().is_some() {
                return false;
            }
            self.positions_left -= 1;
            next.clone_from(&current);
            next.play_unchecked(mv);
            let left = depth - 1;
            if next.has_shuffled_since(&current) || self.least_moves(&next) > left {
                continue;
            }
            if !self.attempts.begin(Key::from(next.hash()), left) {
                continue;
            }
            self.moves.push(mv);
            if self.reach(&next, left) {
                return true;
            }
            self.moves.pop();
        }
        false
    }

    /// How many moves lead to the goal at least. A move of cards puts one card on another; all others stay where they are.
    fn least_moves(&self, position: &Position) -> usize {
        let Some(sources) = self.sources else {
            return 0;
        };
        let must_move = |card: &CardId| {
            let pile = position.pile_of(*card);
            pile.is_some_and(|pile| !sources.contains(pile))
                && (position.card_below(*card) != self.to.card_below(*card)
                    || pile != self.to.pile_of(*card) && position.card_below(*card).is_none())
        };
        let cards = CardId::first(position.game().deck.len());
        cards.filter(must_move).count()
    }
}

/// The piles that steps take cards from, if a move of cards changes only what its lowest card lies on.
fn find_sources(game: &Game) -> Option<PileSet> {
    let is_simple =
        game.folded.moves_are_local && !game.groups.iter().any(|group| group.take == Take::Any);
    is_simple.then(|| {
        let sources = game.steps_in_play().map(|step| step.from.set());
        sources.fold(PileSet::EMPTY, |all, sources| all | sources)
    })
}
