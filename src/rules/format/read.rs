//! From bytes to the values of keys.

use super::field::{FromValue, Key};
use super::unknown::repair_keys;
use crate::rules::toml::Texts;
use crate::rules::tree::{TomlKind, TomlTable, Value};
use crate::text::{Diagnostics, Sources};

/// Adds a text to the sources, parses it, and corrects misspelled keys. Returns `None` if the bytes are too long or not
/// UTF-8.
pub(in crate::rules) fn read_table(
    texts: &mut Texts,
    name: &str,
    bytes: &[u8],
    keys: &[Key],
) -> Option<TomlTable> {
    let mut table = texts.parse(name, bytes)?;
    if !texts.is_unusable {
        let mut unknown = Diagnostics::default();
        repair_keys(&mut table, keys, &mut unknown);
        texts.report_undamaged(&unknown);
    }
    Some(table)
}

/// Reads a text whose top level has the keys of `T`. Returns the value, the sources and the errors. The value is `None`
/// if any part of the text could not be read.
pub(crate) fn read_text<T: FromValue>(
    name: &str,
    bytes: &[u8],
    keys: &[Key],
) -> (Option<T>, Sources, Diagnostics) {
    let mut texts = Texts::default();
    let table = read_table(&mut texts, name, bytes, keys).filter(|_| !texts.is_unusable);
    let mut semantic_errors = Diagnostics::default();
    let value = table.and_then(|table| {
        let table = Value::unwritten(TomlKind::Table(table));
        T::from_value(&table, &mut semantic_errors)
    });
    texts.report_undamaged(&semantic_errors);
    let value = value.filter(|_| !texts.is_damaged());
    (value, texts.sources, texts.report)
}
