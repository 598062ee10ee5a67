//! Keys that do not exist.

use super::field::{Inner, Key, Trait};
use super::file::File;
use super::merge::merge;
use super::tree::{Entry, TomlKind, TomlTable, Value};
use crate::text::{Diagnostic, Diagnostics, Span, join_with, nearest};

/// Reports the keys that do not exist, with the place they are written at, and mends them, so that what is missing
/// because of one is not missed as well: a slip of the hand is taken for the nearest key, and a key of the whole
/// file that stands below a header is taken to the top.
pub(super) fn mend_keys(table: &mut TomlTable, keys: &[Key], report: &mut Diagnostics) {
    let mut mender = Mender {
        report,
        misplaced: TomlTable::new(),
    };
    mender.table(table, keys, "", false);
    let mut misplaced = std::mem::take(&mut mender.misplaced);
    mender.table(&mut misplaced, keys, "", false);
    misplaced.retain(|key, entry| {
        let is_free = !table.contains_key(key);
        is_free || matches!(entry.value.kind, TomlKind::Table(_))
    });
    merge(table, misplaced);
}

struct Mender<'a> {
    report: &'a mut Diagnostics,
    /// Keys of the whole file that stand below a header.
    misplaced: TomlTable,
}

impl Mender<'_> {
    /// Mends the keys of a table and of the tables in it. `is_apart` is a table that is not a part of the file: an
    /// entry of a list, or an overlay.
    fn table(&mut self, table: &mut TomlTable, keys: &[Key], path: &str, is_apart: bool) {
        self.own_keys(table, keys, path, is_apart);
        for (name, entry) in table.iter_mut() {
            let Some(known) = keys.iter().find(|k| k.name == name) else {
                continue;
            };
            let inside = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            match (known.inner, &mut entry.value.kind) {
                (Inner::Table(keys), TomlKind::Table(table)) => {
                    self.table(table, keys, &inside, is_apart);
                }
                (Inner::List(keys), TomlKind::List(list)) => {
                    for value in list {
                        if let TomlKind::Table(table) = &mut value.kind {
                            self.table(table, keys, &inside, true);
                        }
                    }
                }
                (Inner::Named(keys), TomlKind::Table(table)) => {
                    self.named(table, keys, &inside, is_apart);
                }
                (Inner::Overlays, TomlKind::Table(table)) => {
                    self.named(table, &overlay_keys(), &inside, true);
                }
                _ => {}
            }
        }
    }

    fn named(&mut self, tables: &mut TomlTable, keys: &[Key], path: &str, is_apart: bool) {
        for (name, entry) in tables {
            if let TomlKind::Table(table) = &mut entry.value.kind {
                self.table(table, keys, &format!("{path}.{name}"), is_apart);
            }
        }
    }

    fn own_keys(&mut self, table: &mut TomlTable, keys: &[Key], path: &str, is_apart: bool) {
        let is_known = |name: &str| keys.iter().any(|k| k.name == name);
        let unknown = table.iter().filter(|(name, _)| !is_known(name));
        let unknown: Vec<(String, Span)> = unknown.map(|(n, e)| (n.clone(), e.key)).collect();
        for (name, span) in unknown {
            if self.report.is_full() {
                return;
            }
            self.report.push(unknown_key(&name, span, keys, path));
            let near = nearest(&name, keys.iter().map(|k| k.name));
            let at_top = File::KEYS.iter().find(|k| k.name == name);
            if near.is_none() && (is_apart || path.is_empty() || at_top.is_none()) {
                continue;
            }
            let Some(entry) = table.shift_remove(&name) else {
                continue;
            };
            match (near, at_top) {
                (Some(right), _) => mend(table, right, entry),
                (None, Some(key)) if fits(key.inner, &entry.value) => {
                    self.misplaced.entry(name).or_insert(entry);
                }
                _ => {}
            }
        }
    }
}

/// Puts what stands under a misspelled key where it belongs.
fn mend(table: &mut TomlTable, right: &str, entry: Entry) {
    match (table.get_mut(right), entry.value.kind) {
        (Some(there), TomlKind::Table(more)) => {
            if let TomlKind::Table(there) = &mut there.value.kind {
                there.extend(more);
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

/// Whether a value can be what stands under a key.
fn fits(inner: Inner, value: &Value) -> bool {
    match inner {
        Inner::Value => !matches!(value.kind, TomlKind::Table(_)),
        Inner::List(_) => matches!(value.kind, TomlKind::List(_)),
        Inner::Table(_) | Inner::Named(_) | Inner::Overlays => {
            matches!(value.kind, TomlKind::Table(_))
        }
    }
}

/// An overlay has the keys of a file, but for those that make no sense inside one.
fn overlay_keys() -> Vec<Key> {
    let keys = File::KEYS.iter().copied();
    keys.filter(|k| !k.is(Trait::NotInVariants)).collect()
}

fn unknown_key(name: &str, span: Span, keys: &[Key], path: &str) -> Diagnostic {
    let place = if path.is_empty() {
        "at the top of a file".to_owned()
    } else {
        format!("in `{path}`")
    };
    let ticked: Vec<String> = keys.iter().map(|k| format!("`{}`", k.name)).collect();
    let diagnostic = Diagnostic::error(span, format!("unknown key `{name}` {place}"))
        .label(format!("expected {}", join_with(&ticked, "or")))
        .suggest(name, keys.iter().map(|k| k.name));
    if !path.is_empty() && File::KEYS.iter().any(|k| k.name == name) {
        return diagnostic.help("a key of the whole file stands above the first `[header]`");
    }
    diagnostic
}
