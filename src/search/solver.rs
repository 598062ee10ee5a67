//! Decides which search looks for a win, and for how long.

use crate::play::{Move, Position};

use super::analysis::{Analysis, Reduction, Reductions};
use super::beam::{Beams, FIRST_WIDTH};
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, Jitter};
use super::discrepancies::Discrepancies;
use super::estimate::Estimate;
use super::expand::Expander;
use super::limits::{Clock, Control, Limit, Limits, Watch};
use super::node::Found;
use super::rollouts::Rollouts;
use super::shorten::{prune, shorten};
use super::shortest::{Bound, ShortestSearch};

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
    /// A proof that no win has fewer moves, if [`Solver::with_shortest_wins`] asked for it and there is a win.
    pub least_moves: Option<usize>,
}

/// Solves positions of a game.
#[derive(Debug)]
pub struct Solver {
    limits: Limits,
    reductions: Reductions,
    length: Length,
}

/// How short a win is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Any,
    Shorter,
    Shortest,
}

/// How many positions a share of the first round is. Each round allows twice as many as the one before: which search finds a
/// win differs from deal to deal, and none may hold up the others.
const FIRST_SHARE: u64 = 5000;
/// The first round of the searches that only find wins. Most deals are decided earlier.
const FIRST_FOR_WINS: u32 = 2;

/// Once the exhaustive search has made this much progress, it will probably come to an end.
const LITTLE_PROGRESS: f64 = 1e-9;
/// How many more shares of a round it gets then.
const MORE_EXHAUSTIVE: u64 = 16;

/// The reductions that leave out no shortest win: they only join positions that the rules do not tell apart, and leave out
/// those that cannot be won.
const SAME_LENGTH: Reductions = Reductions::NONE
    .with(Reduction::EqualPiles)
    .with(Reduction::Suits)
    .with(Reduction::Order)
    .with(Reduction::DeadEnds);
/// How many moves a guess counts for in best-first search for any win.
const GREED: i32 = 4;
/// The most positions that each search looks at for a shorter win.
const SHORTER: u64 = 200_000;
/// How many positions beams keep that look for a shorter win.
const SHORTER_WIDTH: usize = 200;

/// A way to search.
#[derive(Clone, Copy, Debug)]
enum Method {
    /// Depth first in another order in each round.
    DepthFirst,
    BestFirst,
    Rollouts,
    Beam,
    Discrepancies,
    /// Depth first in the plain order. Each round continues where the one before stopped, so that in the end every position
    /// is searched.
    Exhaustive,
}

/// The searches of a round, in order.
const METHODS: [Method; 6] = [
    Method::DepthFirst,
    Method::BestFirst,
    Method::Exhaustive,
    Method::Discrepancies,
    Method::Beam,
    Method::Rollouts,
];

impl Method {
    /// The first round that it takes part in.
    fn first_round(self) -> u32 {
        match self {
            Method::BestFirst | Method::Exhaustive => 0,
            Method::DepthFirst => 1,
            Method::Rollouts | Method::Beam | Method::Discrepancies => FIRST_FOR_WINS,
        }
    }

    /// How many shares of each round it gets, in a game where whole runs go to goal piles or in another.
    fn shares(self, takes_runs: bool) -> u64 {
        match self {
            // They go by single cards, while a win depends on which runs can be completed.
            Method::Rollouts | Method::Discrepancies if takes_runs => 0,
            Method::Beam if takes_runs => 6,
            // Their positions take about twice as long as those of the other searches.
            Method::Rollouts => 1,
            _ => 2,
        }
    }
}

/// How much the depth-first searches mix up their moves, in turn.
const STRENGTHS: [u8; 3] = [4, 8, 6];

impl Solver {
    /// A solver with these limits for each position.
    pub fn new(limits: Limits) -> Solver {
        Solver {
            limits,
            reductions: Reductions::ALL,
            length: Length::Any,
        }
    }

    /// Leaves out moves of a win that are not needed: a search takes many detours. The moves that are left win too, but
    /// need not be the shortest win. This ends early if the time is up.
    pub fn with_shorter_wins(mut self) -> Solver {
        self.length = Length::Shorter;
        self
    }

    /// Looks for a win with the fewest moves, and proves that none has fewer as far as the limits allow: see
    /// [`Solution::least_moves`].
    pub fn with_shortest_wins(mut self) -> Solver {
        self.length = Length::Shortest;
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
        let mut verdict = self.search(position, &mut expander);
        if let Verdict::Winnable(moves) = &mut verdict
            && self.length != Length::Any
        {
            *moves = self.find_shorter(position, std::mem::take(moves), &mut expander);
        }
        match verdict {
            Verdict::Winnable(moves) if self.length == Length::Shortest => {
                self.prove_shortest(position, moves, &analysis, expander.watch)
            }
            verdict => Solution {
                verdict,
                states: expander.watch.states,
                least_moves: None,
            },
        }
    }

    /// Looks for a win that is shorter than one that is known.
    fn prove_shortest(
        &self,
        position: &Position,
        moves: Vec<Move>,
        analysis: &Analysis,
        watch: Watch<'_>,
    ) -> Solution {
        let bound = Bound::new(analysis, position);
        let alike = Analysis::new(position.game(), SAME_LENGTH);
        let mut expander = Expander::new(&alike, position, watch);
        let mut search = ShortestSearch {
            expander: &mut expander,
            bound: bound.as_ref(),
            memory: self.limits.memory,
        };
        let proof = search.run(position, moves.len());
        Solution {
            verdict: Verdict::Winnable(proof.moves.unwrap_or(moves)),
            states: expander.watch.states,
            least_moves: Some(proof.least),
        }
    }

    /// Looks for shorter wins by searches that tend to find them, and shortens the best.
    fn find_shorter(
        &self,
        position: &Position,
        moves: Vec<Move>,
        expander: &mut Expander<'_>,
    ) -> Vec<Move> {
        let mut best = prune(position, moves, &mut expander.watch);
        let mut estimate = Estimate::new(position);
        let mut beams = Beams::new(SHORTER_WIDTH, self.limits.memory);
        let searches = estimate.quick.iter().map(Some);
        let searches = searches.chain(estimate.thorough.iter().map(|_| None));
        for weights in searches {
            let found = match weights {
                Some(weights) => BestFirst {
                    expander,
                    weights,
                    estimate: &mut estimate,
                    greed: 1,
                    most: SHORTER,
                    memory: self.limits.memory,
                }
                .run(position),
                None => {
                    let last = expander.watch.states.saturating_add(SHORTER);
                    beams.run_one(expander, &mut estimate, position, last)
                }
            };
            match found {
                Found::Win(moves) => {
                    let moves = prune(position, moves, &mut expander.watch);
                    if moves.len() < best.len() {
                        best = moves;
                    }
                }
                Found::Stopped(_) => break,
                Found::Nothing | Found::GaveUp => {}
            }
        }
        shorten(position, best, &mut expander.watch)
    }

    fn search(&self, position: &Position, expander: &mut Expander<'_>) -> Verdict {
        if position.is_won() {
            return Verdict::Winnable(Vec::new());
        }
        let mut estimate = Estimate::new(position);
        let memory = self.limits.memory / 2;
        let mut exhaustive = DepthFirst::new(position, expander, Jitter(0), 0, memory);
        let mut beams = Beams::new(FIRST_WIDTH, memory);
        let rounds = (0..u64::BITS).flat_map(|round| METHODS.map(|method| (round, method)));
        for (round, method) in rounds {
            let shares = method.shares(estimate.takes_runs);
            if round < method.first_round() || shares == 0 {
                continue;
            }
            let most = (FIRST_SHARE * shares).saturating_mul(1 << round);
            let number = round as usize;
            let found = match method {
                Method::DepthFirst => {
                    let strength = STRENGTHS[number % STRENGTHS.len()];
                    let jitter = Jitter(2 * u64::from(round));
                    DepthFirst::new(position, expander, jitter, strength, memory)
                        .run(expander, most)
                }
                Method::BestFirst => BestFirst {
                    expander,
                    weights: &estimate.quick[number % estimate.quick.len()],
                    estimate: &mut estimate,
                    greed: GREED,
                    most,
                    memory,
                }
                .run(position),
                Method::Rollouts => {
                    Rollouts::new(expander, &mut estimate, u64::from(round), most).run(position)
                }
                Method::Beam => beams.run(expander, &mut estimate, position, most),
                Method::Discrepancies => Discrepancies {
                    expander,
                    weights: &estimate.thorough[number % estimate.thorough.len()],
                    estimate: &mut estimate,
                    most,
                    memory,
                }
                .run(position),
                Method::Exhaustive => match exhaustive.run(expander, most) {
                    Found::GaveUp
                        if round >= FIRST_FOR_WINS && exhaustive.progress() > LITTLE_PROGRESS =>
                    {
                        exhaustive.run(expander, most.saturating_mul(MORE_EXHAUSTIVE))
                    }
                    found => found,
                },
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
