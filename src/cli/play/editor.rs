//! Reads commands from a terminal, with history, editing and completion.

use std::io::ErrorKind;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::Error;
use crate::input::Line;
use patience::internals::{MAX_LINE, replace_unprintable};

/// A line editor that completes commands.
pub(super) struct LineEditor {
    editor: Editor<Completions, MemHistory>,
}

impl LineEditor {
    pub(super) fn new() -> Result<LineEditor, Error> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let editor = Editor::with_history(config, MemHistory::new());
        Ok(LineEditor {
            editor: editor.map_err(to_error)?,
        })
    }

    /// Reads a line. `completions` are the commands that can be typed now, each as a whole line.
    pub(super) fn read(&mut self, completions: Vec<String>) -> Result<Line, Error> {
        self.editor.set_helper(Some(Completions(completions)));
        match self.editor.readline("> ") {
            Ok(line) if line.len() > MAX_LINE => Ok(Line::TooLong),
            // Several lines may be pasted at once.
            Ok(line) => Ok(Line::Text(replace_unprintable(
                &line.replace(['\r', '\n'], ";"),
            ))),
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupt),
            Err(ReadlineError::Eof) => Ok(Line::End),
            // A byte that is not UTF-8: the line is refused, as it is through a pipe.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Ok(Line::Text('\u{fffd}'.to_string()))
            }
            Err(error) => Err(to_error(error)),
        }
    }
}

fn to_error(error: ReadlineError) -> Error {
    let error = match error {
        ReadlineError::Io(error) => error,
        other => std::io::Error::other(other.to_string()),
    };
    Error::Io("the commands cannot be read".to_owned(), error)
}

/// The commands that can be typed, each as a whole line.
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, words) = complete_word(&self.0, &line[..position]);
        let pair = |word: String| Pair {
            replacement: format!("{word} "),
            display: word,
        };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}

/// Completes the last word of a line. Returns where it starts, and what it can become. `candidates` are the commands
/// that can be typed, each as a whole line.
pub fn complete_word(candidates: &[String], line: &str) -> (usize, Vec<String>) {
    let command_start = line.rfind(';').map_or(0, |index| index + 1);
    let command = line[command_start..].trim_start();
    // The whitespace before the word can be wider than a byte.
    let word_start = command.trim_end_matches(|c: char| !c.is_whitespace()).len();
    let (before, word) = command.split_at(word_start);
    let before: Vec<&str> = before.split_whitespace().collect();
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let follows = |candidate: &String| {
        let mut words = candidate.split_whitespace();
        let matches_before = before
            .iter()
            .all(|typed| words.next().is_some_and(|word| same(word, typed)));
        let next = words.next().filter(|_| matches_before)?;
        let begins = next
            .get(..word.len())
            .is_some_and(|start| same(start, word));
        begins.then(|| next.to_owned())
    };
    let mut words: Vec<String> = candidates.iter().filter_map(follows).collect();
    words.sort_unstable();
    words.dedup();
    (line.len() - word.len(), words)
}
