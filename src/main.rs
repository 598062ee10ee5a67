//! The program `patience`.

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use patience::cli::{Streams, run};

fn main() -> ExitCode {
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let to_terminal = output.is_terminal();
    let is_interactive = to_terminal && input.is_terminal();
    let color = AutoStream::choice(&errors) != ColorChoice::Never;
    // Complaints are not locked: a progress bar is drawn there too, by other threads.
    let mut complaints = &errors;
    let mut streams = Streams {
        input: &mut input.lock(),
        output: &mut BufWriter::new(output.lock()),
        errors: &mut complaints,
        is_interactive,
        to_terminal,
        color,
    };
    ExitCode::from(run(std::env::args_os(), &mut streams))
}
