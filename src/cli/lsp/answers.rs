//! Answers in the words of the protocol.

use std::ops::Range;

use serde_json::{Value, json};

use crate::editor::{Completion, CompletionKind, Hover, Lines, Position, Problem};
use crate::text::Severity;

/// Reads a position. A missing number counts as 0.
pub(super) fn to_position(position: &Value) -> Position {
    let number = |key: &str| {
        let number = position[key].as_u64().unwrap_or(0);
        u32::try_from(number).unwrap_or(u32::MAX)
    };
    Position {
        line: number("line"),
        column: number("character"),
    }
}

pub(super) fn range(range: &Range<Position>) -> Value {
    let position = |p: &Position| json!({ "line": p.line, "character": p.column });
    json!({ "start": position(&range.start), "end": position(&range.end) })
}

/// A problem, with the URIs of the files that are involved.
pub(super) fn diagnostic(
    problem: &Problem,
    lines: &Lines<'_>,
    uri_of: impl Fn(&str) -> Option<String>,
) -> Value {
    let related = problem.related.iter().filter_map(|related| {
        Some(json!({
            "location": { "uri": uri_of(&related.file)?, "range": range(&related.range) },
            "message": related.message,
        }))
    });
    json!({
        "range": range(&lines.range(&problem.range)),
        "severity": match problem.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
        },
        "source": "patience",
        "message": problem.message,
        "relatedInformation": related.collect::<Vec<_>>(),
    })
}

/// A completion. Its place in the list is kept.
pub(super) fn completion(place: usize, item: &Completion, lines: &Lines<'_>) -> Value {
    json!({
        "label": item.label,
        "kind": kind(item.kind),
        "detail": item.meaning,
        "sortText": format!("{place:04}"),
        "filterText": item.label,
        "textEdit": { "range": range(&lines.range(&item.range)), "newText": item.text },
    })
}

/// The number of a kind of completion.
fn kind(kind: CompletionKind) -> u8 {
    match kind {
        CompletionKind::Key => 5,
        CompletionKind::Name => 6,
        CompletionKind::Table => 9,
        CompletionKind::Property => 10,
        CompletionKind::Word => 12,
        CompletionKind::Keyword => 14,
        CompletionKind::Game => 17,
        CompletionKind::Value => 20,
    }
}

pub(super) fn hover(hover: &Hover, lines: &Lines<'_>) -> Value {
    json!({
        "contents": { "kind": "markdown", "value": hover.text },
        "range": range(&lines.range(&hover.range)),
    })
}
