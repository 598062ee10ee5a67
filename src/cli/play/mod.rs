//! `patience play`.

mod author;
mod clock;
mod dialog;
mod editor;
mod files;
mod findings;
mod games;
mod help;
mod lost;
mod moves;
mod opening;
mod protocol;
mod record;
mod recorder;
mod replay;
mod report;
mod solver;
mod trace;
mod why;
mod winnable;

use unicode_width::UnicodeWidthStr;

use self::dialog::{Dialog, Reply, Setting};
use self::editor::{LineEditor, Typed};
use self::opening::{Chosen, choose};
use self::recorder::Recorder;
pub(super) use self::replay::replay;
use super::args::{Format, PlayArgs};
use super::input::{Line, MAX_LINE, next_line, replace_unprintable};
use super::{Error, Streams};
use crate::text::wrap;

/// Plays a game, one command per line, until the input ends.
pub(super) fn run(args: &PlayArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    if args.open && args.format != Format::Json {
        return Err(Error::Usage("--open needs --format json".to_owned()));
    }
    let Some(chosen) = choose(args, streams)? else {
        return Ok(());
    };
    let Chosen {
        game,
        mut notes,
        autosave,
        abandoned,
    } = chosen;
    notes.extend(game.describe_opening());
    let is_kept = streams.is_interactive || args.stats;
    let folder = streams.data_folder.clone().filter(|_| is_kept);
    let mut recorder = folder.map(|folder| {
        let keeps_game = streams.is_interactive;
        Recorder::new(folder, keeps_game, autosave, !args.no_stats)
    });
    if let (Some(recorder), Some(mut abandoned)) = (&mut recorder, abandoned) {
        notes.extend(recorder.leave(&mut abandoned));
    }
    let mut dialog = Dialog::new(
        game,
        args.look(streams),
        Setting::of(streams),
        streams.data_folder.clone(),
        recorder,
    );
    if args.format == Format::Json {
        protocol::run(&mut dialog, args.open, &notes, streams)?;
    } else {
        print(&notes, streams)?;
        print(&dialog.show(), streams)?;
        if streams.is_interactive {
            run_on_terminal(&mut dialog, streams)?;
        } else {
            run_through_pipe(&mut dialog, streams)?;
        }
    }
    if let Some(note) = dialog.close()
        && args.format == Format::Text
    {
        print(&[note], streams)?;
    }
    Ok(())
}

/// Reads commands from a terminal, with a line editor if the process owns the terminal.
fn run_on_terminal(dialog: &mut Dialog, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut editor = streams.edits_lines.then(LineEditor::new).transpose()?;
    let mut was_interrupted = false;
    loop {
        streams.output.flush()?;
        let typed = match &mut editor {
            Some(editor) => editor.read(dialog.completions())?,
            None => read_after_prompt(streams)?,
        };
        match typed {
            Typed::Line(line) if line.len() > MAX_LINE => {
                was_interrupted = false;
                print(&[too_long()], streams)?;
            }
            Typed::Line(line) => {
                was_interrupted = false;
                let line = line.replace(['\r', '\n'], ";");
                let mut reply = dialog.run(replace_unprintable(&line).trim())?;
                let width = dialog.board_width();
                if !reply.is_verbatim {
                    let lines = reply.lines.iter().flat_map(|line| fit(line, width));
                    reply.lines = lines.collect();
                }
                answer(&reply, dialog, streams)?;
                if reply.quits {
                    return Ok(());
                }
            }
            Typed::Interrupt if !was_interrupted => {
                was_interrupted = true;
                print(&["`quit` ends the program.".to_owned()], streams)?;
            }
            Typed::Interrupt | Typed::End => return Ok(()),
        }
    }
}

/// Prints a prompt and reads a line without an editor.
fn read_after_prompt(streams: &mut Streams<'_>) -> Result<Typed, Error> {
    write!(streams.output, "> ")?;
    streams.output.flush()?;
    Ok(match next_line(streams.input)? {
        Some(Line::Text(line)) => Typed::Line(line),
        Some(Line::TooLong) => Typed::Line(" ".repeat(MAX_LINE + 1)),
        None => {
            writeln!(streams.output)?;
            Typed::End
        }
    })
}

/// Reads commands from a pipe or a file. Each is repeated after a prompt, and an empty line ends each answer, so that a
/// program knows when to go on.
fn run_through_pipe(dialog: &mut Dialog, streams: &mut Streams<'_>) -> Result<(), Error> {
    loop {
        writeln!(streams.output)?;
        streams.output.flush()?;
        match next_line(streams.input)? {
            None => return Ok(()),
            Some(Line::TooLong) => print(&["> ...".to_owned(), too_long()], streams)?,
            Some(Line::Text(line)) => {
                let line = line.trim();
                writeln!(streams.output, "> {line}")?;
                // A search may take long.
                streams.output.flush()?;
                let reply = dialog.run(line)?;
                answer(&reply, dialog, streams)?;
                if reply.quits {
                    return Ok(());
                }
            }
        }
    }
}

/// Prints a reply.
fn answer(reply: &Reply, dialog: &Dialog, streams: &mut Streams<'_>) -> Result<(), Error> {
    print(&reply.lines, streams)?;
    if reply.shows_board {
        print(&dialog.show(), streams)?;
    }
    Ok(())
}

/// Wraps a line that is too wide. Others keep their spaces.
fn fit(line: &str, width: usize) -> Vec<String> {
    if line.width() > width {
        wrap(line, width)
    } else {
        vec![line.to_owned()]
    }
}

fn print(lines: &[String], streams: &mut Streams<'_>) -> Result<(), Error> {
    for line in lines {
        writeln!(streams.output, "{line}")?;
    }
    Ok(())
}

fn too_long() -> String {
    format!("A line can have at most {MAX_LINE} bytes.")
}
