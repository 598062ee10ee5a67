//! What a TOML text says, as a tree that owns its texts and knows where each part of it is written.

use std::ops::Range;

use indexmap::IndexMap;
use toml::Spanned as Located;
use toml::de::{DeTable, DeValue};

use crate::text::Span;

/// How deep tables and lists may stand in one another; what means something stands eight deep at most.
const MAX_DEPTH: usize = 16;
/// The most letters of a file that a message repeats.
pub(super) const MAX_QUOTED: usize = 40;

/// A table: its keys in the order of the file.
pub(crate) type TomlTable = IndexMap<String, Entry>;

/// What stands under a key of a table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Where the key is written.
    pub(crate) key: Span,
    /// The value.
    pub(crate) value: Value,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// Where it is written; of a table, its header.
    pub(crate) span: Span,
    /// What it is.
    pub(crate) kind: TomlKind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum TomlKind {
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A whole number of more than 64 bits.
    TooLarge,
    /// Any other number, as it is written.
    Fraction(String),
    /// Yes or no.
    Flag(bool),
    /// A day, with or without a time.
    Date,
    /// A time of day.
    Time,
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(TomlTable),
}

impl Value {
    /// The table that it is.
    pub(crate) fn as_table(&self) -> Option<&TomlTable> {
        match &self.kind {
            TomlKind::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What a message says of it: "the text `four`", "a list".
    pub(crate) fn described(&self) -> String {
        match &self.kind {
            TomlKind::Text(text) => {
                let mut lines = text.lines();
                let line = lines.next().unwrap_or_default();
                let mut quoted: String = line.chars().take(MAX_QUOTED).collect();
                if quoted.len() < line.len() || lines.next().is_some() {
                    quoted += "...";
                }
                format!("the text `{quoted}`")
            }
            TomlKind::Whole(number) => format!("the number {number}"),
            TomlKind::TooLarge => "a number that is far too large".to_owned(),
            TomlKind::Fraction(text) => format!("the number {text}"),
            TomlKind::Flag(flag) => format!("`{flag}`"),
            TomlKind::Date => "a date".to_owned(),
            TomlKind::Time => "a time".to_owned(),
            TomlKind::List(_) => "a list".to_owned(),
            TomlKind::Table(_) => "a table".to_owned(),
        }
    }

    /// Whether it says the same as another, wherever the two are written.
    pub(crate) fn is_same(&self, other: &Value) -> bool {
        match (&self.kind, &other.kind) {
            (TomlKind::Text(a), TomlKind::Text(b))
            | (TomlKind::Fraction(a), TomlKind::Fraction(b)) => a == b,
            (TomlKind::Whole(a), TomlKind::Whole(b)) => a == b,
            (TomlKind::Flag(a), TomlKind::Flag(b)) => a == b,
            (TomlKind::List(a), TomlKind::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
            }
            (TomlKind::Table(a), TomlKind::Table(b)) => {
                let same = |(key, entry): (&String, &Entry)| {
                    b.get(key).is_some_and(|e| e.value.is_same(&entry.value))
                };
                a.len() == b.len() && a.iter().all(same)
            }
            _ => false,
        }
    }
}

/// Takes over what the parser read of a text that begins at an offset. Answers with the range of the first
/// value in the text that stands too deep, which is left out.
pub(super) fn owned_table(table: DeTable<'_>, base: u32) -> (TomlTable, Option<Range<usize>>) {
    let mut owner = Owner {
        base,
        too_deep: None,
    };
    let table = owner.table(table, 0);
    (table, owner.too_deep)
}

struct Owner {
    base: u32,
    too_deep: Option<Range<usize>>,
}

impl Owner {
    fn table(&mut self, table: DeTable<'_>, depth: usize) -> TomlTable {
        let mut owned = TomlTable::with_capacity(table.len());
        for (key, value) in table {
            let span = Span::new(key.span()).shifted(self.base);
            if let Some(value) = self.value(value, depth + 1) {
                owned.insert(key.into_inner().into_owned(), Entry { key: span, value });
            }
        }
        owned
    }

    fn value(&mut self, value: Located<DeValue<'_>>, depth: usize) -> Option<Value> {
        let range = value.span();
        let span = Span::new(range.clone()).shifted(self.base);
        let value = value.into_inner();
        if depth > MAX_DEPTH {
            self.too_deep.get_or_insert(range);
            discard(value);
            return None;
        }
        let kind = match value {
            DeValue::String(text) => TomlKind::Text(text.into_owned()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or(TomlKind::TooLarge, TomlKind::Whole),
            DeValue::Float(number) => TomlKind::Fraction(number.as_str().to_owned()),
            DeValue::Boolean(flag) => TomlKind::Flag(flag),
            DeValue::Datetime(when) if when.date.is_none() => TomlKind::Time,
            DeValue::Datetime(_) => TomlKind::Date,
            DeValue::Array(list) => {
                let values = list.into_iter().filter_map(|v| self.value(v, depth + 1));
                TomlKind::List(values.collect())
            }
            DeValue::Table(table) => TomlKind::Table(self.table(table, depth)),
        };
        Some(Value { span, kind })
    }
}

/// Drops a value layer by layer: one that holds others thousands deep would exhaust the stack if it dropped itself.
fn discard(value: DeValue<'_>) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            DeValue::Array(list) => left.extend(list.into_iter().map(Located::into_inner)),
            DeValue::Table(table) => left.extend(table.into_iter().map(|(_, v)| v.into_inner())),
            _ => {}
        }
    }
}
