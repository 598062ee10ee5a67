//! Positions as editors count them: lines from 0, and columns in UTF-16 code units.

use std::ops::Range;

use serde::Serialize;

/// A place in a text. The column counts UTF-16 code units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0.
    #[serde(rename = "character")]
    pub column: u32,
}

/// The lines of a text, to convert offsets and positions.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    /// The offsets of the beginnings of lines.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of a text.
    pub fn new(text: &'a str) -> Lines<'a> {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Lines {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The position of an offset. An offset within a character counts as its beginning.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position {
            line: count(line),
            column: count(before.encode_utf16().count()),
        }
    }

    /// The positions of a range of offsets.
    pub fn range(&self, range: &Range<usize>) -> Range<Position> {
        self.position(range.start)..self.position(range.end)
    }

    /// The offset of a position. What lies after the end of a line or of the text counts as that end.
    pub fn offset(&self, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let end = line.checked_add(1).and_then(|next| self.starts.get(next));
        let line = &self.text[start..end.copied().unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (offset, c) in line.char_indices() {
            if units >= position.column {
                return start + offset;
            }
            units += if c.len_utf16() == 2 { 2 } else { 1 };
        }
        start + line.len()
    }
}
