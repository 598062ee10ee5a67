//! How many piles a group has, and where they lie.

use super::Compiler;
use crate::condition::Place;
use crate::rules::field::List;
use crate::rules::file::Pile as Keys;
use crate::rules::game::Group;
use crate::text::Diagnostic;

impl Compiler<'_> {
    /// How many piles a group has: said, or drawn.
    pub(super) fn count_of(&mut self, keys: Option<&Keys>) -> u8 {
        let field = keys.and_then(|k| k.count.as_ref());
        let said = self.whole(field, "count", 1..=64);
        let said = said.and_then(|count| u8::try_from(count).ok());
        let Some(shape) = keys.and_then(|k| k.shape.as_ref()) else {
            return said.unwrap_or(1);
        };
        if let Some(field) = field {
            self.report.push(
                Diagnostic::error(field.span, "`count` beside `shape`")
                    .also(shape.span, "this draws each pile")
                    .label("expected one of the two"),
            );
        }
        let rows = List::entries(Some(shape));
        let few = self.few(rows, "rows", shape.span);
        let mut drawn = 0;
        for row in &rows[..few] {
            let Some(text) = row.get() else { continue };
            let wrong = text.0.chars().find(|c| !matches!(c, 'x' | ' '));
            if let Some(wrong) = wrong {
                self.report.push(
                    Diagnostic::error(row.span, format!("`{wrong}` in a drawing of piles"))
                        .label("expected `x` for a pile, and blanks"),
                );
            }
            drawn += text.0.matches('x').count();
            if text.0.len() > 64 {
                self.error(
                    row.span,
                    "a row that is too long: expected at most 64 letters",
                );
            }
        }
        if drawn == 0 {
            self.error(shape.span, "a drawing without piles");
        } else if drawn > 64 {
            self.error(
                shape.span,
                format!("a drawing of {drawn} piles: expected at most 64"),
            );
        }
        u8::try_from(drawn.clamp(1, 64)).unwrap_or(1)
    }
}

/// The places of the piles of a group as they are drawn, in the order of their numbers.
pub(super) fn places(group: &Group, keys: Option<&Keys>) -> Vec<Place> {
    let number = |at: usize| u8::try_from(at + 1).unwrap_or(u8::MAX);
    let Some(shape) = keys.and_then(|k| k.shape.as_ref()) else {
        let one_row = (1..=group.piles.count).map(|index| Place {
            index,
            row: 1,
            col: index,
        });
        return one_row.collect();
    };
    let rows = List::entries(Some(shape)).iter().enumerate();
    let drawn = rows.flat_map(|(row, text)| {
        let text = text.get().map_or("", |t| t.0.as_str());
        text.match_indices('x').map(move |(col, _)| (row, col))
    });
    let drawn = drawn.enumerate().map(|(at, (row, col))| Place {
        index: number(at),
        row: number(row),
        col: number(col),
    });
    drawn.take(usize::from(group.piles.count)).collect()
}
