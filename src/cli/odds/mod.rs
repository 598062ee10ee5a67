//! How many deals of a game can be won.
//!
//! - `deals` are what the command line asks for; `plan` says which deals are to be solved, and `agenda` leaves out
//!   those that are known.
//! - `work` solves them, several at once, and records the verdicts as they come.
//! - `estimate` is what they tell about all deals; `report` prints it.

mod agenda;
mod deals;
mod estimate;
mod plan;
mod report;
mod work;

use std::path::PathBuf;

use super::args::{OddsArgs, OddsCommand, OddsMergeArgs, OddsRunArgs};
use super::files::load_with;
use super::start::with_variants;
use super::store::{Store, StoreError};
use super::{Error, Streams};
use crate::text::pluralize;
pub(super) use deals::{DealRange, Shard};
use plan::Plan;

/// Solves many deals and prints how many can be won, or joins what several runs found.
pub(super) fn run(args: &OddsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    match (&args.command, &args.run.game, &args.run.deals) {
        (Some(OddsCommand::Merge(merge)), ..) => join(merge, streams),
        (None, Some(game), Some(deals)) => solve(game, deals, &args.run, streams),
        // They are required unless there is a command.
        _ => Err(Error::Usage("expected a game and its --deals".to_owned())),
    }
}

fn solve(
    game: &str,
    deals: &DealRange,
    args: &OddsRunArgs,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let found = load_with(game, &args.with, streams)?;
    let (rules, variants) = (found.rules, found.variants);
    let game = with_variants(&rules, &variants)?;
    let plan = Plan::new(&game, deals, args);
    let mut store = open(args.file.as_ref(), streams)?;
    let results = work::solve(&game, &plan, &mut store, streams)?;
    report::print(&game, &plan, &results, args.format, streams)
}

/// Opens the database that is named, else that of the data folder.
fn open(file: Option<&PathBuf>, streams: &Streams<'_>) -> Result<Store, Error> {
    match (file, &streams.data_folder) {
        (Some(file), _) => Ok(Store::open_file(file.clone())?),
        (None, Some(folder)) => Ok(Store::open_file(Store::file_in(folder)?)?),
        (None, None) => {
            let message = "there is no data folder for the verdicts; name a file with --file";
            Err(Error::Usage(message.to_owned()))
        }
    }
}

/// Joins the databases of several runs.
fn join(args: &OddsMergeArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut store = open(args.into.as_ref(), streams)?;
    for file in &args.files {
        let name = file.display();
        let Some(other) = Store::open_existing_file(file.clone())? else {
            return Err(Error::Usage(format!("there are no verdicts in {name}")));
        };
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
