//! Reads lines of input of limited length.

use std::io::{BufRead, Read};

use super::{Error, Streams};
use patience::internals::{MAX_LINE, printable, replace_unprintable};

/// Whether standard input has bytes that this process has not read yet, or has ended; `false` if the system does not say.
pub fn stdin_has_input() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let input = std::io::stdin();
        let now = Timespec::default();
        let mut watched = [PollFd::new(&input, PollFlags::IN)];
        poll(&mut watched, Some(&now)).is_ok_and(|ready| ready > 0)
    }
    #[cfg(not(unix))]
    false
}

/// A line of input.
#[derive(Debug)]
pub(super) enum Line {
    Text(String),
    TooLong,
    /// The player pressed the key that interrupts a program; only a line editor notices that.
    Interrupt,
    /// The end of the input.
    End,
}

/// Reads the next command. Unprintable characters become `\u{fffd}`, which no command contains: dropping them would run a
/// command that was not typed.
pub(super) fn next_line(input: &mut dyn BufRead) -> Result<Line, Error> {
    Ok(match read_line(input)? {
        Line::Text(text) => Line::Text(replace_unprintable(&text)),
        other => other,
    })
}

/// Reads the next line, which may end with LF, CR LF or the input. Invalid UTF-8 becomes `\u{fffd}`.
pub(super) fn read_line(input: &mut dyn BufRead) -> Result<Line, Error> {
    read_line_of(MAX_LINE, input)
}

/// The same, with another maximum length.
pub(super) fn read_line_of(max_line: usize, input: &mut dyn BufRead) -> Result<Line, Error> {
    let io_error = |error| Error::Io("the commands cannot be read".to_owned(), error);
    let mut bytes = Vec::new();
    let longest = max_line + "\r\n".len();
    let mut part = (&mut *input).take(longest as u64);
    if part.read_until(b'\n', &mut bytes).map_err(io_error)? == 0 {
        return Ok(Line::End);
    }
    if bytes.ends_with(b"\n") {
        bytes.pop();
    } else if bytes.len() == longest {
        input.skip_until(b'\n').map_err(io_error)?;
    }
    if bytes.ends_with(b"\r") {
        bytes.pop();
    }
    if bytes.len() > max_line {
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Asks a person a question, and returns the answer; `None` at the end of the input. Answers that are too long are not
/// accepted.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<Option<String>, Error> {
    loop {
        write!(streams.output, "{question} ")?;
        streams.output.flush()?;
        match read_line(streams.input)? {
            Line::Text(answer) => return Ok(Some(printable(&answer).trim().to_owned())),
            Line::TooLong => {}
            Line::Interrupt | Line::End => {
                writeln!(streams.output)?;
                return Ok(None);
            }
        }
    }
}
