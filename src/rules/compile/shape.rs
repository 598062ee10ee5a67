//! Determines the number of piles in a group, and their places.

use super::{Compiler, MAX_PILES};
use crate::condition::{Piles, Place};
use crate::rules::field::{Field, List, Text};
use crate::rules::file::Pile as Keys;
use crate::text::Describe;

impl Compiler<'_> {
    /// Returns the number of piles in a group, given by `count` or `shape`. Returns `None` if the key has an error.
    pub(super) fn pile_count(&mut self, keys: &Keys) -> Option<u8> {
        let count = self.integer(&keys.count, "count", 1..=MAX_PILES);
        match (keys.count.set_at(), keys.shape.set_at()) {
            (None, None) => return Some(1),
            (Some(_), None) => return count,
            (Some(count), Some(shape)) => {
                let inherits = self.info.like.is_some() || !self.info.variants.is_empty();
                let error = self
                    .error(count, "`count` cannot be combined with `shape`")
                    .also(shape, "`shape` is here")
                    .label("expected only one of the two");
                if inherits {
                    error.help("`drop` removes an inherited key");
                }
            }
            (None, Some(_)) => {}
        }
        u8::try_from(self.count_drawn_piles(&keys.shape)?).ok()
    }

    /// Returns the number of piles in a drawing, or reports why the drawing is invalid.
    fn count_drawn_piles(&mut self, shape: &Field<List<Text>>) -> Option<usize> {
        let rows = &shape.get()?.0;
        if self.check_entry_count(rows, "the shape", "rows", shape.span) < rows.len() {
            return None;
        }
        let mut drawn = 0;
        for row in rows {
            let text = &row.get()?.0;
            if let Some(unexpected) = text.chars().find(|c| !matches!(c, 'x' | ' ')) {
                let found = match unexpected {
                    '\t' => "tab".to_owned(),
                    other => format!("`{other}`"),
                };
                let error = self
                    .error(row.span, format!("unexpected {found} in a shape"))
                    .label("expected `x` for a pile, or a space");
                if unexpected.is_alphanumeric() {
                    error.help("write a lower-case `x` for each pile");
                }
                return None;
            }
            if text.len() > 64 {
                return self
                    .error(row.span, format!("the row has {} characters", text.len()))
                    .label("expected at most 64")
                    .fail();
            }
            drawn += text.matches('x').count();
        }
        match drawn {
            0 => self.error(shape.span, "the shape has no piles").fail(),
            1..=MAX_PILES => Some(drawn),
            _ => self
                .error(shape.span, format!("the shape has {drawn} piles"))
                .label(format!("expected at most {MAX_PILES}"))
                .fail(),
        }
    }
}

/// Returns the places of the piles of a group, in the order of their numbers.
pub(super) fn places(piles: Piles, keys: &Keys) -> Vec<Place> {
    let number = |index: usize| u8::try_from(index + 1).unwrap_or(u8::MAX);
    let rows = keys.shape.entries().iter().enumerate();
    let drawn = rows.flat_map(|(row, text)| {
        let columns = text.text().match_indices('x');
        columns.map(move |(col, _)| (row, col))
    });
    // Without a valid drawing, the piles are in one row.
    let count = usize::from(piles.count);
    let mut drawn: Vec<(usize, usize)> = drawn.collect();
    if drawn.len() != count {
        drawn = (0..count).map(|col| (0, col)).collect();
    }
    let pile_at = |row: Option<usize>, col: Option<usize>| {
        let place = (row?, col?);
        let index = drawn.iter().position(|&drawn| drawn == place)?;
        piles.iter().nth(index)
    };
    let places = drawn.iter().enumerate().map(|(place, &(row, col))| Place {
        index: number(place),
        row: number(row),
        col: number(col),
        beside: [
            pile_at(Some(row), col.checked_sub(1)),
            pile_at(Some(row), col.checked_add(1)),
            pile_at(row.checked_sub(1), Some(col)),
            pile_at(row.checked_add(1), Some(col)),
        ],
    });
    places.collect()
}
