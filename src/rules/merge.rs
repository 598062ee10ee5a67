//! One merge for `like` and for variants: tables key by key, everything else replaced.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::map::Map;

use super::field::Shape;
use super::file::{File, OWN};
use super::library::is_game_id;
use super::unknown::mend_keys;
use crate::text::{Diagnostic, Diagnostics, Sources, Span, Spanned as Named};

/// The most variants of a game.
const MOST_VARIANTS: usize = 64;
/// The most paths that one overlay drops.
const MOST_DROPS: usize = 64;

/// A table as it is written, with places.
pub(super) type Table<'s> = DeTable<'s>;

/// The table with all its places moved by an offset.
pub(super) fn shifted(table: DeTable<'_>, by: u32) -> DeTable<'_> {
    let entries = table
        .into_iter()
        .map(|(k, v)| (moved(k, by), shifted_value(v, by)));
    entries.collect::<Map<_, _>>()
}

fn moved<T>(spanned: Spanned<T>, by: u32) -> Spanned<T> {
    let range = spanned.span();
    let by = by as usize;
    Spanned::new(range.start + by..range.end + by, spanned.into_inner())
}

fn shifted_value(value: Spanned<DeValue<'_>>, by: u32) -> Spanned<DeValue<'_>> {
    let range = value.span();
    let by_bytes = by as usize;
    let inner = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(shifted(table, by)),
        DeValue::Array(list) => {
            DeValue::Array(list.into_iter().map(|v| shifted_value(v, by)).collect())
        }
        other => other,
    };
    Spanned::new(range.start + by_bytes..range.end + by_bytes, inner)
}

/// Lays one table over another.
fn merge<'s>(under: &mut Table<'s>, over: Table<'s>) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(below), value) if below.get_ref().is_table() && value.get_ref().is_table() => {
                if let (DeValue::Table(below), DeValue::Table(value)) =
                    (below.get_mut(), value.into_inner())
                {
                    merge(below, value);
                }
            }
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// Removes what a path such as `piles.waste` names. Where there is no such thing, the answer is the names that
/// stand where the path goes wrong.
fn remove(table: &mut Table<'_>, path: &str) -> Result<(), Vec<String>> {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(f, r)| (f, Some(r)));
    let found = match (rest, table.get_mut(first).map(Spanned::get_mut)) {
        (None, Some(_)) => {
            table.remove(first);
            return Ok(());
        }
        (Some(rest), Some(DeValue::Table(inner))) => {
            return remove(inner, rest)
                .map_err(|names| names.into_iter().map(|n| format!("{first}.{n}")).collect());
        }
        _ => table.keys().map(|k| k.get_ref().to_string()),
    };
    Err(found.collect())
}

/// The values that a table sets, each as its path and its text.
pub(super) fn leaves(table: &Table<'_>, path: &str, into: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let path = if path.is_empty() {
            key.get_ref().to_string()
        } else {
            format!("{path}.{}", key.get_ref())
        };
        match value.get_ref() {
            DeValue::Array(list) if path == "drop" => {
                // What is dropped is set, as far as other variants are concerned.
                let paths = list.iter().filter_map(|p| p.get_ref().as_str());
                into.extend(paths.map(|p| (p.to_owned(), "dropped".to_owned())));
            }
            DeValue::Table(inner) => leaves(inner, &path, into),
            other => into.push((path, format!("{:?}", Bare(other)))),
        }
    }
}

/// A value without its places, for comparison.
struct Bare<'a>(&'a DeValue<'a>);

impl std::fmt::Debug for Bare<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            DeValue::Array(list) => f
                .debug_list()
                .entries(list.iter().map(|v| Bare(v.get_ref())))
                .finish(),
            DeValue::Table(table) => f
                .debug_map()
                .entries(table.iter().map(|(k, v)| (k.get_ref(), Bare(v.get_ref()))))
                .finish(),
            DeValue::String(text) => write!(f, "{text:?}"),
            DeValue::Integer(number) => write!(f, "{number}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// The tables of a game's files, laid one over the other.
pub(super) struct Merged<'s> {
    pub(super) table: Table<'s>,
    pub(super) variants: Vec<(Named<String>, Table<'s>)>,
}

impl<'s> Merged<'s> {
    pub(super) fn of(sources: &'s Sources, report: &mut Diagnostics) -> Merged<'s> {
        let mut table = Table::new();
        for (text, base) in sources.texts().rev() {
            for own in OWN {
                table.remove(own);
            }
            let (parsed, _) = DeTable::parse_recoverable(text);
            let mut parsed = shifted(parsed.into_inner(), base);
            // What is wrong with the keys was said when the text was loaded.
            mend_keys(&mut parsed, File::KEYS, "", &mut Diagnostics::default());
            if table.is_empty() {
                // Where there is nothing to drop from, that was said already.
                parsed.remove("drop");
            }
            lay(&mut table, parsed, report);
        }
        let variants = Merged::take_variants(&mut table, report);
        Merged { table, variants }
    }

    fn take_variants(
        table: &mut Table<'s>,
        report: &mut Diagnostics,
    ) -> Vec<(Named<String>, Table<'s>)> {
        let Some(value) = table.get_mut("variants") else {
            return Vec::new();
        };
        let span = Span::new(value.span());
        let DeValue::Table(named) = value.get_mut() else {
            return Vec::new();
        };
        let named = std::mem::take(named);
        table.remove("variants");
        let mut variants = Vec::new();
        for (key, value) in named {
            let (at, span) = (Span::new(value.span()), Span::new(key.span()));
            let name = key.into_inner().into_owned();
            if !is_game_id(&name) {
                report.push(
                    Diagnostic::error(span, format!("`{name}` cannot be the name of a variant"))
                        .label("expected lower-case letters, digits and `-`"),
                );
            } else if let DeValue::Table(overlay) = value.into_inner() {
                variants.push((Named { value: name, span }, overlay));
            } else {
                report.push(
                    Diagnostic::error(at, "a variant that is no table")
                        .label("expected the keys that it sets"),
                );
            }
        }
        if variants.len() > MOST_VARIANTS {
            report.push(Diagnostic::error(
                span,
                format!("more than {MOST_VARIANTS} variants"),
            ));
            variants.truncate(MOST_VARIANTS);
        }
        variants
    }
}

/// Lays an overlay over a table: first what it drops goes, then its values come.
pub(super) fn lay<'s>(table: &mut Table<'s>, mut overlay: Table<'s>, report: &mut Diagnostics) {
    if let Some(drop) = overlay.remove("drop") {
        let span = Span::new(drop.span());
        match drop.into_inner() {
            DeValue::Array(paths) => paths
                .into_iter()
                .take(MOST_DROPS)
                .for_each(|path| drop_one(table, &path, report)),
            _ => report.push(
                Diagnostic::error(span, "`drop` is no list")
                    .label("expected a list of paths: `[\"piles.waste\"]`"),
            ),
        }
    }
    merge(table, overlay);
}

fn drop_one(table: &mut Table<'_>, path: &Spanned<DeValue<'_>>, report: &mut Diagnostics) {
    let span = Span::new(path.span());
    let DeValue::String(path) = path.get_ref() else {
        report.push(Diagnostic::error(span, "this is no path").label("expected a text in quotes"));
        return;
    };
    if OWN.contains(&path.as_ref()) {
        let message = format!("`{path}` is never taken over, so it cannot be dropped");
        report.push(Diagnostic::error(span, message));
    } else if let Err(names) = remove(table, path) {
        report.push(
            Diagnostic::error(span, format!("there is no `{path}` to drop"))
                .suggest(path, names.iter().take(500).map(String::as_str)),
        );
    }
}

/// The keys of a table, with what is wrong with their values reported.
pub(super) fn file_of(table: &Table<'_>, report: &mut Diagnostics) -> Option<File> {
    let whole = Spanned::new(0..0, table.clone());
    match File::deserialize(toml::de::Deserializer::from(whole)) {
        Ok(file) => {
            file.report(report);
            Some(file)
        }
        Err(error) => {
            let span = Span::new(error.span().unwrap_or(0..0));
            report.push(Diagnostic::error(span, error.message().to_owned()));
            None
        }
    }
}
