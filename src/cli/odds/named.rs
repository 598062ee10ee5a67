//! The words for a game with its variants on a command line, and its title.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::shell::quote;
use patience::Game;
use patience::internals::{Fingerprint, printable_line};
use patience::library::{CatalogEntry, Found, Library, catalog};

/// A game with variants.
///
/// Its text can be typed on the command line: `klondike --with draw-one`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameRef {
    /// The game: its id, the path of its file, or a variant with a name of its own.
    pub game: String,
    /// The other variants.
    pub variants: Vec<String>,
}

/// What stands before each variant.
const WITH: &str = " --with ";

impl GameRef {
    /// The shortest text for a game.
    fn new(game: &str, variants: &[String], entries: &[CatalogEntry]) -> GameRef {
        let is_named = |variant: &String| {
            let is_it =
                |entry: &CatalogEntry| entry.id == game && entry.variant.as_ref() == Some(variant);
            entries.iter().any(is_it)
        };
        let (game, variants) = match variants {
            [first, rest @ ..] if is_named(first) => (first.as_str(), rest),
            all => (game, all),
        };
        GameRef {
            game: printable_line(game),
            variants: variants.to_vec(),
        }
    }

    /// What to type for the game in a shell: what it would change is in quotes.
    pub fn arguments(&self) -> String {
        let variants = self.variants.iter().map(|variant| quote(variant));
        let words: Vec<String> = [quote(&self.game)].into_iter().chain(variants).collect();
        words.join(WITH)
    }

    /// What the game is called, with its variants. A variant with a name of its own has given it to the game.
    fn title(&self, name: &str) -> String {
        let variants = self.variants.iter().map(String::as_str);
        let names: Vec<&str> = [name].into_iter().chain(variants).collect();
        printable_line(&names.join(", "))
    }
}

impl fmt::Display for GameRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        let mut variants = self.variants.iter();
        variants.try_for_each(|variant| write!(f, "{WITH}{variant}"))
    }
}

impl FromStr for GameRef {
    type Err = String;

    fn from_str(text: &str) -> Result<GameRef, String> {
        let mut parts = text.split(WITH).map(str::to_owned);
        let game = parts.next().unwrap_or_default();
        let variants: Vec<String> = parts.collect();
        if game.is_empty() || variants.iter().any(String::is_empty) {
            return Err(format!("expected a game with its variants, found `{text}`"));
        }
        Ok(GameRef { game, variants })
    }
}

impl Serialize for GameRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Rules and their names.
#[derive(Clone, Debug)]
pub struct Named {
    /// The fingerprint of the rules.
    pub rules: String,
    /// What stands for the game on a command line.
    pub game: GameRef,
    /// Its title, with its variants.
    pub title: String,
}

impl Named {
    /// A game that was loaded.
    pub(super) fn new(found: &Found, game: &Game) -> Named {
        let words = GameRef::new(&found.name, &found.variants, &catalog());
        Named {
            rules: game.fingerprint().to_owned(),
            title: words.title(game.name()),
            game: words,
        }
    }

    /// The games of a library, without variants and with each alone.
    pub fn all(library: &Library) -> Vec<Named> {
        let entries = library.catalog().entries;
        let fingerprints = library.fingerprints(&entries).into_iter();
        fingerprints
            .map(|found| Named::find(found, &entries))
            .collect()
    }

    fn find(found: Fingerprint, entries: &[CatalogEntry]) -> Named {
        let of_game = entries.iter().filter(|entry| entry.id == found.id);
        let of_variant = of_game.clone().find(|entry| entry.variant == found.variant);
        let entry = of_variant.or(of_game.clone().next());
        let name = entry.map_or(found.id.as_str(), |entry| &entry.name);
        let variants: Vec<String> = found.variant.into_iter().collect();
        let game = GameRef::new(&found.id, &variants, entries);
        Named {
            rules: found.rules,
            title: game.title(name),
            game,
        }
    }
}
