use std::io::{BufRead, Read};

use super::args::PlayArgs;
use super::session::{Answer, Session};
use super::start::Start;
use super::{Error, World};

/// The longest line that is read; what is longer is no command.
const LONGEST: u64 = 1000;

/// Plays a game, one command a line, to the end of the input.
pub(super) fn run(args: &PlayArgs, world: &mut World<'_>) -> Result<(), Error> {
    let mut session = Session::begin(Start::of(&args.start)?)?;
    for line in session.show() {
        writeln!(world.output, "{line}")?;
    }
    loop {
        if world.is_interactive {
            write!(world.output, "> ")?;
        }
        world.output.flush()?;
        let Some(line) = next_line(world.input)? else {
            break;
        };
        let line = line.trim();
        if !world.is_interactive {
            writeln!(world.output, "> {line}")?;
        }
        match session.command(line)? {
            Answer::Lines(lines) => {
                for line in lines {
                    writeln!(world.output, "{line}")?;
                }
            }
            Answer::Quit => return Ok(()),
        }
    }
    if world.is_interactive {
        writeln!(world.output)?;
    }
    Ok(())
}

/// The next line, however it ends and whatever bytes it has, without control characters; nothing at the end.
fn next_line(input: &mut dyn BufRead) -> Result<Option<String>, Error> {
    let wrong = |error| Error::Io("the commands cannot be read".to_owned(), error);
    let mut bytes = Vec::new();
    (&mut *input)
        .take(LONGEST)
        .read_until(b'\n', &mut bytes)
        .map_err(wrong)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let mut ended = bytes.ends_with(b"\n");
    while !ended {
        let buffer = input.fill_buf().map_err(wrong)?;
        let end = buffer.iter().position(|&b| b == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        ended = end.is_some() || buffer.is_empty();
        input.consume(used);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(
        text.chars()
            .filter(|c| !c.is_control() || *c == '\t')
            .collect(),
    ))
}
