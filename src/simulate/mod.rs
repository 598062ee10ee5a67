//! Plays many deals with an automatic player and counts the results.

mod player;
mod tally;

pub use player::Player;
pub use tally::Tally;
pub use tally::{as_float, interval};

use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::cards::DealNumber;
use crate::play::{Deal, DealError, Position};
use crate::rules::Game;
use crate::text::debug_as_display;

/// The maximum number of games played at the same time.
pub const MAX_JOBS: usize = 256;
/// The maximum number of moves in a game. A greedy player needs about twenty bytes of memory for each.
pub const MAX_MOVES: u32 = 1_000_000;

/// What to simulate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The deal numbers.
    pub deals: RangeInclusive<u64>,
    /// The player.
    pub player: Player,
    /// The maximum number of moves in a game, at most a million.
    pub moves: u32,
    /// How many games are played at the same time: at least one, at most 256 and at most the number of deals.
    pub jobs: usize,
}

impl Plan {
    /// A plan for some deals: a random player, at most 1000 moves in a game, and one game at a time.
    pub fn new(deals: RangeInclusive<u64>) -> Plan {
        Plan {
            deals,
            player: Player::Random,
            moves: 1000,
            jobs: 1,
        }
    }

    /// This plan with another player.
    pub fn with_player(self, player: Player) -> Plan {
        Plan { player, ..self }
    }

    /// This plan with another maximum number of moves in a game.
    pub fn with_moves(self, moves: u32) -> Plan {
        Plan { moves, ..self }
    }

    /// This plan with another number of games at the same time.
    pub fn with_jobs(self, jobs: usize) -> Plan {
        Plan { jobs, ..self }
    }

    fn jobs(&self) -> usize {
        let others = self.deals.end().saturating_sub(*self.deals.start());
        let deals = usize::try_from(others).map_or(usize::MAX, |others| others.saturating_add(1));
        self.jobs.clamp(1, MAX_JOBS).min(deals)
    }
}

/// The error for a deal that failed.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("deal {}: {why}", deal.0)]
#[non_exhaustive]
pub struct SimulateError {
    /// The number of the deal.
    pub deal: DealNumber,
    /// Why it could not be dealt.
    pub why: DealError,
}

debug_as_display!(SimulateError);

/// Plays all deals of a plan. The results do not depend on the number of jobs, and memory use does not depend on the
/// number of deals. After each game, `done` is called with the number of games played so far.
///
/// ```
/// use patience::Rules;
/// use patience::player::{Plan, Player, simulate};
///
/// let rules = Rules::built_in("klondike")?;
/// let tally = simulate(rules.game(), &Plan::new(1..=100).with_player(Player::Greedy), &|_| {})?;
/// println!("{} of {} games won", tally.wins, tally.games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the first deal that could not be dealt.
pub fn simulate(
    game: &Arc<Game>,
    plan: &Plan,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Tally, SimulateError> {
    let (first, last) = (*plan.deals.start(), *plan.deals.end());
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let job = || {
        // If this job fails, the others stop after their current deals, which include all earlier ones.
        let _stop = StopOnDrop(&stop);
        let mut tally = Tally::default();
        while !stop.load(Ordering::Relaxed) {
            let offset = next.fetch_add(1, Ordering::Relaxed);
            let Some(number) = first.checked_add(offset).filter(|&number| number <= last) else {
                break;
            };
            let deal = DealNumber(number);
            let position = Position::deal(game, &Deal::Number(deal));
            let position = position.map_err(|why| SimulateError { deal, why })?;
            let moves = plan.moves.min(MAX_MOVES);
            tally.add(&plan.player.play(position, number, moves));
            done(played.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(tally)
    };
    let results: Vec<Result<Tally, SimulateError>> = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, job).ok();
        // If the system refuses more threads, the existing ones play all deals; at least this thread exists.
        let others: Vec<_> = (1..plan.jobs()).map_while(spawn).collect();
        let mut results = vec![job()];
        results.extend(others.into_iter().map(|other| {
            let result = other.join();
            result.unwrap_or_else(|panic| resume_unwind(panic))
        }));
        results
    });
    let mut total = Tally::default();
    let mut failed: Option<SimulateError> = None;
    for result in results {
        match result {
            Ok(tally) => total.add(&tally),
            Err(undealt) if failed.as_ref().is_none_or(|f| undealt.deal.0 < f.deal.0) => {
                failed = Some(undealt);
            }
            Err(_) => {}
        }
    }
    failed.map_or(Ok(total), Err)
}

/// Tells all jobs to stop when one ends, even by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
