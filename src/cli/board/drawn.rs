//! A group in its shape.

use super::cell::Cells;
use super::line::Line;

/// The space between the piles of a row, if there is enough of it.
const GAP: usize = 2;

/// Draws a group in its shape; `None` if it is too wide. `spots` are the row of each pile and how far it is from the left
/// edge, in half columns.
pub(super) fn draw(cells: &Cells, spots: &[(u8, usize)], width: usize) -> Option<Vec<Line>> {
    let last = spots.iter().map(|(_, across)| *across).max()?;
    // The widest column so that the last one ends within the width.
    let widest = (width + 1) * 2 / (last + 2);
    let natural = cells.natural_width();
    let column = widest.min(natural + GAP);
    let roomy = column.saturating_sub(GAP);
    let cell_width = if cells.min_width() <= roomy {
        roomy
    } else {
        column.checked_sub(1)?
    };
    let names = cells.names_in(cell_width)?;
    let place = |number: usize| {
        let (row, across) = spots[number];
        (usize::from(row), across * column / 2)
    };
    Some(cells.arrange(place, names, cell_width))
}
