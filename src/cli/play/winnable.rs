//! Deals until the solver finds a win: `new winnable` and `--winnable`.

use std::time::{Duration, Instant};

use super::dialog::{Dialog, Reply, Setting};
use super::games::PlayedGame;
use super::solver::refuse_replay;
use crate::cli::Error;
use crate::cli::deal::ChosenDeal;
use crate::cli::interrupt;
use crate::search::{Limit, Limits, Verdict};
use crate::text::{join_with, pluralize};

/// The most deals that are tried.
const MAX_DEALS: u32 = 100;
/// The most positions that are searched for each. Most wins that are found at all are found sooner.
const MAX_STATES: u64 = 50_000;
/// The longest time that a person waits.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Deals until a deal is found that can be won. `next` returns the first deal, or the one after a deal, and `begin` its
/// game. Also returns how it was found.
///
/// # Errors
/// If no deal is known to be winnable, or a deal cannot begin.
pub(super) fn deal_winnable(
    setting: Setting,
    next: impl Fn(Option<&ChosenDeal>) -> ChosenDeal,
    begin: impl Fn(ChosenDeal) -> Result<PlayedGame, Error>,
) -> Result<(PlayedGame, String), Error> {
    let start = Instant::now();
    let (mut unwinnable, mut undecided) = (0, Vec::new());
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
                    let position = game.session.position();
                    game.findings.note(position, &solution.verdict);
                    return Ok(Some((game, tried)));
                }
                Verdict::Unwinnable => unwinnable += 1,
                Verdict::Unknown(limit) => {
                    undecided.push(limit);
                    if ends_all(limit) {
                        break;
                    }
                }
            }
            deal = Some(chosen);
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
        if self.setting == Setting::Replay {
            return Err(refuse_replay());
        }
        let current = self.games.current();
        let next =
            |deal: Option<&ChosenDeal>| current.start.next_deal(deal.or(current.deal.as_ref()));
        let (game, note) = deal_winnable(self.setting, next, |deal| self.deal(deal))?;
        Ok(self.go_to(game, vec![note]))
    }
}

#[cfg(test)]
mod tests {
    use super::describe_failure;
    use crate::search::Limit;

    #[test]
    fn failures_are_explained() {
        let cases: [(usize, &[Limit], &str); 5] = [
            (100, &[], "100 deals cannot be won"),
            (
                0,
                &[Limit::Shuffle],
                "1 deal could not be decided, as what is left depends on a shuffle",
            ),
            (
                1,
                &[Limit::States, Limit::States],
                "1 deal cannot be won and 2 deals could not be decided, as the limit of positions was reached",
            ),
            (
                0,
                &[Limit::States, Limit::Interrupt],
                "2 deals could not be decided before the search was interrupted",
            ),
            (
                0,
                &[Limit::Shuffle, Limit::States],
                "2 deals could not be decided",
            ),
        ];
        for (unwinnable, undecided, expected) in cases {
            let message = describe_failure(unwinnable, undecided);
            let (_, found) = message.split_once(": ").expect("it has two parts");
            assert_eq!(found, expected);
        }
    }
}
