//! Macros that declare the format of rules files: tables with their keys, and sets of words.

/// A key of a table in a rules file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its default, described in words.
    pub default: &'static str,
    /// Which keys its value can contain.
    pub schema: Schema,
    /// Its special properties.
    pub flags: &'static [KeyFlag],
}

/// A special property of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFlag {
    /// A game does not inherit it from the game that it is `like`.
    NotInherited,
    /// A variant cannot set it.
    NotInVariants,
}

impl Key {
    /// Whether the key has a flag.
    #[must_use]
    pub fn has(&self, flag: KeyFlag) -> bool {
        self.flags.contains(&flag)
    }
}

/// Which keys a value can contain, to find unknown keys in it.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// No keys: the value contains no tables.
    Value,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table of tables with these keys. The author chooses the names of the inner tables.
    Named(&'static [Key]),
    /// A list of tables with these keys.
    List(&'static [Key]),
    /// A table of named overlays, each with the keys of a file.
    Overlays,
}

/// Declares a table of a rules file: its keys in order, each with its meaning, type, default and flags.
macro_rules! keys {
    ($(#[doc = $table:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $key:literal $field:ident: $type:ty = $default:literal $([$($flag:ident),+])?,)+ }) => {
        $(#[doc = $table])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $field: Option<crate::rules::field::Field<$type>>,)+
        }

        impl $name {
            /// All keys of the table.
            pub const KEYS: &'static [crate::rules::field::Key] = &[
                $(crate::rules::field::Key {
                    name: $key,
                    meaning: concat!($($meaning),+),
                    default: $default,
                    schema: <$type as crate::rules::field::FromValue>::SCHEMA,
                    flags: &[$($(crate::rules::field::KeyFlag::$flag),+)?],
                },)+
            ];

            /// The keys that the file sets, in the order of [`Self::KEYS`], with the spans of their values.
            #[must_use]
            pub fn keys_set(&self) -> Vec<(&'static str, crate::text::Span)> {
                let all = [$(($key, self.$field.as_ref().map(|field| field.span)),)+];
                all.into_iter().filter_map(|(key, span)| Some((key, span?))).collect()
            }

            /// Reads the keys of a table and reports errors in their values.
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
            const SCHEMA: crate::rules::field::Schema = crate::rules::field::Schema::Table($name::KEYS);

            fn description() -> String {
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
pub(crate) use keys;

/// Declares the type of a key whose value is one of a fixed set of words.
macro_rules! choices {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $choice:ident = $word:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $meaning])+ $choice,)+ }

        impl $name {
            /// The words, each with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] =
                &[$(($word, concat!($($meaning),+)),)+];

            /// The word in the rules file.
            #[must_use]
            pub fn word(self) -> &'static str {
                $name::WORDS[self as usize].0
            }

            /// Returns the value that a word stands for.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                [$(($word, $name::$choice)),+].into_iter().find(|(w, _)| *w == word).map(|(_, c)| c)
            }

            /// Describes the meaning of the word.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                $name::WORDS[self as usize].1.trim()
            }
        }

        impl crate::rules::field::FromValue for $name {
            fn description() -> String {
                crate::rules::field::list_choices(&<Self as crate::rules::field::FromValue>::words())
            }

            fn words() -> Vec<&'static str> {
                $name::WORDS.iter().map(|w| w.0).collect()
            }

            fn sayings() -> &'static [crate::text::dialect::Saying] {
                crate::text::dialect::of_choice(stringify!($name))
            }

            fn from_value(
                value: &crate::rules::tree::Value,
                report: &mut crate::text::Diagnostics,
            ) -> Option<$name> {
                let word = match &value.kind {
                    crate::rules::tree::TomlKind::Text(text) => $name::from_word(text),
                    _ => None,
                };
                word.or_else(|| Self::mismatch(value, report))
            }
        }
    };
}
pub(super) use choices;
