//! A tree of TOML values that owns its strings and knows the span of each key and value.

use std::num::IntErrorKind;
use std::ops::Range;

use indexmap::IndexMap;
use toml::Spanned as Located;
use toml::de::{DeTable, DeValue};

use crate::text::{Span, printable_line};

/// The maximum nesting depth of tables and lists. Valid files need at most eight levels.
pub(super) const MAX_DEPTH: usize = 16;
/// The maximum number of characters of a file that a message quotes.
pub(in crate::rules) const MAX_QUOTED: usize = 40;

/// A table, with its keys in the order of the file.
pub type TomlTable = IndexMap<String, Entry>;

/// A key of a table and its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where the key is written.
    pub key: Span,
    /// The value.
    pub value: Value,
}

/// A value with its span.
#[derive(Clone, Debug)]
pub struct Value {
    /// Where it is written. The span of a table is its header.
    pub span: Span,
    /// Its kind and content.
    pub kind: TomlKind,
}

/// The kind of a value, and its content.
#[derive(Clone, Debug)]
pub enum TomlKind {
    /// A string.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A whole number that needs more than 64 bits.
    TooLarge,
    /// What begins like a whole number and is none, such as `0x`.
    NoNumber(String),
    /// Any other number, as it is written.
    Float(String),
    /// `true` or `false`.
    Bool(bool),
    /// A date, with or without a time.
    Date,
    /// A time of day.
    Time,
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(TomlTable),
}

impl Value {
    /// A value that is written nowhere.
    pub(crate) fn unwritten(kind: TomlKind) -> Value {
        let span = Span::default();
        Value { span, kind }
    }

    /// Returns the table, if the value is one.
    pub(crate) fn as_table(&self) -> Option<&TomlTable> {
        match &self.kind {
            TomlKind::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the table to change, if the value is one.
    pub(in crate::rules) fn as_table_mut(&mut self) -> Option<&mut TomlTable> {
        match &mut self.kind {
            TomlKind::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Collects the texts in a value, at any depth.
    pub(crate) fn collect_texts<'a>(&'a self, texts: &mut Vec<&'a str>) {
        match &self.kind {
            TomlKind::Text(text) => texts.push(text),
            TomlKind::List(values) => values.iter().for_each(|value| value.collect_texts(texts)),
            TomlKind::Table(table) => {
                let values = table.values().map(|entry| &entry.value);
                values.for_each(|value| value.collect_texts(texts));
            }
            _ => {}
        }
    }

    /// Describes the value for a message, such as "the text `four`" or "a list".
    pub(crate) fn describe(&self) -> String {
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
            TomlKind::Integer(number) => format!("the number {number}"),
            TomlKind::TooLarge => "a number".to_owned(),
            TomlKind::NoNumber(text) => format!("`{}`, which is no number", printable_line(text)),
            TomlKind::Float(text) => format!("the number {text}"),
            TomlKind::Bool(flag) => format!("`{flag}`"),
            TomlKind::Date => "a date".to_owned(),
            TomlKind::Time => "a time".to_owned(),
            TomlKind::List(_) => "a list".to_owned(),
            TomlKind::Table(_) => "a table".to_owned(),
        }
    }

    /// Whether the content equals that of another value, regardless of the spans.
    pub(crate) fn has_same_content(&self, other: &Value) -> bool {
        match (&self.kind, &other.kind) {
            (TomlKind::Text(a), TomlKind::Text(b)) | (TomlKind::Float(a), TomlKind::Float(b)) => {
                a == b
            }
            (TomlKind::Integer(a), TomlKind::Integer(b)) => a == b,
            (TomlKind::Bool(a), TomlKind::Bool(b)) => a == b,
            (TomlKind::List(a), TomlKind::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.has_same_content(b))
            }
            (TomlKind::Table(a), TomlKind::Table(b)) => {
                let is_same = |(key, entry): (&String, &Entry)| {
                    b.get(key)
                        .is_some_and(|e| e.value.has_same_content(&entry.value))
                };
                a.len() == b.len() && a.iter().all(is_same)
            }
            _ => false,
        }
    }
}

/// Merges an overlay into a table.
pub(in crate::rules) fn merge(table: &mut TomlTable, overlay: TomlTable) {
    for (key, entry) in overlay {
        let Some(existing) = table.get_mut(&key) else {
            table.insert(key, entry);
            continue;
        };
        // The entry keeps its position and the span of its key.
        let Value { span, kind } = entry.value;
        match (&mut existing.value.kind, kind) {
            (TomlKind::Table(existing), TomlKind::Table(overlay)) => merge(existing, overlay),
            (_, kind) => existing.value = Value { span, kind },
        }
    }
}

/// Removes the entry at a path such as `piles.waste`. If it does not exist, returns the names that are valid where the
/// path goes wrong.
pub(in crate::rules) fn remove_path(table: &mut TomlTable, path: &str) -> Result<(), Vec<String>> {
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

/// Converts the parser's table to an owned one. `base` is the offset of the text in the sources. Values that are nested
/// too deeply are left out; the range of the first of them is returned.
pub(in crate::rules) fn owned_table(
    table: DeTable<'_>,
    base: u32,
) -> (TomlTable, Option<Range<usize>>) {
    let mut converter = Converter {
        base,
        too_deep: None,
    };
    let table = converter.table(table, 0);
    (table, converter.too_deep)
}

struct Converter {
    base: u32,
    too_deep: Option<Range<usize>>,
}

impl Converter {
    fn table(&mut self, table: DeTable<'_>, depth: usize) -> TomlTable {
        let mut owned = TomlTable::with_capacity(table.len());
        for (key, value) in table {
            let span = Span::new(key.span()).shift_by(self.base);
            if let Some(value) = self.value(value, depth + 1) {
                owned.insert(key.into_inner().into_owned(), Entry { key: span, value });
            }
        }
        owned
    }

    fn value(&mut self, value: Located<DeValue<'_>>, depth: usize) -> Option<Value> {
        let range = value.span();
        let span = Span::new(range.clone()).shift_by(self.base);
        let value = value.into_inner();
        if depth > MAX_DEPTH {
            self.too_deep.get_or_insert(range);
            drop_iteratively(value);
            return None;
        }
        let kind = match value {
            DeValue::String(text) => TomlKind::Text(text.into_owned()),
            DeValue::Integer(number) => read_integer(number.as_str(), number.radix()),
            DeValue::Float(number) => TomlKind::Float(number.as_str().to_owned()),
            DeValue::Boolean(flag) => TomlKind::Bool(flag),
            DeValue::Datetime(datetime) if datetime.date.is_none() => TomlKind::Time,
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

/// Reads a whole number. The parser also takes a prefix without digits and digits of other scripts for one.
fn read_integer(digits: &str, radix: u32) -> TomlKind {
    let prefix = match radix {
        2 => "0b",
        8 => "0o",
        16 => "0x",
        _ => "",
    };
    match i64::from_str_radix(digits, radix) {
        Ok(number) => TomlKind::Integer(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => TomlKind::TooLarge,
            _ => TomlKind::NoNumber(format!("{prefix}{digits}")),
        },
    }
}

/// Drops a value iteratively. Recursive drop of a value with thousands of levels would overflow the stack.
fn drop_iteratively(value: DeValue<'_>) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            DeValue::Array(list) => pending.extend(list.into_iter().map(Located::into_inner)),
            DeValue::Table(table) => pending.extend(table.into_iter().map(|(_, v)| v.into_inner())),
            _ => {}
        }
    }
}
