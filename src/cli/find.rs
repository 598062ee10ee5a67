use std::path::Path;

use super::Error;
use crate::rules::{Rules, RulesError, built_in_ids};
use crate::text::{join_with, nearest};

/// Loads the rules of a built-in game, by id, or of a file, by path.
pub(super) fn load_rules(game: &str) -> Result<Rules, Error> {
    match Rules::built_in(game) {
        Err(RulesError::UnknownGame(_)) => {}
        found => return Ok(found?),
    }
    let path = Path::new(game);
    let is_path =
        game.contains(std::path::is_separator) || path.extension().is_some_and(|e| e == "toml");
    if is_path || path.is_file() {
        return Ok(Rules::open(path)?);
    }
    Err(Error::Usage(describe_unknown(game)))
}

/// The message for a name that is not an id, with suggestions.
fn describe_unknown(name: &str) -> String {
    let is_name = |text: &str| text.eq_ignore_ascii_case(name);
    let mut matches = Vec::new();
    let mut known: Vec<(String, &str)> = Vec::new();
    for id in built_in_ids() {
        let Ok(rules) = Rules::built_in(id) else {
            continue;
        };
        let game = rules.game();
        if is_name(id) || is_name(&game.name) || game.aliases.iter().any(|a| is_name(a)) {
            matches.push(format!("`{id}`"));
        }
        known.push((id.to_owned(), id));
        known.push((game.name.to_lowercase(), id));
        known.extend(game.aliases.iter().map(|a| (a.to_lowercase(), id)));
    }
    if !matches.is_empty() {
        return format!(
            "there is no game with the id `{name}`; did you mean {}?",
            join_with(&matches, "or")
        );
    }
    let near = nearest(name, known.iter().map(|(text, _)| text.as_str()));
    let near = near
        .and_then(|text| known.iter().find(|(t, _)| t == text))
        .map(|(_, id)| id);
    match near {
        Some(id) => format!("there is no game `{name}`; did you mean `{id}`?"),
        None => {
            format!("there is no game `{name}`, and no such file; `patience list` lists the games")
        }
    }
}
