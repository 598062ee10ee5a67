//! The program `patience`: one file per command.

mod args;
mod board;
mod character;
mod check;
mod clock;
mod cpu;
mod deal;
mod files;
mod folder;
mod input;
mod interrupt;
mod list;
mod lsp;
mod manual;
mod new;
mod no_command;
mod odds;
mod perft;
mod play;
mod position;
mod progress;
mod render;
mod rules;
mod save;
mod schema;
mod shell;
mod simulate;
mod solve;
mod start;
mod stats;
mod store;
mod table;
mod test;
mod welcome;
mod whole;
mod width;

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;

use args::{Args, Command};
use patience::internals::{is_game, printable, printable_path, to_json};
use patience::library::{FindError, Library, Rejected, RulesError, VariantError};

pub use board::{Style, Suits, format_board};
pub use character::{Character, DecidedBy, characters};
pub use cpu::CpuTime;
pub use folder::{data_folder, game_folders};
pub use input::stdin_has_input;
pub use list::{MeasuredGame, list_with_measures};
pub use odds::{
    Counts, GameRef, HonestRow, Known, ListedOdds, Named, RecordedOdds, Row, percents, read_honest,
    read_rows, recorded, recorded_honest,
};
pub use play::complete_word;
pub use render::{render, render_one};
pub use test::{Accepted, find_gaps, split_arguments};

/// Why a command failed. The number at the end of each description is the exit status.
#[derive(Debug, thiserror::Error)]
enum Error {
    /// The command ran, but its answer is no, such as a failed test: 1.
    #[error("the answer is no")]
    No,
    /// The command ran, but the answer is not known: 4.
    #[error("the answer is not known")]
    Unknown,
    /// Wrong usage: 2.
    #[error("{0}")]
    Usage(String),
    /// A file or a stream, named by the text, cannot be read: 2.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The output cannot be written: 2; or 0 if its reader has closed the pipe.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// A rules file was rejected: 3.
    #[error("{0}")]
    Rejected(#[from] Box<Rejected>),
    /// A rules file was rejected, and its mistakes have been printed already: 3.
    #[error("the rules have mistakes")]
    RejectedAsPrinted,
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        match error {
            RulesError::Rejected(rejected) => rejected.into(),
            RulesError::Io { path, error } => Error::Io(printable_path(&path), error),
            RulesError::UnknownGame(_) => Error::Usage(error.to_string()),
        }
    }
}

impl From<FindError> for Error {
    fn from(error: FindError) -> Error {
        match error {
            FindError::Rules(error) => error.into(),
            name @ FindError::Name(_) => Error::Usage(name.to_string()),
        }
    }
}

impl From<VariantError> for Error {
    fn from(error: VariantError) -> Error {
        match error {
            VariantError::Rejected(rejected) => Error::Rejected(rejected),
            other => Error::Usage(other.to_string()),
        }
    }
}

impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Error {
        Error::Rejected(Box::new(rejected))
    }
}

/// The streams of the program.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Streams<'a> {
    /// Standard input: commands.
    pub input: &'a mut dyn BufRead,
    /// Returns whether more input is known to have arrived, so that less urgent work should wait. `|| false` if that is
    /// never known.
    pub has_input: fn() -> bool,
    /// Standard output: answers.
    pub output: &'a mut dyn Write,
    /// Standard error: error messages.
    pub errors: &'a mut dyn Write,
    /// Whether input and output are a terminal, so that a person is playing.
    pub is_interactive: bool,
    /// Whether `input` is the standard input of the process, so that lines can be edited while they are typed.
    pub edits_lines: bool,
    /// Whether the output is a terminal.
    pub to_terminal: bool,
    /// Whether error messages may be colored.
    pub color: bool,
    /// Whether boards may be colored.
    pub board_color: bool,
    /// Where unfinished games and statistics are kept; `None` if nothing is kept.
    pub data_folder: Option<PathBuf>,
    /// The folders with the player's own games, in the order of searching.
    pub game_folders: Vec<PathBuf>,
}

impl Streams<'_> {
    /// Writes a value for programs: as JSON, in one line.
    fn write_json(&mut self, value: &impl Serialize) -> Result<(), Error> {
        Ok(writeln!(self.output, "{}", to_json(value))?)
    }

    /// Writes a line beside the answer. If it cannot be written, there is nobody to tell.
    fn note(&mut self, note: &str) {
        let _ = writeln!(self.errors, "{}", printable(note));
    }

    /// Where games are looked up.
    fn library(&self) -> Library {
        let folders = self.game_folders.iter();
        folders.fold(Library::new(), Library::with_folder)
    }
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams")
            .field("is_interactive", &self.is_interactive)
            .finish_non_exhaustive()
    }
}

/// Runs the program with its arguments; the first is the program's name. Returns the exit status: 0 for success, 1 if
/// the answer is no, 2 for wrong usage or a failure to read or write, 3 if a rules file was rejected, 4 if the answer is not
/// known.
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    streams: &mut Streams<'_>,
) -> u8 {
    let result = match Args::try_parse_from(args) {
        Ok(args) => run_with(args, streams),
        Err(error) => print_usage(&error, streams),
    };
    // Write the output so far before an error message. Lost output is worse than a failed command.
    let result = match streams.output.flush() {
        Err(error) if result.is_ok() || error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Output(error))
        }
        _ => result,
    };
    match result {
        Ok(()) => 0,
        Err(error) => report(&error, streams),
    }
}

/// Runs a command, with the folders that were named before those of the environment.
fn run_with(args: Args, streams: &mut Streams<'_>) -> Result<(), Error> {
    for folder in args.game_folders.iter().rev() {
        if !folder.is_dir() {
            let message = format!("--games: `{}` is not a folder", printable_path(folder));
            return Err(Error::Usage(message));
        }
        streams.game_folders.retain(|other| other != folder);
        streams.game_folders.insert(0, folder.clone());
    }
    run_command(args.command, streams)
}

fn run_command(command: Command, streams: &mut Streams<'_>) -> Result<(), Error> {
    match command {
        Command::Other(words) => run_other(words, streams),
        Command::List(args) => list::run(&args, streams),
        Command::Rules(args) => rules::run(&args, streams),
        Command::Play(args) => play::run(&args, streams),
        Command::Check(args) => check::run(&args, streams),
        Command::Test(args) => test::run(&args, streams),
        Command::Perft(args) => perft::run(&args, streams),
        Command::Position(args) => position::run(&args, streams),
        Command::Simulate(args) => simulate::run(&args, streams),
        Command::Odds(args) => odds::run(&args, streams),
        Command::Solve(args) => solve::run(&args, streams),
        Command::Stats(args) => stats::run(&args, streams),
        Command::New(args) => new::run(&args, streams),
        Command::Lsp => lsp::run(streams),
        Command::Schema => schema::run(streams),
        Command::Completions(args) => manual::completions(&args, streams),
        Command::Man(args) => manual::man(&args, streams),
    }
}

/// Plays the game whose name was given in place of a command.
fn run_other(words: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Error> {
    let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
    let name: Vec<_> = words.iter().take_while(|word| !is_option(word)).collect();
    let name: Vec<_> = name.iter().map(|word| word.to_string_lossy()).collect();
    let name = name.join(" ");
    let start = ["patience", "play"].map(OsString::from);
    let parsed = Args::try_parse_from(start.into_iter().chain(words));
    let mut library = streams.library();
    if let Ok(args) = &parsed {
        library = args
            .game_folders
            .iter()
            .rev()
            .fold(library, |library, folder| library.beside(folder));
    }
    if !is_game(&name, &library) {
        return Err(no_command::explain(&name, &library));
    }
    match parsed {
        Ok(args) => run_with(args, streams),
        Err(error) => print_usage(&error, streams),
    }
}

/// Prints help and the version, which clap treats as errors; anything else is a usage error.
fn print_usage(error: &clap::Error, streams: &mut Streams<'_>) -> Result<(), Error> {
    let has_no_command = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if has_no_command && streams.to_terminal {
        return welcome::run(streams);
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        return Err(no_command::explain(word, &streams.library()));
    }
    let text = error.render().to_string();
    if error.use_stderr() {
        let text = text.trim_end().trim_start_matches("error: ");
        let prefix = if has_no_command {
            "expected a command\n\n"
        } else {
            ""
        };
        return Err(Error::Usage(format!("{prefix}{text}")));
    }
    write!(streams.output, "{text}")?;
    Ok(())
}

/// Prints an error message, and returns the exit status.
fn report(error: &Error, streams: &mut Streams<'_>) -> u8 {
    let message = match error {
        Error::No => return 1,
        Error::Unknown => return 4,
        Error::RejectedAsPrinted => return 3,
        Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        Error::Rejected(rejected) => {
            render(&rejected.diagnostics, &rejected.sources, streams.color)
        }
        Error::Usage(_) | Error::Io(..) | Error::Output(_) => {
            printable(&format!("error: {error}\n")).into_owned()
        }
    };
    // If the message cannot be written, there is nobody to tell.
    let _ = write!(streams.errors, "{message}");
    if matches!(error, Error::Rejected(_)) {
        3
    } else {
        2
    }
}
