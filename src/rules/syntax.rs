//! From bytes to a tree: what is not TOML is said once, and what follows from it is not said at all.

use std::ops::Range;

use toml::de::DeTable;

use super::field::{FromValue, Key};
use super::library::MAX_FILE_SIZE;
use super::tree::{MAX_QUOTED, TomlKind, TomlTable, Value, owned_table};
use super::unknown::mend_keys;
use crate::text::{Diagnostic, Diagnostics, Sources, Span};

/// The texts that are read together, and what was found wrong with them.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) sources: Sources,
    pub(super) report: Diagnostics,
    /// Lines that are not TOML: what is said of them later says the same mistake again.
    damaged: Vec<Span>,
    /// Whether so much is damaged that what is left means nothing.
    pub(super) is_lost: bool,
}

/// Reads a text whose top level has the keys of `T`: what it says, the text, and what is wrong with it. It says
/// nothing where a part of it could not be read, as that may be what matters.
pub(crate) fn read_text<T: FromValue>(
    name: &str,
    bytes: &[u8],
    keys: &[Key],
) -> (Option<T>, Sources, Diagnostics) {
    let mut texts = Texts::default();
    let table = texts.read(name, bytes, keys).filter(|_| !texts.is_lost);
    let mut found = Diagnostics::default();
    let read = table.and_then(|table| {
        let value = Value {
            span: Span::default(),
            kind: TomlKind::Table(table),
        };
        T::from_value(&value, &mut found)
    });
    texts.push_undamaged(&found);
    let read = read.filter(|_| texts.damaged.is_empty());
    (read, texts.sources, texts.report)
}

impl Texts {
    /// Adds a text to the sources and reads its tree, with the keys that are slips of the hand mended. The answer is
    /// nothing where there is no text.
    pub(super) fn read(&mut self, name: &str, bytes: &[u8], keys: &[Key]) -> Option<TomlTable> {
        if bytes.len() > MAX_FILE_SIZE {
            let base = self.sources.add(name, "");
            self.report.push(
                Diagnostic::error(Span::new(0..0).shifted(base), "a file of more than 1 MiB")
                    .label("expected a page or a few"),
            );
            return None;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let right = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let end = right.len();
                let base = self.sources.add(name, right);
                self.report.push(
                    Diagnostic::error(Span::new(end..end).shifted(base), "bytes that are not text")
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
            let mut wrong = Diagnostics::default();
            let message = "tables and lists that stand too deep in one another";
            wrong.push(Diagnostic::error(
                Span::new(at.clone()).shifted(base),
                message,
            ));
            self.push_undamaged(&wrong);
            self.damage(text, base, &at);
        }
        if !self.is_lost {
            let mut unknown = Diagnostics::default();
            mend_keys(&mut table, keys, &mut unknown);
            self.push_undamaged(&unknown);
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
            if self.is_lost || self.report.is_full() {
                break;
            }
            let span = Span::new(range.clone()).shifted(base);
            let last = self.damaged.last().filter(|d| d.start >= base).copied();
            if last.is_some_and(|d| span.start <= d.end) {
                continue;
            }
            // What begins in one line, such as a text that is not closed, is often wrong in the next too.
            let goes_on = last.is_some_and(|d| is_next_line(text, d, span, base));
            self.damage(text, base, &range);
            if !goes_on {
                let spot = Spot::new(text, range);
                self.report.push(spot.diagnostic(span, message, table));
            }
        }
    }

    fn damage(&mut self, text: &str, base: u32, at: &Range<usize>) {
        let at = at.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        // Without its header, the keys of a table belong nowhere; with the end of a text, or of a bracket,
        // missing, what follows does not either.
        self.is_lost |=
            text[start..].trim_start().starts_with('[') || !errors_stay_in_line(&text[start..end]);
        self.damaged.push(Span::new(start..end).shifted(base));
    }

    /// Reports what does not say a mistake of the text again.
    pub(super) fn push_undamaged(&mut self, found: &Diagnostics) {
        for diagnostic in found.iter() {
            let at = diagnostic.mark.span.start;
            if !self.damaged.iter().any(|d| d.start <= at && at <= d.end) {
                self.report.push(diagnostic.clone());
            }
        }
    }
}

/// Whether a place is in the line after a damaged one.
fn is_next_line(text: &str, damaged: Span, at: Span, base: u32) -> bool {
    let (end, at) = ((damaged.end - base) as usize, (at.start - base) as usize);
    end < at && text.get(end + 1..at).is_some_and(|t| !t.contains('\n'))
}

/// Whether a line that is not TOML leaves the lines after it as they are: its quotes and brackets are closed, or it
/// has no value at all.
fn errors_stay_in_line(line: &str) -> bool {
    let count = |c: char| line.matches(c).count();
    !line.contains("'''")
        && !line.contains("\"\"\"")
        && count('[') == count(']')
        && count('{') == count('}')
}

/// A place where a text is not TOML: what stands there, and what around it.
struct Spot<'a> {
    found: &'a str,
    /// The line up to it, without the blanks before it.
    before: &'a str,
    /// The text after it.
    after: &'a str,
}

impl Spot<'_> {
    fn new(text: &str, range: Range<usize>) -> Spot<'_> {
        let before = text.get(..range.start).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |n| n + 1);
        Spot {
            before: before[line..].trim_end(),
            after: text.get(range.end..).unwrap_or_default(),
            found: text.get(range).unwrap_or_default(),
        }
    }

    /// Whether it is a key that the tree has already.
    fn is_key_of(&self, table: &TomlTable) -> bool {
        let after = self.after.trim_start_matches([' ', '\t']);
        let is_key = !self.found.is_empty() && after.starts_with(['=', '.', ']']);
        is_key && has_key(table, self.found.trim_matches(['"', '\'']))
    }

    /// Whether it stands where a value has to.
    fn is_value(&self) -> bool {
        let is_whole = self.after.is_empty()
            || self
                .after
                .starts_with(|c: char| c.is_whitespace() || ",]}#".contains(c));
        let begins_text = self.found.starts_with(['"', '\'']);
        is_whole && !begins_text && self.before.ends_with(['=', '[', ','])
    }

    /// Says what is wrong; in the words of the parser only where what stands there tells nothing.
    fn diagnostic(&self, span: Span, message: &str, table: &TomlTable) -> Diagnostic {
        let found: String = self.found.lines().next().unwrap_or_default().trim().into();
        let found: String = found.chars().take(MAX_QUOTED).collect();
        if self.is_key_of(table) {
            return Diagnostic::error(span, format!("`{found}` is given twice"));
        }
        // What looks like an equals sign may stand in a text that is not closed.
        let is_missing =
            found.is_empty() && self.before.ends_with('=') && !self.before.contains(['"', '\'']);
        let wrong = if is_missing {
            "a value is missing".to_owned()
        } else if !found.is_empty() && self.is_value() {
            format!("`{found}` is not a value")
        } else {
            return Diagnostic::error(span, format!("this is not TOML: {message}"));
        };
        Diagnostic::error(span, wrong).label(
            "expected a value: a text in quotes, a number, `true` or `false`, a list or a table",
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
