//! Many deals played by a simple player, and what came of them.

mod player;
mod tally;

pub use player::Player;
pub use tally::Tally;
pub(crate) use tally::as_float;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::cards::DealNumber;
use crate::play::{Deal, DealError, Position};
use crate::rules::Game;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The numbers of the deals.
    pub deals: RangeInclusive<u64>,
    /// Who plays.
    pub player: Player,
    /// The most moves of a game.
    pub moves: u32,
    /// How many games are played at once; at least one is.
    pub jobs: usize,
}

/// Plays all deals of a plan. What comes of a deal does not hang on how many are played at once. `done` is told after
/// each game how many were played so far.
///
/// # Errors
/// A deal that cannot be dealt.
pub fn simulate(
    game: &Arc<Game>,
    plan: &Plan,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Tally, DealError> {
    let (first, last) = (*plan.deals.start(), *plan.deals.end());
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let job = || {
        let mut tally = Tally::default();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(deal) = first.checked_add(at).filter(|&deal| deal <= last) else {
                return Ok(tally);
            };
            let position = Position::deal(game, &Deal::Number(DealNumber(deal)))?;
            tally.add(&plan.player.play(position, deal, plan.moves));
            done(played.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..plan.jobs.max(1)).map(|_| scope.spawn(job)).collect();
        let mut total = Tally::default();
        for job in jobs {
            total.add(&job.join().expect("a job does not panic")?);
        }
        Ok(total)
    })
}
