//! Describes syntax errors of TOML by the text around them.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::tree::{MAX_QUOTED, TomlKind, TomlTable, Value};
use crate::text::{Describe, Diagnostic, Span};

/// A syntax error: the text at its location, and the text around it.
pub(super) struct SyntaxError<'a> {
    found: &'a str,
    /// The line before it, without leading and trailing blanks.
    before: &'a str,
    /// The text after it.
    after: &'a str,
    /// The innermost quote or bracket that is open there.
    open: Option<&'static str>,
}

impl SyntaxError<'_> {
    pub(super) fn new(text: &str, range: Range<usize>) -> SyntaxError<'_> {
        let before = text.get(..range.start).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |n| n + 1);
        SyntaxError {
            before: before[line..].trim(),
            after: text.get(range.end..).unwrap_or_default(),
            found: text.get(range).unwrap_or_default(),
            open: innermost_open(before),
        }
    }

    /// Whether it is located at a key that the tree already has.
    fn is_duplicate_key(&self, table: &TomlTable) -> bool {
        let after = self.after.trim_start_matches([' ', '\t']);
        let is_key = !self.found.is_empty() && after.starts_with(['=', '.', ']']);
        is_key && has_key(table, self.found.trim_matches(['"', '\'']))
    }

    /// Whether it is located where a value is expected.
    fn is_at_value(&self) -> bool {
        let is_complete = self.after.is_empty()
            || self
                .after
                .starts_with(|c: char| c.is_whitespace() || ",]}#".contains(c));
        let begins_text = self.found.starts_with(QUOTES);
        is_complete && !begins_text && self.before.ends_with(['=', '[', ','])
    }

    /// Whether it is at a number with leading zeros.
    fn is_padded_number(&self) -> bool {
        let mut chars = self.found.chars().chain(self.after.chars());
        let begins = (chars.next(), chars.next());
        self.before.ends_with(['=', '[', ',']) && matches!(begins, (Some('0'), Some('0'..='9')))
    }

    /// The character at its location.
    fn next_char(&self) -> Option<char> {
        self.found.chars().chain(self.after.chars()).next()
    }

    /// Describes the error. The parser's message is used as a last resort.
    pub(super) fn diagnostic(&self, span: Span, message: &str, table: &TomlTable) -> Diagnostic {
        let found: String = self.found.lines().next().unwrap_or_default().trim().into();
        let found: String = found.chars().take(MAX_QUOTED).collect();
        if self.is_duplicate_key(table) {
            return Diagnostic::error(span, format!("duplicate key `{found}`"));
        }
        // The equals sign does not count if it may be inside an unclosed quote.
        let is_missing =
            found.is_empty() && self.before.ends_with('=') && !self.before.contains(['"', '\'']);
        if is_missing {
            return Diagnostic::error(span, "missing value").label(EXPECTED_VALUE);
        }
        if !found.is_empty() && self.is_at_value() {
            return self.wrong_value(span, &found);
        }
        let described = match self.open {
            Some(quote) if quote.starts_with(QUOTES) => self.wrong_text(quote, span),
            Some("[") if self.before.starts_with('[') => self.wrong_header(span),
            _ if self.is_padded_number() => Some(
                Diagnostic::error(span, "a number cannot begin with 0")
                    .label("expected a number without leading zeros"),
            ),
            None => self.wrong_line(span),
            Some(_) => self.wrong_entry(span),
        };
        described.unwrap_or_else(|| {
            Diagnostic::error(span, "this is not valid TOML").label(message.to_owned())
        })
    }

    /// Describes an error where a value is expected: a word without quotes, or something after a whole value.
    fn wrong_value(&self, span: Span, found: &str) -> Diagnostic {
        let is_digit = |c: char| c.is_ascii_digit();
        let rest = ["true", "false"]
            .iter()
            .find_map(|flag| found.strip_prefix(flag))
            .unwrap_or(found.trim_start_matches(is_digit));
        let value = &found[..found.len() - rest.len()];
        let next = rest.trim_start();
        if !value.is_empty()
            && !next.is_empty()
            && !rest.starts_with(|c: char| c.is_alphanumeric() || "._:-".contains(c))
        {
            let expected = match self.open {
                Some("[") => "expected `,` or `]`",
                Some(_) => "expected `,` or `}`",
                None => "expected the end of the line",
            };
            let start = found.len() - next.len();
            let span = Span::new(start..found.len()).shift_by(span.start);
            return Diagnostic::error(span, format!("unexpected `{next}` after `{value}`"))
                .label(expected);
        }
        let error = Diagnostic::error(span, format!("`{found}` is not a value"));
        let error = error.label(EXPECTED_VALUE);
        let is_word = |c: char| c.is_alphanumeric() || " _-".contains(c);
        match found.to_lowercase().as_str() {
            "true" | "yes" | "on" => error.did_you_mean(found, "true"),
            "false" | "no" | "off" => error.did_you_mean(found, "false"),
            _ if found.chars().all(is_word) && self.found.trim() == found => {
                let quoted = format!("\"{found}\"");
                let error = error.help(format!("write it in quotes: `{quoted}`"));
                error.fix(found, quoted)
            }
            _ => error,
        }
    }

    /// Describes an error inside a text.
    fn wrong_text(&self, quote: &str, span: Span) -> Option<Diagnostic> {
        Some(match self.next_char() {
            None | Some('\n' | '\r') => {
                Diagnostic::error(span, format!("the text has no closing `{quote}`"))
                    .label(format!("expected `{quote}`"))
                    .fix_at(start_of(span), "", quote)
            }
            Some(escape) if self.before.ends_with('\\') => {
                Diagnostic::error(span, format!("`\\{escape}` is not an escape"))
                    .help("write a backslash as `\\\\`, or write the text in single quotes")
            }
            Some(hidden) if hidden.is_control() => unprintable_character(span, hidden),
            Some(_) => return None,
        })
    }

    /// Describes an error in a header such as `[piles.waste]`.
    fn wrong_header(&self, span: Span) -> Option<Diagnostic> {
        let close = if self.before.starts_with("[[") {
            "]]"
        } else {
            "]"
        };
        Some(match self.next_char() {
            None | Some('\n' | '\r') => {
                Diagnostic::error(span, format!("the header has no closing `{close}`"))
                    .label(format!("expected `{close}`"))
                    .fix_at(start_of(span), "", close)
            }
            Some(_) if self.before.ends_with(['[', '.']) => {
                Diagnostic::error(span, "missing name in a header").label("expected a name")
            }
            Some(' ') => Diagnostic::error(span, "a name in a header cannot have spaces")
                .label(format!("expected `{close}`")),
            Some(_) => return None,
        })
    }

    /// Describes an error in a line outside of brackets.
    fn wrong_line(&self, span: Span) -> Option<Diagnostic> {
        if self.before.is_empty() && self.found.starts_with("//") {
            let error = Diagnostic::error(span, "`//` does not begin a comment");
            return Some(error.help("a comment begins with `#`").fix("//", "#"));
        }
        let has_value = self.before.starts_with('[') || self.before.contains('=');
        if has_value && self.before.ends_with(['"', '\'', ']', '}']) {
            let error = Diagnostic::error(span, format!("unexpected `{}`", self.next_char()?));
            return Some(error.label("expected the end of the line"));
        }
        missing_equals(self.before, span)
    }

    /// Describes an error in a list or an inline table.
    fn wrong_entry(&self, span: Span) -> Option<Diagnostic> {
        let is_list = self.open == Some("[");
        let (what, close, wrong_close) = if is_list {
            ("list", ']', '}')
        } else {
            ("table", '}', ']')
        };
        let next = self.next_char();
        // No list contains lists, so this is a header.
        let is_header = self.before.is_empty() && next == Some('[');
        let is_at_end = self.found.trim().is_empty() && self.after.trim().is_empty();
        if is_at_end || next == Some(wrong_close) || is_header {
            let message = format!("the {what} has no closing `{close}`");
            return Some(Diagnostic::error(span, message).label(format!("expected `{close}`")));
        }
        if next == Some(',') || self.before.ends_with(['=', '[', '{', ',']) {
            return None;
        }
        let entry = self.before.rsplit(['{', ',']).next().unwrap_or_default();
        if is_list || entry.contains('=') {
            let error = Diagnostic::error(span, format!("unexpected `{}`", next?));
            return Some(error.label(format!("expected `,` or `{close}`")));
        }
        missing_equals(entry.trim(), span)
    }
}

const QUOTES: [char; 2] = ['"', '\''];
const EXPECTED_VALUE: &str =
    "expected a value: text in quotes, a number, `true` or `false`, a list or a table";

/// Describes a missing `=`, if the text before it is a key.
fn missing_equals(key: &str, span: Span) -> Option<Diagnostic> {
    let is_key = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    (!key.is_empty() && key.chars().all(is_key)).then(|| {
        Diagnostic::error(span, format!("missing `=` after `{key}`"))
            .label("expected `=`")
            .fix_at(start_of(span), "", "= ")
    })
}

/// The empty span before a span, where something is missing.
fn start_of(span: Span) -> Span {
    Span {
        end: span.start,
        ..span
    }
}

/// Returns the innermost quote or bracket that is open at the end of a text.
fn innermost_open(text: &str) -> Option<&'static str> {
    let mut open = Vec::new();
    // What follows the text is part of a quotation that it does not close.
    let continued = format!("{text}x");
    for token in Source::new(&continued).lex() {
        let is_open = token.span().end() > text.len();
        match token.kind() {
            TokenKind::LeftSquareBracket => open.push("["),
            TokenKind::LeftCurlyBracket => open.push("{"),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                open.pop();
            }
            TokenKind::BasicString if is_open => open.push("\""),
            TokenKind::LiteralString if is_open => open.push("'"),
            TokenKind::MlBasicString if is_open => open.push("\"\"\""),
            TokenKind::MlLiteralString if is_open => open.push("'''"),
            _ => {}
        }
    }
    open.pop()
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

/// Reports a character that cannot be printed.
pub(in crate::rules) fn unprintable_character(span: Span, hidden: char) -> Diagnostic {
    let code = u32::from(hidden);
    Diagnostic::error(
        span,
        format!("the text contains the character U+{code:04X}"),
    )
    .label("expected printable characters")
}
