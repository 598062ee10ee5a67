//! Says where a game was lost: between which of its positions it could be won, and could not any more.
//!
//! Every position leads to those after it. So as long as the game can be won, it could be won before; and what cannot
//! be won any more cannot be won later. That allows to halve the moves in question with each search. A position that
//! the solver cannot decide says nothing: then others are tried on both sides of it, and a part of the moves remains
//! in question.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::search::{Control, HAS_CLOCK, Limit, Limits, Solution, Verdict, Winnability};
use crate::session::{Effort, History, Session};
use crate::text::pluralize;

/// Each search gets this part of the effort that is left, so that something is left for the next one.
const PART: u32 = 4;
/// The smallest parts, unless less is left.
const MIN_TIME: Duration = Duration::from_millis(20);
const MIN_STATES: u64 = 200;
/// The most searches. Without a limit, searches that end at once without an answer would be as many as there are moves.
const MAX_SEARCHES: usize = 64;

/// The findings about the positions of a game; the name of a position is the number of moves that led to it.
#[derive(Debug, Default)]
pub(super) struct Review {
    /// The last position of the game.
    last: usize,
    /// The last position that can be won, as far as that is known.
    pub(super) winnable: Option<usize>,
    /// The first position that cannot be won, as far as that is known.
    pub(super) unwinnable: Option<usize>,
    /// The positions that were not decided, and the limit that was reached for the last of them.
    undecided: BTreeSet<usize>,
    pub(super) limit: Option<Limit>,
}

impl Review {
    fn note(&mut self, moves: usize, verdict: &Verdict) {
        match verdict {
            Verdict::Winnable(_) => self.winnable = self.winnable.max(Some(moves)),
            Verdict::Unwinnable => {
                let first = self.unwinnable.map_or(moves, |first| first.min(moves));
                self.unwinnable = Some(first);
            }
            Verdict::Unknown(limit) => {
                self.undecided.insert(moves);
                self.limit = Some(*limit);
            }
        }
    }

    /// The position to try next: first the last one, then the middle of the longest row of untried positions in
    /// question. `None` if there is nothing left to find out.
    fn next(&self) -> Option<usize> {
        let start = self.winnable.map_or(0, |winnable| winnable + 1);
        let end = self.unwinnable.unwrap_or(self.last + 1);
        if !self.undecided.contains(&self.last) && end > self.last {
            return (start < end).then_some(self.last);
        }
        let tried = self.undecided.range(start..end.max(start)).copied();
        let mut row_start = start;
        let mut longest = start..start;
        for row_end in tried.chain([end]) {
            if row_end.saturating_sub(row_start) > longest.len() {
                longest = row_start..row_end;
            }
            row_start = row_end + 1;
        }
        (!longest.is_empty()).then(|| longest.start + longest.len() / 2)
    }

    /// Tries positions of a game until it is known where it was lost, or no effort is left. `find_out` decides the position
    /// after a number of moves.
    pub(super) fn of(
        session: &Session,
        effort: Effort,
        control: &Control,
        mut find_out: impl FnMut(usize, &Limits) -> Solution,
    ) -> Review {
        let mut review = Review {
            last: session.moves().len(),
            ..Review::default()
        };
        let mut left = effort.limits();
        for _ in 0..MAX_SEARCHES {
            let Some(moves) = review.next() else {
                break;
            };
            let share = match share(&left) {
                Ok(share) => share,
                Err(limit) => {
                    review.limit = Some(limit);
                    break;
                }
            };
            let time = left.time.filter(|_| HAS_CLOCK);
            let start = time.map(|time| (time, Instant::now()));
            let solution = find_out(moves, &share);
            left.time = start.map(|(time, start)| time.saturating_sub(start.elapsed()));
            left.states = left
                .states
                .map(|states| states.saturating_sub(solution.states));
            review.note(moves, &solution.verdict);
            if control.is_interrupted() {
                review.limit = Some(Limit::Interrupt);
                break;
            }
        }
        review
    }

    /// The verdict on the last position.
    pub(super) fn verdict(&self) -> Winnability {
        match self.winnable {
            Some(winnable) if winnable == self.last => Winnability::Winnable,
            _ if self.unwinnable.is_some() => Winnability::Unwinnable,
            _ => Winnability::Unknown,
        }
    }

    /// Says the result.
    pub(super) fn describe(&self, history: &History, effort: Effort) -> String {
        let after = |moves: usize| match moves {
            0 => "at the start".to_owned(),
            moves => format!("after {}", pluralize(moves, "move")),
        };
        let undo = |moves: usize| {
            let turns = history.turns_since(moves);
            format!("`undo {turns}` goes back to where it could.")
        };
        let longer = match self.limit {
            Some(Limit::Time | Limit::States | Limit::Work) => {
                format!(" `solve lost {}` searches longer.", effort.longer())
            }
            _ => String::new(),
        };
        // Unless a limit was reached, every position is decided.
        let reason = self.limit.map_or_else(String::new, |limit| {
            format!(", as {}", limit.describe_in(history.current().game()))
        });
        match (self.winnable, self.unwinnable) {
            (Some(winnable), _) if winnable == self.last => {
                "Nothing is lost: with all cards known, the game can still be won.".to_owned()
            }
            (_, Some(0)) => {
                "With all cards known, the game could not be won from the start.".to_owned()
            }
            (Some(winnable), Some(unwinnable)) if winnable + 1 == unwinnable => {
                let lost_by = history.at(winnable).format_move(history.moves()[winnable]);
                format!(
                    "Move {unwinnable}, `{lost_by}`, lost the game: with all cards known, it could be won until then. {}",
                    undo(winnable)
                )
            }
            (Some(winnable), Some(unwinnable)) => format!(
                "With all cards known, the game could be won {}, and not any more {}; which move in between lost it is not \
                 known{reason}. {}{longer}",
                after(winnable),
                after(unwinnable),
                undo(winnable)
            ),
            (None, Some(unwinnable)) => format!(
                "With all cards known, the game could not be won {}; whether it could before is not known{reason}.{longer}",
                after(unwinnable)
            ),
            (Some(winnable), None) => format!(
                "With all cards known, the game could be won {}; whether it still can is not known{reason}. {}{longer}",
                after(winnable),
                undo(winnable)
            ),
            (None, None) => {
                format!(
                    "Whether the game could be won, at the start or later, is not known{reason}.{longer}"
                )
            }
        }
    }
}

/// A part of what is left, for one of several searches.
///
/// # Errors
/// Returns the limit that is reached if nothing is left.
fn share(left: &Limits) -> Result<Limits, Limit> {
    match (left.time, left.states) {
        (Some(Duration::ZERO), _) => Err(Limit::Time),
        (_, Some(0)) => Err(Limit::States),
        (time, states) => Ok(Limits {
            time: time.map(|time| (time / PART).max(MIN_TIME).min(time)),
            states: states.map(|states| (states / u64::from(PART)).max(MIN_STATES).min(states)),
            ..left.clone()
        }),
    }
}
