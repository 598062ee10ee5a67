//! Records the odds of the built-in games in the folder of the games, where they are published.

use std::fs;
use std::io;
use std::path::Path;

use super::known::Known;
use super::named::Named;
use super::published::Published;
use super::recorded::{RECORDED, read_rows, recorded, write_rows};
use super::row::Row;
use super::{chart, document, open_existing, table};
use crate::cli::args::OddsRecordArgs;
use crate::cli::whole::write_whole;
use crate::cli::{Error, Streams};
use crate::rules::Library;
use crate::text::{group_digits, pluralize, printable, printable_path};

/// The document, and its picture, in the folder of the games.
const DOCUMENT: &str = "ODDS.md";
const CHART: &str = "odds/chart.svg";

/// Adds the verdicts of a file to what is recorded in a folder, and writes its document and its chart anew.
pub(super) fn run(args: &OddsRecordArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let library = Library::new();
    let mut known = match &args.file {
        Some(file) => Known::of_library(&open_existing(file)?, &library)?,
        None => Known::default(),
    };
    let mut notes = table::notes(&known);
    let games = Named::all(&library);
    for row in read(&args.into)? {
        match renew(row, &games) {
            Ok(row) => known.add([row]),
            Err(note) => notes.push(note),
        }
    }
    let known = known.sorted();
    let published = Published::read();
    let svg = draw(&known.rows, &published)?;
    let folder = args.into.join(RECORDED);
    let folder = folder.parent().unwrap_or(&args.into);
    fs::create_dir_all(folder).map_err(|error| Error::Io(printable_path(folder), error))?;
    for (name, text) in [
        (RECORDED, write_rows(&known.rows)),
        (CHART, svg),
        (DOCUMENT, document::write(&known.rows, &published, CHART)),
    ] {
        write(&args.into.join(name), &text)?;
    }
    for note in notes {
        // If it cannot be written, there is nobody to tell.
        let _ = writeln!(streams.errors, "note: {}", printable(&note));
    }
    let deals: u64 = known.rows.iter().map(|row| row.counts.deals).sum();
    writeln!(
        streams.output,
        "{}, {}",
        pluralize(known.rows.len(), "game"),
        pluralize(group_digits(deals), "deal")
    )?;
    Ok(())
}

/// The rows that are recorded in a folder; if it has none yet, those that are built in.
fn read(folder: &Path) -> Result<Vec<Row>, Error> {
    let path = folder.join(RECORDED);
    let name = printable_path(&path);
    match fs::read_to_string(&path) {
        Ok(text) => read_rows(&text).map_err(|why| Error::Usage(format!("{name}: {why}"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(recorded()),
        Err(error) => Err(Error::Io(name, error)),
    }
}

/// The row of a game as it is now called. Returns why the row is left out, if the rules have changed since.
fn renew(row: Row, games: &[Named]) -> Result<Row, String> {
    match games.iter().find(|game| game.rules == row.rules) {
        Some(game) => Ok(Row {
            game: game.words.clone(),
            title: game.title.clone(),
            ..row
        }),
        None => Err(format!(
            "{}: what was recorded is left out; no game has these rules any more, perhaps since they have changed",
            row.title
        )),
    }
}

/// Draws some games.
fn draw(rows: &[Row], published: &Published) -> Result<String, Error> {
    chart::draw(rows, published)
        .map_err(|error| Error::Usage(format!("the chart cannot be drawn: {error}")))
}

/// Draws some games to a file.
pub(super) fn draw_to(path: &Path, rows: &[Row]) -> Result<(), Error> {
    write(path, &draw(rows, &Published::read())?)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    write_whole(path, text).map_err(|error| Error::Io(printable_path(path), error))
}
