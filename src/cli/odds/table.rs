//! Prints a table of odds.

use serde::Serialize;

use super::known::{Known, Row};
use super::named::GameRef;
use crate::args::Format;
use crate::table::titled;
use crate::{Error, Streams};
use patience::internals::{group_digits, printable, wrap};

/// The widest title of a game that shares a line with its numbers.
const MAX_TITLE: usize = 22;
/// The widest line.
const MAX_WIDTH: usize = 80;

/// Prints the known odds of some games.
pub(super) fn print(known: &Known, format: Format, streams: &mut Streams<'_>) -> Result<(), Error> {
    if format == Format::Json {
        return streams.write_json(&Report {
            games: &known.rows,
            unsolved: &known.unsolved,
            left_out: known.others.len(),
        });
    }
    for line in table_lines(known) {
        writeln!(streams.output, "{line}")?;
    }
    Ok(())
}

/// The table for people, at most 80 columns wide, and the lines that explain it.
fn table_lines(known: &Known) -> Vec<String> {
    let head = "     deals             odds %  unknown   s/deal       date";
    let rows = known
        .rows
        .iter()
        .map(|row| (row.title.as_str(), cells(row)));
    let mut lines = titled(("Game", head), MAX_TITLE, rows);
    lines.push(String::new());
    lines.extend(wrap(
        "Odds: the share of all deals that can be won by someone who knows every card, with 95 % confidence, however \
         the unknown deals would turn out.",
        MAX_WIDTH,
    ));
    for note in known.notes() {
        lines.push(String::new());
        lines.extend(wrap(&printable(&note), MAX_WIDTH));
    }
    lines
}

/// A row after its title.
fn cells(row: &Row) -> String {
    let counts = &row.counts;
    format!(
        "{:>10}{:>19}{:>9}{:>9.3}{:>11}",
        group_digits(counts.deals),
        percents(counts.interval(), "-"),
        group_digits(counts.unknown),
        counts.seconds_per_deal(),
        row.date,
    )
}

/// An interval in percent, with as many decimals as its width deserves; both ends are rounded outwards.
pub fn percents((low, high): (f64, f64), separator: &str) -> String {
    let (decimals, factor) = match high - low {
        width if width >= 0.01 => (1, 10.0),
        width if width >= 0.001 => (2, 100.0),
        width if width >= 0.0001 => (3, 1_000.0),
        // As narrow as an interval gets after a million deals.
        _ => (5, 100_000.0),
    };
    let low = (low * 100.0 * factor).floor() / factor;
    let high = (high * 100.0 * factor).ceil() / factor;
    format!("{low:.decimals$}{separator}{high:.decimals$}")
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    games: &'a [Row],
    /// The games that were asked for in vain.
    unsolved: &'a [GameRef],
    /// How many rules with verdicts are left out, because no game of the library has them.
    left_out: usize,
}
