//! How long the solver may search for one answer.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::CommandError;
use crate::search::Limits;
use crate::text::pluralize;

/// How long the solver may search for one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// A time.
    Time(Duration),
    /// A number of positions, so that the answer is the same on every machine.
    States(u64),
}

impl Effort {
    /// The limits of a search.
    pub fn limits(self) -> Limits {
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

    /// Reads what a player types, who does not ask for nothing.
    pub(super) fn typed(text: &str) -> Result<Effort, CommandError> {
        match text.parse()? {
            Effort::Time(Duration::ZERO) | Effort::States(0) => Err(no_effort(text)),
            effort => Ok(effort),
        }
    }

    /// An effort to try when this one was not enough.
    pub(crate) fn longer(self) -> Effort {
        match self {
            Effort::Time(Duration::ZERO) => Effort::Time(Duration::from_secs(1)),
            Effort::Time(time) => Effort::Time(time.saturating_mul(10)),
            Effort::States(states) => Effort::States(states.max(1).saturating_mul(10)),
        }
    }
}

/// Reads `60`, `60 seconds` or `50000 positions`.
///
/// ```
/// use std::time::Duration;
///
/// use patience::session::Effort;
///
/// for effort in [Effort::States(0), Effort::Time(Duration::ZERO), Effort::Time(Duration::MAX)] {
///     assert_eq!(effort.to_string().parse(), Ok(effort));
/// }
/// ```
impl FromStr for Effort {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Effort, CommandError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let effort = match words.as_slice() {
            [number] | [number, "s" | "second" | "seconds"] => {
                let zero = (*number == "0").then_some(Duration::ZERO);
                parse_seconds(number).or(zero).map(Effort::Time)
            }
            [number, "position" | "positions"] => number.parse().ok().map(Effort::States),
            _ => None,
        };
        effort.ok_or_else(|| no_effort(text))
    }
}

fn no_effort(text: &str) -> CommandError {
    CommandError(format!(
        "`{text}` is not a limit of a search: expected seconds, such as `60`, or `50000 positions`"
    ))
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

/// Parses a positive number of seconds.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0)?;
    let time = Duration::try_from_secs_f64(seconds).ok();
    // The longest time is a little longer when it is written.
    time.or((seconds <= Duration::MAX.as_secs_f64()).then_some(Duration::MAX))
}
