//! Prints a table of odds.

use serde::Serialize;

use super::known::Known;
use super::named::GameRef;
use super::row::Row;
use crate::cli::args::Format;
use crate::cli::table::titled;
use crate::cli::{Error, Streams};
use crate::text::{group_digits, printable, wrap};

/// The widest title of a game that shares a line with its numbers, and the widest line.
const MAX_TITLE: usize = 22;
const MAX_WIDTH: usize = 80;

/// Prints the known odds of some games.
pub(super) fn print(known: &Known, format: Format, streams: &mut Streams<'_>) -> Result<(), Error> {
    if format == Format::Json {
        return streams.write_json(&Report::new(known));
    }
    for line in write_lines(known) {
        writeln!(streams.output, "{line}")?;
    }
    Ok(())
}

/// The table for people, at most 80 columns wide, and the lines that explain it.
fn write_lines(known: &Known) -> Vec<String> {
    let head = "     deals             odds %  unknown   s/deal       date";
    let rows = known
        .rows
        .iter()
        .map(|row| (row.title.as_str(), cells(row)));
    let mut lines = titled(("Game", head), MAX_TITLE, rows);
    lines.push(String::new());
    lines.extend(wrap(
        "Odds: the share of all deals that can be won by someone who knows every card, with 95 % confidence, whatever \
         the unknown deals are.",
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
pub fn percents((low, high): (f64, f64), to: &str) -> String {
    let decimals = match high - low {
        width if width >= 0.01 => 1,
        width if width >= 0.001 => 2,
        width if width >= 0.0001 => 3,
        _ => 5,
    };
    let factor = 10_f64.powi(decimals);
    let low = (low * 100.0 * factor).floor() / factor;
    let high = (high * 100.0 * factor).ceil() / factor;
    let decimals = usize::try_from(decimals).unwrap_or(0);
    format!("{low:.decimals$}{to}{high:.decimals$}")
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    games: Vec<Entry<'a>>,
    /// The games that were asked for in vain.
    unsolved: &'a [GameRef],
    /// How many rules with verdicts are left out, because no game of the library has them.
    left_out: usize,
}

/// A game.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    row: &'a Row,
    seconds: f64,
    /// The 95 % confidence interval of the share of deals that can be won.
    low: f64,
    high: f64,
}

impl<'a> Report<'a> {
    fn new(known: &'a Known) -> Report<'a> {
        let entry = |row: &'a Row| {
            let (low, high) = row.counts.interval();
            let seconds = row.counts.seconds();
            Entry {
                row,
                seconds,
                low,
                high,
            }
        };
        Report {
            games: known.rows.iter().map(entry).collect(),
            unsolved: &known.unsolved,
            left_out: known.others.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, MAX_WIDTH, percents, write_lines};
    use crate::cli::store::SolvedRules;

    #[test]
    fn tables_are_narrow() {
        let rows = [
            "heaps\tHeaps\ta\t5000000\t2438795\t2561205\t0\t7000\t8000\t--deals 1..5\t2026-11-22\t0.1.0",
            "x\tA title that needs a line of its own\tb\t12\t0\t2\t10\t7000\t80000\t\t2026-11-22\t0.1.0",
            "y\t日本語のソリティアとその他の\tc\t1\t1\t0\t0\t70\t8\t\t2026-11-22\t0.1.0",
        ];
        let rows = rows.iter().map(|row| row.parse().expect("it is a row"));
        let other = SolvedRules {
            rules: "d".to_owned(),
            name: "Old\u{1b}[2J\nHeaps".to_owned(),
            deals: 1,
        };
        let known = Known {
            rows: rows.collect(),
            others: vec![other],
            unsolved: vec!["klondike --with draw-one".parse().expect("any text is")],
        };
        let lines = write_lines(&known);
        assert!(lines.iter().all(|line| line.chars().count() <= MAX_WIDTH));
        insta::assert_snapshot!(lines.join("\n"), @r"
        Game                       deals             odds %  unknown   s/deal       date
        Heaps                  5,000,000      48.732-48.820        0    0.000 2026-11-22
        A title that needs a line of its own
                                      12           0.0-95.4       10    0.007 2026-11-22
        日本語のソリティアとその他の
                                       1         20.6-100.0        0    0.000 2026-11-22

        Odds: the share of all deals that can be won by someone who knows every card,
        with 95 % confidence, whatever the unknown deals are.

        No deal of `klondike --with draw-one` has been solved yet; `patience odds
        klondike --with draw-one --deals 1..100` solves some.

        Old␛[2J␊Heaps: 1 deal is left out; no game of the library has these rules,
        perhaps since they have changed.
        ");
    }

    #[test]
    fn percents_have_the_decimals_that_the_width_deserves() {
        let text = |low, high| percents((low, high), " to ");
        assert_eq!(text(0.0, 1.0), "0.0 to 100.0");
        assert_eq!(text(0.625_93, 0.943_8), "62.5 to 94.4");
        assert_eq!(text(0.818_61, 0.820_29), "81.86 to 82.03");
        assert_eq!(text(0.999_98, 1.0), "99.99800 to 100.00000");
    }
}
