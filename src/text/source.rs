use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::{Fix, printable_line};

/// A range of text in one of the [`Sources`], in byte offsets.
///
/// All sources of a game share one offset space, so a span alone identifies its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The start of the first source.
    pub(crate) const START: Span = Span { start: 0, end: 0 };

    /// Creates a span from a byte range. Offsets past 4 GiB, which no source can reach, are clamped. One that ends before it
    /// starts counts as empty.
    pub fn new(range: Range<usize>) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            start: clamp(range.start),
            end: clamp(range.end),
        }
    }

    /// Returns the smallest span that contains both.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether another span lies inside of this one.
    pub(crate) fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the span moved forward by `offset` bytes.
    pub(crate) fn shift_by(self, offset: u32) -> Span {
        Span {
            start: self.start + offset,
            end: self.end + offset,
        }
    }
}

/// A value with its source span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its span.
    pub span: Span,
}

/// The start of a span as a file name, line and column. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Place<'a> {
    /// The name of the file, as it was given when the text was read.
    pub file: &'a str,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", printable_line(self.file), self.line)
    }
}

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    base: u32,
}

/// The source texts of one game: its own file and the files it inherits from with `like`.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    sources: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its start offset in the shared offset space.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        let base = self
            .sources
            .last()
            .map_or(0, |s| s.base + Span::new(0..s.text.len()).end + 1);
        self.sources.push(Source {
            name: name.into(),
            text: text.into(),
            base,
        });
        base
    }

    /// Returns the texts in the order they were added, each with its start offset.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = (&str, u32)> {
        self.sources.iter().map(|s| (s.text.as_str(), s.base))
    }

    fn source_of(&self, span: Span) -> Option<&Source> {
        self.sources.iter().rev().find(|s| s.base <= span.start)
    }

    /// Returns the file that contains the span: its name, its text, and the range within that text.
    pub fn file(&self, span: Span) -> Option<(&str, &str, Range<usize>)> {
        let source = self.source_of(span)?;
        let local = |offset: u32| {
            let mut index = ((offset - source.base) as usize).min(source.text.len());
            while !source.text.is_char_boundary(index) {
                index -= 1;
            }
            index
        };
        let start = local(span.start);
        Some((
            &source.name,
            &source.text,
            start..local(span.end).max(start),
        ))
    }

    /// Returns the text of the span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span).map_or("", |(_, text, range)| &text[range])
    }

    /// Returns the span that a fix replaces, or `None` if the text to replace is not written there verbatim, as a whole
    /// word, exactly once.
    pub fn span_of_fix(&self, fix: &Fix) -> Option<Span> {
        if fix.found.is_empty() {
            return Some(fix.span);
        }
        let text = self.text(fix.span);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_whole = |&start: &usize| {
            let (before, after) = (&text[..start], &text[start + fix.found.len()..]);
            let joins =
                |a: Option<char>, b: Option<char>| a.is_some_and(is_part) && b.is_some_and(is_part);
            !joins(before.chars().next_back(), fix.found.chars().next())
                && !joins(fix.found.chars().next_back(), after.chars().next())
        };
        let found = text.match_indices(&fix.found).map(|(start, _)| start);
        let mut found = found.filter(is_whole);
        match (found.next(), found.next()) {
            (Some(start), None) => {
                Some(Span::new(start..start + fix.found.len()).shift_by(fix.span.start))
            }
            _ => None,
        }
    }

    /// Returns the file, line and column where the span starts.
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let (file, text, range) = self.file(span)?;
        let before = &text[..range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Some(Place { file, line, column })
    }
}
