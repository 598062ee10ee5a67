//! Shows the difference between two texts: the lines that are gone and the new ones, with some around them.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, DiffOp, TextDiff};

use patience::internals::printable;

/// The number of lines that are shown around a difference.
const CONTEXT: usize = 3;

/// How long the shortest difference is looked for: two texts of a megabyte with nothing in common would take hours.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Prepares a text for comparison: spaces at the ends of its lines and lines at its ends do not count.
pub(super) fn normalize(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    match lines.join("\n").trim_matches('\n') {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

/// Describes the difference between two texts. A command that was played before it is named above it.
pub(super) fn describe(old: &str, new: &str, color: bool) -> String {
    let (old, new) = (normalize(old), normalize(new));
    let mut diff = TextDiff::configure();
    let diff = diff.timeout(TIMEOUT).diff_lines(old.as_str(), new.as_str());
    let mut text = String::new();
    for group in diff.grouped_ops(CONTEXT) {
        text += &painted(&place(&old, &group), Some(AnsiColor::Cyan), color);
        for op in &group {
            for change in diff.iter_changes(op) {
                let line = printable(change.value().trim_end_matches('\n'));
                let (sign, paint) = match change.tag() {
                    ChangeTag::Equal => (" ", None),
                    ChangeTag::Delete => ("-", Some(AnsiColor::Red)),
                    ChangeTag::Insert => ("+", Some(AnsiColor::Green)),
                };
                let line = format!("{sign} {line}");
                text += &painted(line.trim_end(), paint, color);
            }
        }
    }
    text
}

/// Where a group of differences is: the line, and the command before it.
fn place(old: &str, group: &[DiffOp]) -> String {
    let first = group.first().map_or(0, |op| op.old_range().start);
    let changed = group.iter().find(|op| !matches!(op, DiffOp::Equal { .. }));
    let changed = changed.map_or(first, |op| op.old_range().start);
    let commands = old
        .lines()
        .take(changed)
        .filter(|line| line.starts_with("> "));
    match commands.last() {
        Some(command) => format!("@@ line {}, after `{}`", changed + 1, printable(command)),
        None => format!("@@ line {}", changed + 1),
    }
}

fn painted(line: &str, paint: Option<AnsiColor>, color: bool) -> String {
    match paint.filter(|_| color) {
        Some(paint) => {
            let style = Style::new().fg_color(Some(paint.into()));
            format!("{style}{line}{style:#}\n")
        }
        None => format!("{line}\n"),
    }
}
