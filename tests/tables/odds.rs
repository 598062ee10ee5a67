//! Records the odds of the built-in games in the folder of the games, where they are published.

use std::path::{Path, PathBuf};
use std::{fs, io};

use patience::internals::group_digits;
use patience::library::Library;
use patience_cli::{
    HonestRow, Known, Named, Row, read_honest, read_rows, recorded, recorded_honest,
};

use super::honest::HonestArgs;
use super::published::Published;
use super::{chart, honest, page};

/// The files in the folder of the games: what is recorded, its page, and the picture of it.
const RECORDED: &str = "odds/recorded.tsv";
const HONEST: &str = "odds/honest.tsv";
const PAGE: &str = "ODDS.md";
const CHART: &str = "odds/chart.svg";

/// What heads the file of recorded odds.
const HEAD: &str = "\
# The odds of the games: `cargo run --release --example tables -- odds` writes it.
game\ttitle\trules\tdeals\twinnable\tunwinnable\tunknown\tpositions\tmicroseconds\toptions\tdate\tversion
";

/// Adds the verdicts of some files to what is recorded in a folder, and writes its page and its chart anew. Returns notes on
/// what is left out, and how many games and deals are recorded.
///
/// # Errors
/// If a file cannot be read or written, or has a wrong line.
pub(crate) fn record_odds(verdicts: &[PathBuf], into: &Path) -> Result<String, String> {
    let library = Library::new();
    let known = Known::of_files(verdicts, &library)?;
    record(known, None, &Named::all(&library), into)
}

/// Plays deals of a game as an honest player, adds how many it won to what is recorded in a folder, and writes its page
/// anew. Returns the same as [`record_odds`].
///
/// # Errors
/// If there is no such game, or a file cannot be read or written, or has a wrong line.
pub(crate) fn record_honest(args: &HonestArgs, into: &Path) -> Result<String, String> {
    let games = Named::all(&Library::new());
    let played = honest::play(args, &games)?;
    record(Known::default(), Some(played), &games, into)
}

fn record(
    mut known: Known,
    played: Option<HonestRow>,
    games: &[Named],
    into: &Path,
) -> Result<String, String> {
    let mut notes = known.notes();
    for mut row in read(&into.join(RECORDED), read_rows, recorded)? {
        match find(&row.rules, games) {
            Some(game) => {
                (row.game, row.title) = (game.game.clone(), game.title.clone());
                known.add([row]);
            }
            None => notes.push(explain_changed(&row.title)),
        }
    }
    let mut honest: Vec<HonestRow> = played.into_iter().collect();
    for mut row in read(&into.join(HONEST), read_honest, recorded_honest)? {
        let is_replaced =
            |played: &HonestRow| played.rules == row.rules && played.looks == row.looks;
        match find(&row.rules, games) {
            Some(_) if honest.iter().any(is_replaced) => {}
            Some(game) => {
                (row.game, row.title) = (game.game.clone(), game.title.clone());
                honest.push(row);
            }
            None => notes.push(explain_changed(&row.title)),
        }
    }
    // The first row of a game is the one that is shown beside its odds.
    honest.sort_by_cached_key(|row| (row.title.to_lowercase(), row.game.clone(), !row.looks));
    let rows = known.sorted().rows;
    let published = Published::read()?;
    let old = read_page(&into.join(PAGE))?;
    for (name, text) in [
        (RECORDED, write_rows(&rows)),
        (HONEST, honest::write(&honest)),
        (CHART, chart::draw(&rows, &published)),
        (PAGE, page::write(&rows, &honest, &published, CHART, &old)),
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
fn read<T>(
    path: &Path,
    parse: impl Fn(&str) -> Result<Vec<T>, String>,
    built_in: impl Fn() -> Vec<T>,
) -> Result<Vec<T>, String> {
    let rows = match fs::read_to_string(path) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(built_in()),
        Err(error) => Err(error.to_string()),
    };
    rows.map_err(|problem| format!("{}: {problem}", path.display()))
}

/// The game that has some rules now.
fn find<'a>(rules: &str, games: &'a [Named]) -> Option<&'a Named> {
    games.iter().find(|game| game.rules == rules)
}

/// Why the row of a game is left out.
fn explain_changed(title: &str) -> String {
    format!(
        "{title}: what was recorded is left out; no game has these rules any more, perhaps since they have changed"
    )
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
