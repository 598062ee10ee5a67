//! How long the solver may search in a session.

use std::fmt;
use std::time::Duration;

use crate::cli::args::parse_seconds;
use crate::search::{Limit, Limits, Solution};
use crate::text::pluralize;

/// How long the solver may search for one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Effort {
    Time(Duration),
    /// A number of positions, so that the answer is the same on every machine.
    States(u64),
}

/// The smallest parts of an effort.
const MIN_TIME: Duration = Duration::from_millis(20);
const MIN_STATES: u64 = 200;

impl Effort {
    /// Reads a limit: `60`, `60 seconds` or `50000 positions`. Returns `None` if nothing is typed, and an error with
    /// the expectation.
    pub(super) fn parse(text: &str) -> Result<Option<Effort>, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let effort = match words.as_slice() {
            [] => return Ok(None),
            [number] | [number, "s" | "second" | "seconds"] => {
                parse_seconds(number).ok().map(Effort::Time)
            }
            [number, "position" | "positions"] => {
                let number = number.parse().ok().filter(|&number| number > 0);
                number.map(Effort::States)
            }
            _ => None,
        };
        effort.map(Some).ok_or_else(|| {
            format!(
                "`{text}` is no limit of a search: expected seconds, such as `60`, or `50000 positions`"
            )
        })
    }

    pub(super) fn limits(self) -> Limits {
        let (time, states) = match self {
            Effort::Time(time) => (Some(time), None),
            Effort::States(states) => (None, Some(states)),
        };
        Limits {
            time,
            states,
            ..Limits::default()
        }
    }

    /// An effort to try when this one was not enough.
    pub(super) fn longer(self) -> Effort {
        match self {
            Effort::Time(time) => Effort::Time(time.saturating_mul(10)),
            Effort::States(states) => Effort::States(states.saturating_mul(10)),
        }
    }

    /// The rest after a search that took some time.
    pub(super) fn after(self, solution: &Solution, taken: Duration) -> Effort {
        match self {
            Effort::Time(time) => Effort::Time(time.saturating_sub(taken)),
            Effort::States(states) => Effort::States(states.saturating_sub(solution.states)),
        }
    }

    /// A part of it for one of several searches, but not too small a part; `None` if nothing is left.
    pub(super) fn share(self, parts: u32) -> Option<Effort> {
        match self {
            Effort::Time(time) if !time.is_zero() => {
                Some(Effort::Time((time / parts).max(MIN_TIME).min(time)))
            }
            Effort::States(states) if states > 0 => {
                let share = states / u64::from(parts);
                Some(Effort::States(share.max(MIN_STATES).min(states)))
            }
            Effort::Time(_) | Effort::States(_) => None,
        }
    }

    /// The limit that is reached when nothing is left.
    pub(super) fn limit(self) -> Limit {
        match self {
            Effort::Time(_) => Limit::Time,
            Effort::States(_) => Limit::States,
        }
    }
}

/// Writes it as it is typed.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Time(time) => write!(f, "{}", time.as_secs_f64()),
            Effort::States(states) => write!(f, "{}", pluralize(states, "position")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Effort;

    #[test]
    fn limits_are_read() {
        let seconds = |seconds| Ok(Some(Effort::Time(Duration::from_secs_f64(seconds))));
        assert_eq!(Effort::parse(""), Ok(None));
        assert_eq!(Effort::parse("60"), seconds(60.0));
        assert_eq!(Effort::parse("0.5 seconds"), seconds(0.5));
        assert_eq!(Effort::parse("1  Second"), seconds(1.0));
        assert_eq!(
            Effort::parse("50000 positions"),
            Ok(Some(Effort::States(50_000)))
        );
        for wrong in [
            "0",
            "-1",
            "nan",
            "inf",
            "1e300",
            "many",
            "5 minutes",
            "0 positions",
            "1.5 positions",
            "-1 positions",
            "60 60",
            "positions",
        ] {
            assert!(Effort::parse(wrong).is_err(), "{wrong}");
        }
    }
}
