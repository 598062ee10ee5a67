//! `patience play`.

mod editor;
mod files;
mod kept;
mod opening;
mod program;
mod recorder;
mod reload;
mod screen;

use std::io::{BufRead, Write};
use std::rc::Rc;

use self::editor::LineEditor;
pub use self::editor::complete_word;
use self::kept::{Kept, PlayedGame};
use self::opening::choose;
use self::program::{Program, Setting};
use self::recorder::Recorder;
use super::args::{Format, LookArgs, PlayArgs};
use super::board::Look;
use super::deal::random_deal;
use super::input::{Line, next_line, read_line_of};
use super::start::Start;
use super::{Error, Streams};
use patience::dialogue::{Conversation, Dialogue, Shown};
use patience::internals::{MAX_LINE, describe_refused};

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
    let begin = |game, recorder| {
        let program = Program::new(setting, look, folder.clone(), recorder);
        (Dialogue::new(game), program)
    };
    let first = begin(game, recorder);
    if args.format == Format::Json {
        let others = others.into_iter().map(|game| begin(game, None));
        let shown = Shown {
            is_open: args.open,
            ..Shown::default()
        };
        let mut conversation = Conversation::new([first].into_iter().chain(others), shown);
        talk(&mut conversation, &notes, streams)?;
        close(conversation.into_first());
        return Ok(());
    }
    let (mut dialogue, mut program) = first;
    let edits_lines = streams.is_interactive && streams.edits_lines;
    let editor = edits_lines.then(LineEditor::new).transpose()?;
    print(&notes, streams.output)?;
    converse(
        &mut dialogue,
        &mut program,
        editor,
        streams.input,
        streams.output,
    )?;
    print(close((dialogue, program)).as_slice(), streams.output)
}

/// Ends a dialogue. Returns what the player is told.
fn close((mut dialogue, program): (Dialogue<Kept>, Program)) -> Option<String> {
    program.recorder?.close(dialogue.game_mut())
}

/// Plays games with a program until the input ends.
fn talk(
    conversation: &mut Conversation<Program>,
    notes: &[String],
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let program = concat!("patience ", env!("CARGO_PKG_VERSION"));
    conversation.hello(program, notes, streams.output)?;
    writeln!(streams.output)?;
    let max_line = conversation.max_line();
    loop {
        streams.output.flush()?;
        let is_over = match read_line_of(max_line, streams.input)? {
            Line::Interrupt | Line::End => return Ok(()),
            Line::TooLong => {
                let message = format!("a line can have at most {max_line} bytes");
                write!(streams.output, "{}", describe_refused(&message))?;
                false
            }
            Line::Text(line) => conversation.answer(&line, streams.output)?,
        };
        writeln!(streams.output)?;
        if is_over {
            return Ok(());
        }
    }
}

/// Deals the other ones of so many games: those that follow the first.
fn begin_others(count: u16, first: &PlayedGame) -> Result<Vec<PlayedGame>, Error> {
    let mut others: Vec<PlayedGame> = Vec::new();
    for _ in 1..count {
        let last = others.last().unwrap_or(first);
        let own = Kept::new(Rc::clone(&first.own.start));
        let next = last.next_deal(random_deal);
        others.push(first.deal_next(next, own).map_err(Error::Usage)?);
    }
    Ok(others)
}

/// Plays the commands of a replay, one a line, and returns the output for a pipe. They can use neither files nor the
/// solver, because a replay may come from a stranger.
pub(super) fn replay(start: Start, look: Look, commands: &str) -> Result<String, Error> {
    let game = Kept::first(&Rc::new(start))?;
    let mut output = Vec::new();
    print(game.describe_opening().as_slice(), &mut output)?;
    let mut program = Program::new(Setting::Replay, look, None, None);
    converse(
        &mut Dialogue::new(game),
        &mut program,
        None,
        &mut commands.as_bytes(),
        &mut output,
    )?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// Shows the board, and answers commands until the input ends or the player leaves.
fn converse(
    dialogue: &mut Dialogue<Kept>,
    program: &mut Program,
    mut editor: Option<LineEditor>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Error> {
    print(&program.show(dialogue), output)?;
    let mut was_interrupted = false;
    loop {
        let line = match &mut editor {
            Some(editor) => {
                output.flush()?;
                editor.read(dialogue.game().session.completions())?
            }
            None => read_after_prompt(program.setting, input, output)?,
        };
        let is_interrupt = matches!(line, Line::Interrupt);
        match line {
            Line::Text(text) => {
                let reply = dialogue.run(text.trim(), program);
                print(&program.lines_of(&reply, dialogue), output)?;
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

fn print(lines: &[String], output: &mut dyn Write) -> Result<(), Error> {
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
