//! From bytes to a tree of TOML values. Each syntax error is reported once, without follow-up errors.

use std::ops::Range;

use toml::de::DeTable;

use super::field::{FromValue, Key};
use super::library::MAX_FILE_SIZE;
use super::tree::{MAX_DEPTH, MAX_QUOTED, TomlKind, TomlTable, Value, owned_table};
use super::unknown::mend_keys;
use crate::text::{Diagnostic, Diagnostics, Sources, Span};

/// The texts that are read together, and the errors found in them.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) sources: Sources,
    pub(super) report: Diagnostics,
    /// Lines with syntax errors. Later errors in these lines are follow-up errors.
    damaged: Vec<Span>,
    /// Whether the rest of the input is meaningless because of a syntax error.
    pub(super) is_unusable: bool,
}

/// Reads a text whose top level has the keys of `T`. Returns the value, the sources and the errors. The value is `None`
/// if any part of the text could not be read.
pub(crate) fn read_text<T: FromValue>(
    name: &str,
    bytes: &[u8],
    keys: &[Key],
) -> (Option<T>, Sources, Diagnostics) {
    let mut texts = Texts::default();
    let table = texts.read(name, bytes, keys).filter(|_| !texts.is_unusable);
    let mut semantic_errors = Diagnostics::default();
    let value = table.and_then(|table| {
        let value = Value {
            span: Span::default(),
            kind: TomlKind::Table(table),
        };
        T::from_value(&value, &mut semantic_errors)
    });
    texts.report_undamaged(&semantic_errors);
    let value = value.filter(|_| texts.damaged.is_empty());
    (value, texts.sources, texts.report)
}

impl Texts {
    /// Adds a text to the sources, parses it, and corrects misspelled keys. Returns `None` if the bytes are too long or
    /// not UTF-8.
    pub(super) fn read(&mut self, name: &str, bytes: &[u8], keys: &[Key]) -> Option<TomlTable> {
        if bytes.len() > MAX_FILE_SIZE {
            let base = self.sources.add(name, "");
            self.report.push(
                Diagnostic::error(
                    Span::new(0..0).shifted(base),
                    "the file is larger than 1 MiB",
                )
                .label("expected a file of a few pages"),
            );
            return None;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let end = valid.len();
                let base = self.sources.add(name, valid);
                self.report.push(
                    Diagnostic::error(
                        Span::new(end..end).shifted(base),
                        "the file is not valid UTF-8",
                    )
                    .label("expected UTF-8 from here on"),
                );
                return None;
            }
        };
        let base = self.sources.add(name, text);
        let (parsed, errors) = DeTable::parse_recoverable(text);
        let (mut table, too_deep) = owned_table(parsed.into_inner(), base);
        self.report_errors(&errors, text, base, &table);
        if let Some(at) = too_deep {
            let mut error = Diagnostics::default();
            let message = "tables and lists are nested too deeply";
            error.push(
                Diagnostic::error(Span::new(at.clone()).shifted(base), message)
                    .label(format!("expected at most {MAX_DEPTH} levels")),
            );
            self.report_undamaged(&error);
            self.mark_damaged(text, base, &at);
        }
        if !self.is_unusable {
            let mut unknown = Diagnostics::default();
            mend_keys(&mut table, keys, &mut unknown);
            self.report_undamaged(&unknown);
        }
        Some(table)
    }

    fn report_errors(
        &mut self,
        errors: &[toml::de::Error],
        text: &str,
        base: u32,
        table: &TomlTable,
    ) {
        let mut errors: Vec<(Range<usize>, &str)> = errors
            .iter()
            .map(|e| (e.span().unwrap_or(0..0), e.message()))
            .collect();
        errors.sort_by_key(|(range, _)| range.start);
        for (range, message) in errors {
            if self.is_unusable || self.report.is_full() {
                break;
            }
            let span = Span::new(range.clone()).shifted(base);
            let last = self.damaged.last().filter(|d| d.start >= base).copied();
            if last.is_some_and(|d| span.start <= d.end) {
                continue;
            }
            // An error that begins in one line, such as an unclosed quote, often leads to another in the next line.
            let is_continued = last.is_some_and(|d| is_next_line(text, d, span, base));
            self.mark_damaged(text, base, &range);
            if !is_continued {
                let error = SyntaxError::new(text, range);
                self.report.push(error.diagnostic(span, message, table));
            }
        }
    }

    fn mark_damaged(&mut self, text: &str, base: u32, at: &Range<usize>) {
        let at = at.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        // If a header is damaged, the keys below it belong to no table. If a quote or bracket is not closed, the lines
        // that follow cannot be read either.
        self.is_unusable |=
            text[start..].trim_start().starts_with('[') || !errors_stay_in_line(&text[start..end]);
        self.damaged.push(Span::new(start..end).shifted(base));
    }

    /// Reports those diagnostics that are not about damaged lines.
    pub(super) fn report_undamaged(&mut self, found: &Diagnostics) {
        for diagnostic in found.iter() {
            let at = diagnostic.mark.span.start;
            if !self.damaged.iter().any(|d| d.start <= at && at <= d.end) {
                self.report.push(diagnostic.clone());
            }
        }
    }
}

/// Whether a span begins in the line after a damaged one.
fn is_next_line(text: &str, damaged: Span, at: Span, base: u32) -> bool {
    let (end, at) = ((damaged.end - base) as usize, (at.start - base) as usize);
    end < at && text.get(end + 1..at).is_some_and(|t| !t.contains('\n'))
}

/// Whether a syntax error in a line does not affect the lines after it: the line closes all its brackets and has no
/// multi-line quotes.
fn errors_stay_in_line(line: &str) -> bool {
    let count = |c: char| line.matches(c).count();
    !line.contains("'''")
        && !line.contains("\"\"\"")
        && count('[') == count(']')
        && count('{') == count('}')
}

/// A syntax error: the text at its location, and the text around it.
struct SyntaxError<'a> {
    found: &'a str,
    /// The line before it, without trailing blanks.
    before: &'a str,
    /// The text after it.
    after: &'a str,
}

impl SyntaxError<'_> {
    fn new(text: &str, range: Range<usize>) -> SyntaxError<'_> {
        let before = text.get(..range.start).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |n| n + 1);
        SyntaxError {
            before: before[line..].trim_end(),
            after: text.get(range.end..).unwrap_or_default(),
            found: text.get(range).unwrap_or_default(),
        }
    }

    /// Whether it is at a key that the tree already has.
    fn is_duplicate_key(&self, table: &TomlTable) -> bool {
        let after = self.after.trim_start_matches([' ', '\t']);
        let is_key = !self.found.is_empty() && after.starts_with(['=', '.', ']']);
        is_key && has_key(table, self.found.trim_matches(['"', '\'']))
    }

    /// Whether it is where a value is expected.
    fn is_at_value(&self) -> bool {
        let is_complete = self.after.is_empty()
            || self
                .after
                .starts_with(|c: char| c.is_whitespace() || ",]}#".contains(c));
        let begins_text = self.found.starts_with(['"', '\'']);
        is_complete && !begins_text && self.before.ends_with(['=', '[', ','])
    }

    /// Describes the error. The message of the parser is the last resort.
    fn diagnostic(&self, span: Span, message: &str, table: &TomlTable) -> Diagnostic {
        let found: String = self.found.lines().next().unwrap_or_default().trim().into();
        let found: String = found.chars().take(MAX_QUOTED).collect();
        if self.is_duplicate_key(table) {
            return Diagnostic::error(span, format!("duplicate key `{found}`"));
        }
        // The equals sign does not count if it may be inside an unclosed quote.
        let is_missing =
            found.is_empty() && self.before.ends_with('=') && !self.before.contains(['"', '\'']);
        let message = if is_missing {
            "missing value".to_owned()
        } else if !found.is_empty() && self.is_at_value() {
            format!("`{found}` is not a value")
        } else {
            return Diagnostic::error(span, format!("invalid TOML: {message}"));
        };
        Diagnostic::error(span, message).label(
            "expected a value: text in quotes, a number, `true` or `false`, a list or a table",
        )
    }
}

fn has_key(table: &TomlTable, key: &str) -> bool {
    table.contains_key(key) || table.values().any(|entry| value_has_key(&entry.value, key))
}

fn value_has_key(value: &Value, key: &str) -> bool {
    match &value.kind {
        TomlKind::Table(table) => has_key(table, key),
        TomlKind::List(list) => list.iter().any(|value| value_has_key(value, key)),
        _ => false,
    }
}
