//! Descriptions fall with the conditions and steps that they were written for.

use crate::rules::tree::{TomlTable, Value, remove_path};
use crate::text::words;

/// Removes the descriptions of the conditions and steps that an overlay replaces, and of those that use one of them: they
/// were written for others.
pub(super) fn drop_stale_descriptions(table: &mut TomlTable, overlay: &TomlTable) {
    if !table.contains_key("describe") {
        return;
    }
    let entries = |table: &TomlTable, key: &str| {
        let entry = table.get(key).and_then(|entry| entry.value.as_table());
        entry.cloned().unwrap_or_default()
    };
    let mentions = |value: &Value, names: &[String]| {
        let mut texts = Vec::new();
        value.collect_texts(&mut texts);
        let mut words = texts.into_iter().flat_map(words);
        words.any(|word| names.iter().any(|name| name == word))
    };
    let mut stale: Vec<String> = entries(overlay, "define")
        .keys()
        .map(|key| bare_name(key).to_owned())
        .collect();
    let defined = entries(table, "define");
    // What uses a stale name is stale too, until no more are found.
    loop {
        let names = defined
            .iter()
            .filter(|(_, entry)| mentions(&entry.value, &stale));
        let names = names.map(|(key, _)| bare_name(key).to_owned());
        let new: Vec<String> = names.filter(|name| !stale.contains(name)).collect();
        if new.is_empty() {
            break;
        }
        stale.extend(new);
    }
    let steps = |table: &TomlTable| {
        let lists = ["actions", "auto"].map(|key| entries(table, key));
        let lists = lists.into_iter().flatten().filter_map(|(name, entry)| {
            let steps = entry.value.as_table()?.get("do")?.value.clone();
            Some((name, steps))
        });
        lists.collect::<Vec<(String, Value)>>()
    };
    stale.extend(steps(overlay).into_iter().map(|(name, _)| name));
    let listed = steps(table);
    // Steps name the conditions that they use, and the actions whose steps they repeat: those call no others.
    for _ in 0..2 {
        let users = listed.iter().filter(|(_, steps)| mentions(steps, &stale));
        let users: Vec<String> = users.map(|(name, _)| name.clone()).collect();
        stale.extend(users);
    }
    let described = table.get_mut("describe");
    if let Some(described) = described.and_then(|entry| entry.value.as_table_mut()) {
        described.retain(|name, _| !stale.contains(name));
    }
}

/// Removes the descriptions of the conditions and steps at a path that is dropped.
pub(super) fn drop_descriptions_of(table: &mut TomlTable, path: &str) {
    let mut keys = path.split('.');
    if let (Some(owner @ ("define" | "actions" | "auto")), name) = (keys.next(), keys.next()) {
        let entry = table.get(owner).and_then(|entry| entry.value.as_table());
        let names: Vec<String> = entry
            .into_iter()
            .flat_map(TomlTable::keys)
            .cloned()
            .collect();
        let key = keys.next().filter(|_| owner != "define");
        for dropped in names.iter().filter(|_| key.is_none_or(|key| key == "do")) {
            if name.is_none_or(|name| name == dropped) {
                let _ = remove_path(table, &format!("describe.{}", bare_name(dropped)));
            }
        }
    }
}

/// The name of a condition without its parameter.
fn bare_name(key: &str) -> &str {
    key.split('(').next().unwrap_or_default()
}
