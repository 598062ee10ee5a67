//! Finds the rules of a game that a player names.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::names::{did_you_mean, names_of, near, simplify, squeeze};
use crate::prose::words::number;
use crate::rules::{CatalogEntry, Game, Library, Rules, RulesError, VariantError, built_in_ids};
use crate::text::{debug_as_display, join_with};

/// The rules of a game that a player named.
#[derive(Debug)]
pub struct Found {
    /// The rules.
    pub rules: Rules,
    /// The variants to play: the named one, if any, and the ones that were asked for.
    pub variants: Vec<String>,
    /// The name for saving and counting the game: the id of a built-in game, or else the full path of its rules file.
    /// Its rules can be found by that name again.
    pub name: String,
}

impl Found {
    /// The game with its variants.
    ///
    /// # Errors
    /// If it cannot be played with them.
    pub fn game(&self) -> Result<Arc<Game>, VariantError> {
        self.rules.with_variants(&self.variants)
    }
}

/// Why no rules were found.
#[derive(thiserror::Error)]
pub enum FindError {
    /// The name means nothing, or too much.
    #[error("{0}")]
    Name(String),
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

debug_as_display!(FindError);

/// Loads the rules of a game. A game is the id of a file in a folder of the library or of a built-in game, or a path, or
/// the name or another name of any of these games or of a named variant. The player's own games come first. Words for
/// variants may follow its name.
///
/// ```
/// use patience::library::{Library, find};
///
/// let found = find("Klondike draw one", &[], &Library::new())?;
/// assert_eq!(found.rules.game().id(), "klondike");
/// assert_eq!(found.game()?.variants(), ["draw-one"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no game or several are called so, or its rules cannot be read.
pub fn find(game: &str, with: &[String], library: &Library) -> Result<Found, FindError> {
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
fn choose_variants(rules: &Rules, words: &[String]) -> Result<Vec<String>, FindError> {
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
            return Err(FindError::Name(format!(
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

fn load_named(game: &str, with: &[String], library: &Library) -> Result<Found, FindError> {
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
        FindError::Name(match missing {
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

/// Loads the rules of a saved game by its name there.
///
/// # Errors
/// If there are none any more, or they cannot be read.
pub fn find_saved(name: &str, with: &[String], library: &Library) -> Result<Found, FindError> {
    if built_in_ids().contains(&name) {
        return built_in(name, with.to_vec());
    }
    find(name, with, library)
}

fn built_in(id: &str, variants: Vec<String>) -> Result<Found, FindError> {
    Ok(Found {
        rules: Rules::built_in(id)?,
        variants,
        name: id.to_owned(),
    })
}

fn open(path: &Path, variants: Vec<String>, library: &Library) -> Result<Found, FindError> {
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
pub fn is_game(text: &str, library: &Library) -> bool {
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

/// Whether a word for a game is a path.
pub fn is_path(game: &str) -> bool {
    let path = Path::new(game);
    let is_file_name = path.extension().is_some_and(|e| e == "toml");
    game.contains(std::path::is_separator) || is_file_name || path.is_file()
}

/// Why no game was found.
#[derive(Debug, thiserror::Error)]
pub enum Missing<'a, 'n> {
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
///
/// # Errors
/// If no game or several are called so.
pub fn find_entry<'a, 'n>(
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

/// How many games are suggested.
const SUGGESTIONS: usize = 10;

/// Suggests the games that the largest families are called after, the largest family first.
pub fn suggest(catalog: &[CatalogEntry]) -> Vec<&CatalogEntry> {
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for entry in catalog {
        *sizes.entry(&entry.family).or_default() += 1;
    }
    let mut games: Vec<&CatalogEntry> = catalog
        .iter()
        .filter(|e| e.name == e.family && e.path.is_none())
        .collect();
    games.sort_by_key(|game| Reverse(sizes[game.family.as_str()]));
    games.truncate(SUGGESTIONS);
    games
}
