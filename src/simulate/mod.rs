//! Many deals played by a simple player, and what came of them.

mod player;
mod tally;

pub use player::Player;
pub use tally::Tally;
pub(crate) use tally::as_float;

use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::cards::DealNumber;
use crate::play::{Deal, DealError, Position};
use crate::rules::Game;

/// The most games that are played at once.
pub const MAX_JOBS: usize = 256;
/// The most moves that a game may be given; a greedy player remembers some twenty bytes for each.
pub const MAX_MOVES: u32 = 1_000_000;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The numbers of the deals.
    pub deals: RangeInclusive<u64>,
    /// Who plays.
    pub player: Player,
    /// The most moves of a game; more than [`MAX_MOVES`] is as many.
    pub moves: u32,
    /// How many games are played at once; none is one, more than [`MAX_JOBS`] or than there are deals is as many.
    pub jobs: usize,
}

impl Plan {
    fn jobs(&self) -> usize {
        let others = self.deals.end().saturating_sub(*self.deals.start());
        let deals = usize::try_from(others).map_or(usize::MAX, |others| others.saturating_add(1));
        self.jobs.clamp(1, MAX_JOBS).min(deals)
    }
}

/// A deal of a plan that cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("deal {}: {why}", deal.0)]
pub struct Undealt {
    /// Its number.
    pub deal: DealNumber,
    /// Why not.
    pub why: DealError,
}

/// Plays all deals of a plan. What comes of a deal does not depend on how many are played at once, and memory not on
/// how many there are. `done` is told after each game how many were played so far.
///
/// # Errors
/// The first deal that cannot be dealt.
pub fn simulate(
    game: &Arc<Game>,
    plan: &Plan,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Tally, Undealt> {
    let (first, last) = (*plan.deals.start(), *plan.deals.end());
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let job = || {
        // One that fails ends the others after the deals they took, which are all those before.
        let _stop = StopOnDrop(&stop);
        let mut tally = Tally::default();
        while !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(number) = first.checked_add(at).filter(|&number| number <= last) else {
                break;
            };
            let deal = DealNumber(number);
            let position = Position::deal(game, &Deal::Number(deal));
            let position = position.map_err(|why| Undealt { deal, why })?;
            let moves = plan.moves.min(MAX_MOVES);
            tally.add(&plan.player.play(position, number, moves));
            done(played.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(tally)
    };
    let results: Vec<Result<Tally, Undealt>> = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, job).ok();
        // Where the system gives no more threads, those that there are play all deals, this one at least.
        let others: Vec<_> = (1..plan.jobs()).map_while(spawn).collect();
        let mut results = vec![job()];
        results.extend(others.into_iter().map(|other| {
            let result = other.join();
            result.unwrap_or_else(|panic| resume_unwind(panic))
        }));
        results
    });
    let mut total = Tally::default();
    let mut failed: Option<Undealt> = None;
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

/// Says that there is nothing more to do when a job ends, however it ends.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
