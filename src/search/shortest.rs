//! Searches for the shortest win, and proves that none is shorter.
//!
//! Iterative deepening with a bound from below (IDA*; R. Korf, "Depth-first iterative-deepening", 1985). Positions that were
//! searched in vain are remembered with the number of moves that were allowed there.

use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::play::{BoardView, Move, Position};
use crate::rules::Unit;
use crate::rules::file::Take;

use super::analysis::{Analysis, Reduction};
use super::expand::Expander;
use super::limits::size_kept;
use super::path::Path;
use super::placing::{builds_of, find_parents, find_starts};
use super::table::Attempts;

/// How many moves a win takes at least.
///
/// **Theorem.** Let the premises of dead ends hold: nothing happens automatically, actions only turn the stock, the game is
/// won when all cards are on goal piles, and the tables say at least all cards that may lie on others. Let goal piles take
/// single cards. Then each card that is not on a goal pile needs a move that brings it there, and no move brings two. If
/// a card lies on one that must be on its goal pile before it, then a move takes it elsewhere first, unless cards are
/// lifted from the middle, actions turn the pile, or cards of it refill others. Such moves differ for different piles, and
/// for different cards where only single cards are lifted.
#[derive(Debug)]
pub(super) struct Bound {
    goals: Vec<PileId>,
    /// The piles where a card may have to make way, and whether only single cards are lifted from them.
    piles: Vec<(PileId, bool)>,
    /// For each card, those that must be on a goal pile before it.
    before: Vec<CardSet>,
}

impl Bound {
    /// Prepares the bound for positions that a position leads to; `None` if its premises do not hold.
    pub(super) fn new(analysis: &Analysis, position: &Position) -> Option<Bound> {
        let game = position.game();
        let takes_one = |goal: &PileId| game.group_of(*goal).unit == Unit::Exactly(1);
        if !analysis.uses(Reduction::DeadEnds) || !analysis.goals.iter().all(takes_one) {
            return None;
        }
        let turned = analysis.turned();
        let piles = game.piles().filter_map(|pile| {
            let take = game.folded.piles[pile.index()].take;
            let is_goal = game.piles[pile.index()].goal;
            let may_count = !is_goal && !turned.contains(pile) && take != Take::Any;
            may_count.then_some((pile, take == Take::Top))
        });
        Some(Bound {
            goals: analysis.goals.clone(),
            piles: piles.collect(),
            before: if position.needs_base() || !game.refilled_piles.is_empty() {
                vec![CardSet::EMPTY; game.deck.len()]
            } else {
                find_before(analysis, position)
            },
        })
    }

    /// How many moves a win takes at least.
    fn of(&self, position: &Position) -> usize {
        let home: usize = self
            .goals
            .iter()
            .map(|goal| usize::from(position.size(*goal)))
            .sum();
        let mut least = position.game().deck.len().saturating_sub(home);
        for &(pile, is_single) in &self.piles {
            let mut under: CardSet = position.cards_down(pile).collect();
            let mut count = 0;
            for card in position.cards_down(pile) {
                under.remove(card);
                count += usize::from(!(self.before[card.index()] & under).is_empty());
            }
            least += if is_single { count } else { count.min(1) };
        }
        least
    }
}

/// For each card, those that must be on a goal pile before it. The chain of such cards ends where a card could follow any of
/// several.
fn find_before(analysis: &Analysis, position: &Position) -> Vec<CardSet> {
    let (game, base) = (position.game(), position.base());
    let parents = find_parents(game, base, builds_of(game, &analysis.goals));
    let starts = find_starts(game, base, &analysis.goals);
    let parent_of = |card: CardId| {
        let parents = parents[card.index()];
        let parent = parents.lowest().filter(|_| !starts.contains(card))?;
        (parents.len() == 1).then_some(parent)
    };
    let before = CardId::first(game.deck.len()).map(|card| {
        let chain = std::iter::successors(parent_of(card), |card| parent_of(*card));
        chain
            .take(game.deck.len())
            .filter(|on| *on != card)
            .collect()
    });
    before.collect()
}

/// What is known of the shortest win.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// A win with the fewest moves, if one was found that is shorter than the one that was known.
    pub(super) moves: Option<Vec<Move>>,
    /// No win has fewer moves.
    pub(super) least: usize,
}

/// A search for the shortest win.
#[derive(Debug)]
pub(super) struct ShortestSearch<'a, 'b> {
    /// It must leave out no moves except where positions are alike.
    pub(super) expander: &'a mut Expander<'b>,
    pub(super) bound: Option<&'a Bound>,
    /// How many bytes the search may use.
    pub(super) memory: usize,
}

/// How an iteration ended.
enum Ended {
    Won(Vec<Move>),
    /// No win is so short. This is the least length of a path that was given up because it was too long.
    Cut(usize),
    /// A limit of the whole search was reached.
    Stopped,
}

impl ShortestSearch<'_, '_> {
    /// Searches for a win with fewer moves than one that is known.
    pub(super) fn run(&mut self, position: &Position, known: usize) -> Proof {
        let root = self.expander.enter(position);
        let mut path = Path::new(root);
        let frame = path.last();
        self.expander.expand(&mut frame.node, &mut frame.candidates);
        let mut attempts = Attempts::new(self.memory / 2);
        // A path keeps one position for each move.
        let max_length = self.memory / 2 / size_kept(position);
        let mut least = self.least_moves(position);
        while least < known.min(max_length) {
            match self.run_within(&mut path, &mut attempts, least) {
                Ended::Won(moves) => {
                    let moves = Some(moves);
                    return Proof { moves, least };
                }
                // Nobody knows what the moves that were left out lead to.
                Ended::Cut(_) if self.expander.watch.left_out.is_some() => break,
                Ended::Cut(next) => least = next,
                Ended::Stopped => break,
            }
        }
        debug_assert!(
            least <= known,
            "the bound of {least} exceeds a win in {known}"
        );
        Proof { moves: None, least }
    }

    fn least_moves(&self, position: &Position) -> usize {
        if position.is_won() {
            return 0;
        }
        self.bound.map_or(1, |bound| bound.of(position))
    }

    /// Searches all paths of a length from a position.
    fn run_within(&mut self, path: &mut Path, attempts: &mut Attempts, length: usize) -> Ended {
        let mut next = path.last().node.position.clone();
        let mut cut = usize::MAX;
        path.last().next = 0;
        loop {
            let depth = path.depth();
            let frame = path.last();
            let Some(&candidate) = frame.candidates.get(frame.next) else {
                if path.pop() {
                    continue;
                }
                return Ended::Cut(cut);
            };
            frame.next += 1;
            let is_known = self.expander.play(&mut next, &frame.node, candidate);
            if self.expander.watch.count().is_some() {
                return Ended::Stopped;
            }
            if !is_known {
                continue;
            }
            if next.is_won() {
                return Ended::Won(path.moves());
            }
            let left = length - depth - 1;
            let needed = self.least_moves(&next);
            if needed > left {
                cut = cut.min(depth + 1 + needed);
                continue;
            }
            let entry = self.expander.enter_after(&next, &frame.node, candidate);
            if !attempts.begin(entry.key, left) {
                // What was cut off there is longer than this path may be.
                cut = cut.min(length + 1);
                continue;
            }
            path.push(&mut next, entry, self.expander);
            let frame = path.last();
            self.expander.expand(&mut frame.node, &mut frame.candidates);
        }
    }
}
