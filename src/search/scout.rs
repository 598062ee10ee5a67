//! Quick searches of many positions of one game.

use crate::cards::CardSet;
use crate::play::Position;

use super::analysis::{Analysis, Reductions};
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, Jitter};
use super::estimate::Estimate;
use super::expand::{Expander, Known};
use super::limits::{Clock, Control, Limit, Limits, Watch, size_kept};
use super::node::Found;
use super::portfolio::GREED;
use super::solver::Verdict;
use super::table::Key;

/// The memory for a search, in bytes.
const MEMORY: usize = 32 << 20;
/// The most positions of a quick search.
const QUICK: u64 = 300;
/// The most positions of a thorough one. It goes best first: where whole runs go to goal piles, that finds most wins within a
/// few thousand positions.
const THOROUGH: u64 = 4000;
/// How much searches mix up their moves, unless they keep to the plain order.
const STRENGTH: u8 = 8;

/// Looks for wins of many positions of one game, for a short time each. What follows from the rules, and what was found
/// out about the stock, serves all searches. Quick ones go into depth, as that finds most wins within a few hundred
/// positions.
#[derive(Debug)]
pub(crate) struct Scout {
    analysis: Analysis,
    estimate: Estimate,
    limits: Limits,
    known: Option<Known>,
    /// The number of positions that were looked at so far.
    pub(crate) states: u64,
}

impl Scout {
    /// A scout for the game of a position.
    pub(crate) fn new(position: &Position) -> Scout {
        Scout {
            analysis: Analysis::new(position.game(), Reductions::ALL),
            estimate: Estimate::new(position),
            limits: Limits::default().with_memory(MEMORY),
            known: None,
            states: 0,
        }
    }

    /// What a short search finds where every card's place is known, or a longer one if it is `thorough`. Searches with
    /// different `variation`s try moves in different orders; 0 is the plain one.
    pub(crate) fn find_win(
        &mut self,
        position: &Position,
        variation: u64,
        thorough: bool,
        control: &Control,
    ) -> Verdict {
        self.states += 1;
        if position.is_won() {
            return Verdict::Winnable(Vec::new());
        }
        let strength = if variation == 0 { 0 } else { STRENGTH };
        self.with_expander(position, control, |expander, estimate| {
            let found = if thorough {
                let weights = &estimate.quick[usize::from(!variation.is_multiple_of(2))];
                let mut search = BestFirst {
                    expander,
                    estimate,
                    weights,
                    greed: GREED,
                    most: THOROUGH,
                    memory: MEMORY,
                };
                search.run(position)
            } else {
                let jitter = Jitter(variation.wrapping_mul(2));
                DepthFirst::new(position, expander, jitter, strength, MEMORY).run(expander, QUICK)
            };
            match found {
                Found::Win(moves) => Verdict::Winnable(moves),
                Found::Nothing => expander.verdict_at_end(),
                Found::GaveUp => Verdict::Unknown(Limit::States),
                Found::Stopped(limit) => Verdict::Unknown(limit),
            }
        })
    }

    /// How far a position seems to be from a win if only some cards are known: the less, the nearer.
    pub(crate) fn guess_unknown(&mut self, position: &Position, known: CardSet) -> i32 {
        let weights = self.estimate.unknown;
        self.estimate.of_known(position, weights, known)
    }

    /// How many positions of a game may be kept at once.
    pub(crate) fn room_for(position: &Position) -> usize {
        MEMORY / size_kept(position)
    }

    /// Whether whole runs go to goal piles.
    pub(crate) fn takes_runs(&self) -> bool {
        self.estimate.takes_runs
    }

    /// Whether, besides, only cards that fit on each other move together.
    pub(crate) fn orders_rows(&self) -> bool {
        self.estimate.orders_rows
    }

    /// A key that is the same for positions that the rules do not tell apart, and for those that actions on the stock lead
    /// to from each other.
    pub(crate) fn key(&mut self, position: &Position) -> Key {
        self.with_expander(position, &Control::default(), |expander, _| {
            expander.enter(position).entry.key
        })
    }

    /// How far a position seems to be from a win: the less, the nearer.
    pub(crate) fn guess(&mut self, position: &Position) -> i32 {
        let quick = self.estimate.quick;
        self.estimate.of(position, &quick[quick.len() - 1])
    }

    /// Whether all actions only turn the stock, so that following them around to where they began changes nothing else.
    pub(crate) fn only_turns(&self) -> bool {
        self.analysis.cycle.is_some()
    }

    /// Does something with an expander that goes on with what the one before found out.
    fn with_expander<T>(
        &mut self,
        position: &Position,
        control: &Control,
        done: impl FnOnce(&mut Expander<'_>, &mut Estimate) -> T,
    ) -> T {
        let clock = Clock::start(&self.limits, control);
        let watch = Watch::new(&self.limits, &clock);
        let known = self.known.take();
        let known = known.unwrap_or_else(|| Known::new(position.game(), &self.analysis));
        let mut expander = Expander::knowing(known, &self.analysis, position, watch);
        let result = done(&mut expander, &mut self.estimate);
        self.states += expander.watch.states;
        self.known = Some(expander.into_known());
        result
    }
}
