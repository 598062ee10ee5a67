use std::path::Path;

use super::Error;
use crate::rules::{Rules, RulesError, built_in_ids};
use crate::text::{listed, nearest};

/// The rules of a game that was asked for by its id or by the path of its file.
pub(super) fn rules_of(game: &str) -> Result<Rules, Error> {
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
    Err(Error::Usage(unknown(game)))
}

/// What to say to a name that is no id: the games it may mean.
fn unknown(name: &str) -> String {
    let called = |text: &str| text.eq_ignore_ascii_case(name);
    let mut meant = Vec::new();
    let mut known: Vec<(String, &str)> = Vec::new();
    for id in built_in_ids() {
        let Ok(rules) = Rules::built_in(id) else {
            continue;
        };
        let game = rules.game();
        if called(id) || called(&game.name) || game.aliases.iter().any(|a| called(a)) {
            meant.push(format!("`{id}`"));
        }
        known.push((id.to_owned(), id));
        known.push((game.name.to_lowercase(), id));
        known.extend(game.aliases.iter().map(|a| (a.to_lowercase(), id)));
    }
    if !meant.is_empty() {
        return format!(
            "`{name}` is no id of a game; it may mean {}",
            listed(&meant, "or")
        );
    }
    let near = nearest(name, known.iter().map(|(text, _)| text.as_str()));
    let near = near
        .and_then(|text| known.iter().find(|(t, _)| t == text))
        .map(|(_, id)| id);
    match near {
        Some(id) => format!("there is no game `{name}`; did you mean `{id}`?"),
        None => format!(
            "there is no game `{name}`, and no such file; `patience list` says what there is"
        ),
    }
}
