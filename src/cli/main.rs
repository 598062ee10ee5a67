//! The program `patience`: connects [`patience_cli`] with the streams of the process.

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use patience_cli::{Streams, data_folder, game_folders, run, stdin_has_input};

fn main() -> ExitCode {
    report_full_files();
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let to_terminal = output.is_terminal();
    let is_interactive = to_terminal && input.is_terminal();
    let color = AutoStream::choice(&errors) != ColorChoice::Never;
    let board_color = to_terminal && AutoStream::choice(&output) != ColorChoice::Never;
    // Standard error is not locked, as other threads draw a progress bar there.
    let mut unlocked_errors = &errors;
    let mut streams = Streams {
        input: &mut input.lock(),
        has_input: stdin_has_input,
        output: &mut BufWriter::new(output.lock()),
        errors: &mut unlocked_errors,
        is_interactive,
        edits_lines: is_interactive && can_edit_lines(),
        to_terminal,
        color,
        board_color,
        data_folder: data_folder(),
        game_folders: game_folders(),
    };
    ExitCode::from(run(std::env::args_os(), &mut streams))
}

/// Lets a write beyond the largest allowed size of a file fail like any other. Otherwise the signal ends the program
/// without a word.
fn report_full_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Whether the terminal can move its cursor. On others, lines are read as they are.
fn can_edit_lines() -> bool {
    let unable = ["dumb", "emacs", "cons25"];
    std::env::var("TERM").map_or(true, |term| !unable.contains(&term.as_str()))
}
