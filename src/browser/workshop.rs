//! Rules that are being written.

use patience::diagnostic::Severity;
use patience::editor::{self, Document, Lines};
use patience::library::Library;
use serde_json::{Value, json};

/// What messages call the text.
pub const FILE: &str = "your-game.toml";
/// The id of the game.
pub const ID: &str = "your-game";
/// The most completions that are offered.
const MOST_COMPLETIONS: usize = 12;

/// Checks rules and runs their tests. Places are in UTF-16 units from the start of the text, as the page counts.
pub fn check(text: &str) -> Value {
    let library = Library::new();
    let analysis = editor::analyze(&document(text, &library));
    let problems = analysis.problems.iter().map(|problem| {
        let fixes = problem
            .fixes
            .iter()
            .map(|fix| json!({ "range": units(text, &fix.range), "text": fix.text }));
        json!({
            "severity": match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "message": problem.message,
            "line": Lines::new(text).position(problem.range.start).line + 1,
            "range": units(text, &problem.range),
            "fixes": fixes.collect::<Vec<_>>(),
        })
    });
    let problems: Vec<Value> = problems.collect();
    let tests = analysis
        .tests
        .iter()
        .map(|test| json!({ "name": test.name, "passed": test.passed }));
    json!({
        "problems": problems,
        "tests": tests.collect::<Vec<_>>(),
        "is_valid": analysis.rules.is_some(),
    })
}

/// What can be typed at a place.
pub fn complete(text: &str, at: usize) -> Value {
    let library = Library::new();
    let offset = offset(text, at);
    let found = editor::complete(&document(text, &library), offset);
    let found = found.iter().take(MOST_COMPLETIONS).map(|item| {
        json!({
            "label": item.label,
            "meaning": item.meaning,
            "range": units(text, &item.range),
            "text": item.text,
        })
    });
    json!({ "completions": found.collect::<Vec<_>>() })
}

fn document<'a>(text: &'a str, library: &'a Library) -> Document<'a> {
    Document {
        name: FILE,
        id: ID,
        text,
        library,
        is_rules: true,
    }
}

/// A range of bytes, in UTF-16 units.
fn units(text: &str, range: &std::ops::Range<usize>) -> [usize; 2] {
    [range.start, range.end].map(|end| {
        let before = text.get(..end).unwrap_or(text);
        before.encode_utf16().count()
    })
}

/// The byte at a number of UTF-16 units.
fn offset(text: &str, units: usize) -> usize {
    let mut seen = 0;
    let mut chars = text.char_indices();
    let found = chars.find(|(_, c)| {
        seen += c.len_utf16();
        seen > units
    });
    found.map_or(text.len(), |(at, _)| at)
}
