//! Records the odds of the built-in games in the folder of the games, where they are published.

use std::path::Path;
use std::{fs, io};

use patience::Library;
use patience::internals::{Known, Named, Row, group_digits, read_rows, recorded};

use super::published::Published;
use super::{chart, page};

/// The files in the folder of the games: what is recorded, its page, and the picture of it.
const RECORDED: &str = "odds/recorded.tsv";
const PAGE: &str = "ODDS.md";
const CHART: &str = "odds/chart.svg";

/// What heads the file of recorded odds.
const HEAD: &str = "\
# The odds of the games: `cargo run --release --example tables -- odds` writes it.
game\ttitle\trules\tdeals\twinnable\tunwinnable\tunknown\tpositions\tmicroseconds\toptions\tdate\tversion
";

/// Adds the verdicts of a file to what is recorded in a folder, and writes its page and its chart anew. Returns notes on
/// what is left out, and how many games and deals are recorded.
///
/// # Errors
/// If a file cannot be read or written, or has a wrong line.
pub(crate) fn record_odds(verdicts: Option<&Path>, into: &Path) -> Result<String, String> {
    let library = Library::new();
    let mut known = match verdicts {
        Some(file) => Known::of_file(file, &library)?,
        None => Known::default(),
    };
    let mut notes = known.notes();
    let games = Named::all(&library);
    for row in read(&into.join(RECORDED))? {
        match renew(row, &games) {
            Ok(row) => known.add([row]),
            Err(note) => notes.push(note),
        }
    }
    let rows = known.sorted().rows;
    let published = Published::read()?;
    let old = read_page(&into.join(PAGE))?;
    for (name, text) in [
        (RECORDED, write_rows(&rows)),
        (CHART, chart::draw(&rows, &published)),
        (PAGE, page::write(&rows, &published, CHART, &old)),
    ] {
        write(&into.join(name), &text)?;
    }
    let notes = notes.iter().map(|note| format!("note: {note}\n"));
    let deals: u64 = rows.iter().map(|row| row.counts.deals).sum();
    let (games, deals) = (rows.len(), group_digits(deals));
    Ok(format!(
        "{}games: {games}, deals: {deals}\n",
        notes.collect::<String>()
    ))
}

/// The page as it is now; empty if it is not there yet.
fn read_page(path: &Path) -> Result<String, String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        page => page.map_err(|error| format!("{}: {error}", path.display())),
    }
}

/// The rows of a file; if it is not there yet, those that are built in.
fn read(path: &Path) -> Result<Vec<Row>, String> {
    let rows = match fs::read_to_string(path) {
        Ok(text) => read_rows(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(recorded()),
        Err(error) => Err(error.to_string()),
    };
    rows.map_err(|problem| format!("{}: {problem}", path.display()))
}

/// The row of a game as it is now called. Returns why the row is left out, if the rules have changed since.
fn renew(row: Row, games: &[Named]) -> Result<Row, String> {
    match games.iter().find(|game| game.rules == row.rules) {
        Some(game) => Ok(Row {
            game: game.game.clone(),
            title: game.title.clone(),
            ..row
        }),
        None => Err(format!(
            "{}: what was recorded is left out; no game has these rules any more, perhaps since they have changed",
            row.title
        )),
    }
}

fn write_rows(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let Row { counts, .. } = row;
        let numbers = [
            counts.deals,
            counts.winnable,
            counts.unwinnable,
            counts.unknown,
            counts.states,
            counts.micros,
        ];
        let numbers = numbers.map(|number| number.to_string()).join("\t");
        let (game, title, rules) = (&row.game, &row.title, &row.rules);
        let (options, date, version) = (&row.options, &row.date, &row.version);
        format!("{game}\t{title}\t{rules}\t{numbers}\t{options}\t{date}\t{version}\n")
    });
    HEAD.to_owned() + &lines.collect::<String>()
}

/// Writes a file, and the folder that it is in if need be.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
