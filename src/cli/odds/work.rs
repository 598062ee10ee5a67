//! Solves many deals at once.

use std::io::Write;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::plan::Plan;
use crate::deal::NumberedDeal;
use crate::store::{Counts, SolvedDeal, Store, StoreError};
use crate::{Error, Streams, interrupt, progress};
use patience::{
    Control, Deal, DealError, DealNumber, ForeignDeal, Game, Limit, Position, Solution, Solver,
    Verdict,
};

/// How long a verdict may wait until it is recorded, together with others. Each time waits for the disk.
const WAIT: Duration = Duration::from_millis(100);
/// How long to wait for other programs with what took hours to find: they may be joining millions of verdicts.
const PATIENCE: Duration = Duration::from_mins(10);
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
    store: &mut Store,
    streams: &mut Streams<'_>,
) -> Result<Results, Error> {
    let control = Control::default();
    let mut run = Run {
        plan,
        store,
        looked_up: 0,
        control: &control,
        interrupt: interrupt::control(),
        counts: Counts::default(),
        found: Vec::new(),
        recorded: Instant::now(),
        bar: progress::bar(plan.count(), ": {msg}", streams),
        has_begun: false,
        errors: streams.errors,
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
        let solved = run.collect(deals, &solutions);
        // After an error the jobs end too.
        control.interrupt();
        solved
    });
    run.bar.finish_and_clear();
    solved?;
    // An interrupted run still tells of all that is known.
    while run.looked_up < plan.count() {
        run.look_up()?;
    }
    Ok(Results {
        counts: run.counts,
        is_interrupted: run.interrupt.is_interrupted() && !run.is_enough(),
    })
}

/// A run.
struct Run<'a> {
    plan: &'a Plan,
    store: &'a mut Store,
    /// How many deals of the plan were looked up.
    looked_up: u64,
    /// Stops the jobs.
    control: &'a Control,
    /// Whether the user wants to stop.
    interrupt: Arc<Control>,
    counts: Counts,
    /// The findings since verdicts were recorded, and the time of that.
    found: Vec<SolvedDeal>,
    recorded: Instant,
    bar: ProgressBar,
    /// Whether solving has begun, so that there is something to lose.
    has_begun: bool,
    errors: &'a mut dyn Write,
}

impl Run<'_> {
    /// Hands the deals to the jobs and collects what they find.
    fn collect(
        &mut self,
        deals: Sender<NumberedDeal>,
        solutions: &Receiver<Solved>,
    ) -> Result<(), Error> {
        let most = self.plan.jobs * AHEAD;
        let mut deals = Some(deals);
        let mut under_way = 0;
        let mut open = Vec::new().into_iter();
        // Until all jobs have ended, because there are no more deals or because they were stopped.
        loop {
            while under_way < most
                && let Some(sender) = &deals
            {
                if let Some(deal) = open.next() {
                    under_way += usize::from(sender.send(deal).is_ok());
                } else if self.looked_up == self.plan.count() {
                    deals = None;
                } else {
                    open = self.wait_for(Run::look_up)?.into_iter();
                    if open.len() > 0 && !self.has_begun {
                        self.store.check_writable()?;
                        self.has_begun = true;
                    }
                    self.show();
                }
                if self.stop_if_over() {
                    deals = None;
                }
            }
            match solutions.recv_timeout(WAIT) {
                Ok(solved) => {
                    under_way -= 1;
                    self.add(solved)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.record(),
            }
            if self.stop_if_over() {
                deals = None;
            }
            if self.recorded.elapsed() >= WAIT {
                self.record()?;
            }
        }
    }

    /// Looks up the next deals. Counts the known ones, and returns the others.
    fn look_up(&mut self) -> Result<Vec<NumberedDeal>, StoreError> {
        let store = &*self.store;
        self.plan
            .look_up(&mut self.looked_up, store, &mut self.counts)
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
        let (solution, time) = match solved {
            Ok(solved) => solved,
            Err(error) => {
                // Earlier findings are kept.
                self.record()?;
                return Err(Error::Usage(format!("deal {deal}: {error}")));
            }
        };
        if solution.verdict == Verdict::Unknown(Limit::Interrupt) {
            return Ok(());
        }
        let solved = self.plan.record(deal, &solution, time);
        self.counts.add(&solved);
        self.found.push(solved);
        self.show();
        Ok(())
    }

    /// Records the findings.
    fn record(&mut self) -> Result<(), Error> {
        if !self.found.is_empty() {
            self.wait_for(|run| {
                let found = run.found.iter().cloned();
                run.store.add_verdicts(found.map(Ok))
            })?;
            self.found.clear();
        }
        self.recorded = Instant::now();
        Ok(())
    }

    /// Uses the store. Once solving has begun, waits for other programs that keep it locked, and says so.
    fn wait_for<T>(
        &mut self,
        mut attempt: impl FnMut(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, Error> {
        let begin = Instant::now();
        let mut is_first = true;
        loop {
            match attempt(self) {
                Err(busy @ StoreError::Busy(_))
                    if self.has_begun
                        && begin.elapsed() < PATIENCE
                        && !self.interrupt.is_interrupted() =>
                {
                    if std::mem::take(&mut is_first) {
                        let errors = &mut self.errors;
                        let note =
                            || writeln!(errors, "{busy}; the verdicts are kept until it is free");
                        self.bar.suspend(note)?;
                    }
                }
                done => return Ok(done?),
            }
        }
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
