use std::fmt;
use std::ops::Range;

/// A stretch of text in one of the [`Sources`], as offsets in bytes.
///
/// All sources of a game share one offset space, so a span says by itself which file it is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; offsets past 4 GiB, which no source can reach, are clipped.
    #[must_use]
    pub fn new(range: Range<usize>) -> Span {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            start: clip(range.start),
            end: clip(range.end),
        }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same stretch, `by` bytes further on.
    #[must_use]
    pub fn shifted(self, by: u32) -> Span {
        Span {
            start: self.start + by,
            end: self.end + by,
        }
    }
}

/// A value with the place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub span: Span,
}

/// Where a span begins: a file's name, and a line and column counted from 1 (columns in characters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the file, as it was given to [`Sources::add`].
    pub file: &'a str,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    base: u32,
}

/// The texts that one game is read from: its file and the files it is `like`.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a text and gives the offset at which it begins in the common offset space.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        let base = self
            .files
            .last()
            .map_or(0, |f| f.base + Span::new(0..f.text.len()).end + 1);
        self.files.push(Source {
            name: name.into(),
            text: text.into(),
            base,
        });
        base
    }

    /// The texts in the order in which they were added, each with the offset at which it begins.
    #[must_use]
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = (&str, u32)> {
        self.files.iter().map(|f| (f.text.as_str(), f.base))
    }

    fn at(&self, span: Span) -> Option<&Source> {
        self.files.iter().rev().find(|f| f.base <= span.start)
    }

    /// The file that holds the span: its name, its text, and the span within that text.
    #[must_use]
    pub fn file(&self, span: Span) -> Option<(&str, &str, Range<usize>)> {
        let file = self.at(span)?;
        let inside = |offset: u32| {
            let mut at = ((offset - file.base) as usize).min(file.text.len());
            while !file.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        Some((&file.name, &file.text, inside(span.start)..inside(span.end)))
    }

    /// The text of the span.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span).map_or("", |(_, text, range)| &text[range])
    }

    /// The file, line and column where the span begins.
    #[must_use]
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let (file, text, range) = self.file(span)?;
        let before = &text[..range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Some(Place { file, line, column })
    }
}
