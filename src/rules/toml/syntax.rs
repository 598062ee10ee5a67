//! From bytes to a tree of TOML values. Each syntax error is reported once, without follow-up errors.

use std::ops::Range;

use toml::de::DeTable;

use super::tree::{MAX_DEPTH, TomlTable, owned_table};
use super::wrong_syntax::SyntaxError;
use crate::text::{Describe, Diagnostics, Sources, Span};
use crate::work::{Kind, spend};

/// The largest file that is read, in bytes.
pub(in crate::rules) const MAX_FILE_SIZE: usize = 1 << 20;

/// The texts that are read together, and the errors found in them.
#[derive(Default)]
pub(in crate::rules) struct Texts {
    pub(in crate::rules) sources: Sources,
    pub(in crate::rules) report: Diagnostics,
    /// Lines with syntax errors. Later errors in these lines are follow-up errors.
    damaged: Vec<Span>,
    /// Whether the rest of the input is meaningless because of a syntax error.
    pub(in crate::rules) is_unusable: bool,
}

impl Texts {
    /// Adds a text to the sources and parses it. Returns `None` if the bytes are too long or not UTF-8.
    pub(in crate::rules) fn parse(&mut self, name: &str, bytes: &[u8]) -> Option<TomlTable> {
        spend(Kind::Byte, bytes.len());
        if bytes.len() > MAX_FILE_SIZE {
            let start = Span::START.shift_by(self.sources.add(name, ""));
            return self
                .report
                .error(start, "the file is larger than 1 MiB")
                .label("expected a file of a few pages")
                .fail();
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let end = Span::new(valid.len()..valid.len());
                let base = self.sources.add(name, valid);
                return self
                    .report
                    .error(end.shift_by(base), "the file is not valid UTF-8")
                    .label("the byte here is not valid UTF-8")
                    .fail();
            }
        };
        let base = self.sources.add(name, text);
        let (parsed, errors) = DeTable::parse_recoverable(text);
        let (table, too_deep) = owned_table(parsed.into_inner(), base);
        self.report_errors(&errors, text, base, &table);
        if let Some(range) = too_deep {
            let mut error = Diagnostics::default();
            let span = Span::new(range.clone()).shift_by(base);
            error
                .error(span, "tables and lists are nested too deeply")
                .label(format!("expected at most {MAX_DEPTH} levels"));
            self.report_undamaged(&error);
            self.mark_damaged(text, base, &range);
        }
        Some(table)
    }

    /// Whether a text has syntax errors.
    pub(in crate::rules) fn is_damaged(&self) -> bool {
        !self.damaged.is_empty()
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
            let span = Span::new(range.clone()).shift_by(base);
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

    fn mark_damaged(&mut self, text: &str, base: u32, range: &Range<usize>) {
        let offset = range.start.min(text.len());
        let start = text[..offset].rfind('\n').map_or(0, |n| n + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |n| offset + n);
        // If a header is damaged, the keys below it belong to no table. If a quote or bracket is not closed, the lines
        // that follow cannot be read either.
        self.is_unusable |=
            text[start..].trim_start().starts_with('[') || !errors_stay_in_line(&text[start..end]);
        self.damaged.push(Span::new(start..end).shift_by(base));
    }

    /// Reports the diagnostics that are not about damaged lines.
    pub(in crate::rules) fn report_undamaged(&mut self, found: &Diagnostics) {
        for diagnostic in found.iter() {
            let (span, severity) = (diagnostic.mark.span, diagnostic.severity);
            let is_damaged = |damaged: &Span| (damaged.start..=damaged.end).contains(&span.start);
            // The value of a key that is corrected has the span of that key.
            let is_follow_up = self.report.covers(span, severity);
            if !is_follow_up && !self.damaged.iter().any(is_damaged) {
                self.report.push(diagnostic.clone());
            }
        }
    }
}

/// Whether a span begins in the line after a damaged one.
fn is_next_line(text: &str, damaged: Span, next: Span, base: u32) -> bool {
    let (end, next) = ((damaged.end - base) as usize, (next.start - base) as usize);
    end < next && text.get(end + 1..next).is_some_and(|t| !t.contains('\n'))
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
