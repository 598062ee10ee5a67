//! Solves many deals at once.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::estimate::Counts;
use super::plan::Plan;
use super::records::Records;
use super::verdicts::Verdicts;
use crate::deal::NumberedDeal;
use crate::{Error, Streams, interrupt, progress};
use patience::deal::{DealError, ForeignDeal};
use patience::solve::{Control, Limit, Solution};
use patience::{Deal, DealNumber, Game, Position, Solver, Verdict};

/// How often to look whether the user wants to stop.
const WAIT: Duration = Duration::from_millis(100);
/// How many deals wait for each job, so that none is idle meanwhile.
const AHEAD: usize = 64;

/// A deal with its solution and the time that took, or with why it cannot be dealt.
type Solved = (NumberedDeal, Result<(Solution, Duration), DealError>);

/// What a run found, with what earlier runs had found.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) counts: Counts,
    /// Whether the run was interrupted before all deals were solved.
    pub(super) is_interrupted: bool,
}

/// Solves the deals of a plan that are not known yet. Records the verdicts as they come.
pub(super) fn solve(
    game: &Arc<Game>,
    plan: &Plan,
    records: Records,
    streams: &mut Streams<'_>,
) -> Result<Results, Error> {
    let mut verdicts = Verdicts::default();
    records.read(&mut verdicts)?;
    let mut counts = Counts::default();
    let open_deals = plan.open_deals(&verdicts, &mut counts);
    drop(verdicts);
    let control = Control::default();
    let mut run = Run {
        plan,
        records,
        control: &control,
        interrupt: interrupt::control(),
        counts,
        bar: progress::bar(plan.count(), ": {msg}", streams),
    };
    let solved = thread::scope(|scope| {
        let (deals, open) = mpsc::channel();
        let open = Arc::new(Mutex::new(open));
        let (sender, solutions) = mpsc::channel();
        for _ in 0..plan.jobs {
            let (open, sender, control) = (Arc::clone(&open), sender.clone(), &control);
            scope.spawn(move || solve_each(game, plan, control, &open, &sender));
        }
        drop(sender);
        let solved = run.collect(open_deals, deals, &solutions);
        // After an error the jobs end too.
        control.interrupt();
        solved
    });
    run.bar.finish_and_clear();
    solved?;
    Ok(Results {
        counts: run.counts,
        is_interrupted: run.interrupt.is_interrupted() && !run.is_enough(),
    })
}

/// A run.
struct Run<'a> {
    plan: &'a Plan,
    records: Records,
    /// Stops the jobs.
    control: &'a Control,
    /// Whether the user wants to stop.
    interrupt: Control,
    counts: Counts,
    bar: ProgressBar,
}

impl Run<'_> {
    /// Hands deals to the jobs and collects what they find.
    fn collect(
        &mut self,
        mut open_deals: impl Iterator<Item = NumberedDeal>,
        deals: Sender<NumberedDeal>,
        solutions: &Receiver<Solved>,
    ) -> Result<(), Error> {
        let most = self.plan.jobs * AHEAD;
        let mut deals = Some(deals);
        let mut under_way = 0;
        self.show();
        // Until all jobs have ended, because there are no more deals or because they were stopped.
        loop {
            if self.stop_if_over() {
                deals = None;
            }
            while under_way < most
                && let Some(sender) = &deals
            {
                match open_deals.next() {
                    Some(deal) => under_way += usize::from(sender.send(deal).is_ok()),
                    None => deals = None,
                }
            }
            match solutions.recv_timeout(WAIT) {
                Ok(solved) => {
                    under_way -= 1;
                    self.add(solved)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Stops the jobs if the user wants to stop, or if enough is known. Returns whether that is so.
    fn stop_if_over(&self) -> bool {
        let is_over = self.interrupt.is_interrupted() || self.is_enough();
        if is_over {
            self.control.interrupt();
        }
        is_over
    }

    fn add(&mut self, (deal, solved): Solved) -> Result<(), Error> {
        let solved = solved.map_err(|error| Error::Usage(format!("deal {deal}: {error}")));
        let (solution, time) = solved?;
        // What comes after enough is known might make the interval wider again, and then the next run would not end at once.
        if solution.verdict != Verdict::Unknown(Limit::Interrupt) && !self.is_enough() {
            let solved = self.plan.record(deal, &solution, time);
            self.records.add(&solved)?;
            self.counts.add(&solved);
            self.show();
        }
        Ok(())
    }

    /// Whether the odds are known as exactly as they should be.
    fn is_enough(&self) -> bool {
        let until = self.plan.until;
        until.is_some_and(|until| self.counts.margin() <= until)
    }

    /// Shows how many deals are done, and the interval so far.
    fn show(&self) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(self.counts.deals);
        let (low, high) = self.counts.interval();
        let interval = format!("{:.1} to {:.1} %", low * 100.0, high * 100.0);
        self.bar.set_message(interval);
    }
}

/// Solves deals until none is left.
fn solve_each(
    game: &Arc<Game>,
    plan: &Plan,
    control: &Control,
    open: &Mutex<Receiver<NumberedDeal>>,
    sender: &Sender<Solved>,
) {
    let solver = Solver::new(plan.limits.clone());
    while !control.is_interrupted() {
        // A job that waits for a deal holds the lock; the others wait for the lock.
        let next = open.lock().ok().and_then(|open| open.recv().ok());
        let Some(deal) = next else { return };
        let solution = Position::deal(game, &as_deal(deal)).map(|position| {
            let start = Instant::now();
            let solution = solver.solve(&position, control);
            (solution, start.elapsed())
        });
        if sender.send((deal, solution)).is_err() {
            return;
        }
    }
}

fn as_deal(NumberedDeal { dealer, number }: NumberedDeal) -> Deal {
    match dealer {
        None => Deal::Number(DealNumber(number)),
        Some(dealer) => {
            let deal = ForeignDeal::new(dealer, number.into());
            Deal::Foreign(deal.expect("the ends of the range are deals"))
        }
    }
}
