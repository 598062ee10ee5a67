use toml::de::DeValue;

use super::field::{Inner, Key};
use super::file::File;
use super::merge::Table;
use crate::text::{Diagnostic, Diagnostics, Span};

/// Reports the keys that are no keys, with the place they are written at.
pub(crate) fn unknown_keys(table: &Table<'_>, keys: &[Key], path: &str, report: &mut Diagnostics) {
    for (key, value) in table {
        let name: &str = key.get_ref();
        let Some(known) = keys.iter().find(|k| k.name == name) else {
            let what = if path.is_empty() {
                "at the top of a file".to_owned()
            } else {
                format!("in `{path}`")
            };
            let names = keys.iter().map(|k| k.name);
            let ticked: Vec<String> = names.clone().map(|n| format!("`{n}`")).collect();
            report.push(
                Diagnostic::error(
                    Span::new(key.span()),
                    format!("unknown key `{name}` {what}"),
                )
                .label(format!("expected {}", crate::text::listed(&ticked, "or")))
                .suggest(name, names),
            );
            continue;
        };
        let inside = if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        };
        match (known.inner, value.get_ref()) {
            (Inner::Table(keys), DeValue::Table(table)) => {
                unknown_keys(table, keys, &inside, report);
            }
            (Inner::Named(keys), DeValue::Table(table)) => {
                for (name, value) in table {
                    if let DeValue::Table(table) = value.get_ref() {
                        unknown_keys(table, keys, &format!("{inside}.{}", name.get_ref()), report);
                    }
                }
            }
            (Inner::List(keys), DeValue::Array(list)) => {
                for value in list {
                    if let DeValue::Table(table) = value.get_ref() {
                        unknown_keys(table, keys, &inside, report);
                    }
                }
            }
            (Inner::Overlays, DeValue::Table(table)) => {
                for (name, value) in table {
                    if let DeValue::Table(table) = value.get_ref() {
                        overlay_keys(table, &format!("{inside}.{}", name.get_ref()), report);
                    }
                }
            }
            _ => {}
        }
    }
}

/// An overlay has the keys of a file, but for those that make no sense inside one.
fn overlay_keys(table: &Table<'_>, path: &str, report: &mut Diagnostics) {
    const OUTSIDE: [&str; 5] = ["like", "variants", "test", "aliases", "family"];
    let keys: Vec<Key> = File::KEYS
        .iter()
        .filter(|k| !OUTSIDE.contains(&k.name))
        .copied()
        .collect();
    unknown_keys(table, &keys, path, report);
}
