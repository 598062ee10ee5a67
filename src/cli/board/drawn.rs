//! A group in its shape.

use super::cell::Cells;
use super::line::Line;
use crate::condition::{Condition, Leaf, PileExpr, Place, Side};
use crate::rules::Group;

/// The space between the piles of a row, if there is enough of it.
const GAP: usize = 2;

/// Draws a group in its shape; `None` if it is too wide.
pub(super) fn draw(
    group: &Group,
    cells: &Cells,
    places: &[Place],
    width: usize,
) -> Option<Vec<Line>> {
    // Places across are counted in half columns.
    let lean = lean_of(group);
    let across = |place: &Place| 2 * i32::from(place.col) + lean * i32::from(place.row);
    let first = places.iter().map(across).min()?;
    let across: Vec<usize> = places
        .iter()
        .map(|place| usize::try_from(across(place) - first).unwrap_or(0))
        .collect();
    let last = across.iter().copied().max()?;
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
        let row = usize::from(places[number].row);
        (row, across[number] * column / 2)
    };
    Some(cells.arrange(place, names, cell_width))
}

/// By how many half columns each row is drawn to the right of the row above it. If a pile waits for the pile below it
/// and the one beside that, as in a pyramid, it is drawn halfway between them.
fn lean_of(group: &Group) -> i32 {
    let (mut left, mut right) = (false, false);
    let available = group.available.as_ref().map(|c: &Condition| &c.predicate);
    if let Some(predicate) = available {
        predicate.walk(&mut |leaf| {
            if let Leaf::Contents(PileExpr::Beside(pile, second)) = leaf
                && let PileExpr::Beside(this, first) = &**pile
                && **this == PileExpr::This
            {
                match (first, second) {
                    (Side::Below, Side::Right) | (Side::Right, Side::Below) => right = true,
                    (Side::Below, Side::Left) | (Side::Left, Side::Below) => left = true,
                    _ => {}
                }
            }
        });
    }
    i32::from(left && !right) - i32::from(right && !left)
}
