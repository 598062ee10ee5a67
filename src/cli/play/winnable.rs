//! Deals until the solver finds a win: `new winnable` and `--winnable`.

use std::time::{Duration, Instant};

use super::games::PlayedGame;
use super::session::{Reply, Session, Setting};
use super::solver::refuse_replay;
use crate::cli::Error;
use crate::cli::deal::ChosenDeal;
use crate::cli::interrupt;
use crate::search::{Limit, Limits, Verdict};
use crate::text::{join_with, pluralize};

/// The word that asks for a deal that can be won.
pub(super) const WINNABLE: &str = "winnable";

/// The most deals that are tried.
const MAX_DEALS: u32 = 100;
/// The most positions that are searched for each. Most wins that are found at all are found sooner.
const MAX_STATES: u64 = 50_000;
/// The longest time that a person waits.
const MAX_TIME: Duration = Duration::from_secs(30);

/// What came of dealing.
#[derive(Debug)]
pub(super) enum Dealt {
    /// A game that can be won, and how it was found.
    Winnable(Box<PlayedGame>, String),
    /// No deal is known to be winnable, for this reason.
    Nothing(String),
}

/// Deals until a deal is found that can be won. `next` returns the first deal, or the one after a deal, and `begin` its
/// game.
pub(super) fn deal_winnable(
    setting: Setting,
    next: impl Fn(Option<&ChosenDeal>) -> ChosenDeal,
    begin: impl Fn(ChosenDeal) -> Result<PlayedGame, Error>,
) -> Result<Dealt, Error> {
    let start = Instant::now();
    let (mut unwinnable, mut undecided, mut reason) = (0, 0, None);
    let found: Result<_, Error> = interrupt::during(|control| {
        let mut deal = None;
        for tried in 1..=MAX_DEALS {
            let chosen = next(deal.as_ref());
            let mut game = begin(chosen.clone())?;
            let time = MAX_TIME.saturating_sub(start.elapsed());
            let limits = Limits {
                time: (setting == Setting::Terminal).then_some(time),
                states: Some(MAX_STATES),
                ..Limits::default()
            };
            let prefix = format!("{chosen}: ");
            let solution = setting.solve(game.position(), limits, control, &prefix);
            match solution.verdict {
                Verdict::Winnable(_) => {
                    let position = game.history.current();
                    game.findings.note(position, &solution.verdict);
                    return Ok(Some((game, tried)));
                }
                Verdict::Unwinnable => unwinnable += 1,
                Verdict::Unknown(limit) => {
                    undecided += 1;
                    reason = Some(limit);
                    if matches!(limit, Limit::Time | Limit::Interrupt) {
                        break;
                    }
                }
            }
            deal = Some(chosen);
        }
        Ok(None)
    });
    Ok(match found? {
        Some((game, tried)) => {
            let others = match tried {
                1 => String::new(),
                tried => format!("; {tried} deals were tried to find one"),
            };
            let note = format!("With all cards known, this deal can be won{others}.");
            Dealt::Winnable(Box::new(game), note)
        }
        None => Dealt::Nothing(describe_failure(unwinnable, undecided, reason)),
    })
}

/// Says why no deal is known to be winnable.
fn describe_failure(unwinnable: u32, undecided: u32, reason: Option<Limit>) -> String {
    let mut parts = Vec::new();
    if unwinnable > 0 {
        parts.push(format!("{} cannot be won", pluralize(unwinnable, "deal")));
    }
    if let Some(reason) = reason {
        let deals = pluralize(undecided, "deal");
        let reason = reason.description();
        parts.push(format!("{deals} could not be decided, as {reason}"));
    }
    let parts = join_with(&parts, "and");
    format!("no deal that can certainly be won was found: {parts}")
}

impl Session {
    /// Starts a new deal that can be won. If none is found, the game goes on.
    pub(super) fn start_winnable(&mut self) -> Result<Reply, Error> {
        if self.setting == Setting::Replay {
            return Ok(refuse_replay());
        }
        let current = self.games.current();
        let next =
            |deal: Option<&ChosenDeal>| current.start.next_deal(deal.or(current.deal.as_ref()));
        let dealt = deal_winnable(self.setting, next, |deal| self.deal(deal));
        Ok(match dealt {
            Ok(Dealt::Winnable(game, note)) => self.go_to(*game, vec![note]),
            Ok(Dealt::Nothing(message)) | Err(Error::Usage(message)) => Reply::refused(&message),
            Err(error) => return Err(error),
        })
    }
}
