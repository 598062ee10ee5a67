//! `patience play`.

mod dialog;
mod editor;
mod files;
mod games;
mod opening;
mod protocol;
mod recorder;
mod reload;
mod solver;
mod winnable;

use std::io::{BufRead, Write};
use std::rc::Rc;

use unicode_width::UnicodeWidthStr;

use self::dialog::{Dialog, Setting};
use self::editor::LineEditor;
pub use self::editor::complete_word;
use self::games::PlayedGame;
use self::opening::choose;
pub(super) use self::protocol::MAX_GAMES;
use self::recorder::Recorder;
use super::args::{Format, LookArgs, PlayArgs};
use super::board::Look;
use super::input::{Line, MAX_LINE, next_line};
use super::start::Start;
use super::{Error, Streams};
use patience::Reply;
use patience::internals::wrap;

/// Plays a game, one command per line, until the input ends.
pub(super) fn run(args: &PlayArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    if args.open && args.format != Format::Json {
        return Err(Error::Usage("--open needs --format json".to_owned()));
    }
    if args.at_once > 1 && args.format != Format::Json {
        return Err(Error::Usage("--at-once needs --format json".to_owned()));
    }
    if args.look != LookArgs::default() && args.format != Format::Text {
        let message = "--width, --suits and --spoken need --format text";
        return Err(Error::Usage(message.to_owned()));
    }
    let mut recorder = Recorder::new(args, streams);
    let Some((game, mut notes)) = choose(args, recorder.as_mut(), streams)? else {
        return Ok(());
    };
    notes.extend(game.describe_opening());
    let setting = Setting::of(streams);
    let folder = streams.data_folder.clone();
    let look = args.look.look(streams.to_terminal, streams.board_color);
    let others = begin_others(args.at_once, &game)?;
    let begin = |game, recorder| Dialog::new(game, look, setting, folder.clone(), recorder);
    let mut dialog = begin(game, recorder);
    if args.format == Format::Json {
        let others = others.into_iter().map(|game| begin(game, None));
        let mut dialogs: Vec<Dialog> = [dialog].into_iter().chain(others).collect();
        protocol::run(&mut dialogs, args.open, &notes, streams)?;
        dialogs.swap_remove(0).close();
        return Ok(());
    }
    let edits_lines = streams.is_interactive && streams.edits_lines;
    let editor = edits_lines.then(LineEditor::new).transpose()?;
    print(&notes, streams.output)?;
    converse(&mut dialog, editor, streams.input, streams.output)?;
    print(dialog.close().as_slice(), streams.output)
}

/// Deals the other ones of so many games: those that follow the first.
fn begin_others(count: u16, first: &PlayedGame) -> Result<Vec<PlayedGame>, Error> {
    let mut deal = first.deal.clone();
    let mut others = Vec::new();
    for _ in 1..count {
        let next = first.start.next_deal(deal.as_ref());
        others.push(first.deal_next(next.clone())?);
        deal = Some(next);
    }
    Ok(others)
}

/// Plays the commands of a replay, one a line, and returns the output for a pipe. They can use neither files nor the
/// solver, because a replay may come from a stranger.
pub(super) fn replay(start: Start, look: Look, commands: &str) -> Result<String, Error> {
    let game = PlayedGame::first(Rc::new(start))?;
    let mut output = Vec::new();
    print(game.describe_opening().as_slice(), &mut output)?;
    let mut dialog = Dialog::new(game, look, Setting::Replay, None, None);
    converse(&mut dialog, None, &mut commands.as_bytes(), &mut output)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// Shows the board, and answers commands until the input ends or the player leaves.
fn converse(
    dialog: &mut Dialog,
    mut editor: Option<LineEditor>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Error> {
    print(&dialog.show(), output)?;
    let mut was_interrupted = false;
    loop {
        let line = match &mut editor {
            Some(editor) => {
                output.flush()?;
                editor.read(dialog.session().completions())?
            }
            None => read_after_prompt(dialog.setting, input, output)?,
        };
        let is_interrupt = matches!(line, Line::Interrupt);
        match line {
            Line::Text(text) => {
                let reply = dialog.run(text.trim())?;
                let lines = lines_of(&reply, dialog);
                print(&lines, output)?;
                if reply.quits {
                    return Ok(());
                }
            }
            Line::TooLong => {
                let message = format!("A line can have at most {MAX_LINE} bytes.");
                print(&[message], output)?;
            }
            Line::Interrupt if !was_interrupted => {
                print(&["`quit` ends the program.".to_owned()], output)?;
            }
            Line::Interrupt | Line::End => return Ok(()),
        }
        was_interrupted = is_interrupt;
    }
}

/// Reads a line without an editor: on a terminal after a prompt. Otherwise a prompt and the line are printed, and an
/// empty line ends each answer, so that a program knows when to go on.
fn read_after_prompt(
    setting: Setting,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Line, Error> {
    let is_terminal = setting == Setting::Terminal;
    write!(output, "{}", if is_terminal { "> " } else { "\n" })?;
    output.flush()?;
    let line = next_line(input)?;
    match &line {
        Line::End if is_terminal => writeln!(output)?,
        Line::Text(text) if !is_terminal => writeln!(output, "> {}", text.trim())?,
        Line::TooLong if !is_terminal => writeln!(output, "> ...")?,
        _ => {}
    }
    // A search may take long.
    output.flush()?;
    Ok(line)
}

/// What is printed for a reply. On a terminal, lines that are too wide are wrapped; others keep their spaces.
fn lines_of(reply: &Reply, dialog: &mut Dialog) -> Vec<String> {
    let width = dialog.board_width();
    let may_wrap = dialog.setting == Setting::Terminal && !reply.is_verbatim;
    let lines = reply.lines.iter().map(|line| {
        if reply.is_verbatim {
            line.clone()
        } else {
            dialog.write_cards(line)
        }
    });
    let lines = lines.flat_map(|line| match line {
        line if may_wrap && line.width() > width => wrap(&line, width),
        line => vec![line],
    });
    let lines: Vec<String> = lines.collect();
    let board = reply.shows_board.then(|| dialog.show());
    lines
        .into_iter()
        .chain(board.into_iter().flatten())
        .collect()
}

fn print(lines: &[String], output: &mut dyn Write) -> Result<(), Error> {
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
