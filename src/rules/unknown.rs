//! Keys that are no keys.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::field::{Inner, Key};
use super::file::File;
use crate::text::{Diagnostic, Diagnostics, Span, listed, nearest};

/// Reports the keys that are no keys, with the place they are written at. A slip of the hand is then mended, so
/// that what is missing because of it is not missed as well.
pub(crate) fn mend_keys(
    table: &mut DeTable<'_>,
    keys: &[Key],
    path: &str,
    report: &mut Diagnostics,
) {
    mend(table, keys, path, report);
    for (key, value) in table.iter_mut() {
        let name: &str = key.get_ref();
        let Some(known) = keys.iter().find(|k| k.name == name) else {
            continue;
        };
        let inside = if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        };
        match (known.inner, value.get_mut()) {
            (Inner::Table(keys), DeValue::Table(table)) => mend_keys(table, keys, &inside, report),
            (Inner::List(keys), DeValue::Array(list)) => {
                for value in list.iter_mut() {
                    if let DeValue::Table(table) = value.get_mut() {
                        mend_keys(table, keys, &inside, report);
                    }
                }
            }
            (inner @ (Inner::Named(_) | Inner::Overlays), DeValue::Table(table)) => {
                for (name, value) in table.iter_mut() {
                    let DeValue::Table(table) = value.get_mut() else {
                        continue;
                    };
                    let inside = format!("{inside}.{}", name.get_ref());
                    match inner {
                        Inner::Named(keys) => mend_keys(table, keys, &inside, report),
                        _ => mend_keys(table, &overlay_keys(), &inside, report),
                    }
                }
            }
            _ => {}
        }
    }
}

/// An overlay has the keys of a file, but for those that make no sense inside one.
fn overlay_keys() -> Vec<Key> {
    const OUTSIDE: [&str; 5] = ["like", "variants", "test", "aliases", "family"];
    File::KEYS
        .iter()
        .filter(|k| !OUTSIDE.contains(&k.name))
        .copied()
        .collect()
}

fn mend(table: &mut DeTable<'_>, keys: &[Key], path: &str, report: &mut Diagnostics) {
    let is_known = |name: &str| keys.iter().any(|k| k.name == name);
    let unknown = table.keys().filter(|k| !is_known(k.get_ref()));
    let unknown: Vec<(String, std::ops::Range<usize>)> = unknown
        .map(|k| (k.get_ref().to_string(), k.span()))
        .collect();
    for (name, span) in unknown {
        if report.is_full() {
            return;
        }
        report.push(unknown_key(&name, Span::new(span.clone()), keys, path));
        let Some(right) = nearest(&name, keys.iter().map(|k| k.name)) else {
            continue;
        };
        let Some(value) = table.remove(name.as_str()) else {
            continue;
        };
        match (
            table.get_mut(right).map(Spanned::get_mut),
            value.into_inner(),
        ) {
            (Some(DeValue::Table(there)), DeValue::Table(more)) => there.extend(more),
            (Some(_), _) => {}
            (None, value) => {
                let at = Spanned::new(span.clone(), Cow::Owned(right.to_owned()));
                table.insert(at, Spanned::new(span, value));
            }
        }
    }
}

fn unknown_key(name: &str, span: Span, keys: &[Key], path: &str) -> Diagnostic {
    let place = if path.is_empty() {
        "at the top of a file".to_owned()
    } else {
        format!("in `{path}`")
    };
    let ticked: Vec<String> = keys.iter().map(|k| format!("`{}`", k.name)).collect();
    let diagnostic = Diagnostic::error(span, format!("unknown key `{name}` {place}"))
        .label(format!("expected {}", listed(&ticked, "or")))
        .suggest(name, keys.iter().map(|k| k.name));
    if !path.is_empty() && File::KEYS.iter().any(|k| k.name == name) {
        return diagnostic.help("a key of the whole file stands above the first `[header]`");
    }
    diagnostic
}
