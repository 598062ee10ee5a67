//! The JSON Schema of rules files accepts what the program accepts, and rejects what it rejects by its shape.

use std::fs;

use jsonschema::Validator;
use patience::Rules;
use serde_json::{Value, json};

use crate::common::{root, rules_files, run_patience};

const FILE: &str = "grammar/rules.schema.json";

/// What `patience schema` prints.
fn schema() -> String {
    let result = run_patience(&["schema"], "");
    assert_eq!((result.status, result.stderr.as_str()), (0, ""));
    result.stdout
}

fn validator() -> Validator {
    let schema = serde_json::from_str(&schema()).expect("the schema is JSON");
    assert!(
        jsonschema::meta::is_valid(&schema),
        "the schema is not a schema"
    );
    jsonschema::validator_for(&schema).expect("the schema is valid")
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
    let validator = validator();
    let mut count = 0;
    for folder in ["games", "tests/games", "tests/hostile"] {
        for file in rules_files(folder) {
            let text = fs::read_to_string(&file).expect("the file can be read");
            let value = read_toml(&text).expect("the file is TOML");
            if let Err(error) = validator.validate(&value) {
                panic!("{}: {}: {error}", file.display(), error.instance_path());
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
    let validator = validator();
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
            Err(patience::RulesError::Rejected(found)) => {
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
        let is_valid = validator.is_valid(&value);
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
