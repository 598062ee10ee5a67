use std::path::Path;

use super::Error;
use crate::rules::{CatalogEntry, Rules, RulesError, catalog};
use crate::text::{join_with, nearest};

/// Loads the rules of a game, and lists the variants to play: those in `with`, after the one that `game` names, if it
/// names one. A game is a path, or the id, the name or another name of a built-in game or of a named variant.
pub(super) fn load_rules(game: &str, with: &[String]) -> Result<(Rules, Vec<String>), Error> {
    match Rules::built_in(game) {
        Err(RulesError::UnknownGame(_)) => {}
        found => return Ok((found?, with.to_vec())),
    }
    let path = Path::new(game);
    let is_path =
        game.contains(std::path::is_separator) || path.extension().is_some_and(|e| e == "toml");
    if is_path || path.is_file() {
        return Ok((Rules::open(path)?, with.to_vec()));
    }
    let entry = find_entry(&catalog(), game).map_err(Error::Usage)?;
    let variants = entry.variant.into_iter().chain(with.iter().cloned());
    Ok((Rules::built_in(&entry.id)?, variants.collect()))
}

/// Finds a game by its id or name; if there is none, by another name. The error is a message with suggestions.
fn find_entry(catalog: &[CatalogEntry], game: &str) -> Result<CatalogEntry, String> {
    let wanted = simplify(game);
    let is_called =
        |entry: &&CatalogEntry| simplify(entry.key()) == wanted || simplify(&entry.name) == wanted;
    let has_alias = |entry: &&CatalogEntry| entry.aliases.iter().any(|a| simplify(a) == wanted);
    let mut found: Vec<&CatalogEntry> = catalog.iter().filter(is_called).collect();
    if found.is_empty() {
        found = catalog.iter().filter(has_alias).collect();
    }
    match found[..] {
        [entry] => return Ok(entry.clone()),
        [] => {}
        _ => {
            let keys: Vec<String> = found.iter().map(|e| format!("`{}`", e.key())).collect();
            return Err(format!(
                "several games are called `{game}`: {}",
                join_with(&keys, "and")
            ));
        }
    }
    let mut known: Vec<(String, &str)> = Vec::new();
    for entry in catalog {
        let names = entry.aliases.iter().chain([&entry.name]);
        known.push((entry.key().to_owned(), entry.key()));
        known.extend(names.map(|name| (simplify(name), entry.key())));
    }
    let near = nearest(&wanted, known.iter().map(|(text, _)| text.as_str()));
    let near = near.and_then(|text| known.iter().find(|(known, _)| known == text));
    Err(match near {
        Some((_, key)) => format!("there is no game `{game}`; did you mean `{key}`?"),
        None => {
            format!("there is no game `{game}`, and no such file; `patience list` lists the games")
        }
    })
}

/// Writes a name as ids are written, so that `Baker's Dozen` and `bakers-dozen` are the same.
fn simplify(name: &str) -> String {
    let name = name.to_lowercase().replace(['\'', '’', '.'], "");
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
