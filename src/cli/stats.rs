use std::path::Path;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::args::{Format, StatsArgs};
use super::store::{GameSummary, HistoryEntry, Store, Wanted};
use super::table::titled;
use super::{Error, Streams};
use patience::internals::{find, join_with, pluralize, printable_line, to_json};
use patience::library::Library;

/// The widest line of a table.
const MAX_WIDTH: usize = 80;
/// The widest name of a game that shares a line with its numbers.
const MAX_NAME: usize = 20;

/// Prints the statistics of the games that were played.
pub(super) fn run(args: &StatsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let folder = streams
        .data_folder
        .clone()
        .ok_or_else(|| Error::Usage("there is no data folder: the user has no home".to_owned()))?;
    let lines = report(args, &folder, &streams.library())?;
    for line in lines {
        writeln!(streams.output, "{line}")?;
    }
    Ok(())
}

/// The lines to print.
pub(super) fn report(
    args: &StatsArgs,
    folder: &Path,
    library: &Library,
) -> Result<Vec<String>, Error> {
    let store = Store::open_existing(folder)?;
    let mut games = match &store {
        Some(store) => store.summary(&[])?,
        None => Vec::new(),
    };
    // A name without a game is a mistake, even if nothing is recorded.
    let wanted = args.games.iter().map(|game| wanted(game, &games, library));
    let wanted = wanted.collect::<Result<Vec<Wanted>, Error>>()?;
    let mut history = Vec::new();
    if let Some(store) = &store {
        games = store.summary(&wanted)?;
        if let Some(count) = args.history {
            history = store.history(&wanted, count)?;
        }
    }
    Ok(match args.format {
        Format::Json => {
            let report = Report {
                games: &games,
                history: args.history.map(|_| &history[..]),
            };
            vec![to_json(&report)]
        }
        Format::Text => {
            let mut lines = match games[..] {
                [] => vec![nothing(&args.games)],
                _ => table(&games),
            };
            if !history.is_empty() {
                lines.push(String::new());
                lines.push("The last games, each with its moves, score and time:".to_owned());
                lines.extend(history.iter().flat_map(past_game));
            }
            let lines = lines.iter().map(|line| printable_line(line));
            lines.collect()
        }
    })
}

/// The recorded game that an argument means. A rules file may have vanished since.
fn wanted(argument: &str, recorded: &[GameSummary], library: &Library) -> Result<Wanted, Error> {
    if recorded.iter().any(|game| game.game == argument) {
        return Ok(Wanted {
            game: argument.to_owned(),
            variants: Vec::new(),
        });
    }
    let found = find(argument, &[], library)?;
    Ok(Wanted {
        game: found.name,
        variants: found.variants,
    })
}

fn nothing(games: &[String]) -> String {
    if games.is_empty() {
        return "No game has been recorded yet.".to_owned();
    }
    let games: Vec<String> = games.iter().map(|game| format!("`{game}`")).collect();
    format!(
        "No game of {} has been recorded yet.",
        join_with(&games, "or")
    )
}

/// The table for people, at most 80 columns wide, and the lines that explain it.
fn table(games: &[GameSummary]) -> Vec<String> {
    let head = format!(
        "{:>8}{:>6}{:>5}{:>7}{:>10}{:>8}{:>7}{:>9}",
        "played", "won", "%", "stuck", "given up", "streak", "score", "time"
    );
    let rows = games.iter().map(|game| (game.name.as_str(), cells(game)));
    let mut lines = titled(("Game", &head), MAX_NAME, rows);
    lines.push(String::new());
    lines.push(
        "Streak: games won in a row, now and at best. Score: the best of any game.".to_owned(),
    );
    lines.push("Time: the shortest of a game that was won.".to_owned());
    for game in games.iter().filter(|game| game.balance.is_some()) {
        let balance = game.balance.unwrap_or(0);
        lines.push(format!("Balance of {}: {balance}.", game.name));
    }
    let helped: u64 = games.iter().map(|game| game.helped).sum();
    if helped > 0 {
        let by_solver: u64 = games.iter().map(|game| game.helped_by_solver).sum();
        let by_solver = match by_solver {
            0 => String::new(),
            _ if helped == 1 => ", that of the solver".to_owned(),
            number => format!(", {number} of them with that of the solver"),
        };
        let verb = if helped == 1 { "was" } else { "were" };
        let games = pluralize(helped, "game");
        lines.push(format!("{games} {verb} played with help{by_solver}."));
    }
    lines
}

/// The row of a game, after its name.
fn cells(game: &GameSummary) -> String {
    let percent = (100 * game.won + game.played / 2) / game.played.max(1);
    let streak = format!("{}/{}", game.current_streak, game.longest_streak);
    let score = game
        .best_score
        .map_or("-".to_owned(), |score| score.to_string());
    let time = game.best_seconds.map_or("-".to_owned(), clock);
    format!(
        "{:>8}{:>6}{percent:>5}{:>7}{:>10}{streak:>8}{score:>7}{time:>9}",
        game.played, game.won, game.stuck, game.given_up,
    )
}

/// A game of the past, in one line; in two if its name is long.
fn past_game(entry: &HistoryEntry) -> Vec<String> {
    let game = &entry.game;
    let deal = game.deal.as_ref().map(|deal| format!(", deal {deal}"));
    let name = format!("{}{}", game.name, deal.unwrap_or_default());
    let score = game.score.map_or("-".to_owned(), |score| score.to_string());
    let line = format!(
        "{}  {:8} {:>5} {} {score:>7} {:>8}",
        entry.ended,
        game.end.word(),
        game.moves,
        if game.moves == 1 { "move " } else { "moves" },
        clock(game.seconds)
    );
    if line.len() + 2 + name.width() <= MAX_WIDTH {
        vec![format!("{line}  {name}")]
    } else {
        vec![line, format!("    {name}")]
    }
}

/// A time as minutes and seconds, with hours if there are any: `4:07`, `1:00:00`.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    games: &'a [GameSummary],
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [HistoryEntry]>,
}
