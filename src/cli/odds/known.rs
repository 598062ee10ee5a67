//! The known odds of games: by the verdicts in files, and by the record of the built-in games.

use std::path::PathBuf;
use std::str::FromStr;

use serde::Serialize;

use super::estimate::{Counts, Estimate};
use super::named::{GameRef, Named};
use super::read_all;
use super::verdicts::{SolvedRules, Verdicts};
use patience::internals::{pluralize, printable_line};
use patience::library::Library;

/// What is known of a game.
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
    /// How many deals were solved, and with what result.
    #[serde(flatten, serialize_with = "write_estimate")]
    pub counts: Counts,
    /// The options of `odds` that solve the same deals again.
    pub options: String,
    /// The day of the newest verdict: `2026-11-22`.
    pub date: String,
    /// The version of the program that found it.
    pub version: String,
}

fn write_estimate<S: serde::Serializer>(counts: &Counts, serializer: S) -> Result<S::Ok, S::Error> {
    Estimate::from(*counts).serialize(serializer)
}

impl Row {
    /// What some verdicts say about a game.
    pub(super) fn new(game: &Named, solved: SolvedRules) -> Row {
        Row {
            game: game.game.clone(),
            title: game.title.clone(),
            rules: solved.rules,
            counts: solved.counts,
            options: solved.options,
            date: solved.date,
            version: solved.version,
        }
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

/// The known odds of some games.
#[derive(Debug, Default)]
pub struct Known {
    /// In alphabetical order of their titles, once they are sorted.
    pub rows: Vec<Row>,
    /// Verdicts about rules that no game has: the games have changed since, or are not in the library.
    pub(super) others: Vec<SolvedRules>,
    /// The games that were asked for in vain.
    pub(super) unsolved: Vec<GameRef>,
}

impl Known {
    /// What the verdicts in files tell about all games of a library.
    ///
    /// # Errors
    /// If a file cannot be read, or is not one of verdicts.
    pub fn of_files(files: &[PathBuf], library: &Library) -> Result<Known, String> {
        let verdicts = read_all(files).map_err(|error| error.to_string())?;
        Ok(Known::of_library(&verdicts, library))
    }

    /// What verdicts tell about all games of a library, each without variants and with each alone.
    pub(super) fn of_library(verdicts: &Verdicts, library: &Library) -> Known {
        let mut known = Known::default();
        let solved = verdicts.sums();
        if solved.is_empty() {
            return known;
        }
        let games = Named::all(library);
        for solved in solved {
            match games.iter().find(|game| game.rules == solved.rules) {
                Some(game) => known.rows.push(Row::new(game, solved)),
                None => known.others.push(solved),
            }
        }
        known
    }

    /// Adds rows of elsewhere. Of two rows about the same rules, the one with more decided deals stays. To keep the one with
    /// the narrower interval would be to choose the luckier sample.
    pub fn add(&mut self, rows: impl IntoIterator<Item = Row>) {
        for row in rows {
            match self.rows.iter_mut().find(|known| known.rules == row.rules) {
                Some(known) if known.counts.decided() >= row.counts.decided() => {}
                Some(known) => *known = row,
                None => self.rows.push(row),
            }
        }
    }

    /// Puts the rows in order.
    pub fn sorted(mut self) -> Known {
        let key = |row: &Row| (row.title.to_lowercase(), row.game.clone());
        self.rows.sort_by_cached_key(key);
        self
    }

    /// Notes about games and verdicts that are in no row.
    pub fn notes(&self) -> Vec<String> {
        let unsolved = self.unsolved.iter();
        let unsolved =
            unsolved.map(|game| explain_unsolved(&format!("`{game}`"), &game.arguments()));
        let left_out = self.others.iter().map(|other| {
            let name = printable_line(&other.name);
            let deals = pluralize(other.counts.deals, "deal");
            let verb = if other.counts.deals == 1 { "is" } else { "are" };
            format!(
                "{name}: {deals} {verb} left out; no game of the library has these rules, perhaps since they have changed."
            )
        });
        unsolved.chain(left_out).collect()
    }
}

/// Says that nothing is known of a game, and what to do about that.
pub(super) fn explain_unsolved(name: &str, words: &str) -> String {
    format!(
        "No deal of {name} has been solved yet; `patience odds {words} --deals 1..100` solves some."
    )
}
