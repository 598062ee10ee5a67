//! House rules: changes of a key of a rules file for one evening, written beside the names of variants.

use toml::de::DeTable;

use crate::rules::toml::Texts;
use crate::rules::tree::TomlTable;
use crate::rules::{overlay_keys, read_table};
use crate::text::{Span, Spanned, quote};

/// What messages call the text of a house rule.
const SOURCE: &str = "--set";

/// Whether a text is a house rule, and not the name of a variant.
pub(super) fn is_house_rule(text: &str) -> bool {
    text.contains('=')
}

/// Reads a house rule such as `piles.tableau.count=8` as an overlay. Its mistakes go to the report of `texts`. A value
/// that is no TOML is text: shells remove the quotes around a condition.
pub(super) fn read(text: &str, texts: &mut Texts) -> Option<(Spanned<String>, TomlTable)> {
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let mut line = format!("{key} = {value}");
    if DeTable::parse(&line).is_err() {
        line = format!("{key} = {}", quote(value));
    }
    let table = read_table(texts, SOURCE, line.as_bytes(), &overlay_keys())?;
    let (_, base) = texts.sources.texts().next_back()?;
    let name = Spanned {
        value: format!("{key}={value}"),
        span: Span::new(0..line.len()).shift_by(base),
    };
    Some((name, table))
}
