//! Answers in the words of the protocol.

use serde_json::{Value, json};

use patience::diagnostic::Severity;
use patience::editor::Completion;
use patience::editor::CompletionKind;
use patience::editor::Lines;
use patience::editor::Position;
use patience::editor::Problem;

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

/// A problem, with the URIs of the files that are involved.
pub(super) fn diagnostic(
    problem: &Problem,
    lines: &Lines<'_>,
    uri_of: impl Fn(&str) -> Option<String>,
) -> Value {
    let related = problem.related.iter().filter_map(|related| {
        Some(json!({
            "location": { "uri": uri_of(&related.file)?, "range": related.range },
            "message": related.message,
        }))
    });
    json!({
        "range": lines.range(&problem.range),
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
    let kind = match item.kind {
        CompletionKind::Key => 5,
        CompletionKind::Name => 6,
        CompletionKind::Table => 9,
        CompletionKind::Property => 10,
        CompletionKind::Word => 12,
        CompletionKind::Keyword => 14,
        CompletionKind::Game => 17,
        CompletionKind::Value => 20,
    };
    json!({
        "label": item.label,
        "kind": kind,
        "detail": item.meaning,
        "sortText": format!("{place:04}"),
        "filterText": item.label,
        "textEdit": { "range": lines.range(&item.range), "newText": item.text },
    })
}
