//! The JSON Schema of rules files accepts what the program accepts, and rejects what it rejects by its shape.

use std::fs;

use patience::Rules;
use regex_lite::Regex;
use serde_json::{Map, Value, json};

use crate::common::{root, rules_files, run_patience};

const FILE: &str = "grammar/rules.schema.json";

/// What `patience schema` prints.
fn schema() -> String {
    let result = run_patience(&["schema"], "");
    assert_eq!((result.status, result.stderr.as_str()), (0, ""));
    result.stdout
}

/// The keywords of JSON Schema (2020-12) that the generated schema uses.
///
/// A validator of the whole standard is 45 packages, half as many as the program has. An unknown keyword is a panic, so
/// the schema cannot demand something that no test reads.
struct Schema(Value);

impl Schema {
    fn generated() -> Self {
        Self(serde_json::from_str(&schema()).expect("the schema is JSON"))
    }

    /// The first place of a value that the schema rejects, and the keyword that rejects it; `Ok` if there is none.
    fn validate(&self, value: &Value) -> Result<(), String> {
        self.check(&self.0, value, "")
    }

    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let Value::Object(keywords) = schema else {
            return match schema {
                Value::Bool(true) => Ok(()),
                Value::Bool(false) => Err(format!("{place}: it may not be there")),
                _ => panic!("{place}: {schema} is no schema"),
            };
        };
        keywords.iter().try_for_each(|(keyword, says)| {
            if self.keyword(keywords, keyword, says, value, place)? {
                Ok(())
            } else {
                Err(format!(
                    "{place}: {value} is not as `{keyword}` says: {says}"
                ))
            }
        })
    }

    /// Whether a value is as one keyword of a schema says; an error is from a part of the value.
    fn keyword(
        &self,
        keywords: &Map<String, Value>,
        keyword: &str,
        says: &Value,
        value: &Value,
        place: &str,
    ) -> Result<bool, String> {
        let list = || says.as_array().expect("a list");
        let size = || says.as_u64().expect("a size");
        let is_applied = match keyword {
            "pattern" | "maxLength" => value.is_string(),
            "items" => value.is_array(),
            "required" | "propertyNames" | "properties" | "additionalProperties" => {
                value.is_object()
            }
            _ => true,
        };
        if !is_applied {
            return Ok(true);
        }
        Ok(match (keyword, value) {
            // What only people and editors read.
            ("$schema" | "title" | "description" | "default" | "x-taplo", _) => true,
            ("type", _) => match says.as_str().expect("a type") {
                "string" => value.is_string(),
                "integer" => value.is_i64() || value.is_u64(),
                "boolean" => value.is_boolean(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("{place}: the type {other} is not known"),
            },
            ("enum", _) => list().contains(value),
            ("anyOf", _) => list().iter().any(|s| self.check(s, value, place).is_ok()),
            ("$ref", _) => {
                let pointer = says.as_str().and_then(|says| says.strip_prefix('#'));
                let meant = pointer.and_then(|pointer| self.0.pointer(pointer));
                self.check(meant.expect("a place in the schema"), value, place)?;
                true
            }
            ("pattern", Value::String(text)) => {
                let pattern = Regex::new(says.as_str().expect("a pattern"));
                pattern.expect("a pattern").is_match(text)
            }
            ("maxLength", Value::String(text)) => text.chars().count() as u64 <= size(),
            ("items", Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    self.check(says, item, &format!("{place}/{at}"))?;
                }
                true
            }
            ("required", Value::Object(table)) => {
                let has = |key: &Value| table.contains_key(key.as_str().expect("a key"));
                list().iter().all(has)
            }
            ("propertyNames", Value::Object(table)) => {
                for key in table.keys() {
                    self.check(says, &json!(key), &format!("{place}/{key}"))?;
                }
                true
            }
            ("properties" | "additionalProperties", Value::Object(table)) => {
                for (key, value) in table {
                    let named = keywords.get("properties").and_then(|named| named.get(key));
                    let schema = if keyword == "properties" {
                        named
                    } else {
                        named.is_none().then_some(says)
                    };
                    if let Some(schema) = schema {
                        self.check(schema, value, &format!("{place}/{key}"))?;
                    }
                }
                true
            }
            _ => panic!("{place}: the keyword `{keyword}` is not known"),
        })
    }
}

/// Each keyword accepts one value and rejects another.
#[test]
fn each_keyword_of_the_schema_can_reject() {
    let text = json!({"type": "string"});
    let cases = [
        (json!({"type": "integer"}), json!(1), json!(1.5)),
        (json!({"type": "boolean"}), json!(true), json!(1)),
        (json!({"enum": ["a", 2]}), json!(2), json!("b")),
        (
            json!({"anyOf": [text, {"type": "array"}]}),
            json!([]),
            json!(1),
        ),
        (
            json!({"items": {"$ref": "#/title"}, "title": text}),
            json!(["a"]),
            json!([1]),
        ),
        (json!({"pattern": "^a$"}), json!("a"), json!("ab")),
        (json!({"maxLength": 1}), json!("é"), json!("ab")),
        (json!({"required": ["a"]}), json!({"a": 1}), json!({"b": 1})),
        (
            json!({"propertyNames": {"enum": ["a"]}}),
            json!({"a": 1}),
            json!({"b": 1}),
        ),
        (
            json!({"properties": {"a": text}}),
            json!({"a": "", "b": 1}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": text}, "additionalProperties": false}),
            json!({"a": ""}),
            json!({"b": ""}),
        ),
        (
            json!({"additionalProperties": text}),
            json!({"a": ""}),
            json!({"a": 1}),
        ),
    ];
    for (schema, right, wrong) in cases {
        let schema = Schema(schema);
        assert_eq!(schema.validate(&right), Ok(()));
        assert!(
            schema.validate(&wrong).is_err(),
            "{} accepts {wrong}",
            schema.0
        );
    }
}

/// Reads TOML as JSON; `None` if it is not TOML.
fn read_toml(text: &str) -> Option<Value> {
    let table: toml::Table = toml::from_str(text).ok()?;
    Some(to_json(toml::Value::Table(table)))
}

fn to_json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => json!(text),
        toml::Value::Integer(number) => json!(number),
        toml::Value::Float(number) => json!(number),
        toml::Value::Boolean(flag) => json!(flag),
        // No key has a date, so it must fit nowhere.
        toml::Value::Datetime(_) => Value::Null,
        toml::Value::Array(list) => list.into_iter().map(to_json).collect(),
        toml::Value::Table(table) => {
            let entries = table.into_iter().map(|(key, value)| (key, to_json(value)));
            Value::Object(entries.collect())
        }
    }
}

#[test]
fn the_committed_schema_is_up_to_date() {
    let committed = fs::read_to_string(root().join(FILE)).expect("the file can be read");
    assert_eq!(
        committed,
        schema(),
        "generate it again with `patience schema > {FILE}`"
    );
}

#[test]
fn the_schema_accepts_all_games() {
    let schema = Schema::generated();
    let mut count = 0;
    for folder in ["games", "tests/games", "tests/hostile"] {
        for file in rules_files(folder) {
            let text = fs::read_to_string(&file).expect("the file can be read");
            let value = read_toml(&text).expect("the file is TOML");
            if let Err(error) = schema.validate(&value) {
                panic!("{}: {error}", file.display());
            }
            count += 1;
        }
    }
    assert!(count > 300, "there are only {count} files");
}

/// Whether a message is about the shape of a file: a key that is unknown, a value of the wrong type, or a wrong word.
fn is_about_shape(message: &str) -> bool {
    let wrong_types = [
        "the text `",
        "the number ",
        "`true`",
        "`false`",
        "a date",
        "a time",
        "a list",
        "a table",
    ];
    let found = message
        .strip_prefix("expected ")
        .and_then(|rest| rest.split_once(", found "));
    message.starts_with("unknown key ")
        || message.starts_with("the game has no name")
        || found.is_some_and(|(_, found)| wrong_types.iter().any(|wrong| found.starts_with(wrong)))
}

#[test]
fn the_schema_rejects_wrong_shapes() {
    let schema = Schema::generated();
    let (mut rejected, mut accepted) = (0, 0);
    for file in rules_files("tests/errors") {
        let bytes = fs::read(&file).expect("the file can be read");
        let Some(value) = String::from_utf8(bytes)
            .ok()
            .and_then(|text| read_toml(&text))
        else {
            continue;
        };
        let parsed = Rules::open(&file);
        let messages: Vec<String> = match &parsed {
            Ok(_) => Vec::new(),
            Err(patience::library::RulesError::Rejected(found)) => {
                // What is wrong in the file that it is like is not its own mistake.
                let path = file.display().to_string();
                let own = found.diagnostics.iter().filter(|d| {
                    let place = found.sources.place(d.mark.span);
                    place.is_some_and(|place| place.file == path)
                });
                own.map(|d| d.message.clone()).collect()
            }
            Err(error) => panic!("{error}"),
        };
        let is_valid = schema.validate(&value).is_ok();
        if messages.iter().any(|message| is_about_shape(message)) {
            assert!(!is_valid, "{}: {messages:?}", file.display());
            rejected += 1;
        } else if is_valid {
            accepted += 1;
        } else {
            assert!(
                !messages.is_empty(),
                "{} is accepted by `check`",
                file.display()
            );
        }
    }
    // The rest are mistakes that no schema can know.
    assert!(rejected > 40, "only {rejected} files have a wrong shape");
    assert!(accepted > 200, "only {accepted} files have other mistakes");
}
