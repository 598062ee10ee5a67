//! A pile with its name, in a column of its own.

use super::line::{Line, Word, flow, width_of};

/// A pile with its name.
pub(super) struct Cell {
    pub(super) name: String,
    pub(super) words: Vec<Word>,
}

/// The piles of a group.
pub(super) struct Cells {
    pub(super) list: Vec<Cell>,
    /// The width of the widest name.
    pub(super) name_width: usize,
    /// The width of the widest word.
    word_width: usize,
}

/// Where the names of piles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// To the left of the cards.
    Left,
    /// Above the cards.
    Above,
}

impl Cells {
    pub(super) fn new(list: Vec<Cell>) -> Cells {
        let names = list.iter().map(|cell| cell.name.len());
        let name_width = names.max().unwrap_or(0);
        let words = list.iter().flat_map(|cell| &cell.words);
        let word_width = words.map(Word::width).max().unwrap_or(0);
        Cells {
            list,
            name_width,
            word_width,
        }
    }

    /// The width of the widest pile on one line, with its name; at least that of a card.
    pub(super) fn natural_width(&self) -> usize {
        let widths = self.list.iter().map(|cell| width_of(&cell.words));
        self.name_width + 1 + widths.max().unwrap_or(0).max("TD".len())
    }

    /// The narrowest column with the names to the left.
    pub(super) fn min_width(&self) -> usize {
        self.name_width + 1 + self.word_width
    }

    /// Where the names are in columns of a width; `None` if neither names nor cards fit.
    pub(super) fn names_in(&self, width: usize) -> Option<Names> {
        if self.min_width() <= width {
            return Some(Names::Left);
        }
        (self.name_width.max(self.word_width) <= width).then_some(Names::Above)
    }

    /// The lines of all piles, row by row. `place` is the row of a pile, given its number, and where its column begins.
    pub(super) fn arrange(
        &self,
        place: impl Fn(usize) -> (usize, usize),
        names: Names,
        width: usize,
    ) -> Vec<Line> {
        let numbers: Vec<usize> = (0..self.list.len()).collect();
        let rows = numbers.chunk_by(|&a, &b| place(a).0 == place(b).0);
        let column = |&number: &usize| {
            let lines = self.fold(&self.list[number], names, width);
            (place(number).1, lines)
        };
        rows.flat_map(|row| beside(row.iter().map(column)))
            .collect()
    }

    /// The lines of a pile in a column.
    fn fold(&self, cell: &Cell, names: Names, width: usize) -> Vec<Line> {
        let mut name = Line::default();
        name.push(0, Word::plain(&cell.name));
        match names {
            Names::Left => {
                let indent = self.name_width + 1;
                let words = flow(&cell.words, 0, width.saturating_sub(indent));
                beside([(0, vec![name]), (indent, words)])
            }
            Names::Above => {
                let mut lines = vec![name];
                lines.extend(flow(&cell.words, 0, width));
                lines
            }
        }
    }
}

/// Puts columns beside each other: each has a place and lines, and stands to the right of the one before.
pub(super) fn beside(columns: impl IntoIterator<Item = (usize, Vec<Line>)>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (place, column) in columns {
        for (index, line) in column.into_iter().enumerate() {
            if index == lines.len() {
                lines.push(Line::default());
            }
            lines[index].append(place, line);
        }
    }
    lines
}
