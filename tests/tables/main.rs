//! Writes what stands in the folder `games` about all games. The tests compare it.

#[path = "mod.rs"]
mod tables;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Writes what stands in the folder `games` about all games
#[derive(Debug, Parser)]
#[command(name = "tables")]
enum Command {
    /// Print the table of the games in games/INDEX.md
    Index,
    /// Print games/measures.tsv, after measuring the games that have changed
    Measures,
    /// Play a game as an honest player, add what it won to games/odds/honest.tsv, and write games/ODDS.md anew
    Honest {
        #[command(flatten)]
        played: tables::HonestArgs,
        /// The folder
        #[arg(long, value_name = "FOLDER", default_value = "games")]
        into: PathBuf,
    },
    /// Add verdicts to games/odds/recorded.tsv, and write games/ODDS.md and its chart anew
    Odds {
        /// The verdicts, as `patience odds --file` wrote them; without any, only what has changed is renewed or removed
        #[arg(value_name = "FILE")]
        verdicts: Vec<PathBuf>,
        /// The folder
        #[arg(long, value_name = "FOLDER", default_value = "games")]
        into: PathBuf,
    },
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
fn main() -> ExitCode {
    let written = match Command::parse() {
        Command::Index => Ok(tables::write_index()),
        Command::Measures => Ok(tables::write_measures()),
        Command::Honest { played, into } => tables::record_honest(&played, &into),
        Command::Odds { verdicts, into } => tables::record_odds(&verdicts, &into),
    };
    match written {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
