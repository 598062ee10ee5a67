//! Decides which search looks for a win, and for how long.

use crate::play::{Move, Position};

use super::analysis::{Analysis, Reductions};
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, Found, Jitter};
use super::estimate::{Estimate, WEIGHTS};
use super::expand::Expander;
use super::limits::{Clock, Control, Limit, Limits, Watch};
use super::rollouts::Rollouts;
use super::shorten::shorten;

/// Whether a position can be won.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verdict {
    /// It can be won, with these moves.
    Winnable(Vec<Move>),
    /// It cannot be won: all positions that it leads to were searched.
    Unwinnable,
    /// It is not known, because of this limit.
    Unknown(Limit),
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Winnable(_) => "winnable",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// What a search found, and what it cost.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Solution {
    /// Whether the position can be won.
    pub verdict: Verdict,
    /// The number of positions that were looked at.
    pub states: u64,
}

/// Solves positions of a game.
#[derive(Debug)]
pub struct Solver {
    limits: Limits,
    reductions: Reductions,
    shortens: bool,
}

/// How many positions each search may look at in the first round. Each round allows twice as many as the one before: which
/// search finds a win differs from deal to deal, and none may hold up the others.
const FIRST_ROUND: u64 = 10_000;
/// The first round with rollouts. Most deals are decided earlier.
const FIRST_WITH_ROLLOUTS: u32 = 2;

/// A way to search.
#[derive(Clone, Copy, Debug)]
enum Method {
    /// Depth first in the plain order. Each round continues where the one before stopped, so that in the end every position
    /// is searched.
    Exhaustive,
    /// Depth first in another order in each round.
    DepthFirst,
    Rollouts,
    BestFirst,
}

/// The searches of a round, in order.
const METHODS: [Method; 4] = [
    Method::DepthFirst,
    Method::BestFirst,
    Method::Rollouts,
    Method::Exhaustive,
];

/// How much the depth-first searches mix up their moves, in turn.
const STRENGTHS: [u8; 3] = [4, 8, 6];

impl Solver {
    /// A solver with these limits for each position.
    pub fn new(limits: Limits) -> Solver {
        Solver {
            limits,
            reductions: Reductions::ALL,
            shortens: false,
        }
    }

    /// Leaves out moves of a win that are not needed: a search takes many detours. The moves that are left win too, but
    /// need not be the shortest win. This ends early if the time is up.
    pub fn with_shorter_wins(mut self) -> Solver {
        self.shortens = true;
        self
    }

    /// Uses only some reductions.
    pub fn with_reductions(mut self, reductions: Reductions) -> Solver {
        self.reductions = reductions;
        self
    }

    /// Finds out whether a position can be won, where every card's place is known.
    pub fn solve(&self, position: &Position, control: &Control) -> Solution {
        let clock = Clock::start(&self.limits, control);
        let watch = Watch::new(&self.limits, &clock, position.game());
        let analysis = Analysis::new(position.game(), self.reductions);
        let mut expander = Expander::new(&analysis, position, watch);
        let verdict = match self.search(position, &mut expander) {
            Verdict::Winnable(moves) if self.shortens => {
                Verdict::Winnable(shorten(position, moves, &mut expander.watch))
            }
            verdict => verdict,
        };
        Solution {
            verdict,
            states: expander.watch.states,
        }
    }

    fn search(&self, position: &Position, expander: &mut Expander<'_>) -> Verdict {
        if position.is_won() {
            return Verdict::Winnable(Vec::new());
        }
        let estimate = Estimate::new(position.game(), position);
        let memory = self.limits.memory / 2;
        let mut exhaustive = DepthFirst::new(position, expander, Jitter(0), 0, memory);
        let rounds = (0..u64::BITS).flat_map(|round| METHODS.map(|method| (round, method)));
        for (round, method) in rounds {
            let most = FIRST_ROUND.saturating_mul(1 << round);
            let number = round as usize;
            let found = match method {
                Method::Exhaustive => exhaustive.run(expander, most),
                Method::DepthFirst if round == 0 => continue,
                Method::DepthFirst => {
                    let strength = STRENGTHS[number % STRENGTHS.len()];
                    let jitter = Jitter(2 * u64::from(round));
                    DepthFirst::new(position, expander, jitter, strength, memory)
                        .run(expander, most)
                }
                Method::Rollouts if round < FIRST_WITH_ROLLOUTS => continue,
                Method::Rollouts => {
                    // Their positions take about twice as long as those of the other searches.
                    Rollouts::new(expander, &estimate, u64::from(round), most / 2).run(position)
                }
                Method::BestFirst => BestFirst {
                    expander,
                    estimate: &estimate,
                    weights: &WEIGHTS[number % WEIGHTS.len()],
                    most,
                    memory,
                }
                .run(position),
            };
            match found {
                Found::Win(moves) => return Verdict::Winnable(moves),
                Found::Nothing if let Some(limit) = expander.watch.rung() => {
                    return Verdict::Unknown(limit);
                }
                Found::Nothing if expander.has_skipped_shuffle => {
                    return Verdict::Unknown(Limit::Shuffle);
                }
                Found::Nothing => return Verdict::Unwinnable,
                Found::Stopped(limit) => return Verdict::Unknown(limit),
                Found::GaveUp => {}
            }
        }
        Verdict::Unknown(Limit::Memory)
    }
}
