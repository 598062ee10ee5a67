//! Solves many deals at once.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use super::estimate::Counts;
use super::plan::Plan;
use crate::cli::store::{SolvedDeal, Store};
use crate::cli::{Error, Streams, interrupt, progress};
use crate::play::{Deal, DealError, Position};
use crate::rules::Game;
use crate::search::{Control, Limit, Solution, Solver, Verdict};

/// A deal with its solution, or with why it cannot be dealt.
type Solved = Result<(Deal, Solution), (Deal, DealError)>;

/// What a run found, with what earlier runs had found.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) counts: Counts,
    /// Whether the run was interrupted before all deals were solved.
    pub(super) is_interrupted: bool,
}

/// Solves the deals of a plan that are not known yet. Records each verdict as soon as it is there.
pub(super) fn solve(
    game: &Arc<Game>,
    plan: &Plan,
    store: &mut Store,
    streams: &Streams<'_>,
) -> Result<Results, Error> {
    let known = store.verdicts(plan.rules())?;
    let mut results = Results::default();
    let bar = progress::bar(plan.count(), ": {msg}", streams);
    let is_known = |deal: &String| {
        let wanted = plan.record(deal, None);
        known
            .get(deal)
            .filter(|solved| !solved.is_worth_another_attempt(&wanted))
    };
    let mut open = Vec::new();
    for deal in plan.deals() {
        match is_known(&deal.to_string()) {
            Some(solved) => results.counts.add(solved),
            None => open.push(deal),
        }
    }
    bar.set_position(results.counts.deals);
    let control = interrupt::control();
    let open = Mutex::new(open.into_iter());
    let is_enough = |counts: &Counts| plan.until.is_some_and(|until| counts.margin() <= until);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..plan.jobs {
            let (sender, control, open) = (sender.clone(), Arc::clone(&control), &open);
            scope.spawn(move || solve_each(game, plan, &control, open, &sender));
        }
        drop(sender);
        for result in receiver {
            let (deal, solution) = result.map_err(|(deal, error): (Deal, DealError)| {
                control.interrupt();
                Error::Usage(format!("deal {deal}: {error}"))
            })?;
            let solved = plan.record(&deal.to_string(), Some(&solution));
            if solution.verdict == Verdict::Unknown(Limit::Interrupt) {
                results.is_interrupted |= !is_enough(&results.counts);
                continue;
            }
            record(store, &solved).inspect_err(|_| control.interrupt())?;
            results.counts.add(&solved);
            bar.set_position(results.counts.deals);
            bar.set_message(describe(&results.counts));
            if is_enough(&results.counts) {
                control.interrupt();
            }
        }
        Ok::<(), Error>(())
    })?;
    bar.finish_and_clear();
    results.is_interrupted |= control.is_interrupted() && !is_enough(&results.counts);
    Ok(results)
}

fn record(store: &mut Store, solved: &SolvedDeal) -> Result<(), Error> {
    Ok(store.add_verdict(solved)?)
}

/// Solves deals until none is left.
fn solve_each(
    game: &Arc<Game>,
    plan: &Plan,
    control: &Control,
    open: &Mutex<std::vec::IntoIter<Deal>>,
    sender: &mpsc::Sender<Solved>,
) {
    let solver = Solver::new(plan.limits.clone());
    while !control.is_interrupted() {
        let next = open.lock().map_or(None, |mut open| open.next());
        let Some(deal) = next else { return };
        let result = match Position::deal(game, &deal) {
            Ok(position) => Ok((deal, solver.solve(&position, control))),
            Err(error) => Err((deal, error)),
        };
        if sender.send(result).is_err() {
            return;
        }
    }
}

/// The interval so far.
fn describe(counts: &Counts) -> String {
    let (low, high) = counts.interval();
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}
