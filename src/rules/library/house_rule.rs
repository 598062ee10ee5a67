//! House rules: changes of a key of a rules file for one evening, written beside the names of variants.

use toml::de::DeTable;

use crate::rules::toml::{Texts, unprintable_character};
use crate::rules::tree::TomlTable;
use crate::rules::{overlay_keys, read_table};
use crate::text::{Describe, Span, Spanned, is_printable, printable_line, quote};

/// What messages call the text of a house rule.
const SOURCE: &str = "--set";

/// Whether a text is a house rule, and not the name of a variant.
pub(super) fn is_house_rule(text: &str) -> bool {
    text.contains('=')
}

/// Reads a house rule such as `piles.tableau.count=8` as an overlay. Its mistakes go to the report of `texts`. A value
/// that is no TOML is text: shells remove the quotes around a condition.
///
/// It is the house rule with this number, from 1.
pub(super) fn read(
    text: &str,
    number: usize,
    texts: &mut Texts,
) -> Option<(Spanned<String>, TomlTable)> {
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let mut line = format!("{key} = {value}");
    // A list or a table is meant as one.
    if DeTable::parse(&line).is_err() && !value.starts_with(['[', '{']) {
        line = format!("{key} = {}", quote(value));
    }
    // Each has a name of its own, as messages quote it.
    let source = match number {
        1 => SOURCE.to_owned(),
        number => format!("{SOURCE} {number}"),
    };
    if let Some(hidden) = text.chars().find(|&c| !is_printable(c)) {
        let base = texts.sources.add(source, printable_line(&line));
        let span = Span::new(0..1).shift_by(base);
        texts.report.push(unprintable_character(span, hidden));
        return None;
    }
    let table = read_table(texts, &source, line.as_bytes(), &overlay_keys())?;
    let (_, base) = texts.sources.texts().next_back()?;
    if table.is_empty() && !texts.report.has_errors() {
        let span = Span::new(0..line.len()).shift_by(base);
        let error = texts.report.error(span, "the house rule sets nothing");
        error.label("expected a key of the rules file and its value");
        return None;
    }
    let name = Spanned {
        value: format!("{key}={value}"),
        span: Span::new(0..line.len()).shift_by(base),
    };
    Some((name, table))
}
