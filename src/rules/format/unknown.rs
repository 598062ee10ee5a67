//! Unknown keys: reporting them, and recovering from them.

use super::field::{Key, KeyFlag, Schema};
use super::file::File;
use super::synonyms::of_table;
use crate::rules::tree::{Entry, TomlKind, TomlTable, Value, merge};
use crate::text::{Describe, Diagnostic, Diagnostics, Span, Synonym, join_with, nearest};

/// Reports unknown keys and recovers from them, to avoid follow-up errors: a misspelled key is renamed to the most
/// similar known key, and a top-level key that is written below a header is moved to the top level.
pub(super) fn repair_keys(table: &mut TomlTable, keys: &[Key], report: &mut Diagnostics) {
    let mut repairer = KeyRepairer {
        report,
        misplaced: TomlTable::new(),
    };
    repairer.repair_table(table, keys, "", false);
    let mut misplaced = std::mem::take(&mut repairer.misplaced);
    repairer.repair_table(&mut misplaced, keys, "", false);
    misplaced.retain(|key, entry| {
        let is_free = !table.contains_key(key);
        is_free || matches!(entry.value.kind, TomlKind::Table(_))
    });
    merge(table, misplaced);
}

struct KeyRepairer<'a> {
    report: &'a mut Diagnostics,
    /// Top-level keys that are written below a header.
    misplaced: TomlTable,
}

impl KeyRepairer<'_> {
    /// Corrects the keys of a table and of its nested tables. A table `is_detached` if it is an entry of a list or an
    /// overlay: its keys are never moved to the top level.
    fn repair_table(&mut self, table: &mut TomlTable, keys: &[Key], path: &str, is_detached: bool) {
        self.repair_direct_keys(table, keys, path, is_detached);
        for (name, entry) in table.iter_mut() {
            let Some(known) = keys.iter().find(|k| k.name == name) else {
                continue;
            };
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            match (known.schema, &mut entry.value.kind) {
                (Schema::Table(keys), TomlKind::Table(table)) => {
                    self.repair_table(table, keys, &path, is_detached);
                }
                (Schema::List(Schema::Table(keys)), TomlKind::List(list)) => {
                    for table in list.iter_mut().filter_map(Value::as_table_mut) {
                        self.repair_table(table, keys, &path, true);
                    }
                }
                (Schema::Named(inner), TomlKind::Table(tables)) => {
                    let (keys, is_detached) = match inner {
                        Schema::Table(keys) => (keys.to_vec(), is_detached),
                        Schema::Overlay => (overlay_keys(), true),
                        _ => continue,
                    };
                    for (name, entry) in tables {
                        if let Some(table) = entry.value.as_table_mut() {
                            let path = format!("{path}.{name}");
                            self.repair_table(table, &keys, &path, is_detached);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn repair_direct_keys(
        &mut self,
        table: &mut TomlTable,
        keys: &[Key],
        path: &str,
        is_detached: bool,
    ) {
        let is_known = |name: &str| keys.iter().any(|k| k.name == name);
        let unknown = table.iter().filter(|(name, _)| !is_known(name));
        let unknown: Vec<(String, Span)> = unknown.map(|(n, e)| (n.clone(), e.key)).collect();
        for (name, span) in unknown {
            if self.report.is_full() {
                return;
            }
            let value = table.get(&name).map(|entry| &entry.value);
            let meant = of_table(path).find(&name).filter(|synonym| {
                let right = keys
                    .iter()
                    .find(|key| Some(key.name) == synonym.replacement);
                right.is_none_or(|key| value.is_some_and(|value| has_shape(value, key.schema)))
            });
            self.report
                .push(unknown_key(&name, span, keys, path, meant));
            let near = match meant {
                Some(synonym) => synonym.replacement.filter(|right| is_known(right)),
                None => nearest(&name, keys.iter().map(|k| k.name)),
            };
            let top_level = File::KEYS.iter().find(|k| k.name == name);
            let top_level = top_level.filter(|_| meant.is_none());
            if near.is_none() && (is_detached || path.is_empty() || top_level.is_none()) {
                continue;
            }
            let Some(entry) = table.shift_remove(&name) else {
                continue;
            };
            match (near, top_level) {
                (Some(right), _) => move_entry(table, right, entry),
                (None, Some(key)) if has_shape(&entry.value, key.schema) => {
                    self.misplaced.entry(name).or_insert(entry);
                }
                _ => {}
            }
        }
    }
}

/// Inserts the entry of a misspelled key under the right key.
fn move_entry(table: &mut TomlTable, right: &str, entry: Entry) {
    match (table.get_mut(right), entry.value.kind) {
        (Some(existing), TomlKind::Table(entries)) => {
            if let TomlKind::Table(existing) = &mut existing.value.kind {
                existing.extend(entries);
            }
        }
        (Some(_), _) => {}
        (None, kind) => {
            let value = Value {
                span: entry.key,
                kind,
            };
            let key = entry.key;
            table.insert(right.to_owned(), Entry { key, value });
        }
    }
}

/// Whether a value has the shape that a schema requires.
fn has_shape(value: &Value, schema: Schema) -> bool {
    match value.kind {
        TomlKind::Table(_) => schema.is_table(),
        TomlKind::List(_) => !schema.is_table(),
        _ => !schema.is_table() && !matches!(schema, Schema::List(Schema::Table(_))),
    }
}

/// The keys of an overlay: those of a file, except the ones that a variant cannot set.
pub fn overlay_keys() -> Vec<Key> {
    let keys = File::KEYS.iter().copied();
    keys.filter(|k| !k.has(KeyFlag::NotInVariants)).collect()
}

/// The error for an unknown key. `meant` says what other programs mean by it.
fn unknown_key(
    name: &str,
    span: Span,
    keys: &[Key],
    path: &str,
    meant: Option<Synonym>,
) -> Diagnostic {
    let location = if path.is_empty() {
        "at the top level".to_owned()
    } else {
        format!("in `{path}`")
    };
    let ticked: Vec<String> = keys.iter().map(|k| format!("`{}`", k.name)).collect();
    let diagnostic = Diagnostic::error(span, format!("unknown key `{name}` {location}"))
        .label(format!("expected {}", join_with(&ticked, "or")));
    if let Some(synonym) = meant {
        return diagnostic.advise(synonym, name);
    }
    let diagnostic = diagnostic.suggest(name, keys.iter().map(|k| k.name));
    let is_variant = path
        .strip_prefix("variants.")
        .is_some_and(|name| !name.contains('.'));
    match File::KEYS.iter().find(|k| k.name == name) {
        Some(_) if is_variant => diagnostic.help(format!("a variant cannot have `{name}`")),
        Some(_) if !path.is_empty() => {
            diagnostic.help("write this top-level key above the first `[header]`")
        }
        _ => diagnostic,
    }
}
