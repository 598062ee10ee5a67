use std::path::Path;

use clap::CommandFactory;

use super::Error;
use super::args::Args;
use super::search::{did_you_mean, names_of, near, simplify, squeeze};
use crate::rules::{CatalogEntry, Rules, RulesError, catalog};
use crate::text::{join_with, nearest};

/// Loads the rules of a game, and lists the variants to play: those in `with`, after the one that `game` names, if it
/// names one. A game is a path, or the id, the name or another name of a built-in game or of a named variant.
pub(super) fn load_rules(game: &str, with: &[String]) -> Result<(Rules, Vec<String>), Error> {
    match Rules::built_in(game) {
        Err(RulesError::UnknownGame(_)) => {}
        found => return Ok((found?, with.to_vec())),
    }
    if is_path(game) {
        return Ok((Rules::open(Path::new(game))?, with.to_vec()));
    }
    let catalog = catalog();
    let entry = find_entry(&catalog, game).map_err(|missing| {
        let why = missing.to_string();
        Error::Usage(match missing {
            Missing::Unknown { near, .. } if near.is_empty() => {
                format!("{why}, and no such file; `patience list` lists the games")
            }
            _ => why,
        })
    })?;
    let variant = entry.variant.iter();
    let variants = variant.chain(with).cloned().collect();
    Ok((Rules::built_in(&entry.id)?, variants))
}

/// Whether some text stands for a game or several.
pub(super) fn is_game(text: &str) -> bool {
    let catalog = catalog();
    let is_unknown = matches!(find_entry(&catalog, text), Err(Missing::Unknown { .. }));
    !is_unknown || is_path(text)
}

/// The error for a word in the place of a command.
pub(super) fn explain_no_command(word: &str) -> Error {
    let catalog = catalog();
    if let Ok(entry) = find_entry(&catalog, word) {
        let advice = format!("`patience rules {}` prints its rules", entry.key());
        return Error::Usage(format!("`{word}` is a game, not a command; {advice}"));
    }
    let program = Args::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let first = word.split_whitespace().next().unwrap_or_default();
    let command = nearest(first, commands.chain(["help"]));
    let command = command.map(|command| format!("`{command}`"));
    let near = match command {
        // More words follow a command than a game.
        Some(command) if first != word => vec![command],
        command => command.into_iter().chain(near(&catalog, word)).collect(),
    };
    let advice = "; `patience help` lists the commands, `patience list` the games";
    let question = did_you_mean(&near);
    let end = if near.is_empty() { advice } else { &question };
    let message = format!("there is no command and no game `{word}`{end}");
    Error::Usage(message)
}

/// Whether a word for a game is a path.
pub(super) fn is_path(game: &str) -> bool {
    let path = Path::new(game);
    let is_file_name = path.extension().is_some_and(|e| e == "toml");
    game.contains(std::path::is_separator) || is_file_name || path.is_file()
}

/// Why no game was found.
#[derive(Debug, thiserror::Error)]
pub(super) enum Missing<'a> {
    #[error("several games are called `{game}`: {}", in_words(found))]
    Shared {
        game: &'a str,
        found: Vec<&'a CatalogEntry>,
    },
    /// No game is called like that; some have similar names.
    #[error("there is no game `{game}`{}", did_you_mean(near))]
    Unknown { game: &'a str, near: Vec<String> },
}

fn in_words(found: &[&CatalogEntry]) -> String {
    let keys: Vec<String> = found.iter().map(|e| format!("`{}`", e.key())).collect();
    join_with(&keys, "and")
}

/// Finds a game by its id or name; if there is none, by another name; if there is none, by any of them with the words
/// joined or split.
pub(super) fn find_entry<'a>(
    catalog: &'a [CatalogEntry],
    game: &'a str,
) -> Result<&'a CatalogEntry, Missing<'a>> {
    let (words, letters) = (simplify(game), squeeze(game));
    let is_called = |entry: &CatalogEntry| names_of(entry).take(2).any(|n| simplify(n) == words);
    let has_alias = |entry: &CatalogEntry| names_of(entry).any(|n| simplify(n) == words);
    let has_letters = |entry: &CatalogEntry| names_of(entry).any(|n| squeeze(n) == letters);
    let ways: [&dyn Fn(&CatalogEntry) -> bool; 3] = [&is_called, &has_alias, &has_letters];
    for is_meant in ways {
        let found: Vec<&CatalogEntry> = catalog.iter().filter(|entry| is_meant(entry)).collect();
        match found[..] {
            [] => {}
            [entry] => return Ok(entry),
            _ => return Err(Missing::Shared { game, found }),
        }
    }
    let near = near(catalog, game);
    Err(Missing::Unknown { game, near })
}
