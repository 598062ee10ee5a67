//! Reads lines of input of limited length.

use std::io::{BufRead, Read};

use super::{Error, Streams};
use crate::text::{is_printable, printable};

/// The maximum length of a line, in bytes, without its line ending.
pub(super) const MAX_LINE: usize = 1000;

/// A line of input.
#[derive(Debug)]
pub(super) enum Line {
    Text(String),
    TooLong,
}

/// Reads the next command. Unprintable characters become `\u{fffd}`, which no command contains: dropping them would run a
/// command that was not typed.
pub(super) fn next_line(input: &mut dyn BufRead) -> Result<Option<Line>, Error> {
    let line = read_line(input)?;
    Ok(line.map(|line| match line {
        Line::Text(text) => Line::Text(replace_unprintable(&text)),
        Line::TooLong => Line::TooLong,
    }))
}

/// Reads the next line, which may end with LF, CR LF or the input. Returns `None` at the end of the input. Invalid UTF-8
/// becomes `\u{fffd}`.
pub(super) fn read_line(input: &mut dyn BufRead) -> Result<Option<Line>, Error> {
    let io_error = |error| Error::Io("the commands cannot be read".to_owned(), error);
    let mut bytes = Vec::new();
    let longest = MAX_LINE + "\r\n".len();
    let mut part = (&mut *input).take(longest as u64);
    if part.read_until(b'\n', &mut bytes).map_err(io_error)? == 0 {
        return Ok(None);
    }
    if bytes.ends_with(b"\n") {
        bytes.pop();
    } else if bytes.len() == longest {
        input.skip_until(b'\n').map_err(io_error)?;
    }
    if bytes.ends_with(b"\r") {
        bytes.pop();
    }
    if bytes.len() > MAX_LINE {
        return Ok(Some(Line::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(Line::Text(text)))
}

/// Replaces unprintable characters by `\u{fffd}`, which no command contains.
pub(super) fn replace_unprintable(text: &str) -> String {
    let is_kept = |c: char| is_printable(c) || c == '\t';
    let replace = |c: char| if is_kept(c) { c } else { '\u{fffd}' };
    text.chars().map(replace).collect()
}

/// Asks a person a question, and returns the answer; `None` at the end of the input. Answers that are too long are not
/// accepted.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<Option<String>, Error> {
    loop {
        write!(streams.output, "{question} ")?;
        streams.output.flush()?;
        match read_line(streams.input)? {
            Some(Line::Text(answer)) => return Ok(Some(printable(&answer).trim().to_owned())),
            Some(Line::TooLong) => {}
            None => {
                writeln!(streams.output)?;
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, MAX_LINE, next_line};

    /// The lines that are read; `None` for one that is too long.
    fn read_lines(mut input: &[u8]) -> Vec<Option<String>> {
        let next = || match next_line(&mut input).expect("bytes can be read")? {
            Line::Text(text) => Some(Some(text)),
            Line::TooLong => Some(None),
        };
        std::iter::from_fn(next).collect()
    }

    fn texts(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|t| Some((*t).to_owned())).collect()
    }

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(read_lines(b""), []);
        assert_eq!(read_lines(b"\n"), texts(&[""]));
        assert_eq!(read_lines(b"a\nb\r\nc"), texts(&["a", "b", "c"]));
        assert_eq!(read_lines(b"a\r"), texts(&["a"]));
        assert_eq!(read_lines(b"a\n\r\nb\n"), texts(&["a", "", "b"]));
    }

    #[test]
    fn invisible_characters_are_replaced() {
        let typed =
            "de\0al\nd\u{fffd}eal\n\x1b[A\ndeal\x08\nt1\tt2\ra\n\u{9b}\u{202e}\u{2069}d\u{200b}\n";
        let read = [
            "de\u{fffd}al",
            "d\u{fffd}eal",
            "\u{fffd}[A",
            "deal\u{fffd}",
            "t1\tt2\u{fffd}a",
            "\u{fffd}\u{fffd}\u{fffd}d\u{fffd}",
        ];
        assert_eq!(read_lines(typed.as_bytes()), texts(&read));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        for end in ["\n", "\r\n", ""] {
            for length in MAX_LINE - 2..MAX_LINE + 5 {
                let line = "x".repeat(length);
                let typed = format!("{line}{end}");
                let expected = (length <= MAX_LINE).then_some(line);
                assert_eq!(read_lines(typed.as_bytes()), [expected], "{length} {end:?}");
            }
            let typed = format!("{}{end}", "x".repeat(100_000));
            assert_eq!(read_lines(typed.as_bytes()), [None]);
        }
        let typed = format!("deal{}nonsense\ndeal\n", " ".repeat(1200));
        assert_eq!(
            read_lines(typed.as_bytes()),
            [None, Some("deal".to_owned())]
        );
    }
}
