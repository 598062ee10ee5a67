//! Deals until the solver finds a win: `new winnable` and `--winnable`.

use std::time::{Duration, Instant};

use super::dialog::{Dialog, Setting};
use super::games::PlayedGame;
use super::solver::Watched;
use crate::Error;
use crate::deal::ChosenDeal;
use crate::interrupt;
use patience::internals::{join_with, pluralize};
use patience::{Limit, Limits, Reply, Verdict};

/// The most deals that are tried.
const MAX_DEALS: u32 = 100;
/// The most positions that are searched for each. Most wins that are found at all are found sooner.
const MAX_STATES: u64 = 50_000;
/// The longest time that a person waits.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Deals until a deal is found that can be won: the first, or one that follows it. `begin` starts its game. Also returns
/// how it was found.
///
/// # Errors
/// If no deal is known to be winnable, or a deal cannot begin.
pub(super) fn deal_winnable(
    setting: Setting,
    first: ChosenDeal,
    begin: impl Fn(ChosenDeal) -> Result<PlayedGame, Error>,
) -> Result<(PlayedGame, String), Error> {
    let start = Instant::now();
    let (mut unwinnable, mut undecided) = (0, Vec::new());
    let found: Result<_, Error> = interrupt::during(|control| {
        let mut deal = first;
        for tried in 1..=MAX_DEALS {
            let mut game = begin(deal.clone())?;
            let time = MAX_TIME.saturating_sub(start.elapsed());
            let mut limits = Limits::default().with_states(MAX_STATES);
            limits.time = (setting == Setting::Terminal).then_some(time);
            let prefix = format!("{deal}: ");
            let runner = Watched { setting, control };
            let counsel = &mut game.counsel;
            let solution = counsel.find_out(&game.session, 0, &limits, &runner, &prefix);
            match solution.verdict {
                Verdict::Winnable(_) => return Ok(Some((game, tried))),
                Verdict::Unwinnable => unwinnable += 1,
                Verdict::Unknown(limit) => {
                    undecided.push(limit);
                    if ends_all(limit) {
                        break;
                    }
                }
            }
            deal = game.start.next_deal(Some(&deal));
        }
        Ok(None)
    });
    let Some((game, tried)) = found? else {
        return Err(Error::Usage(describe_failure(unwinnable, &undecided)));
    };
    let others = match tried {
        1 => String::new(),
        tried => format!("; {tried} deals were tried to find one"),
    };
    let note = format!("With all cards known, this deal can be won{others}.");
    Ok((game, note))
}

/// Whether no other deal is tried after a limit is reached.
fn ends_all(limit: Limit) -> bool {
    matches!(limit, Limit::Time | Limit::Interrupt)
}

/// Says why no deal is known to be winnable: how many cannot be won, and why others are undecided.
fn describe_failure(unwinnable: usize, undecided: &[Limit]) -> String {
    let mut parts = Vec::new();
    if unwinnable > 0 {
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

impl Dialog {
    /// Starts a new deal that can be won. If none is found, the game goes on.
    pub(super) fn start_winnable(&mut self) -> Result<Reply, Error> {
        let current = self.games.current();
        let first = current.start.next_deal(current.deal.as_ref());
        let (game, note) = deal_winnable(self.setting, first, |deal| current.deal_next(deal))?;
        Ok(self.go_to(game, vec![note]))
    }
}
