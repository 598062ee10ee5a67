//! The known odds of games: by the verdicts in a file, and by the record of the built-in games.

use std::fmt::Display;
use std::path::Path;

use super::named::{GameRef, Named};
use super::open_existing;
use super::row::Row;
use super::summary::Summary;
use crate::cli::store::{SolvedRules, Store, StoreError};
use crate::rules::Library;
use crate::text::{pluralize, printable_line};

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
    /// What the verdicts in a file tell about all games of a library.
    ///
    /// # Errors
    /// If the file has no verdicts or cannot be read.
    pub fn of_file(file: &Path, library: &Library) -> Result<Known, String> {
        let known = open_existing(file).and_then(|store| Known::of_library(&store, library));
        known.map_err(|error| error.to_string())
    }

    /// What verdicts tell about all games of a library, each without variants and with each alone.
    pub(super) fn of_library(store: &Store, library: &Library) -> Result<Known, StoreError> {
        let mut known = Known::default();
        let solved = store.solved_rules()?;
        if solved.is_empty() {
            return Ok(known);
        }
        let games = Named::all(library);
        for solved in solved {
            match games.iter().find(|game| game.rules == solved.rules) {
                Some(game) => known.rows.extend(row(store, game)?),
                None => known.others.push(solved),
            }
        }
        Ok(known)
    }

    /// Adds rows of elsewhere. Of two rows about the same rules the one with more deals stays.
    pub fn add(&mut self, rows: impl IntoIterator<Item = Row>) {
        for row in rows {
            match self.rows.iter_mut().find(|known| known.rules == row.rules) {
                Some(known) if known.counts.deals >= row.counts.deals => {}
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
        let unsolved = unsolved.map(|game| explain_unsolved(&format!("`{game}`"), game));
        let left_out = self.others.iter().map(|other| {
            let name = printable_line(&other.name);
            let deals = pluralize(other.deals, "deal");
            let verb = if other.deals == 1 { "is" } else { "are" };
            format!(
                "{name}: {deals} {verb} left out; no game of the library has these rules, perhaps since they have changed."
            )
        });
        unsolved.chain(left_out).collect()
    }
}

/// Says that nothing is known of a game, and what to do about that.
pub(super) fn explain_unsolved(name: &str, words: impl Display) -> String {
    format!(
        "No deal of {name} has been solved yet; `patience odds {words} --deals 1..100` solves some."
    )
}

/// What verdicts tell about a game.
pub(super) fn row(store: &Store, game: &Named) -> Result<Option<Row>, StoreError> {
    let mut summary = Summary::default();
    store.each_deal(&game.rules, &mut |solved| summary.add(solved))?;
    Ok(Row::new(game, &summary))
}
