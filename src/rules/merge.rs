//! One merge for `like` and for variants: tables key by key, everything else replaced.

use super::field::{FromValue, List, Text, Trait};
use super::file::File;
use super::library::is_game_id;
use super::tree::{TomlKind, TomlTable, Value};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned};

/// The most variants of a game.
const MAX_VARIANTS: usize = 64;
/// The most paths that one overlay drops.
const MAX_DROPS: usize = 64;

/// What a game's files say, laid one over the other, and what its variants lay over that.
#[derive(Clone, Debug, Default)]
pub(super) struct Merged {
    pub(super) table: TomlTable,
    pub(super) variants: Vec<(Spanned<String>, TomlTable)>,
}

impl Merged {
    /// Merges the tables of a file and of those it is like, each before the one that it is like.
    pub(super) fn new(chain: Vec<TomlTable>, report: &mut Diagnostics) -> Merged {
        let mut table = TomlTable::new();
        for mut above in chain.into_iter().rev() {
            table.retain(|key, _| !is_own(key));
            if table.is_empty() {
                // Where there is nothing to drop from, that was said already.
                above.shift_remove("drop");
            }
            apply_overlay(&mut table, above, report);
        }
        let variants = take_variants(&mut table, report);
        Merged { table, variants }
    }

    /// The file with overlays laid over it, in their order. What is wrong with its values goes to the report.
    pub(super) fn file_with(&self, overlays: &[&TomlTable], report: &mut Diagnostics) -> File {
        if overlays.is_empty() {
            return File::from_table(&self.table, report);
        }
        let mut table = self.table.clone();
        let mut drops = Diagnostics::default();
        for &overlay in overlays {
            apply_overlay(&mut table, overlay.clone(), &mut drops);
        }
        // Each overlay is checked alone; beside others, what it drops may be gone already.
        if overlays.len() == 1 {
            report.extend(drops);
        }
        File::from_table(&table, report)
    }
}

/// Whether it is a key that a game does not take over from the one it is like.
fn is_own(key: &str) -> bool {
    File::KEYS.iter().any(|k| k.name == key && k.is(Trait::Own))
}

/// Lays one table over another.
pub(super) fn merge(under: &mut TomlTable, over: TomlTable) {
    for (key, above) in over {
        let Some(below) = under.get_mut(&key) else {
            under.insert(key, above);
            continue;
        };
        // The key keeps its place among the others, and where it was written first.
        let Value { span, kind } = above.value;
        match (&mut below.value.kind, kind) {
            (TomlKind::Table(below), TomlKind::Table(above)) => merge(below, above),
            (_, kind) => below.value = Value { span, kind },
        }
    }
}

/// Lays an overlay over a table: first what it drops goes, then its values come.
fn apply_overlay(table: &mut TomlTable, mut overlay: TomlTable, report: &mut Diagnostics) {
    if let Some(drop) = overlay.shift_remove("drop")
        && let Some(List(paths)) = List::<Text>::from_value(&drop.value, report)
    {
        if let Some(path) = paths.get(MAX_DROPS) {
            let message = format!("more than {MAX_DROPS} paths to drop");
            report.push(Diagnostic::error(path.span, message));
        }
        for path in paths.iter().take(MAX_DROPS) {
            if let Some(text) = path.get() {
                drop_path(table, &text.0, path.span, report);
            }
        }
    }
    merge(table, overlay);
}

fn drop_path(table: &mut TomlTable, path: &str, span: Span, report: &mut Diagnostics) {
    if is_own(path) {
        let message = format!("`{path}` is never taken over, so it cannot be dropped");
        report.push(Diagnostic::error(span, message));
    } else if let Err(names) = remove_path(table, path) {
        report.push(
            Diagnostic::error(span, format!("there is no `{path}` to drop"))
                .suggest(path, names.iter().take(500).map(String::as_str)),
        );
    }
}

/// Removes what a path such as `piles.waste` names. Where there is no such thing, the answer is the names that
/// stand where the path goes wrong.
fn remove_path(table: &mut TomlTable, path: &str) -> Result<(), Vec<String>> {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(f, r)| (f, Some(r)));
    match (rest, table.get_mut(first).map(|e| &mut e.value.kind)) {
        (None, Some(_)) => {
            table.shift_remove(first);
            Ok(())
        }
        (Some(rest), Some(TomlKind::Table(inner))) => remove_path(inner, rest)
            .map_err(|names| names.into_iter().map(|n| format!("{first}.{n}")).collect()),
        _ => Err(table.keys().cloned().collect()),
    }
}

fn take_variants(
    table: &mut TomlTable,
    report: &mut Diagnostics,
) -> Vec<(Spanned<String>, TomlTable)> {
    let Some(TomlKind::Table(named)) = table.get_mut("variants").map(|e| &mut e.value.kind) else {
        return Vec::new();
    };
    let named = std::mem::take(named);
    table.shift_remove("variants");
    let mut variants: Vec<(Spanned<String>, TomlTable)> = Vec::new();
    for (name, entry) in named {
        let span = entry.key;
        if !is_game_id(&name) {
            report.push(
                Diagnostic::error(span, format!("`{name}` cannot be the name of a variant"))
                    .label("expected lower-case letters, digits and `-`"),
            );
        } else if let TomlKind::Table(overlay) = entry.value.kind {
            variants.push((Spanned { value: name, span }, overlay));
        } else {
            report.push(
                Diagnostic::error(entry.value.span, "a variant that is not a table")
                    .label("expected the keys that it sets"),
            );
        }
    }
    if let Some((name, _)) = variants.get(MAX_VARIANTS) {
        let message = format!("more than {MAX_VARIANTS} variants");
        report.push(Diagnostic::error(name.span, message));
        variants.truncate(MAX_VARIANTS);
    }
    variants
}

/// A value that an overlay sets, or a path that it drops.
pub(super) struct Change<'a> {
    /// Where it stands in the file: `piles.waste.count`.
    pub(super) path: String,
    /// The value; `None` where it is dropped.
    value: Option<&'a Value>,
}

impl Change<'_> {
    /// Whether only one of two changes can be made.
    pub(super) fn conflicts_with(&self, other: &Change<'_>) -> bool {
        let leads = |a: &str, b: &str| {
            b.strip_prefix(a)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if self.path != other.path {
            return leads(&self.path, &other.path) || leads(&other.path, &self.path);
        }
        match (self.value, other.value) {
            (Some(a), Some(b)) => !a.is_same(b),
            (a, b) => a.is_some() != b.is_some(),
        }
    }
}

/// The changes that an overlay makes.
pub(super) fn changes(overlay: &TomlTable) -> Vec<Change<'_>> {
    let mut changes = Vec::new();
    for (key, entry) in overlay {
        match &entry.value.kind {
            TomlKind::List(paths) if key == "drop" => {
                let paths = paths.iter().filter_map(|path| match &path.kind {
                    TomlKind::Text(path) => Some(path.clone()),
                    _ => None,
                });
                changes.extend(paths.map(|path| Change { path, value: None }));
            }
            _ => set_values(key.clone(), &entry.value, &mut changes),
        }
    }
    changes
}

fn set_values<'a>(path: String, value: &'a Value, changes: &mut Vec<Change<'a>>) {
    match value.as_table() {
        Some(table) => {
            for (key, entry) in table {
                set_values(format!("{path}.{key}"), &entry.value, changes);
            }
        }
        None => changes.push(Change {
            path,
            value: Some(value),
        }),
    }
}
