//! The verdicts about a game as a row of a table.

use std::str::FromStr;

use serde::Serialize;

use super::estimate::Counts;
use super::named::{GameRef, Named};
use super::summary::Summary;
use crate::cli::deal::date_number;
use crate::text::printable_line;

/// The verdicts about a game.
///
/// Its text is a line of the table of recorded odds: fields with tabs between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The game, with its variants.
    pub game: GameRef,
    /// Its title, with its variants.
    pub title: String,
    /// The fingerprint of the rules.
    pub rules: String,
    #[serde(flatten)]
    pub counts: Counts,
    /// The options of `odds` that solve the same deals again.
    pub options: String,
    /// The day of the newest verdict: `2026-11-22`.
    pub date: String,
    /// The version of the program that found it.
    pub version: String,
}

impl Row {
    /// What some verdicts say about a game; `None` if there are none.
    pub(super) fn new(game: &Named, summary: &Summary) -> Option<Row> {
        let (solved, version) = summary.newest.as_ref()?;
        let (date, version) = (format_date(*solved), printable_line(version));
        let options = summary.options();
        Some(Row {
            game: game.game.clone(),
            title: game.title.clone(),
            rules: game.rules.clone(),
            counts: summary.counts,
            options,
            date,
            version,
        })
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(line: &str) -> Result<Row, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, title, rules, numbers @ .., options, date, version] = &fields[..] else {
            return Err(format!("expected 12 fields with tabs between them: {line}"));
        };
        let numbers: Vec<u64> = numbers.iter().filter_map(|n| n.parse().ok()).collect();
        let [deals, winnable, unwinnable, unknown, states, micros] = numbers[..] else {
            return Err(format!("expected six counts after the rules: {line}"));
        };
        let known = [winnable, unwinnable, unknown].into_iter();
        if known.fold(0, u64::saturating_add) != deals {
            return Err(format!("the counts do not add up: {line}"));
        }
        Ok(Row {
            game: printable_line(game).parse()?,
            title: printable_line(title),
            rules: printable_line(rules),
            counts: Counts {
                deals,
                winnable,
                unwinnable,
                unknown,
                states,
                micros,
            },
            options: printable_line(options),
            date: printable_line(date),
            version: printable_line(version),
        })
    }
}

/// The day of a time in seconds since 1970.
fn format_date(seconds: u64) -> String {
    let date = date_number(seconds / (24 * 60 * 60));
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    format!("{year:04}-{month:02}-{day:02}")
}
