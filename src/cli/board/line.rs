//! A line of the board: words, each at a column.

use anstyle::{AnsiColor, Effects};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How a word is colored. Color only repeats what the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// A red card.
    Red,
    /// A face-down card.
    Dim,
}

/// A text that is never broken across lines, such as a card. [`Word::split`] cuts words that are too long first.
#[derive(Clone, Debug)]
pub(super) struct Word {
    text: String,
    tone: Tone,
}

impl Word {
    pub(super) fn new(text: impl Into<String>, tone: Tone) -> Word {
        let text = text.into();
        Word { text, tone }
    }

    pub(super) fn plain(text: impl Into<String>) -> Word {
        Word::new(text, Tone::Plain)
    }

    /// The words of a text; one that is wider than a line is cut.
    pub(super) fn split(text: &str, width: usize) -> Vec<Word> {
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            let mut part = String::new();
            for c in word.chars() {
                if !part.is_empty() && part.width() + c.width().unwrap_or(0) > width {
                    words.push(Word::plain(std::mem::take(&mut part)));
                }
                part.push(c);
            }
            words.push(Word::plain(part));
        }
        words
    }

    pub(super) fn width(&self) -> usize {
        self.text.width()
    }

    fn to_text(&self, color: bool) -> String {
        let style = match self.tone {
            Tone::Red if color => AnsiColor::Red.on_default(),
            Tone::Dim if color => Effects::DIMMED.into(),
            _ => return self.text.clone(),
        };
        format!("{style}{}{style:#}", self.text)
    }
}

/// The width of words in a row, with a space between them.
pub(super) fn width_of(words: &[Word]) -> usize {
    let widths: usize = words.iter().map(|word| word.width() + 1).sum();
    widths.saturating_sub(1)
}

/// A line: words, each with the column where it begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    words: Vec<(usize, Word)>,
}

impl Line {
    /// Puts a word at a column to the right of all others.
    pub(super) fn push(&mut self, column: usize, word: Word) {
        self.words.push((column, word));
    }

    /// Adds the words of another line to the right of all others.
    pub(super) fn append(&mut self, column: usize, other: Line) {
        let words = other.words.into_iter();
        self.words
            .extend(words.map(|(start, word)| (column + start, word)));
    }

    /// The line with all but the word at its beginning moved to the right.
    pub(super) fn with_label_padded(mut self, pad: usize) -> Line {
        for (column, _) in &mut self.words {
            if *column > 0 {
                *column += pad;
            }
        }
        self
    }

    pub(super) fn to_text(&self, color: bool) -> String {
        let mut text = String::new();
        let mut end = 0;
        for (column, word) in &self.words {
            text.push_str(&" ".repeat(column.saturating_sub(end)));
            text.push_str(&word.to_text(color));
            end = column + word.width();
        }
        text
    }
}

/// Words with a space between them, on as many lines as it takes. The first word begins at column 0 and the words of
/// other lines at `indent`.
pub(super) fn flow(words: &[Word], indent: usize, width: usize) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let mut column = 0;
    for word in words {
        let is_first = lines.last().is_none_or(|line| line.words.is_empty());
        if !is_first && column + word.width() > width {
            lines.push(Line::default());
            column = indent;
        }
        if let Some(line) = lines.last_mut() {
            line.push(column, word.clone());
        }
        column += word.width() + 1;
    }
    lines
}
