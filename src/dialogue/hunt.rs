//! Looks for a deal that can be won.

use std::time::Duration;

use super::PlayedGame;
use crate::reply::Runner;
use crate::search::{Limit, Limits, Verdict};
use crate::text::{join_with, pluralize};
use crate::work;

/// The most deals that are tried.
const MAX_DEALS: usize = 100;
/// The most positions that are searched for each. Most wins that are found at all are found sooner.
const MAX_STATES: u64 = 50_000;
/// The most work for all deals.
const MAX_WORK: u64 = 4 * work::SEARCH;

/// The deals that were tried, at most a hundred, each for at most 50,000 positions. Where the front end cannot wait, it asks
/// for one deal at a time:
///
/// ```
/// use patience::dialogue::{ChosenDeal, Hunt, PlayedGame};
/// use patience::solve::Control;
/// use patience::{DealNumber, Rules};
///
/// let rules = Rules::built_in("freecell")?;
/// let mut hunt = Hunt::default();
/// let mut number = 1;
/// let found = loop {
///     let deal = ChosenDeal::new(DealNumber(number).into());
///     let mut game = PlayedGame::deal(rules.game(), deal, 0, ())?;
///     if hunt.try_deal(&mut game, None, &Control::default()) {
///         break Some(game);
///     } else if hunt.is_over() {
///         break None;
///     }
///     number += 1;
/// };
/// assert!(found.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    tried: usize,
    unwinnable: usize,
    undecided: Vec<Limit>,
    /// The work that was done.
    work: u64,
}

impl Hunt {
    /// Tries a deal; if a time is given, no longer than that. Returns whether it can be won.
    pub fn try_deal<O>(
        &mut self,
        game: &mut PlayedGame<O>,
        time: Option<Duration>,
        runner: &dyn Runner,
    ) -> bool {
        self.tried += 1;
        let mut limits = Limits::default().with_states(MAX_STATES);
        limits.work = Some(MAX_WORK.saturating_sub(self.work));
        let before = work::done();
        limits.time = time;
        let deal = game.deal.as_ref();
        let about = deal.map_or(String::new(), |deal| format!("{deal}: "));
        let found = game
            .counsel
            .find_out(&game.session, 0, &limits, runner, &about);
        self.work += work::done() - before;
        match found.verdict {
            Verdict::Winnable(_) => return true,
            Verdict::Unwinnable => self.unwinnable += 1,
            Verdict::Unknown(limit) => self.undecided.push(limit),
        }
        false
    }

    /// Whether no other deal is tried: a hundred were, or the time is up or all the work done that a hunt may do, or the
    /// search was interrupted.
    pub fn is_over(&self) -> bool {
        self.tried >= MAX_DEALS || self.undecided.last().copied().is_some_and(ends_all)
    }

    /// Says how the deal that can be won was found.
    pub fn describe_success(&self) -> String {
        let others = match self.tried {
            1 => String::new(),
            tried => format!("; {tried} deals were tried to find one"),
        };
        format!("With all cards known, this deal can be won{others}.")
    }

    /// Says why no deal is known to be winnable: how many cannot be won, and why others are undecided.
    pub fn describe_failure(&self) -> String {
        let Hunt {
            unwinnable,
            undecided,
            ..
        } = self;
        let mut parts = Vec::new();
        if *unwinnable > 0 {
            parts.push(format!("{} cannot be won", pluralize(unwinnable, "deal")));
        }
        if let Some(last) = undecided.last() {
            let reason = last.description();
            let reason = if ends_all(*last) {
                format!(" before {reason}")
            } else if undecided.iter().all(|limit| limit == last) {
                format!(", as {reason}")
            } else {
                String::new()
            };
            let deals = pluralize(undecided.len(), "deal");
            parts.push(format!("{deals} could not be decided{reason}"));
        }
        let parts = join_with(&parts, "and");
        format!("no deal that can certainly be won was found: {parts}")
    }
}

/// Whether no other deal is tried after a limit is reached.
fn ends_all(limit: Limit) -> bool {
    matches!(limit, Limit::Time | Limit::Work | Limit::Interrupt)
}
