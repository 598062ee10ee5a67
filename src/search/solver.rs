//! Decides which search looks for a win, and for how long.

use crate::play::{Move, Position};

use super::analysis::{Analysis, Reductions};
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, Found, Jitter};
use super::estimate::{Estimate, WEIGHTS};
use super::expand::Expander;
use super::limits::{Clock, Control, Limit, Limits, Watch};
use super::shorten::shorten;
use super::table::Table;

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

/// The numbers of positions of the short attempts, before the search that goes on until the end.
const ATTEMPTS: [u64; 10] = [
    10_000, 10_000, 20_000, 20_000, 40_000, 40_000, 80_000, 80_000, 160_000, 160_000,
];

/// How much the moves of the depth-first attempts are mixed up, in turn.
const STRENGTHS: [u8; 3] = [4, 6, 8];

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
        let mut table = Table::new(self.limits.memory / 2);
        let estimate = Estimate::new(position.game(), position);
        for (number, &most) in ATTEMPTS.iter().chain([&u64::MAX]).enumerate() {
            table.clear();
            let is_last = most == u64::MAX;
            let found = if number % 2 == 1 && !is_last {
                let mut search = BestFirst {
                    expander,
                    table: &mut table,
                    estimate: &estimate,
                    weights: &WEIGHTS[number / 2 % WEIGHTS.len()],
                    most,
                };
                search.run(position)
            } else {
                let mut search = DepthFirst {
                    expander,
                    table: &mut table,
                    most,
                    jitter: Jitter(number as u64),
                    strength: if number == 0 || is_last {
                        0
                    } else {
                        STRENGTHS[number % STRENGTHS.len()]
                    },
                };
                search.run(position)
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
