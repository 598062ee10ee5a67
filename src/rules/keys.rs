//! The two ways to declare what a rules file can say: tables with their keys, and words to choose from.

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
    /// What else is true of it.
    pub traits: &'static [Trait],
}

/// What is true of some keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// A game does not take it over from the one it is like.
    Own,
    /// It cannot stand in a variant.
    NotInVariants,
}

impl Key {
    /// Whether something is true of it.
    #[must_use]
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }
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

/// Declares a table of a rules file: its keys in their order, each with what it says, what holds without it, and what
/// else is true of it.
macro_rules! keys {
    ($(#[doc = $table:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $key:literal $field:ident: $type:ty = $default:literal $([$($trait:ident),+])?,)+ }) => {
        $(#[doc = $table])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $field: Option<crate::rules::field::Field<$type>>,)+
        }

        impl $name {
            /// The keys.
            pub const KEYS: &'static [crate::rules::field::Key] = &[
                $(crate::rules::field::Key {
                    name: $key,
                    meaning: concat!($($meaning),+),
                    default: $default,
                    inner: <$type as crate::rules::field::FromValue>::INNER,
                    traits: &[$($(crate::rules::field::Trait::$trait),+)?],
                },)+
            ];

            /// The keys that are written, in the order of [`Self::KEYS`], with the places of their values.
            #[must_use]
            pub fn written(&self) -> Vec<(&'static str, crate::text::Span)> {
                let all = [$(($key, self.$field.as_ref().map(|field| field.span)),)+];
                all.into_iter().filter_map(|(key, span)| Some((key, span?))).collect()
            }

            /// Reads the keys of a table, and reports what is wrong with their values.
            pub(crate) fn from_table(
                table: &crate::rules::tree::TomlTable,
                report: &mut crate::text::Diagnostics,
            ) -> $name {
                $name {
                    $($field: table.get($key).map(|entry| {
                        <$type as crate::rules::field::FromValue>::read(&entry.value, report)
                    }),)+
                }
            }
        }

        impl crate::rules::field::FromValue for $name {
            const INNER: crate::rules::field::Inner = crate::rules::field::Inner::Table($name::KEYS);

            fn expected() -> String {
                "a table".to_owned()
            }

            fn from_value(
                value: &crate::rules::tree::Value,
                report: &mut crate::text::Diagnostics,
            ) -> Option<$name> {
                match value.as_table() {
                    Some(table) => Some($name::from_table(table, report)),
                    None => Self::mismatch(value, report),
                }
            }
        }
    };
}
pub(super) use keys;

/// Declares the values of a key that takes one of a few words.
macro_rules! choices {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $choice:ident = $word:literal,)+ }) => {
        $(#[doc = $doc])+
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

        impl crate::rules::field::FromValue for $name {
            fn expected() -> String {
                crate::rules::field::one_of(&<Self as crate::rules::field::FromValue>::words())
            }

            fn words() -> Vec<&'static str> {
                $name::WORDS.iter().map(|w| w.0).collect()
            }

            fn from_value(
                value: &crate::rules::tree::Value,
                report: &mut crate::text::Diagnostics,
            ) -> Option<$name> {
                let word = match &value.kind {
                    crate::rules::tree::TomlKind::Text(text) => $name::named(text),
                    _ => None,
                };
                word.or_else(|| Self::mismatch(value, report))
            }
        }
    };
}
pub(super) use choices;
