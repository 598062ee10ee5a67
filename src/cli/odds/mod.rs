//! How many deals of a game can be won.
//!
//! - `deals` are what the command line asks for; `plan` lists the deals to be solved, without the known ones.
//! - `work` solves them, several at once, and records the verdicts as they come.
//! - `estimate` says what they tell about all deals; `report` prints it.
//! - `named` reads rules with their names. `known` collects the known odds of games; those of the built-in games are in
//!   `recorded`, and what an honest player wins of them in `honest`. `table` prints them.

mod deals;
mod estimate;
mod honest;
mod known;
mod named;
mod plan;
mod recorded;
mod report;
mod table;
mod work;

use std::path::Path;

use super::args::{OddsArgs, OddsCommand, OddsMergeArgs, OddsRunArgs};
use super::files::load_short;
use super::store::{Store, StoreError};
use super::{Error, Streams};
pub(super) use deals::{DealRange, Shard};
pub use honest::{HonestRow, read_honest, recorded_honest};
pub use known::{Known, Row};
pub use named::{GameRef, Named};
use patience::internals::{pluralize, printable_path};
use plan::Plan;
pub use recorded::{ListedOdds, RecordedOdds, read_rows, recorded};
pub use table::percents;

/// Solves many deals and prints how many can be won, or prints the known odds, or joins the verdicts of several runs.
pub(super) fn run(args: &OddsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let run = &args.run;
    match (&args.command, &run.deals, &run.games[..]) {
        (Some(OddsCommand::Merge(merge)), ..) => join(merge, streams),
        (None, None, _) => show(run, streams),
        (None, Some(deals), [game]) => solve(game, deals, run, streams),
        (None, Some(_), []) => Err(Error::Usage("expected the game of the deals".to_owned())),
        (None, Some(_), [..]) => {
            let message = "expected one game, since deals of a game are to be solved";
            Err(Error::Usage(message.to_owned()))
        }
    }
}

fn solve(
    game: &str,
    deals: &DealRange,
    args: &OddsRunArgs,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let game = load_short(game, &args.with.variants(), &args.short, streams)?.game()?;
    let plan = Plan::new(&game, deals, args);
    let mut store = open(args.file.as_deref(), streams)?;
    let results = work::solve(&game, &plan, &mut store, streams)?;
    report::print(&game, &plan, &results, args.format, streams)
}

/// Prints the known odds of some games, of all if none is named.
fn show(args: &OddsRunArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let known = look_up(args, streams)?;
    if known.rows.is_empty() {
        return explain_nothing(&known, streams);
    }
    table::print(&known, args.format, streams)
}

/// Looks up the known odds: by the verdicts of a file, if one is named; otherwise by the data folder and the record of
/// the built-in games.
fn look_up(args: &OddsRunArgs, streams: &mut Streams<'_>) -> Result<Known, Error> {
    let store = match (&args.file, &streams.data_folder) {
        (Some(file), _) => Some(open_existing(file)?),
        (None, Some(folder)) => Store::open_existing(folder)?,
        (None, None) => None,
    };
    let recorded = match &args.file {
        Some(_) => Vec::new(),
        None => recorded(),
    };
    let mut known = Known::default();
    if args.games.is_empty() {
        if let Some(store) = &store {
            known = Known::of_library(store, &streams.library())?;
        }
        known.add(recorded);
        return Ok(known.sorted());
    }
    for game in &args.games {
        let found = load_short(game, &args.with.variants(), &args.short, streams)?;
        let game = Named::new(&found, &*found.game()?);
        let is_wanted = |row: &&Row| row.rules == game.rules;
        let mut rows: Vec<Row> = recorded.iter().filter(is_wanted).cloned().collect();
        if let Some(store) = &store {
            let solved = store.solved_rules(Some(&game.rules))?.into_iter();
            rows.extend(solved.map(|solved| Row::new(&game, solved)));
        }
        if rows.is_empty() {
            known.unsolved.push(game.game);
        }
        known.add(rows);
    }
    Ok(known.sorted())
}

fn explain_nothing(known: &Known, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut lines = known.notes();
    if known.unsolved.is_empty() {
        lines.push(known::explain_unsolved("any game", "GAME"));
    }
    for line in lines {
        streams.note(&line);
    }
    Err(Error::No)
}

/// Opens the database that is named, else that of the data folder.
fn open(file: Option<&Path>, streams: &Streams<'_>) -> Result<Store, Error> {
    match (file, &streams.data_folder) {
        (Some(file), _) => Ok(Store::open_file(file.to_owned())?),
        (None, Some(folder)) => Ok(Store::open(folder)?),
        (None, None) => {
            let message = "there is no data folder for the verdicts; name a file with --file";
            Err(Error::Usage(message.to_owned()))
        }
    }
}

/// Opens a database that is there already.
fn open_existing(file: &Path) -> Result<Store, StoreError> {
    let store = Store::open_existing_file(file.to_owned())?;
    let message = || format!("there are no verdicts in {}", printable_path(file));
    store.ok_or_else(|| StoreError::Other(message()))
}

/// Joins the databases of several runs.
fn join(args: &OddsMergeArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut store = open(args.into.as_deref(), streams)?;
    for file in &args.files {
        let name = printable_path(file);
        let other = open_existing(file)?;
        if store.is_same_file(&other) {
            let message = format!("{name} is the file that the others are joined to");
            return Err(Error::Usage(message));
        }
        let count = store.merge(&other).map_err(|error| match error {
            StoreError::Contradiction(_) => {
                Error::Usage(format!("{name}: {error}; nothing of this file was added"))
            }
            other => other.into(),
        })?;
        writeln!(streams.output, "{name}: {}", pluralize(count, "deal"))?;
    }
    Ok(())
}
