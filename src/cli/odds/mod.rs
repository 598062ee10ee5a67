//! How many deals of a game can be won.
//!
//! - `deals` are what the command line asks for; `plan` lists the deals to be solved, without the known ones.
//! - `work` solves them, several at once, and adds the verdicts to a file as they come.
//! - `verdicts` are what is known of deals; `records` reads and writes the files of them.
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
mod records;
mod report;
mod table;
mod verdicts;
mod work;

use std::path::PathBuf;

use super::args::OddsArgs;
use super::files::load_short;
use super::{Error, Streams};
pub(super) use deals::{DealRange, Shard};
pub use estimate::Counts;
pub use honest::{HonestRow, read_honest, recorded_honest};
pub use known::{Known, Row};
pub use named::{GameRef, Named};
use plan::Plan;
pub use recorded::{ListedOdds, RecordedOdds, read_rows, recorded};
use records::Records;
pub use table::percents;
use verdicts::Verdicts;

/// Solves many deals and prints how many can be won, or prints the known odds.
pub(super) fn run(args: &OddsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let Some(deals) = &args.deals else {
        return show(args, streams);
    };
    match (&args.games[..], &args.files[..]) {
        ([game], [] | [_]) => solve(game, deals, args, streams),
        ([], _) => Err(Error::Usage("expected the game of the deals".to_owned())),
        ([_], _) => Err(expected_one("file")),
        ([..], _) => Err(expected_one("game")),
    }
}

fn expected_one(what: &str) -> Error {
    let message = format!("expected one {what}, since deals of a game are to be solved");
    Error::Usage(message)
}

fn solve(
    game: &str,
    deals: &DealRange,
    args: &OddsArgs,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let game = load_short(game, &args.with.variants(), &args.short, streams)?.game()?;
    let plan = Plan::new(&game, deals, args);
    let records = match (&args.files[..], &streams.data_folder) {
        ([file, ..], _) => Records::create(file)?,
        ([], Some(folder)) => Records::create_in(folder)?,
        ([], None) => {
            let message = "there is no data folder for the verdicts; name a file with --file";
            return Err(Error::Usage(message.to_owned()));
        }
    };
    let results = work::solve(&game, &plan, records, streams)?;
    report::print(&game, &plan, &results, args.format, streams)
}

/// Prints the known odds of some games, of all if none is named.
fn show(args: &OddsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let known = look_up(args, streams)?;
    if known.rows.is_empty() {
        return explain_nothing(&known, streams);
    }
    table::print(&known, args.format, streams)
}

/// Looks up the known odds: by the verdicts of files, if any are named; otherwise by the data folder and the record of the
/// built-in games.
fn look_up(args: &OddsArgs, streams: &mut Streams<'_>) -> Result<Known, Error> {
    let (mut files, mut recorded) = (args.files.clone(), Vec::new());
    if files.is_empty() {
        let file = streams.data_folder.as_deref().map(Records::path_in);
        files.extend(file.filter(|file| !matches!(file.try_exists(), Ok(false))));
        recorded = self::recorded();
    }
    let verdicts = read_all(&files)?;
    let mut known = Known::default();
    if args.games.is_empty() {
        known = Known::of_library(&verdicts, &streams.library());
        known.add(recorded);
        return Ok(known.sorted());
    }
    for game in &args.games {
        let found = load_short(game, &args.with.variants(), &args.short, streams)?;
        let game = Named::new(&found, &*found.game()?);
        let is_wanted = |row: &&Row| row.rules == game.rules;
        let mut rows: Vec<Row> = recorded.iter().filter(is_wanted).cloned().collect();
        let solved = verdicts.sum(&game.rules);
        rows.extend(solved.map(|solved| Row::new(&game, solved)));
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

/// Reads files of verdicts.
fn read_all(files: &[PathBuf]) -> Result<Verdicts, Error> {
    let mut verdicts = Verdicts::default();
    for file in files {
        Records::open(file)?.read(&mut verdicts)?;
    }
    Ok(verdicts)
}
