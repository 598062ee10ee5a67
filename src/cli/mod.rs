//! The program: one file a command.

mod args;
mod check;
mod cpu;
mod find;
mod history;
mod list;
mod manual;
mod perft;
mod play;
mod position;
mod rules;
mod screen;
mod session;
mod simulate;
mod start;
mod test;

use std::ffi::OsString;
use std::io::{self, BufRead, Write};

use clap::Parser;
use clap::error::ErrorKind;

use crate::rules::{Rejected, RulesError};
use crate::text::render;
use args::{Args, Command};

pub use cpu::CpuTime;

/// Why a command did not do what it was asked for. Each has its exit status.
#[derive(Debug)]
enum Error {
    /// The answer is no: 1.
    No,
    /// Wrong usage: 2.
    Usage(String),
    /// A file or a stream: 2.
    Io(String, io::Error),
    /// Writing the answer failed: 2, or nothing at all where nobody reads it any more.
    Output(io::Error),
    /// A rules file was rejected: 3.
    Rejected(Box<Rejected>),
    /// It was rejected, and that was said already: 3.
    RejectedAsSaid,
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        match error {
            RulesError::Rejected(rejected) => Error::Rejected(Box::new(rejected)),
            RulesError::Io { path, error } => Error::Io(path.display().to_string(), error),
            RulesError::UnknownGame(_) => Error::Usage(error.to_string()),
        }
    }
}

impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Error {
        Error::Rejected(Box::new(rejected))
    }
}

/// What the program talks to.
pub struct Streams<'a> {
    /// Where commands come from.
    pub input: &'a mut dyn BufRead,
    /// Where answers go.
    pub output: &'a mut dyn Write,
    /// Where complaints go.
    pub errors: &'a mut dyn Write,
    /// Whether a person sits at both ends.
    pub is_interactive: bool,
    /// Whether answers go to a terminal.
    pub to_terminal: bool,
    /// Whether complaints may be colored.
    pub color: bool,
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams")
            .field("is_interactive", &self.is_interactive)
            .finish_non_exhaustive()
    }
}

/// Runs the program with its arguments, the first of which is its name, and gives the exit status: 0 done, 1 the
/// answer is no, 2 wrong usage or input/output, 3 a rules file was rejected.
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    streams: &mut Streams<'_>,
) -> u8 {
    let result = match Args::try_parse_from(args) {
        Ok(args) => command(args.command, streams),
        Err(error) => usage(&error, streams),
    };
    // What was answered before a complaint comes before it. An answer that is lost is worse than a no.
    let result = match streams.output.flush() {
        Err(error) if result.is_ok() || error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Output(error))
        }
        _ => result,
    };
    match result {
        Ok(()) => 0,
        Err(error) => complain(&error, streams),
    }
}

fn command(command: Command, streams: &mut Streams<'_>) -> Result<(), Error> {
    match command {
        Command::List(args) => list::run(&args, streams),
        Command::Rules(args) => rules::run(&args, streams),
        Command::Play(args) => play::run(&args, streams),
        Command::Check(args) => check::run(&args, streams),
        Command::Test(args) => test::run(&args, streams),
        Command::Perft(args) => perft::run(&args, streams),
        Command::Position(args) => position::run(&args, streams),
        Command::Simulate(args) => simulate::run(&args, streams),
        Command::Completions(args) => manual::completions(&args, streams),
        Command::Man(args) => manual::man(&args, streams),
    }
}

/// Help and the version are answers; everything else that the arguments are wrong in is a complaint.
fn usage(error: &clap::Error, streams: &mut Streams<'_>) -> Result<(), Error> {
    let text = error.render().to_string();
    if error.use_stderr() {
        let text = text.trim_end().trim_start_matches("error: ");
        let nothing_asked = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        let said = if nothing_asked {
            "a command is expected\n\n"
        } else {
            ""
        };
        return Err(Error::Usage(format!("{said}{text}")));
    }
    write!(streams.output, "{text}")?;
    Ok(())
}

fn complain(error: &Error, streams: &mut Streams<'_>) -> u8 {
    // If complaints cannot be written, nobody hears them.
    match error {
        Error::No => 1,
        Error::Usage(message) => {
            let _ = writeln!(streams.errors, "error: {message}");
            2
        }
        Error::Io(what, error) => {
            let _ = writeln!(streams.errors, "error: {what}: {error}");
            2
        }
        Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Error::Output(error) => {
            let _ = writeln!(
                streams.errors,
                "error: the answer cannot be written: {error}"
            );
            2
        }
        Error::Rejected(rejected) => {
            let _ = write!(
                streams.errors,
                "{}",
                render(&rejected.diagnostics, &rejected.sources, streams.color)
            );
            3
        }
        Error::RejectedAsSaid => 3,
    }
}
