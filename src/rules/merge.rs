//! One merge for `like` and for variants: tables key by key, everything else replaced.

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::map::Map;

use crate::text::Span;

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
pub(super) fn merge<'s>(under: &mut Table<'s>, over: Table<'s>) {
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
pub(super) fn remove(table: &mut Table<'_>, path: &str) -> Result<(), Vec<String>> {
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

/// The values that a table sets, each as its path, its text and its place.
pub(super) fn leaves(table: &Table<'_>, path: &str, into: &mut Vec<(String, String, Span)>) {
    for (key, value) in table {
        let path = if path.is_empty() {
            key.get_ref().to_string()
        } else {
            format!("{path}.{}", key.get_ref())
        };
        match value.get_ref() {
            DeValue::Table(inner) => leaves(inner, &path, into),
            other => into.push((path, format!("{:?}", Bare(other)), Span::new(value.span()))),
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
