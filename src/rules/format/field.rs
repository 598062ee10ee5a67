//! The typed values of a rules file. Each type reads itself from the TOML tree, keeps its span, and reports its errors.
//! Reading continues after an error, to find all of them.

pub use super::keys::{Key, KeyFlag, Schema};
use super::spell::spell_out;
use super::synonyms;
use crate::rules::toml::unprintable_character;
use crate::rules::tree::{MAX_QUOTED, TomlKind, TomlTable, Value};
use crate::text::{
    Describe, Diagnostic, Diagnostics, Span, Spanned, Synonyms, is_printable, join_with,
};

/// A type that can be read from a TOML value.
pub(crate) trait FromValue: Sized {
    /// What a value of this type looks like.
    const SCHEMA: Schema;

    /// What to write instead of the value, if that is clear.
    fn correction(_: &Value) -> Option<String> {
        None
    }

    /// What other programs call these words.
    const SYNONYMS: Synonyms = Synonyms::NONE;

    /// Advice on how to write the expected value, if the value found instead suggests it.
    fn advice(value: &Value) -> Option<String> {
        match (Self::SCHEMA, &value.kind) {
            (Schema::Table(_) | Schema::Named(Schema::Table(_)), TomlKind::List(list))
                if list.iter().any(|value| value.as_table().is_some()) =>
            {
                Some(
                    "write `[...]` instead of `[[...]]`, or `{ ... }` instead of `[{ ... }]`"
                        .to_owned(),
                )
            }
            _ => None,
        }
    }

    /// Reads a value and reports its errors. Returns `None` if the value does not have this type.
    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Self>;

    /// Reads a value together with its span.
    fn read(value: &Value, report: &mut Diagnostics) -> Field<Self> {
        Field {
            span: value.span,
            is_set: true,
            value: Self::from_value(value, report),
        }
    }

    /// Reads the value of a key together with its span.
    fn of_key(table: &TomlTable, key: &str, report: &mut Diagnostics) -> Field<Self> {
        let entry = table.get(key);
        entry.map_or(Field::MISSING, |entry| Self::read(&entry.value, report))
    }

    /// Reports a value that does not have this type.
    fn mismatch(value: &Value, report: &mut Diagnostics) -> Option<Self> {
        let message = format!(
            "expected {}, found {}",
            Self::SCHEMA.description(),
            value.describe()
        );
        let mut diagnostic = Diagnostic::error(value.span, message);
        if let TomlKind::Text(text) = &value.kind {
            let synonym = Self::SYNONYMS.find(text);
            let meant = synonym.and_then(|synonym| synonym.replacement);
            let meant = meant.filter(|word| Self::SCHEMA.words().contains(word));
            let is_number = text.trim().parse::<i64>().is_ok();
            diagnostic = match (synonym, meant) {
                _ if is_number && Self::SCHEMA.description().starts_with("a whole number") => {
                    let number = text.trim();
                    diagnostic
                        .help(format!("write the number without quotes: `{number}`"))
                        .fix("", number)
                }
                (_, Some(word)) => diagnostic.did_you_mean(text, word),
                (Some(synonym), None) if !synonym.advice.is_empty() => {
                    diagnostic.help(synonym.advice)
                }
                _ => diagnostic.suggest(text, Self::SCHEMA.words()),
            };
        }
        if let Some(right) = Self::correction(value) {
            diagnostic = diagnostic.write("", &right);
        } else if let Some(advice) = Self::advice(value) {
            diagnostic = diagnostic.help(advice);
        }
        report.push(diagnostic);
        None
    }
}

/// The value of a key, or an entry of a list, with its span. Its errors were reported when it was read.
#[derive(Clone, Debug)]
pub struct Field<T> {
    /// Where it is written; the start of the file if the key is missing.
    pub span: Span,
    is_set: bool,
    value: Option<T>,
}

impl<T> Field<T> {
    /// A key that is missing.
    pub const MISSING: Field<T> = Field {
        span: Span::START,
        is_set: false,
        value: None,
    };

    /// Returns the value, or `None` if it is missing or invalid.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Whether it is written, if only with an invalid value.
    pub fn is_set(&self) -> bool {
        self.is_set
    }

    /// Where it is written, if it is.
    pub fn set_at(&self) -> Option<Span> {
        self.is_set.then_some(self.span)
    }
}

impl<T: KeyTable> Field<T> {
    /// The keys of the table; without any if it is missing or invalid.
    pub fn keys(&self) -> &T {
        self.get().unwrap_or(T::none())
    }
}

impl Field<Flag> {
    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.get() == Some(&Flag(true))
    }
}

impl<const MAX: usize> Field<Line<MAX>> {
    /// The text, which is empty if it is missing or invalid.
    pub fn text(&self) -> &str {
        self.get().map_or("", |line| &line.0)
    }
}

impl Field<Text> {
    /// The text, which is empty if it is missing or invalid.
    pub fn text(&self) -> &str {
        self.get().map_or("", |text| &text.0)
    }
}

/// A table whose keys are declared.
pub trait KeyTable: Sized + 'static {
    /// The table without any key.
    fn none() -> &'static Self;
}

/// A string, possibly of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub String);

/// A string of one line and at most `MAX` characters. It is safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<const MAX: usize>(pub String);

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer(pub i64);

/// `true` or `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl FromValue for Text {
    const SCHEMA: Schema = Schema::Text;

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Text> {
        let TomlKind::Text(text) = &value.kind else {
            return Self::mismatch(value, report);
        };
        let mut lines = text
            .split('\n')
            .map(|line| line.strip_suffix('\r').unwrap_or(line));
        let hidden = lines.find_map(|line| line.chars().find(|&c| !is_printable(c) && c != '\t'));
        match hidden {
            Some(hidden) => report.push(unprintable_character(value.span, hidden)),
            None => return Some(Text(text.clone())),
        }
        None
    }
}

impl<const MAX: usize> FromValue for Line<MAX> {
    const SCHEMA: Schema = Schema::Line(MAX);

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Line<MAX>> {
        let TomlKind::Text(text) = &value.kind else {
            return Self::mismatch(value, report);
        };
        let length = text.chars().count();
        let error = if text.contains('\n') {
            Diagnostic::error(value.span, "the text has several lines").label("expected one line")
        } else if let Some(hidden) = text.chars().find(|&c| !is_printable(c)) {
            unprintable_character(value.span, hidden)
        } else if length > MAX {
            Diagnostic::error(value.span, format!("the text has {length} characters"))
                .label(format!("expected at most {MAX}"))
        } else {
            return Some(Line(text.clone()));
        };
        report.push(error);
        None
    }
}

impl FromValue for Integer {
    const SCHEMA: Schema = Schema::Integer;

    const SYNONYMS: Synonyms = synonyms::NUMBER;

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Integer> {
        match &value.kind {
            TomlKind::Integer(number) => Some(Integer(*number)),
            TomlKind::TooLarge => {
                let error = Diagnostic::error(value.span, "the number is far too large");
                report.push(error.label("expected a smaller whole number"));
                None
            }
            _ => Self::mismatch(value, report),
        }
    }
}

impl FromValue for Flag {
    const SCHEMA: Schema = Schema::Flag;

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Flag> {
        match &value.kind {
            TomlKind::Bool(flag) => Some(Flag(*flag)),
            _ => Self::mismatch(value, report),
        }
    }
}

/// A list of values.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<Field<T>>);

impl<T> Field<List<T>> {
    /// The entries of the list; none if it is missing or invalid.
    pub fn entries(&self) -> &[Field<T>] {
        self.get().map_or(&[], |list| &list.0)
    }
}

impl<T: FromValue> FromValue for List<T> {
    const SCHEMA: Schema = Schema::List(&T::SCHEMA);

    fn correction(value: &Value) -> Option<String> {
        match (T::SCHEMA, &value.kind) {
            (Schema::Text | Schema::Line(_), TomlKind::Text(text))
                if text.len() <= MAX_QUOTED && !text.contains(['\n', '"', '\\']) =>
            {
                let entries = spell_out(text).unwrap_or_else(|| vec![text.clone()]);
                Some(format!("[\"{}\"]", entries.join("\", \"")))
            }
            _ => None,
        }
    }

    fn advice(value: &Value) -> Option<String> {
        match (T::SCHEMA, &value.kind) {
            (Schema::Table(_), TomlKind::Table(_)) => Some(
                "write `[[...]]` instead of `[...]`, or `[{ ... }]` instead of `{ ... }`"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<List<T>> {
        let TomlKind::List(list) = &value.kind else {
            return Self::mismatch(value, report);
        };
        let entries = list.iter().map(|value| T::read(value, report));
        Some(List(entries.collect()))
    }
}

/// A table whose keys are names that the author chooses, in the order of the file.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Spanned<String>, Field<T>)>);

impl<T> Field<Named<T>> {
    /// The entries in the order of the file; none if the table is missing or invalid.
    pub fn named(&self) -> &[(Spanned<String>, Field<T>)] {
        self.get().map_or(&[], |named| &named.0)
    }
}

impl<T: FromValue> FromValue for Named<T> {
    const SCHEMA: Schema = Schema::Named(&T::SCHEMA);

    fn advice(value: &Value) -> Option<String> {
        match &value.kind {
            TomlKind::List(_) if !T::SCHEMA.is_table() => {
                Some("write `{ name = value, ... }`".to_owned())
            }
            _ => T::advice(value),
        }
    }

    fn correction(value: &Value) -> Option<String> {
        T::correction(value)
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Named<T>> {
        let Some(table) = value.as_table() else {
            return Self::mismatch(value, report);
        };
        let entries = table.iter().map(|(name, entry)| {
            let name = Spanned {
                value: name.clone(),
                span: entry.key,
            };
            (name, T::read(&entry.value, report))
        });
        Some(Named(entries.collect()))
    }
}

/// How many cards a step deals.
#[derive(Clone, Debug)]
pub enum Amount {
    /// This number to each pile.
    Each(i64),
    /// One number for each pile.
    List(List<Integer>),
    /// All remaining cards.
    All,
}

impl FromValue for Amount {
    const SCHEMA: Schema = Schema::Either(&[
        Schema::Integer,
        Schema::List(&Schema::Integer),
        Schema::Word(&[("all", "all remaining cards")]),
    ]);

    const SYNONYMS: Synonyms = synonyms::AMOUNT;

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Amount> {
        match &value.kind {
            TomlKind::Integer(_) | TomlKind::TooLarge => {
                Integer::from_value(value, report).map(|number| Amount::Each(number.0))
            }
            TomlKind::Text(text) if text == "all" => Some(Amount::All),
            TomlKind::List(_) => List::from_value(value, report).map(Amount::List),
            _ => Self::mismatch(value, report),
        }
    }
}

/// How many cards can be placed on a pile at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitSize {
    /// Exactly this number.
    Exactly(i64),
    /// Any number.
    Any,
}

impl FromValue for UnitSize {
    const SCHEMA: Schema =
        Schema::Either(&[Schema::Integer, Schema::Word(&[("any", "any number")])]);

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<UnitSize> {
        match &value.kind {
            TomlKind::Integer(_) | TomlKind::TooLarge => {
                Integer::from_value(value, report).map(|number| UnitSize::Exactly(number.0))
            }
            TomlKind::Text(text) if text == "any" => Some(UnitSize::Any),
            _ => Self::mismatch(value, report),
        }
    }
}

/// The overlay of a variant. Its values are read after it was merged with the file.
#[derive(Clone, Debug)]
pub struct Overlay;

impl FromValue for Overlay {
    const SCHEMA: Schema = Schema::Overlay;

    fn from_value(_: &Value, _: &mut Diagnostics) -> Option<Overlay> {
        Some(Overlay)
    }
}

/// Lists words for a message: "`a`", "`a` or `b`", "`a`, `b` or `c`".
pub(in crate::rules) fn list_choices(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    join_with(&quoted, "or")
}
