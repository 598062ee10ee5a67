//! Solves positions: what is asked, and what is answered.

use std::collections::HashMap;

use crate::play::{Move, Position};

use super::analysis::{Analysis, Reduction, Reductions};
use super::beam::Beams;
use super::best_first::BestFirst;
use super::estimate::Estimate;
use super::expand::Expander;
use super::limits::{Control, Limit, Limits, Watch};
use super::node::Found;
use super::portfolio::Search;
use super::shorten::{prune, shorten};
use super::shortest::{Bound, ShortestSearch};

/// Whether a position can be won.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It can be won, with these moves.
    Winnable(Vec<Move>),
    /// It cannot be won: all positions that it leads to were searched.
    Unwinnable,
    /// It is not known, because of this limit.
    Unknown(Limit),
}

impl Verdict {
    /// Whether it can be won, if that is known.
    pub(crate) fn is_winnable(&self) -> Option<bool> {
        match self {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable => Some(false),
            Verdict::Unknown(_) => None,
        }
    }

    /// The verdict without its moves and limit.
    pub fn winnability(&self) -> Winnability {
        match self {
            Verdict::Winnable(_) => Winnability::Winnable,
            Verdict::Unwinnable => Winnability::Unwinnable,
            Verdict::Unknown(_) => Winnability::Unknown,
        }
    }
}

/// Whether a position can be won, as data has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winnability {
    /// It can be won.
    Winnable,
    /// It cannot be won.
    Unwinnable,
    /// It is not known.
    #[default]
    Unknown,
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

impl Solution {
    /// Nothing was found out, because of a limit.
    fn unknown(limit: Limit) -> Solution {
        Solution {
            verdict: Verdict::Unknown(limit),
            states: 0,
            least_moves: None,
        }
    }
}

/// Solves positions of a game.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) limits: Limits,
    pub(super) reductions: Reductions,
    length: Length,
}

/// How short a win is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Any,
    Shorter,
    Shortest,
}

/// The reductions that leave out no shortest win: they only join positions that the rules do not tell apart, and leave out
/// those that cannot be won.
const SAME_LENGTH: Reductions = Reductions::NONE
    .with(Reduction::EqualPiles)
    .with(Reduction::Suits)
    .with(Reduction::Order)
    .with(Reduction::DeadEnds);
/// The most positions that each search looks at for a shorter win.
const SHORTER: u64 = 200_000;
/// How many positions beams keep that look for a shorter win.
const SHORTER_WIDTH: usize = 200;

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
    ///
    /// ```
    /// use patience::solve::{Limits, Reduction, Reductions};
    /// use patience::Solver;
    ///
    /// let all_but_one = Reductions::ALL.without(Reduction::Suits);
    /// assert!(all_but_one.iter().all(|reduction| reduction != Reduction::Suits));
    /// let solver = Solver::new(Limits::default()).with_reductions(all_but_one);
    /// ```
    pub fn with_reductions(mut self, reductions: Reductions) -> Solver {
        self.reductions = reductions;
        self
    }

    /// Finds out whether a position can be won, where every card's place is known.
    ///
    /// ```
    /// use patience::{Deal, DealNumber, Position, Rules, Solver, Verdict};
    /// use patience::solve::{Control, Limits};
    ///
    /// let rules = Rules::built_in("freecell")?;
    /// let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
    /// let solver = Solver::new(Limits::default().with_states(100_000)).with_shorter_wins();
    /// match solver.solve(&position, &Control::default()).verdict {
    ///     Verdict::Winnable(moves) => {
    ///         for chosen in moves {
    ///             println!("{}", position.format_move(chosen));
    ///             position.play(chosen)?;
    ///         }
    ///         assert!(position.is_won());
    ///     }
    ///     Verdict::Unwinnable => println!("Nobody can win it."),
    ///     Verdict::Unknown(limit) => println!("Not known: {}.", limit.description()),
    ///     _ => {}
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, position: &Position, control: &Control) -> Solution {
        self.search(position).go_on(&self.limits, control)
    }

    /// A search of a position that can stop and go on: the same as [`Solver::solve`], in slices. Of the limits, it keeps
    /// that of memory.
    pub fn search(&self, position: &Position) -> Search {
        Search::new(self.clone(), position)
    }

    /// Finds out for each legal move whether the game can be won after it. The limits are for each move. Moves that lead
    /// to the same position have the same verdict.
    ///
    /// ```
    /// use patience::{Deal, DealNumber, Position, Rules, Solver};
    /// use patience::solve::{Control, Limits};
    ///
    /// let rules = Rules::built_in("fan")?;
    /// let position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
    /// let solver = Solver::new(Limits::default().with_states(20_000));
    /// for (chosen, solution) in solver.solve_moves(&position, &Control::default()) {
    ///     println!("{}: {:?}", position.format_move(chosen), solution.verdict.winnability());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_moves(&self, position: &Position, control: &Control) -> Vec<(Move, Solution)> {
        let mut solved: HashMap<u64, Solution> = HashMap::new();
        let moves = position.legal_moves().into_iter();
        let solutions = moves.map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if next.has_shuffled_since(position) {
                // Nobody can know what a shuffle brings.
                return (mv, Solution::unknown(Limit::Shuffle));
            }
            let solve = || self.solve(&next, control);
            let solution = solved.entry(next.hash()).or_insert_with(solve);
            (mv, solution.clone())
        });
        solutions.collect()
    }

    /// Makes a verdict a solution, with a win as short as is asked for.
    pub(super) fn finish(
        &self,
        position: &Position,
        mut verdict: Verdict,
        mut expander: Expander<'_>,
        analysis: &Analysis,
    ) -> Solution {
        if let Verdict::Winnable(moves) = &mut verdict
            && self.length != Length::Any
        {
            *moves = self.find_shorter(position, std::mem::take(moves), &mut expander);
        }
        match verdict {
            Verdict::Winnable(moves) if self.length == Length::Shortest => {
                self.prove_shortest(position, moves, analysis, expander.watch)
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
}
