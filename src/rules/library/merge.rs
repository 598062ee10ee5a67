//! Merges a file with the files it inherits from and with its variants: tables are merged key by key, all other values
//! are replaced.

use std::borrow::Cow;

use super::fingerprint::fingerprint;
use super::is_game_id;
use super::stale::{drop_descriptions_of, drop_stale_descriptions};
use crate::rules::field::{FromValue, KeyFlag, List, Overlay, Text};
use crate::rules::file::File;
use crate::rules::tree::{TomlKind, TomlTable, Value, merge, remove_path};
use crate::text::{Describe, Diagnostics, Digest, Span, Spanned};

/// The maximum number of variants of a game.
const MAX_VARIANTS: usize = 64;
/// The maximum number of paths that one overlay can drop.
const MAX_DROPS: usize = 64;

/// The merged table of a game's files, and the overlays of its variants.
#[derive(Clone, Debug, Default)]
pub(super) struct MergedFile {
    pub(super) table: TomlTable,
    pub(super) variants: Vec<(Spanned<String>, TomlTable)>,
}

impl MergedFile {
    /// Merges the tables of a file and its ancestors. In `chain`, each table comes before its parent.
    pub(super) fn new(chain: Vec<TomlTable>, report: &mut Diagnostics) -> MergedFile {
        let mut table = TomlTable::new();
        for mut child in chain.into_iter().rev() {
            table.retain(|key, _| is_inherited(key));
            drop_named_variants(&mut table);
            if table.is_empty() {
                // `drop` without `like` has been reported already.
                child.shift_remove("drop");
            }
            apply_overlay(&mut table, child, report);
        }
        let variants = take_variants(&mut table, report);
        MergedFile { table, variants }
    }

    /// Reads the file with overlays applied in order. Errors in the values go to the report.
    pub(super) fn file_with(&self, overlays: &[&TomlTable], report: &mut Diagnostics) -> File {
        let table = self.table_with(overlays, report);
        File::from_table(&table, report)
    }

    /// The fingerprint of the rules with overlays applied in order.
    pub(super) fn fingerprint_with(&self, overlays: &[&TomlTable]) -> Digest {
        fingerprint(&self.table_with(overlays, &mut Diagnostics::default()))
    }

    /// Applies overlays in order. An overlay with a name does not keep the other names of the game.
    pub(super) fn table_with(
        &self,
        overlays: &[&TomlTable],
        report: &mut Diagnostics,
    ) -> Cow<'_, TomlTable> {
        if overlays.is_empty() {
            return Cow::Borrowed(&self.table);
        }
        // Tests are read from the plain file; they can be most of it.
        let keys = self.table.iter().filter(|(key, _)| *key != "test");
        let mut table: TomlTable = keys
            .map(|(key, entry)| (key.clone(), entry.clone()))
            .collect();
        let mut drops = Diagnostics::default();
        for &overlay in overlays {
            if overlay.contains_key("name") {
                table.shift_remove("aliases");
            }
            apply_overlay(&mut table, overlay.clone(), &mut drops);
        }
        // Each overlay is also checked alone. Among several, an earlier one may have dropped the path already.
        if overlays.len() == 1 {
            report.extend(drops);
        }
        Cow::Owned(table)
    }
}

/// Removes the variants that have a name, since they are games of their own.
fn drop_named_variants(table: &mut TomlTable) {
    let variants = table.get_mut("variants");
    if let Some(variants) = variants.and_then(|entry| entry.value.as_table_mut()) {
        variants.retain(|_, entry| {
            let overlay = entry.value.as_table();
            !overlay.is_some_and(|overlay| overlay.contains_key("name"))
        });
    }
}

/// Whether a game inherits a key from its parent. The other keys say what it is called and where it comes from, not how
/// it is played.
pub(super) fn is_inherited(key: &str) -> bool {
    !File::KEYS
        .iter()
        .any(|k| k.name == key && k.has(KeyFlag::NotInherited))
}

/// Applies an overlay to a table: removes the paths that it drops, then merges its values.
fn apply_overlay(table: &mut TomlTable, mut overlay: TomlTable, report: &mut Diagnostics) {
    if let Some(drop) = overlay.shift_remove("drop")
        && let Some(List(paths)) = List::<Text>::from_value(&drop.value, report)
    {
        if let Some(path) = paths.get(MAX_DROPS) {
            let message = format!("`drop` has more than {MAX_DROPS} paths");
            report.error(path.span, message);
        }
        for path in paths.iter().take(MAX_DROPS) {
            if let Some(text) = path.get() {
                drop_path(table, &text.0, path.span, report);
            }
        }
    }
    drop_stale_descriptions(table, &overlay);
    merge(table, overlay);
}

fn drop_path(table: &mut TomlTable, path: &str, span: Span, report: &mut Diagnostics) {
    drop_descriptions_of(table, path);
    if !is_inherited(path) {
        let message = format!("cannot drop `{path}`: it is never inherited");
        report.error(span, message);
    } else if let Err(names) = remove_path(table, path)
        // A key that the language knows may be dropped in case that the other file has it, now or later.
        && !File::KEYS.iter().any(|key| key.name == path)
    {
        report
            .error(span, format!("cannot drop `{path}`: it does not exist"))
            .suggest(path, names.iter().take(500).map(String::as_str));
    }
}

fn take_variants(
    table: &mut TomlTable,
    report: &mut Diagnostics,
) -> Vec<(Spanned<String>, TomlTable)> {
    let named = table.get_mut("variants");
    let Some(named) = named.and_then(|entry| entry.value.as_table_mut()) else {
        return Vec::new();
    };
    let named = std::mem::take(named);
    table.shift_remove("variants");
    let mut variants: Vec<(Spanned<String>, TomlTable)> = Vec::new();
    for (name, entry) in named {
        let span = entry.key;
        if !is_game_id(&name) {
            report
                .error(span, format!("`{name}` cannot be the name of a variant"))
                .label("expected lower-case letters, digits and `-`");
        } else if let TomlKind::Table(overlay) = entry.value.kind {
            variants.push((Spanned { value: name, span }, overlay));
        } else {
            let _ = Overlay::mismatch(&entry.value, report);
        }
    }
    if let Some((name, _)) = variants.get(MAX_VARIANTS) {
        let message = format!("the game has more than {MAX_VARIANTS} variants");
        report.error(name.span, message);
        variants.truncate(MAX_VARIANTS);
    }
    variants
}

/// A value that an overlay sets, or a path that it drops.
pub(super) struct Change<'a> {
    /// Its path, such as `piles.waste.count`.
    pub(super) path: String,
    /// The new value, or `None` if the path is dropped.
    value: Option<&'a Value>,
}

impl Change<'_> {
    /// Whether two changes contradict each other.
    pub(super) fn conflicts_with(&self, other: &Change<'_>) -> bool {
        let is_ancestor = |a: &str, b: &str| {
            b.strip_prefix(a)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if self.path != other.path {
            return is_ancestor(&self.path, &other.path) || is_ancestor(&other.path, &self.path);
        }
        match (self.value, other.value) {
            (Some(a), Some(b)) => !a.has_same_content(b),
            (a, b) => a.is_some() != b.is_some(),
        }
    }
}

/// Lists the changes that an overlay makes.
pub(super) fn list_changes(overlay: &TomlTable) -> Vec<Change<'_>> {
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
            _ => collect_values(key.clone(), &entry.value, &mut changes),
        }
    }
    changes
}

fn collect_values<'a>(path: String, value: &'a Value, changes: &mut Vec<Change<'a>>) {
    match value.as_table() {
        Some(table) => {
            for (key, entry) in table {
                collect_values(format!("{path}.{key}"), &entry.value, changes);
            }
        }
        None => changes.push(Change {
            path,
            value: Some(value),
        }),
    }
}
