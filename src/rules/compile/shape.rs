//! How many piles a group has, and where they lie.

use super::{Compiler, MAX_PILES};
use crate::condition::Place;
use crate::rules::field::{Field, List, Text};
use crate::rules::file::Pile as Keys;
use crate::rules::game::Group;
use crate::text::Diagnostic;

impl Compiler<'_> {
    /// How many piles a group has: said, or drawn. `None` where what is said was refused.
    pub(super) fn count_of(&mut self, keys: &Keys) -> Option<u8> {
        let field = keys.count.as_ref();
        let said = self.whole(
            field,
            "count",
            1..=i64::try_from(MAX_PILES).unwrap_or(i64::MAX),
        );
        let Some(shape) = keys.shape.as_ref() else {
            return match field {
                Some(_) => u8::try_from(said?).ok(),
                None => Some(1),
            };
        };
        if let Some(field) = field {
            self.report.push(
                Diagnostic::error(field.span, "`count` beside `shape`")
                    .also(shape.span, "this draws each pile")
                    .label("expected one of the two")
                    .help("what was written elsewhere is taken away by `drop`"),
            );
        }
        u8::try_from(self.drawn(shape)?).ok()
    }

    /// How many piles a drawing has; nothing where it is none, and one answer says why.
    fn drawn(&mut self, shape: &Field<List<Text>>) -> Option<usize> {
        let rows = &shape.get()?.0;
        if self.few(rows, "rows", shape.span) < rows.len() {
            return None;
        }
        let mut drawn = 0;
        for row in rows {
            let text = &row.get()?.0;
            if let Some(wrong) = text.chars().find(|c| !matches!(c, 'x' | ' ')) {
                let found = match wrong {
                    '\t' => "a tab".to_owned(),
                    wrong => format!("`{wrong}`"),
                };
                let mut answer =
                    Diagnostic::error(row.span, format!("{found} in a drawing of piles"))
                        .label("expected `x` for a pile, and blanks");
                if wrong.is_alphanumeric() {
                    answer = answer.help("each pile is an `x`, small, whatever it is to hold");
                }
                self.report.push(answer);
                return None;
            }
            if text.len() > 64 {
                let message = "a row that is too long: expected at most 64 letters";
                self.error(row.span, message);
                return None;
            }
            drawn += text.matches('x').count();
        }
        let wrong = match drawn {
            0 => "a drawing without piles".to_owned(),
            1..=MAX_PILES => return Some(drawn),
            _ => format!("a drawing of {drawn} piles: expected at most {MAX_PILES}"),
        };
        self.error(shape.span, wrong);
        None
    }
}

/// The places of the piles of a group as they are drawn, in the order of their numbers.
pub(super) fn places(group: &Group, keys: Option<&Keys>) -> Vec<Place> {
    let number = |at: usize| u8::try_from(at + 1).unwrap_or(u8::MAX);
    let shape = keys.and_then(|k| k.shape.as_ref());
    let rows = List::entries(shape).iter().enumerate();
    let drawn = rows.flat_map(|(row, text)| {
        let text = text.get().map_or("", |t| t.0.as_str());
        text.match_indices('x').map(move |(col, _)| (row, col))
    });
    // Without a drawing, or with one that is none, the piles lie in one row.
    let count = usize::from(group.piles.count);
    let mut drawn: Vec<(usize, usize)> = drawn.collect();
    if drawn.len() != count {
        drawn = (0..count).map(|col| (0, col)).collect();
    }
    let at = |row: Option<usize>, col: Option<usize>| {
        let place = (row?, col?);
        let found = drawn.iter().position(|&drawn| drawn == place)?;
        group.piles.iter().nth(found)
    };
    let places = drawn.iter().enumerate().map(|(place, &(row, col))| Place {
        index: number(place),
        row: number(row),
        col: number(col),
        beside: [
            at(Some(row), col.checked_sub(1)),
            at(Some(row), col.checked_add(1)),
            at(row.checked_sub(1), Some(col)),
            at(row.checked_add(1), Some(col)),
        ],
    });
    places.collect()
}
