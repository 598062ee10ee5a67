//! What an honest player wins of the built-in games, as it is recorded beside them.

use std::str::FromStr;

use super::named::GameRef;
use super::recorded::HEAD_LINES;
use patience::internals::{as_float, interval, printable_line};

/// How many deals of a game an honest player won.
///
/// It is read from a line of the table of recorded results: fields with tabs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HonestRow {
    /// The game, with its variants.
    pub game: GameRef,
    /// Its title, with its variants.
    pub title: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The number of deals: the first ones.
    pub deals: u64,
    /// How many of them it won.
    pub wins: u64,
    /// The time that all of them took, in microseconds.
    pub micros: u64,
    /// The number of positions that it looked at for each decision.
    pub states: u64,
    /// Whether it looked through the stock first, where that cost nothing.
    pub looks: bool,
    /// The day: `2026-11-24`.
    pub date: String,
    /// The version of the program.
    pub version: String,
}

/// What stands for a player who does not look through the stock.
const NO_LOOK: &str = " --no-look";

impl HonestRow {
    /// The 95 % confidence interval of the share of all deals that it wins.
    pub fn interval(&self) -> (f64, f64) {
        interval(self.wins, self.deals)
    }

    /// The mean time for a game, in seconds.
    pub fn seconds_per_game(&self) -> f64 {
        as_float(self.micros) / 1e6 / as_float(self.deals.max(1))
    }

    /// The options of `simulate --player honest` that play the same deals again.
    pub fn options(&self) -> String {
        let look = if self.looks { "" } else { NO_LOOK };
        format!("--deals 1..{} --states {}{look}", self.deals, self.states)
    }
}

impl FromStr for HonestRow {
    type Err = String;

    fn from_str(line: &str) -> Result<HonestRow, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, title, rules, numbers @ .., looks, date, version] = &fields[..] else {
            return Err(format!("expected 10 fields with tabs between them: {line}"));
        };
        let numbers: Vec<u64> = numbers.iter().filter_map(|n| n.parse().ok()).collect();
        let [deals, wins, micros, states] = numbers[..] else {
            return Err(format!("expected four counts after the rules: {line}"));
        };
        if wins > deals {
            return Err(format!("there are more wins than deals: {line}"));
        }
        let Ok(looks) = looks.parse() else {
            return Err(format!(
                "expected `true` or `false`, found `{looks}`: {line}"
            ));
        };
        Ok(HonestRow {
            game: printable_line(game).parse()?,
            title: printable_line(title),
            rules: printable_line(rules),
            deals,
            wins,
            micros,
            states,
            looks,
            date: printable_line(date),
            version: printable_line(version),
        })
    }
}

/// The rows that are recorded, in the order of the file.
pub fn recorded_honest() -> Vec<HonestRow> {
    // The tests read every line.
    read_honest(include_str!("../../../games/odds/honest.tsv")).unwrap_or_default()
}

/// Reads a file of recorded results. Returns the mistake in its first wrong line.
///
/// # Errors
/// Returns the line that is not a row of it.
pub fn read_honest(text: &str) -> Result<Vec<HonestRow>, String> {
    let lines = text.lines().skip(HEAD_LINES);
    lines.map(str::parse).collect()
}
