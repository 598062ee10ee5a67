//! Values of a rules file that keep their place and, when they are wrong, what is wrong with them, so that
//! reading goes on and every mistake is found.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::text::{Diagnostic, Diagnostics, Span, Spanned, listed};

/// A key of a table: its name, what it says, what holds where it is not written, and what its value is made of.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// What holds where it is not written.
    pub default: &'static str,
    /// What its value is made of.
    pub inner: Inner,
}

/// What a value is made of, as far as keys can be wrong in it.
#[derive(Clone, Copy, Debug)]
pub enum Inner {
    /// No tables.
    Value,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table of tables with these keys, under names that the author chooses.
    Named(&'static [Key]),
    /// A list of tables with these keys.
    List(&'static [Key]),
    /// Named tables with the keys of a whole file.
    Overlays,
}

/// A type of values in a rules file.
pub trait Shape {
    /// What it is made of.
    const INNER: Inner = Inner::Value;

    /// What is expected, with an article: "a number".
    fn expected() -> String;

    /// The words that are right, where there are only so many.
    #[must_use]
    fn words() -> Vec<&'static str> {
        Vec::new()
    }

    /// Reports what is wrong inside the value.
    fn report(&self, _: &mut Diagnostics) {}
}

/// A value with its place: right, or what was found instead of it.
#[derive(Clone, Debug)]
pub struct Field<T> {
    /// Where it is written.
    pub span: Span,
    value: Result<T, String>,
}

impl<T> Field<T> {
    /// The value, where it is right.
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref().ok()
    }
}

impl<T: Shape> Field<T> {
    /// Reports what is wrong with the value, or inside it.
    pub fn report(&self, report: &mut Diagnostics) {
        match &self.value {
            Ok(value) => value.report(report),
            Err(found) => {
                let words = T::words();
                let diagnostic = Diagnostic::error(self.span, format!("{found} is not right here"))
                    .label(format!("expected {}", T::expected()));
                report.push(diagnostic.suggest(found.trim_matches('`'), words));
            }
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<Capture<T>>::deserialize(deserializer)?;
        Ok(Field {
            span: Span::new(spanned.span()),
            value: spanned.into_inner().0,
        })
    }
}

/// Reads a value or why it cannot be read; never fails itself.
struct Capture<T>(Result<T, String>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Capture<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Capture(
            T::deserialize(deserializer).map_err(|e| found(&e.to_string())),
        ))
    }
}

/// What serde says was found, in the words of a rules file.
fn found(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line = line.strip_prefix("invalid type: ").unwrap_or(line);
    let line = line.split(", expected ").next().unwrap_or(line);
    let (kind, value) = line.split_once(' ').unwrap_or((line, ""));
    let value = value
        .trim_end_matches(" as i128")
        .trim_end_matches(" as u128");
    match kind {
        "integer" | "number"
            if !value.contains(|c: char| c.is_ascii_digit()) || value.len() > 20 =>
        {
            "a number that is far too large".to_owned()
        }
        "invalid" if value.starts_with("length") => "a list".to_owned(),
        "string" => format!("the text `{}`", value.trim_matches('"')),
        "integer" => format!("the number {}", value.trim_matches('`')),
        "floating" => format!(
            "the number {}",
            value.trim_start_matches("point ").trim_matches('`')
        ),
        "boolean" => value.to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "a table".to_owned(),
        _ => line.to_owned(),
    }
}

macro_rules! simple {
    ($(#[$doc:meta])* $name:ident($inner:ty), $expected:literal, $($visit:ident($type:ty)),+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(pub $inner);

        impl Shape for $name {
            fn expected() -> String {
                $expected.to_owned()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Read;
                impl Visitor<'_> for Read {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }
                    $(fn $visit<E: de::Error>(self, value: $type) -> Result<$name, E> {
                        Ok($name(value.into()))
                    })+
                }
                deserializer.deserialize_any(Read)
            }
        }
    };
}

simple!(
    /// A text.
    Text(String), "a text in quotes", visit_str(&str)
);
simple!(
    /// A whole number.
    Whole(i64), "a whole number", visit_i64(i64)
);
simple!(
    /// Yes or no.
    Flag(bool), "`true` or `false`", visit_bool(bool)
);

/// A list of values.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<Field<T>>);

impl<T> List<T> {
    /// The entries of a list; none where it is not written or is no list.
    pub fn entries(field: Option<&Field<List<T>>>) -> &[Field<T>] {
        field
            .and_then(Field::get)
            .map_or(&[], |list| list.0.as_slice())
    }
}

impl<T: Shape> Shape for List<T> {
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

    fn report(&self, report: &mut Diagnostics) {
        self.0.iter().for_each(|field| field.report(report));
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(List)
    }
}

/// A table of values under names that the author chooses, in the order of the file.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Spanned<String>, Field<T>)>);

impl<T> Named<T> {
    /// The entries of a table in the order of the file; none where it is not written or is no table.
    pub fn entries(field: Option<&Field<Named<T>>>) -> &[(Spanned<String>, Field<T>)] {
        field
            .and_then(Field::get)
            .map_or(&[], |named| named.0.as_slice())
    }
}

impl<T: Shape> Shape for Named<T> {
    const INNER: Inner = match T::INNER {
        Inner::Table(keys) => Inner::Named(keys),
        other => other,
    };

    fn expected() -> String {
        "a table of names".to_owned()
    }

    fn report(&self, report: &mut Diagnostics) {
        self.0.iter().for_each(|(_, field)| field.report(report));
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
            type Value = Named<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, field)) =
                    map.next_entry::<toml::Spanned<String>, Field<T>>()?
                {
                    let span = Span::new(key.span());
                    entries.push((
                        Spanned {
                            value: key.into_inner(),
                            span,
                        },
                        field,
                    ));
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Read(PhantomData))
    }
}

/// How many cards: a number for each pile, a list with one number a pile, or all that are left.
#[derive(Clone, Debug)]
pub enum Amount {
    /// So many to each pile.
    Each(i64),
    /// So many to each, pile by pile.
    List(Vec<i64>),
    /// All.
    All,
}

impl Shape for Amount {
    fn expected() -> String {
        "a whole number, a list of one whole number a pile, or `\"all\"`".to_owned()
    }

    fn words() -> Vec<&'static str> {
        vec!["all"]
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Amount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an amount")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Amount, E> {
                Ok(Amount::Each(value))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Amount, E> {
                if value == "all" {
                    Ok(Amount::All)
                } else {
                    Err(E::custom(format!("`{value}`")))
                }
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Amount, A::Error> {
                let mut list = Vec::new();
                while let Some(number) = seq.next_element::<i64>()? {
                    list.push(number);
                }
                Ok(Amount::List(list))
            }
        }
        deserializer.deserialize_any(Read)
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

impl Shape for UnitSize {
    fn expected() -> String {
        "a whole number, or `\"any\"`".to_owned()
    }

    fn words() -> Vec<&'static str> {
        vec!["any"]
    }
}

impl<'de> Deserialize<'de> for UnitSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = UnitSize;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a unit")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<UnitSize, E> {
                Ok(UnitSize::Exactly(value))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<UnitSize, E> {
                if value == "any" {
                    Ok(UnitSize::Any)
                } else {
                    Err(E::custom(format!("`{value}`")))
                }
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// An overlay of a variant; it is read when it has been laid over the file.
#[derive(Clone, Debug)]
pub struct Overlay;

impl Shape for Overlay {
    const INNER: Inner = Inner::Overlays;

    fn expected() -> String {
        "a table".to_owned()
    }
}

impl<'de> Deserialize<'de> for Overlay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        de::IgnoredAny::deserialize(deserializer).map(|_| Overlay)
    }
}

/// Declares the values of a key that takes one of a few words.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[doc = $meaning:literal])+ $choice:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $meaning])+ $choice,)+ }

        impl $name {
            /// The words and what each means.
            pub const WORDS: &'static [(&'static str, &'static str)] =
                &[$(($word, concat!($($meaning),+)),)+];

            /// The word.
            #[must_use]
            pub fn word(self) -> &'static str {
                $name::WORDS[self as usize].0
            }

            /// The choice of a word.
            #[must_use]
            pub fn named(word: &str) -> Option<$name> {
                [$(($word, $name::$choice)),+].into_iter().find(|(w, _)| *w == word).map(|(_, c)| c)
            }

            /// What it means.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                $name::WORDS[self as usize].1.trim()
            }
        }

        impl crate::rules::field::Shape for $name {
            fn expected() -> String {
                crate::rules::field::one_of(&<Self as crate::rules::field::Shape>::words())
            }

            fn words() -> Vec<&'static str> {
                $name::WORDS.iter().map(|w| w.0).collect()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = crate::rules::field::Text::deserialize(deserializer)?.0;
                $name::named(&text).ok_or_else(|| serde::de::Error::custom(format!("`{text}`")))
            }
        }
    };
}
pub(super) use choices;

/// "`a`", "`a` or `b`", "one of `a`, `b` or `c`"
pub(super) fn one_of(words: &[&str]) -> String {
    let ticked: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    let listed = listed(&ticked, "or");
    if ticked.len() > 2 {
        format!("one of {listed}")
    } else {
        listed
    }
}

/// Declares a table of a rules file: its keys in their order, each with what it says and what holds without it.
macro_rules! keys {
    ($(#[doc = $table:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $key:literal $field:ident: $type:ty = $default:literal,)+ }) => {
        $(#[doc = $table])+
        #[derive(Clone, Debug, serde::Deserialize)]
        pub struct $name {
            $($(#[doc = $meaning])+ #[serde(rename = $key)] pub $field: Option<crate::rules::field::Field<$type>>,)+
        }

        impl $name {
            /// The keys.
            pub const KEYS: &'static [crate::rules::field::Key] = &[
                $(crate::rules::field::Key {
                    name: $key,
                    meaning: concat!($($meaning),+),
                    default: $default,
                    inner: <$type as crate::rules::field::Shape>::INNER,
                },)+
            ];
        }

        impl crate::rules::field::Shape for $name {
            const INNER: crate::rules::field::Inner = crate::rules::field::Inner::Table($name::KEYS);

            fn expected() -> String {
                "a table".to_owned()
            }

            fn report(&self, report: &mut crate::text::Diagnostics) {
                $(if let Some(field) = &self.$field {
                    field.report(report);
                })+
            }
        }
    };
}
pub(super) use keys;
