//! A fingerprint of the rules of a game.

use super::merge::is_inherited;
use crate::rules::tree::{TomlKind, TomlTable, Value};
use crate::text::Digest;

/// The fingerprint of merged rules. It depends on every key that can matter for play, on their order, and on nothing
/// else: not on names and descriptions, tests, comments, or how the rules are spread over files.
pub(super) fn fingerprint(table: &TomlTable) -> Digest {
    let mut digest = Digest::new();
    for (key, entry) in table {
        if is_inherited(key) && !matches!(key.as_str(), "family" | "describe") {
            add_text(&mut digest, key);
            add_value(&mut digest, &entry.value);
        }
    }
    digest
}

/// Adds a value: a letter for its kind, and its content, with a length before everything that has one.
fn add_value(digest: &mut Digest, value: &Value) {
    match &value.kind {
        TomlKind::Text(text) => {
            digest.add(b"t");
            add_text(digest, text);
        }
        TomlKind::Integer(number) => {
            digest.add(b"i");
            digest.add(&number.to_le_bytes());
        }
        TomlKind::Bool(flag) => digest.add(if *flag { b"+" } else { b"-" }),
        TomlKind::List(list) => {
            digest.add(b"l");
            add_length(digest, list.len());
            for value in list {
                add_value(digest, value);
            }
        }
        TomlKind::Table(table) => {
            digest.add(b"k");
            add_length(digest, table.len());
            for (key, entry) in table {
                add_text(digest, key);
                add_value(digest, &entry.value);
            }
        }
        // No key of valid rules has such a value.
        TomlKind::TooLarge | TomlKind::Float(_) | TomlKind::Date | TomlKind::Time => {
            digest.add(b"?");
        }
    }
}

fn add_text(digest: &mut Digest, text: &str) {
    add_length(digest, text.len());
    digest.add(text.as_bytes());
}

fn add_length(digest: &mut Digest, length: usize) {
    digest.add(&(length as u64).to_le_bytes());
}
