//! The JSON Schema of rules files, for editors. It is generated from the list of keys that the reader uses.

use serde_json::{Map, Value, json};

use super::{Error, Streams};
use patience::internals::file::File;
use patience::internals::keys::{Key, KeyFlag, Reference, Schema};
use patience::internals::overlay_keys;

/// Prints the schema.
pub(super) fn run(streams: &mut Streams<'_>) -> Result<(), Error> {
    writeln!(streams.output, "{:#}", schema())?;
    Ok(())
}

/// The schema of a whole file.
fn schema() -> Value {
    let file = table(File::KEYS, false);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules of a solitaire card game",
        "description": "A rules file of `patience`. games/REFERENCE.md is the reference.",
    });
    if let (Some(schema), Value::Object(file)) = (schema.as_object_mut(), file) {
        schema.extend(file);
    }
    schema
}

/// A table with these keys. If it `is_whole`, nothing of it can be inherited.
fn table(keys: &[Key], is_whole: bool) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| (key.name.to_owned(), property(key, is_whole)))
        .collect();
    let required: Vec<&str> = keys
        .iter()
        .filter(|key| key.is_required() && (is_whole || key.has(KeyFlag::NotInherited)))
        .map(|key| key.name)
        .collect();
    let mut table = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

/// A key: its meaning, its default, and what its value looks like.
fn property(key: &Key, is_whole: bool) -> Value {
    let mut property = value(key.schema, key.refers, key.names, is_whole);
    property["description"] = json!(key.describe());
    let default = match key.schema {
        Schema::Flag => key.default.parse::<bool>().ok().map(Value::from),
        Schema::Integer => key.default.parse::<i64>().ok().map(Value::from),
        _ => None,
    };
    if let Some(default) = default {
        property["default"] = default;
    }
    property
}

/// What a value looks like, given what its texts and the names in it refer to.
fn value(schema: Schema, refers: Reference, names: Reference, is_whole: bool) -> Value {
    match schema {
        Schema::Text => match pattern(refers) {
            Some(pattern) => json!({ "type": "string", "pattern": pattern }),
            None => json!({ "type": "string" }),
        },
        Schema::Line(longest) => {
            json!({ "type": "string", "maxLength": longest, "pattern": "^[^\\n\\r]*$" })
        }
        Schema::Integer => json!({ "type": "integer" }),
        Schema::Flag => json!({ "type": "boolean" }),
        Schema::Word(words) => {
            let (words, meanings): (Vec<&str>, Vec<&str>) = words
                .iter()
                .map(|(word, meaning)| (*word, meaning.trim()))
                .unzip();
            json!({ "enum": words, "x-taplo": { "docs": { "enumValues": meanings } } })
        }
        Schema::Either(schemas) => {
            let each = schemas.iter().map(|s| value(*s, refers, names, is_whole));
            json!({ "anyOf": each.collect::<Vec<_>>() })
        }
        // A list is never merged with another, so its tables are whole.
        Schema::List(inner) => {
            json!({ "type": "array", "items": value(*inner, refers, names, true) })
        }
        Schema::Table(keys) => table(keys, is_whole),
        Schema::Named(inner) => {
            let inner = value(*inner, refers, Reference::Nothing, is_whole);
            let mut named = json!({ "type": "object", "additionalProperties": inner });
            if let Some(pattern) = pattern(names) {
                named["propertyNames"] = json!({ "pattern": pattern });
            }
            named
        }
        Schema::Overlay => overlay(),
    }
}

/// The overlay of a variant: the keys of a file, except the ones that a variant cannot set.
fn overlay() -> Value {
    let properties: Map<String, Value> = overlay_keys()
        .iter()
        .map(|key| {
            let same = json!({ "$ref": format!("#/properties/{}", key.name) });
            (key.name.to_owned(), same)
        })
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// The pattern of names that the author of a file can choose.
fn pattern(reference: Reference) -> Option<&'static str> {
    match reference {
        Reference::Group | Reference::Action | Reference::Auto | Reference::Description => {
            Some("^[a-z][a-z_]{0,31}$")
        }
        Reference::Definition => Some("^[a-z][a-z_]{0,31}(\\([a-z][a-z_]{0,31}\\))?$"),
        Reference::Game | Reference::Variant => Some("^[a-z0-9-]{1,64}$"),
        _ => None,
    }
}
