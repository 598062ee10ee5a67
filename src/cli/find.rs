use std::path::Path;
use std::sync::Arc;

use clap::CommandFactory;

use super::Error;
use super::args::Args;
use super::search::{did_you_mean, names_of, near, simplify, squeeze};
use super::start::with_variants;
use super::welcome::suggest;
use patience::internals::words::number;
use patience::internals::{join_with, nearest};
use patience::{CatalogEntry, Game, Library, Rules, built_in_ids};

/// The rules of a game that a player named.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) rules: Rules,
    /// The variants to play: the named one, if any, and the ones that were asked for.
    pub(super) variants: Vec<String>,
    /// The name for saving and counting the game: the id of a built-in game, or else the full path of its rules file.
    /// [`load_saved`] loads it by that name.
    pub(super) name: String,
}

impl Found {
    /// The game with its variants.
    pub(super) fn game(&self) -> Result<Arc<Game>, Error> {
        with_variants(&self.rules, &self.variants)
    }
}

/// Loads the rules of a game. A game is the id of a file in a folder of the library or of a built-in game, or a path, or
/// the name or another name of any of these games or of a named variant. The player's own games come first. Words for
/// variants may follow its name.
pub(super) fn load(game: &str, with: &[String], library: &Library) -> Result<Found, Error> {
    match split_variants(game, library) {
        Some((name, words)) => {
            let found = load_named(&name, with, library)?;
            let chosen = choose_variants(&found.rules, &words)?;
            let variants = [found.variants, chosen].concat();
            Ok(Found { variants, ..found })
        }
        None => load_named(game, with, library),
    }
}

/// The name of a game, and the words that follow it; `None` if the whole text may name one.
fn split_variants(text: &str, library: &Library) -> Option<(String, Vec<String>)> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if words.len() < 2 {
        return None;
    }
    let catalog = library.catalog().entries;
    if is_named(text, library, &catalog) {
        return None;
    }
    (1..words.len()).rev().find_map(|count| {
        let (name, rest) = words.split_at(count);
        let name = name.join(" ");
        is_named(&name, library, &catalog).then(|| (name, rest.to_vec()))
    })
}

/// The variants of a game that some words name, one after the other. Numbers may be written as digits.
fn choose_variants(rules: &Rules, words: &[String]) -> Result<Vec<String>, Error> {
    let mut chosen = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let found = (1..=rest.len()).rev().find_map(|count| {
            let wanted: Vec<String> = rest[..count].iter().map(|word| write_out(word)).collect();
            let wanted = simplify(&wanted.join(" "));
            let mut variants = rules.variants();
            let variant = variants.find(|variant| simplify(variant) == wanted)?;
            Some((variant.to_owned(), count))
        });
        let Some((variant, count)) = found else {
            let game = rules.game().name();
            let variants: Vec<String> = rules.variants().map(|name| format!("`{name}`")).collect();
            let advice = if variants.is_empty() {
                "it has none".to_owned()
            } else {
                format!("its variants are {}", join_with(&variants, "and"))
            };
            let words = rest.join(" ");
            return Err(Error::Usage(format!(
                "{game} has no variant `{words}`: {advice}"
            )));
        };
        chosen.push(variant);
        rest = &rest[count..];
    }
    Ok(chosen)
}

/// Writes a number out, if the word is one.
fn write_out(word: &str) -> String {
    word.parse().map_or_else(|_| word.to_owned(), number)
}

/// Words for these games as such. They mean the one that is suggested first.
const ANY_GAME: [&str; 2] = ["solitaire", "patience"];

fn load_named(game: &str, with: &[String], library: &Library) -> Result<Found, Error> {
    if let Some(path) = library.path_of(game) {
        return open(&path, with.to_vec(), library);
    }
    if built_in_ids().contains(&game) {
        return built_in(game, with.to_vec());
    }
    if is_path(game) {
        return open(Path::new(game), with.to_vec(), library);
    }
    let catalog = library.catalog().entries;
    let entry = find_any(&catalog, game).map_err(|missing| {
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
    match &entry.path {
        Some(path) => open(path, variants, library),
        None => built_in(&entry.id, variants),
    }
}

/// Loads a saved game by its name there.
pub(super) fn load_saved(name: &str, with: &[String], library: &Library) -> Result<Found, Error> {
    if built_in_ids().contains(&name) {
        return built_in(name, with.to_vec());
    }
    load(name, with, library)
}

fn built_in(id: &str, variants: Vec<String>) -> Result<Found, Error> {
    Ok(Found {
        rules: Rules::built_in(id)?,
        variants,
        name: id.to_owned(),
    })
}

fn open(path: &Path, variants: Vec<String>, library: &Library) -> Result<Found, Error> {
    let rules = Rules::open_with(path, library)?;
    let full = path.is_file().then(|| path.canonicalize().ok()).flatten();
    let name = full.and_then(|path| path.to_str().map(str::to_owned));
    Ok(Found {
        name: name.unwrap_or_else(|| rules.game().id().to_owned()),
        rules,
        variants,
    })
}

/// Whether some text stands for a game or several, perhaps with words for variants after it.
pub(super) fn is_game(text: &str, library: &Library) -> bool {
    is_named(text, library, &library.catalog().entries) || split_variants(text, library).is_some()
}

/// Whether some text names a game or several.
fn is_named(text: &str, library: &Library, catalog: &[CatalogEntry]) -> bool {
    library.path_of(text).is_some()
        || is_path(text)
        || !matches!(find_any(catalog, text), Err(Missing::Unknown { .. }))
}

/// Finds a game by its name, or the first one that is suggested by a word for all of them.
fn find_any<'a, 'n>(
    catalog: &'a [CatalogEntry],
    game: &'n str,
) -> Result<&'a CatalogEntry, Missing<'a, 'n>> {
    find_entry(catalog, game).or_else(|missing| {
        let is_any = ANY_GAME.contains(&simplify(game).as_str());
        let first = suggest(catalog).first().copied();
        first.filter(|_| is_any).ok_or(missing)
    })
}

/// The error for a word in the place of a command.
pub(super) fn explain_no_command(word: &str, library: &Library) -> Error {
    let catalog = library.catalog().entries;
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
pub(super) enum Missing<'a, 'n> {
    #[error("several games are called `{game}`: {}", in_words(found))]
    Shared {
        game: &'n str,
        found: Vec<&'a CatalogEntry>,
    },
    /// No game is called like that; some have similar names.
    #[error("there is no game `{game}`{}", did_you_mean(near))]
    Unknown { game: &'n str, near: Vec<String> },
}

fn in_words(found: &[&CatalogEntry]) -> String {
    let keys: Vec<String> = found.iter().map(|e| format!("`{}`", e.key())).collect();
    join_with(&keys, "and")
}

/// The games that a name stands for: more than one where books share a name.
pub fn games_named<'a>(catalog: &'a [CatalogEntry], name: &str) -> Vec<&'a CatalogEntry> {
    match find_entry(catalog, name) {
        Ok(entry) => vec![entry],
        Err(Missing::Shared { found, .. }) => found,
        Err(Missing::Unknown { .. }) => Vec::new(),
    }
}

/// Finds a game by its id or name; if there is none, by another name; if there is none, by any of them with the words
/// joined or split. The player's own games come first.
pub(super) fn find_entry<'a, 'n>(
    catalog: &'a [CatalogEntry],
    game: &'n str,
) -> Result<&'a CatalogEntry, Missing<'a, 'n>> {
    let (words, letters) = (simplify(game), squeeze(game));
    let is_called = |entry: &CatalogEntry| names_of(entry).take(2).any(|n| simplify(n) == words);
    let has_alias = |entry: &CatalogEntry| names_of(entry).any(|n| simplify(n) == words);
    let has_letters = |entry: &CatalogEntry| names_of(entry).any(|n| squeeze(n) == letters);
    let ways: [&dyn Fn(&CatalogEntry) -> bool; 3] = [&is_called, &has_alias, &has_letters];
    for is_own in [true, false] {
        for is_meant in ways {
            let games = catalog.iter();
            let games = games.filter(|entry| entry.path.is_some() == is_own && is_meant(entry));
            let found: Vec<&CatalogEntry> = games.collect();
            match found[..] {
                [] => {}
                [entry] => return Ok(entry),
                _ => return Err(Missing::Shared { game, found }),
            }
        }
    }
    let near = near(catalog, game);
    Err(Missing::Unknown { game, near })
}
