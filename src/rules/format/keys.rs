//! Macros that declare the format of rules files: tables with their keys, and sets of words.

use crate::text::join_with;

/// A key of a table in a rules file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its default, described in words.
    pub default: &'static str,
    /// What its value looks like.
    pub schema: Schema,
    /// What the texts of its value refer to.
    pub refers: Reference,
    /// What the names in its value refer to, if it is a table whose keys are names of things.
    pub names: Reference,
    /// Its special properties.
    pub flags: &'static [KeyFlag],
}

/// A special property of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFlag {
    /// A game does not inherit it.
    NotInherited,
    /// A variant cannot set it.
    NotInVariants,
}

impl Key {
    /// Whether the key has a flag.
    pub fn has(&self, flag: KeyFlag) -> bool {
        self.flags.contains(&flag)
    }

    /// Whether a table must have the key.
    pub fn is_required(&self) -> bool {
        self.default == "required"
    }

    /// Describes the key: its meaning and its default.
    pub fn describe(&self) -> String {
        let meaning = self.meaning.trim();
        match self.default {
            "required" => format!("{meaning} (required)"),
            "-" => meaning.to_owned(),
            default => format!("{meaning} (default: {default})"),
        }
    }
}

/// What a value looks like: its type, the keys of its tables and its words.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// Text of any number of lines.
    Text,
    /// One line of text with at most this number of characters.
    Line(usize),
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Flag,
    /// One of these words, each with its meaning.
    Word(&'static [(&'static str, &'static str)]),
    /// Any of these.
    Either(&'static [Schema]),
    /// A list of these.
    List(&'static Schema),
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table of these. The author chooses its keys.
    Named(&'static Schema),
    /// The overlay of a variant, with the keys of a file.
    Overlay,
}

impl Schema {
    /// Describes the expected value in a message, such as "a whole number".
    pub fn description(self) -> String {
        match self {
            Schema::Text | Schema::Line(_) => "text in quotes".to_owned(),
            Schema::Integer => "a whole number".to_owned(),
            Schema::Flag => "`true` or `false`".to_owned(),
            Schema::Word(_) => super::field::list_choices(&self.words()),
            Schema::Either(schemas) => {
                let each: Vec<String> = schemas.iter().map(|s| s.description()).collect();
                join_with(&each, "or")
            }
            Schema::List(Schema::Integer) => {
                "a list with one whole number for each pile".to_owned()
            }
            Schema::List(Schema::Table(_)) => "a list of tables".to_owned(),
            Schema::List(_) => "a list of texts in quotes".to_owned(),
            Schema::Table(_) | Schema::Named(_) | Schema::Overlay => "a table".to_owned(),
        }
    }

    /// The words that a value can be.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Schema::Word(words) => words.iter().map(|(word, _)| *word).collect(),
            Schema::Either(schemas) => schemas.iter().flat_map(|s| s.words()).collect(),
            _ => Vec::new(),
        }
    }

    /// What `find` returns for this, or for the first of several that a value can be.
    pub(in crate::rules) fn alternative(
        self,
        find: impl Fn(Schema) -> Option<Schema> + Copy,
    ) -> Option<Schema> {
        match self {
            Schema::Either(schemas) => schemas.iter().find_map(|schema| schema.alternative(find)),
            _ => find(self),
        }
    }

    /// Whether a value is always a table.
    pub(in crate::rules) fn is_table(self) -> bool {
        matches!(self, Schema::Table(_) | Schema::Named(_) | Schema::Overlay)
    }
}

/// What a text or a name in a rules file refers to. A key with a [`Slot`](crate::condition::Slot) is a condition
/// without more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Nothing that has a name in the file.
    Nothing,
    /// A game, by its id.
    Game,
    /// A path of keys, such as `piles.waste`.
    Path,
    /// A group of piles.
    Group,
    /// A group of piles, or one of its piles: `tableau 1`.
    Piles,
    /// A pile as a player writes it: `t1`.
    Pile,
    /// An action.
    Action,
    /// Steps that run automatically.
    Auto,
    /// What may be described: a named condition, an action or automatic steps.
    Description,
    /// An action or a group of piles, whose uses are counted.
    Counter,
    /// A variant of the game.
    Variant,
    /// A condition that can be used by name.
    Definition,
    /// A condition itself, as it follows the name in `[define]`.
    Condition,
    /// Cards: `AS 2H`.
    Cards,
    /// A move.
    Move,
    /// A path of a key that forbids a move: `piles.tableau.build`.
    Clause,
}

/// Declares a table of a rules file: its keys in order, each with its meaning, type, default and flags. After the type,
/// `as` says what its texts refer to, and `by` what its names refer to.
macro_rules! keys {
    ($(#[doc = $table:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $key:literal $field:ident: $type:ty $(as $refers:ident $(by $names:ident)?)? = $default:literal $([$($flag:ident),+])?,)+ }) => {
        $(#[doc = $table])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $field: crate::rules::field::Field<$type>,)+
        }

        impl $name {
            /// All keys of the table.
            pub const KEYS: &'static [crate::rules::field::Key] = &[
                $(crate::rules::field::Key {
                    name: $key,
                    meaning: concat!($($meaning),+),
                    default: $default,
                    schema: <$type as crate::rules::field::FromValue>::SCHEMA,
                    refers: crate::rules::keys::reference!($($refers)?),
                    names: crate::rules::keys::reference!($($($names)?)?),
                    flags: &[$($(crate::rules::field::KeyFlag::$flag),+)?],
                },)+
            ];

            /// The keys that the file sets, in the order of [`Self::KEYS`], with the spans of their values.
            pub fn keys_set(&self) -> Vec<(&'static str, crate::text::Span)> {
                let all = [$(($key, self.$field.set_at()),)+];
                all.into_iter().filter_map(|(key, span)| Some((key, span?))).collect()
            }

            /// Reads the keys of a table and reports errors in their values.
            pub(crate) fn from_table(
                table: &crate::rules::tree::TomlTable,
                report: &mut crate::text::Diagnostics,
            ) -> $name {
                $name {
                    $($field: <$type as crate::rules::field::FromValue>::of_key(table, $key, report),)+
                }
            }
        }

        impl crate::rules::field::KeyTable for $name {
            fn none() -> &'static $name {
                static NONE: $name = $name { $($field: crate::rules::field::Field::MISSING,)+ };
                &NONE
            }
        }

        impl crate::rules::field::FromValue for $name {
            const SCHEMA: crate::rules::field::Schema = crate::rules::field::Schema::Table($name::KEYS);

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

/// The [`Reference`] with a name, or `Nothing` if there is none.
macro_rules! reference {
    () => {
        crate::rules::keys::Reference::Nothing
    };
    ($name:ident) => {
        crate::rules::keys::Reference::$name
    };
}
pub(crate) use reference;

/// Declares the type of a key whose value is one of a fixed set of words. After its name, `as` names the table of what
/// the words are called elsewhere.
macro_rules! choices {
    ($(#[doc = $doc:literal])+ $name:ident $(as $synonyms:path)? { $($(#[doc = $meaning:literal])+ $choice:ident = $word:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $meaning])+ $choice,)+ }

        impl $name {
            /// The words, each with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] =
                &[$(($word, concat!($($meaning),+)),)+];

            /// The word in the rules file.
            pub fn word(self) -> &'static str {
                $name::WORDS[self as usize].0
            }

            /// Returns the value that a word stands for.
            pub fn from_word(word: &str) -> Option<$name> {
                [$(($word, $name::$choice)),+].into_iter().find(|(w, _)| *w == word).map(|(_, c)| c)
            }

            /// Describes the meaning of the word.
            pub fn meaning(self) -> &'static str {
                $name::WORDS[self as usize].1.trim()
            }
        }

        impl crate::rules::field::FromValue for $name {
            const SCHEMA: crate::rules::field::Schema =
                crate::rules::field::Schema::Word($name::WORDS);

            $(const SYNONYMS: crate::text::Synonyms = $synonyms;)?

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
pub(in crate::rules) use choices;
