//! The odds of the built-in games that are recorded beside them.

use std::collections::HashMap;
use std::fmt;

use super::honest::recorded_honest;
use super::known::Row;
use crate::character::Character;
use patience::internals::as_float;

/// How many lines stand above the rows of a file of recorded odds.
pub(super) const HEAD_LINES: usize = 2;

/// The rows that are recorded, in the order of the file.
pub fn recorded() -> Vec<Row> {
    // The tests read every line.
    read_rows(include_str!("../../../games/odds/recorded.tsv")).unwrap_or_default()
}

/// The record of the built-in games, by the words that stand for them on a command line.
#[derive(Debug)]
pub struct RecordedOdds {
    /// How many deals can be won.
    winnable: HashMap<String, (f64, f64)>,
    /// How many an honest player wins.
    honest: HashMap<String, (f64, f64)>,
}

/// Between which shares the odds of a game lie, as they are listed.
///
/// Their text is whole percents, rounded outwards: `81-83`; or `-` if nothing is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedOdds {
    low: f64,
    high: f64,
}

impl RecordedOdds {
    /// Reads what the program contains.
    pub fn read() -> RecordedOdds {
        let rows = recorded().into_iter();
        let honest = recorded_honest().into_iter();
        RecordedOdds {
            winnable: rows
                .map(|row| (row.game.to_string(), row.counts.interval()))
                .collect(),
            // Of several rows of a game, the first counts.
            honest: honest
                .rev()
                .map(|row| (row.game.to_string(), row.interval()))
                .collect(),
        }
    }

    /// The odds of a game. Deals that a simple player wins can be won, so that its wins count where they tell more.
    pub fn of(&self, game: &str, character: &Character) -> ListedOdds {
        let (low, high) = self.winnable.get(game).copied().unwrap_or((0.0, 1.0));
        let (won, _) = character.interval();
        ListedOdds {
            low: low.max(won.min(high)),
            high,
        }
    }

    /// How many deals of a game an honest player wins; `None` if all its cards are open, or nobody has tried.
    pub fn honest(&self, game: &str) -> Option<ListedOdds> {
        let (low, high) = self.honest.get(game).copied()?;
        Some(ListedOdds { low, high })
    }
}

impl ListedOdds {
    /// Whether the interval says anything.
    pub fn is_known(self) -> bool {
        self.low >= 0.01 || self.high <= 0.99
    }

    /// The middle of the interval.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Whether the odds are at least a percentage.
    pub fn are_at_least(self, percent: u64) -> bool {
        self.low * 100.0 >= as_float(percent)
    }

    /// Whether the odds are at most a percentage.
    pub fn are_at_most(self, percent: u64) -> bool {
        self.high * 100.0 <= as_float(percent)
    }
}

impl fmt::Display for ListedOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = ((self.low * 100.0).floor(), (self.high * 100.0).ceil());
        if !self.is_known() {
            return f.write_str("-");
        }
        write!(f, "{low:.0}-{high:.0}")
    }
}

/// Reads a file of recorded odds. Returns the mistake in its first wrong line.
///
/// # Errors
/// Returns the line that is not a row of it.
pub fn read_rows(text: &str) -> Result<Vec<Row>, String> {
    let lines = text.lines().skip(HEAD_LINES);
    lines.map(str::parse).collect()
}
