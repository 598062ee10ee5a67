//! Tables for people.

use unicode_width::UnicodeWidthStr;

/// Writes a table: its rows begin with a title. A title of more than `max_title` columns has a line of its own.
pub(super) fn titled<'a>(
    (title, head): (&str, &str),
    max_title: usize,
    rows: impl Iterator<Item = (&'a str, String)> + Clone,
) -> Vec<String> {
    let widths = rows.clone().map(|(title, _)| title.width());
    let width = widths.max().unwrap_or(0).clamp(title.width(), max_title);
    let mut lines = vec![pad(title, width) + head];
    for (mut title, cells) in rows {
        if title.width() > width {
            lines.push(title.to_owned());
            title = "";
        }
        lines.push(pad(title, width) + &cells);
    }
    lines
}

/// A text with spaces up to a number of columns.
pub(super) fn pad(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(text.width()))
}
