//! The rules of a game as one file: what its files and variants set, merged, and the defaults of all other keys.

use super::error::VariantError;
use super::loaded::Rules;
use crate::rules::file::File;
use crate::rules::game::{Game, Group, Unit};
use crate::rules::keys::{Key, Reference, Schema};
use crate::rules::tree::{TomlKind, TomlTable, Value};
use crate::text::quote;

/// The keys that say how a file is put together. What they do is done in merged rules.
const NOT_MERGED: [&str; 4] = ["like", "drop", "variants", "test"];
/// The maximum length of a list on one line.
const MAX_LIST: usize = 100;

/// The keys of merged rules with their values, table by table.
#[derive(Clone, Debug)]
pub struct Settings(Vec<Table>);

/// A table of the rules.
#[derive(Clone, Debug)]
struct Table {
    /// Its path, such as `piles.waste`; empty at the top level.
    path: String,
    /// Whether the rules have it, if only with defaults.
    is_set: bool,
    /// Each key with its value: `count = 3`, or for a default that no value says, `run: as build`; and whether that is a
    /// default.
    settings: Vec<(String, bool)>,
}

impl Rules {
    /// Returns the rules with variants applied, as one file that depends on no other.
    ///
    /// ```
    /// let rules = patience::Rules::built_in("klondike")?;
    /// let file = rules.settings(&["draw-one"])?.to_toml(true);
    /// assert!(file.contains("\ncount = 4\n"));
    /// assert!(file.contains("\n# capacity = 13\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the variants cannot be played, like [`Rules::with_variants`].
    pub fn settings<S: AsRef<str>>(&self, variants: &[S]) -> Result<Settings, VariantError> {
        let (game, mut table) = self.apply(variants)?;
        if !game.about.is_empty()
            && let Some(about) = table.to_mut().get_mut("about")
        {
            about.value.kind = TomlKind::Text(game.about.clone());
        }
        let mut writer = Writer {
            game: &game,
            tables: Vec::new(),
        };
        writer.add_table("", File::KEYS, Some(&table), None);
        Ok(Settings(writer.tables))
    }
}

impl Settings {
    /// Writes the settings as a rules file, with the defaults as comments if they are asked for.
    pub fn to_toml(&self, with_defaults: bool) -> String {
        let mut text = String::new();
        let tables = self.0.iter().filter(|table| with_defaults || table.is_set);
        for table in tables {
            if !table.path.is_empty() {
                let mark = comment_mark(!table.is_set);
                text.extend(["\n", mark, "[", &table.path, "]\n"]);
            }
            let settings = table.settings.iter();
            for (text_of_key, is_default) in settings.filter(|(_, d)| with_defaults || !d) {
                text.extend([comment_mark(*is_default), text_of_key, "\n"]);
            }
        }
        text
    }

    /// The keys that are set, each with its path: `piles.waste.count = 3`.
    pub fn lines(&self) -> Vec<String> {
        let settings = |table: &Table| {
            let set = table.settings.iter().filter(|(_, is_default)| !is_default);
            let lines = set.map(|(text, _)| join(&table.path, text));
            lines.collect::<Vec<_>>()
        };
        self.0.iter().flat_map(settings).collect()
    }
}

fn comment_mark(is_comment: bool) -> &'static str {
    if is_comment { "# " } else { "" }
}

/// Lists the tables of a game.
struct Writer<'a> {
    game: &'a Game,
    tables: Vec<Table>,
}

impl Writer<'_> {
    /// Adds a table and those in it; the keys of a group of piles have defaults of their own.
    fn add_table(
        &mut self,
        path: &str,
        keys: &'static [Key],
        table: Option<&TomlTable>,
        group: Option<&Group>,
    ) {
        let index = self.tables.len();
        self.tables.push(Table {
            path: path.to_owned(),
            is_set: table.is_some(),
            settings: Vec::new(),
        });
        for key in keys {
            if path.is_empty() && NOT_MERGED.contains(&key.name) {
                continue;
            }
            let value = table.and_then(|table| Some(&table.get(key.name)?.value));
            let setting = match (key.schema, value) {
                (Schema::Table(inner), _)
                    if value.is_some() || !inner.iter().any(Key::is_required) =>
                {
                    let table = value.and_then(Value::as_table);
                    self.add_table(&join(path, key.name), inner, table, None);
                    None
                }
                (Schema::Named(inner), Some(value)) => {
                    self.add_named(key, *inner, value);
                    None
                }
                (_, Some(value)) => Some((setting(key.name, value, key), false)),
                (_, None) => default_setting(key, group).map(|text| (text, true)),
            };
            self.tables[index].settings.extend(setting);
        }
    }

    /// Adds the tables, or the texts, that the author named.
    fn add_named(&mut self, key: &Key, inner: Schema, value: &Value) {
        let no_names = TomlTable::new();
        let named = value.as_table().unwrap_or(&no_names);
        let Schema::Table(keys) = inner else {
            let settings = named.iter();
            let settings = settings.map(|(name, entry)| (setting(name, &entry.value, key), false));
            self.tables.push(Table {
                path: key.name.to_owned(),
                is_set: true,
                settings: settings.collect(),
            });
            return;
        };
        let game = self.game;
        let groups: &[Group] = match key.names {
            Reference::Group => &game.groups,
            _ => &[],
        };
        // A game has a stock also if its file does not say so.
        let implied = groups.iter().filter(|g| !named.contains_key(&g.name));
        let implied = implied.map(|group| (&group.name, None));
        let tables = named.iter();
        let tables = tables.map(|(name, entry)| (name, entry.value.as_table()));
        for (name, table) in implied.chain(tables) {
            let group = groups.iter().find(|group| group.name == *name);
            self.add_table(&join(key.name, &write_name(name)), keys, table, group);
        }
    }
}

/// Writes a key with its value.
fn setting(name: &str, value: &Value, key: &Key) -> String {
    format!("{} = {}", write_name(name), write(value, key))
}

/// What a key means that is not set; `None` if the table is another one with it.
fn default_setting(key: &Key, group: Option<&Group>) -> Option<String> {
    let name = key.name;
    let of_group = group.and_then(|group| group_default(group, name));
    Some(match (of_group, key.default) {
        (Some(text), _) => text,
        (None, "-" | "required") => return None,
        (None, number) if number.parse::<i64>().is_ok() => format!("{name} = {number}"),
        (None, flag @ ("true" | "false")) => format!("{name} = {flag}"),
        (None, word) if key.schema.words().contains(&word) => format!("{name} = {}", quote(word)),
        (None, words) => format!("{name}: {words}"),
    })
}

/// The default of a key of a group, if it depends on the group.
fn group_default(group: &Group, key: &str) -> Option<String> {
    let value = match key {
        "role" => quote(group.role.word()),
        "count" => group.piles.count.to_string(),
        "start" => match &group.start {
            Some(start) => quote_condition(&start.text),
            None => return Some("start: none".to_owned()),
        },
        "take" => quote(group.take.word()),
        "unit" => match group.unit {
            Unit::Exactly(cards) => cards.to_string(),
            Unit::Any => quote("any"),
        },
        "alike" => group.alike.to_string(),
        "goal" => group.goal.to_string(),
        "capacity" => match group.capacity {
            Some(capacity) => capacity.to_string(),
            None => return Some("capacity: no limit".to_owned()),
        },
        _ => return None,
    };
    Some(format!("{key} = {value}"))
}

fn join(table: &str, key: &str) -> String {
    if table.is_empty() {
        key.to_owned()
    } else {
        format!("{table}.{key}")
    }
}

/// Writes a name as a key.
fn write_name(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quote(name)
    }
}

/// Writes the value of a key.
fn write(value: &Value, key: &Key) -> String {
    match &value.kind {
        TomlKind::Text(text) if is_condition(key) => quote_condition(text),
        TomlKind::Text(text) => quote(text),
        TomlKind::Integer(number) => number.to_string(),
        TomlKind::Bool(flag) => flag.to_string(),
        TomlKind::List(list) => {
            let items: Vec<String> = list.iter().map(|item| write(item, key)).collect();
            let line = items.join(", ");
            if line.len() <= MAX_LIST {
                return format!("[{line}]");
            }
            let lines = items.iter().map(|item| format!("  {item},\n"));
            format!("[\n{}]", lines.collect::<String>())
        }
        TomlKind::Table(table) => write_inline(table, key.schema),
        // No key of valid rules has such a value.
        TomlKind::TooLarge
        | TomlKind::NoNumber(_)
        | TomlKind::Float(_)
        | TomlKind::Date
        | TomlKind::Time => String::new(),
    }
}

/// Writes a table on one line.
fn write_inline(table: &TomlTable, schema: Schema) -> String {
    let keys = match schema {
        Schema::Table(keys) => keys,
        Schema::List(Schema::Table(keys)) => *keys,
        _ => &[],
    };
    let entries = table.iter().filter_map(|(name, entry)| {
        let key = keys.iter().find(|key| key.name == name)?;
        Some(format!("{name} = {}", write(&entry.value, key)))
    });
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// Whether the texts of a key are conditions or drawings, and not names.
fn is_condition(key: &Key) -> bool {
    let is_text = matches!(
        key.schema,
        Schema::Text | Schema::List(Schema::Text) | Schema::Named(Schema::Text)
    );
    is_text && matches!(key.refers, Reference::Nothing | Reference::Condition)
}

/// Writes a condition between single quotes, if it has none.
fn quote_condition(text: &str) -> String {
    if text.contains("'''") || text.ends_with('\'') {
        quote(text)
    } else if text.contains(['\'', '\n']) {
        format!("'''\n{text}'''")
    } else {
        format!("'{text}'")
    }
}
