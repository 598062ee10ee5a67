//! The values of a rules file: each is read from the tree by its type, keeps its place, and reports what is wrong
//! with it, so that reading goes on and every mistake is found.

pub use super::keys::{Inner, Key, Trait};
use super::tree::{TomlKind, Value};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned, is_printable, join_with};

/// A type of values in a rules file.
pub(crate) trait FromValue: Sized {
    /// What it is made of.
    const INNER: Inner = Inner::Value;

    /// What is expected, with an article: "a number".
    fn expected() -> String;

    /// The words that are right, where there are only so many.
    fn words() -> Vec<&'static str> {
        Vec::new()
    }

    /// Reads a value. What is wrong with it, or inside it, is reported; `None` where it is not of this type.
    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Self>;

    /// Reads a value with its place.
    fn read(value: &Value, report: &mut Diagnostics) -> Field<Self> {
        Field {
            span: value.span,
            value: Self::from_value(value, report),
        }
    }

    /// Reports a value that is not of this type.
    fn mismatch(value: &Value, report: &mut Diagnostics) -> Option<Self> {
        let message = format!("expected {}, found {}", Self::expected(), value.described());
        let mut diagnostic = Diagnostic::error(value.span, message);
        if let TomlKind::Text(text) = &value.kind {
            diagnostic = diagnostic.suggest(text, Self::words());
        }
        report.push(diagnostic);
        None
    }
}

/// A value with its place; what is wrong with it was reported when it was read.
#[derive(Clone, Debug)]
pub struct Field<T> {
    /// Where it is written.
    pub span: Span,
    value: Option<T>,
}

impl<T> Field<T> {
    /// The value, where it is right.
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }
}

/// A text, of several lines perhaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub String);

/// A text of one line, of `MAX` letters at most: it is printed as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<const MAX: usize>(pub String);

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub i64);

/// Yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl FromValue for Text {
    fn expected() -> String {
        "a text in quotes".to_owned()
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Text> {
        let TomlKind::Text(text) = &value.kind else {
            return Self::mismatch(value, report);
        };
        let mut lines = text
            .split('\n')
            .map(|line| line.strip_suffix('\r').unwrap_or(line));
        let hidden = lines.find_map(|line| line.chars().find(|&c| !is_printable(c) && c != '\t'));
        match hidden {
            Some(hidden) => report.push(not_printable(value.span, hidden)),
            None => return Some(Text(text.clone())),
        }
        None
    }
}

impl<const MAX: usize> FromValue for Line<MAX> {
    fn expected() -> String {
        Text::expected()
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Line<MAX>> {
        let TomlKind::Text(text) = &value.kind else {
            return Self::mismatch(value, report);
        };
        let length = text.chars().count();
        let wrong = if text.contains('\n') {
            Diagnostic::error(value.span, "a text of several lines").label("expected one line")
        } else if let Some(hidden) = text.chars().find(|&c| !is_printable(c)) {
            not_printable(value.span, hidden)
        } else if length > MAX {
            Diagnostic::error(value.span, format!("a text of {length} letters"))
                .label(format!("expected {MAX} at most"))
        } else {
            return Some(Line(text.clone()));
        };
        report.push(wrong);
        None
    }
}

fn not_printable(span: Span, hidden: char) -> Diagnostic {
    let code = u32::from(hidden);
    Diagnostic::error(span, format!("a text with the character U+{code:04X}"))
        .label("expected letters that can be seen")
}

impl FromValue for Whole {
    fn expected() -> String {
        "a whole number".to_owned()
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Whole> {
        match &value.kind {
            TomlKind::Whole(number) => Some(Whole(*number)),
            _ => Self::mismatch(value, report),
        }
    }
}

impl FromValue for Flag {
    fn expected() -> String {
        "`true` or `false`".to_owned()
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Flag> {
        match &value.kind {
            TomlKind::Flag(flag) => Some(Flag(*flag)),
            _ => Self::mismatch(value, report),
        }
    }
}

/// A list of values.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<Field<T>>);

impl<T> List<T> {
    /// The entries of a list; none where it is not written or is not a list.
    pub fn entries(field: Option<&Field<List<T>>>) -> &[Field<T>] {
        field
            .and_then(Field::get)
            .map_or(&[], |list| list.0.as_slice())
    }
}

impl<T: FromValue> FromValue for List<T> {
    const INNER: Inner = match T::INNER {
        Inner::Table(keys) => Inner::List(keys),
        other => other,
    };

    fn expected() -> String {
        match T::INNER {
            Inner::Value => format!("a list, each entry {}", T::expected()),
            _ => "a list of tables".to_owned(),
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

/// A table of values under names that the author chooses, in the order of the file.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Spanned<String>, Field<T>)>);

impl<T> Named<T> {
    /// The entries of a table in the order of the file; none where it is not written or is not a table.
    pub fn entries(field: Option<&Field<Named<T>>>) -> &[(Spanned<String>, Field<T>)] {
        field
            .and_then(Field::get)
            .map_or(&[], |named| named.0.as_slice())
    }
}

impl<T: FromValue> FromValue for Named<T> {
    const INNER: Inner = match T::INNER {
        Inner::Table(keys) => Inner::Named(keys),
        other => other,
    };

    fn expected() -> String {
        "a table of names".to_owned()
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

/// How many cards: a number for each pile, a list with one number a pile, or all that are left.
#[derive(Clone, Debug)]
pub enum Amount {
    /// So many to each pile.
    Each(i64),
    /// So many to each, pile by pile.
    List(List<Whole>),
    /// All.
    All,
}

impl FromValue for Amount {
    fn expected() -> String {
        "a whole number, a list of one whole number a pile, or `\"all\"`".to_owned()
    }

    fn words() -> Vec<&'static str> {
        vec!["all"]
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<Amount> {
        match &value.kind {
            TomlKind::Whole(number) => Some(Amount::Each(*number)),
            TomlKind::Text(text) if text == "all" => Some(Amount::All),
            TomlKind::List(_) => List::from_value(value, report).map(Amount::List),
            _ => Self::mismatch(value, report),
        }
    }
}

/// How many cards may land at once: a number, or any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitSize {
    /// Exactly so many.
    Exactly(i64),
    /// Any number.
    Any,
}

impl FromValue for UnitSize {
    fn expected() -> String {
        "a whole number, or `\"any\"`".to_owned()
    }

    fn words() -> Vec<&'static str> {
        vec!["any"]
    }

    fn from_value(value: &Value, report: &mut Diagnostics) -> Option<UnitSize> {
        match &value.kind {
            TomlKind::Whole(number) => Some(UnitSize::Exactly(*number)),
            TomlKind::Text(text) if text == "any" => Some(UnitSize::Any),
            _ => Self::mismatch(value, report),
        }
    }
}

/// An overlay of a variant; it is read when it has been laid over the file.
#[derive(Clone, Debug)]
pub struct Overlay;

impl FromValue for Overlay {
    const INNER: Inner = Inner::Overlays;

    fn expected() -> String {
        "a table".to_owned()
    }

    fn from_value(_: &Value, _: &mut Diagnostics) -> Option<Overlay> {
        Some(Overlay)
    }
}

/// "`a`", "`a` or `b`", "one of `a`, `b` or `c`"
pub(super) fn one_of(words: &[&str]) -> String {
    let ticked: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    let listed = join_with(&ticked, "or");
    if ticked.len() > 2 {
        format!("one of {listed}")
    } else {
        listed
    }
}
