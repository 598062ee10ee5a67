//! A fingerprint of the rules of a game.

use super::merge::is_inherited;
use crate::rules::file::File;
use crate::rules::keys::Schema;
use crate::rules::tree::{TomlKind, TomlTable, Value};
use crate::text::Digest;

/// The fingerprint of merged rules. It depends on every key that can matter for play, on the order of piles, actions and
/// automatic steps, and on nothing else: not on names and descriptions, tests, comments, the order of other keys, or how the
/// rules are spread over files.
pub(super) fn fingerprint(table: &TomlTable) -> Digest {
    let mut digest = Digest::new();
    let matters = |key: &str| is_inherited(key) && !matches!(key, "family" | "describe");
    for (key, value, schema) in in_order(table, Schema::Table(File::KEYS)) {
        if matters(key) {
            add_text(&mut digest, key);
            add_value(&mut digest, value, schema);
        }
    }
    digest
}

/// The entries of a table, each with its schema, in an order that does not depend on how they were written: that of the keys
/// that the table can have, or of names. Only tables that the author named keep theirs, as it can matter for play.
fn in_order(table: &TomlTable, schema: Schema) -> Vec<(&String, &Value, Option<Schema>)> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(name, entry)| (name, &entry.value, None))
        .collect();
    match schema {
        Schema::Table(keys) => {
            let place = |name: &str| keys.iter().position(|key| key.name == name);
            entries.sort_by_key(|(name, ..)| place(name));
            for (name, _, schema) in &mut entries {
                *schema = place(name).map(|place| keys[place].schema);
            }
        }
        Schema::Named(inner) => {
            if !inner.is_table() {
                entries.sort_by_key(|(name, ..)| *name);
            }
            for (.., schema) in &mut entries {
                *schema = Some(*inner);
            }
        }
        _ => {}
    }
    entries
}

/// Adds a value: a letter for its kind, and its content, with a length before everything that has one.
fn add_value(digest: &mut Digest, value: &Value, schema: Option<Schema>) {
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
            let of_values = schema.and_then(|schema| {
                schema.alternative(|schema| match schema {
                    Schema::List(inner) => Some(*inner),
                    _ => None,
                })
            });
            for value in list {
                add_value(digest, value, of_values);
            }
        }
        TomlKind::Table(table) => {
            digest.add(b"k");
            add_length(digest, table.len());
            let schema = schema.and_then(|s| s.alternative(|s| s.is_table().then_some(s)));
            for (key, value, schema) in in_order(table, schema.unwrap_or(Schema::Text)) {
                add_text(digest, key);
                add_value(digest, value, schema);
            }
        }
        // No key of valid rules has such a value.
        TomlKind::TooLarge
        | TomlKind::NoNumber(_)
        | TomlKind::Float(_)
        | TomlKind::Date
        | TomlKind::Time => {
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
