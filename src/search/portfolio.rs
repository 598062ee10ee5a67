//! Decides which search looks for a win, and for how long.

use std::sync::Arc;

use crate::play::Position;

use super::analysis::Analysis;
use super::beam::{Beams, FIRST_WIDTH};
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, Jitter};
use super::discrepancies::Discrepancies;
use super::estimate::Estimate;
use super::expand::{Expander, Known};
use super::limits::{Clock, Control, Limit, Limits, Watch};
use super::node::Found;
use super::rollouts::Rollouts;
use super::solver::{Solution, Solver, Verdict};

/// How many positions a share of the first round is. Each round allows twice as many as the one before: which search finds a
/// win differs from deal to deal, and none may hold up the others.
const FIRST_SHARE: u64 = 5000;
/// The first round of the searches that only find wins. Most deals are decided earlier.
const FIRST_FOR_WINS: u32 = 2;

/// Once the exhaustive search has made this much progress, it will probably come to an end.
const LITTLE_PROGRESS: f64 = 1e-9;
/// How many more shares of a round it gets then.
const MORE_EXHAUSTIVE: u64 = 16;

/// How many moves a guess counts for in best-first search for any win.
pub(super) const GREED: i32 = 4;

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

/// A search of one position that can stop and go on: see [`Solver::search`].
///
/// ```
/// use patience::{Deal, DealNumber, Position, Rules, Solver, Verdict};
/// use patience::solve::{Control, Limits};
///
/// let rules = Rules::built_in("klondike")?;
/// let position = Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?;
/// let mut search = Solver::new(Limits::default()).search(&position);
/// let slice = Limits::default().with_states(10_000);
/// for _ in 0..20 {
///     let solution = search.go_on(&slice, &Control::default());
///     if !matches!(solution.verdict, Verdict::Unknown(_)) {
///         println!("{:?}", solution.verdict.winnability());
///         break;
///     }
///     // Something else can be done meanwhile.
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search {
    solver: Solver,
    position: Position,
    analysis: Arc<Analysis>,
    estimate: Estimate,
    /// What was found out about the positions of the game so far.
    known: Option<Known>,
    exhaustive: Option<DepthFirst>,
    beams: Beams,
    /// The piece of work to do next: a round, and the index of a method.
    round: u32,
    method: usize,
    /// Whether that piece was cut off before.
    was_cut: bool,
    /// Why moves were left out that might win, if any were.
    left_out: Option<Limit>,
    /// The solution, once there is one that more search does not change.
    solution: Option<Solution>,
}

impl Search {
    pub(super) fn new(solver: Solver, position: &Position) -> Search {
        let game = position.game();
        Search {
            analysis: Arc::new(Analysis::new(game, solver.reductions)),
            estimate: Estimate::new(position),
            known: None,
            exhaustive: None,
            beams: Beams::new(FIRST_WIDTH, solver.limits.memory / 2),
            round: 0,
            method: 0,
            was_cut: false,
            left_out: None,
            solution: None,
            position: position.clone(),
            solver,
        }
    }

    /// The position that is searched.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Goes on until it is known whether the position can be won, or a limit is reached. The limits of time, positions and
    /// work count from now, as [`Solution::states`] does; the limit of memory is the solver's. Once more search cannot change
    /// the solution, each call returns it again.
    ///
    /// Nothing is done twice but for the search that was cut off, unless it is exhaustive.
    pub fn go_on(&mut self, limits: &Limits, control: &Control) -> Solution {
        if let Some(solution) = &self.solution {
            return solution.clone();
        }
        let limits = limits.clone().with_memory(self.solver.limits.memory);
        let clock = Clock::start(&limits, control);
        let watch = Watch::new(&limits, &clock);
        let known = self.known.take();
        let known = known.unwrap_or_else(|| Known::new(self.position.game(), &self.analysis));
        // The expander refers to it while the rest changes.
        let analysis = Arc::clone(&self.analysis);
        let mut expander = Expander::knowing(known, &analysis, &self.position, watch);
        expander.watch.left_out = self.left_out;
        let verdict = self.find_verdict(&mut expander);
        self.left_out = expander.watch.left_out;
        let is_final = match verdict {
            Verdict::Winnable(_) | Verdict::Unwinnable => true,
            Verdict::Unknown(limit) => {
                matches!(limit, Limit::Shuffle | Limit::Listing | Limit::Memory)
            }
        };
        if is_final {
            let solution = self
                .solver
                .finish(&self.position, verdict, expander, &analysis);
            self.exhaustive = None;
            self.solution = Some(solution.clone());
            return solution;
        }
        let solution = Solution {
            verdict,
            states: expander.watch.states,
            least_moves: None,
        };
        self.known = Some(expander.into_known());
        solution
    }

    /// Does one piece of work after the other.
    fn find_verdict(&mut self, expander: &mut Expander<'_>) -> Verdict {
        if self.position.is_won() {
            return Verdict::Winnable(Vec::new());
        }
        while self.round < u64::BITS {
            let method = METHODS[self.method];
            let shares = method.shares(self.estimate.takes_runs);
            let found = if self.round < method.first_round() || shares == 0 {
                Found::GaveUp
            } else {
                let most = (FIRST_SHARE * shares).saturating_mul(1 << self.round);
                self.run(method, most, expander)
            };
            match found {
                Found::Win(moves) => return Verdict::Winnable(moves),
                Found::Nothing => return expander.verdict_at_end(),
                Found::Stopped(limit) => return self.stop(limit),
                Found::GaveUp => self.go_to_next(),
            }
        }
        Verdict::Unknown(Limit::Memory)
    }

    /// Goes on to the next method, or to the next round.
    fn go_to_next(&mut self) {
        self.was_cut = false;
        self.method = (self.method + 1) % METHODS.len();
        self.round += u32::from(self.method == 0);
    }

    /// Notes that the work was cut off. A piece that was cut off twice is passed over: it may need more than any limit
    /// allows at once.
    fn stop(&mut self, limit: Limit) -> Verdict {
        if self.was_cut {
            self.go_to_next();
        } else {
            self.was_cut = true;
        }
        Verdict::Unknown(limit)
    }

    /// Looks for a win by a method, at no more than so many positions.
    fn run(&mut self, method: Method, most: u64, expander: &mut Expander<'_>) -> Found {
        let (position, estimate) = (&self.position, &mut self.estimate);
        let (round, number) = (self.round, self.round as usize);
        let memory = self.solver.limits.memory / 2;
        match method {
            Method::DepthFirst => {
                let strength = STRENGTHS[number % STRENGTHS.len()];
                let jitter = Jitter(2 * u64::from(round));
                DepthFirst::new(position, expander, jitter, strength, memory).run(expander, most)
            }
            Method::BestFirst => BestFirst {
                expander,
                weights: &estimate.quick[number % estimate.quick.len()],
                estimate,
                greed: GREED,
                most,
                memory,
            }
            .run(position),
            Method::Rollouts => {
                Rollouts::new(expander, estimate, u64::from(round), most).run(position)
            }
            Method::Beam => self.beams.run(expander, estimate, position, most),
            Method::Discrepancies => Discrepancies {
                expander,
                weights: &estimate.thorough[number % estimate.thorough.len()],
                estimate,
                most,
                memory,
            }
            .run(position),
            Method::Exhaustive => {
                let new = || DepthFirst::new(position, expander, Jitter(0), 0, memory);
                let exhaustive = self.exhaustive.get_or_insert_with(new);
                match exhaustive.run(expander, most) {
                    Found::GaveUp
                        if round >= FIRST_FOR_WINS && exhaustive.progress() > LITTLE_PROGRESS =>
                    {
                        exhaustive.run(expander, most.saturating_mul(MORE_EXHAUSTIVE))
                    }
                    found => found,
                }
            }
        }
    }
}
