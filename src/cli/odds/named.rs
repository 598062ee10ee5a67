//! What stands for a game with its variants on a command line, and what it is called.

use crate::cli::find::Found;
use crate::rules::{CatalogEntry, Fingerprint, Game, Library, catalog};

/// Rules and their names.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The fingerprint of the rules.
    pub(super) rules: String,
    /// The game, as it is typed on the command line, with its variants.
    pub(super) words: String,
    /// What it is called, with its variants; a variant with a name of its own has given it to the game.
    pub(super) title: String,
}

impl Named {
    /// A game that was loaded.
    pub(super) fn new(found: &Found, game: &Game) -> Named {
        let words = join(&found.name, &found.variants, &catalog());
        Named {
            rules: game.fingerprint().to_owned(),
            title: title(&words, game.name()),
            words,
        }
    }

    /// The games of a library, without variants and with each alone.
    pub(super) fn all(library: &Library) -> Vec<Named> {
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
        let words = join(&found.id, &variants, entries);
        Named {
            rules: found.rules,
            title: title(&words, name),
            words,
        }
    }
}

/// What stands for a game on a command line, as briefly as can be.
fn join(game: &str, variants: &[String], entries: &[CatalogEntry]) -> String {
    let is_named = |variant: &String| {
        let is_it =
            |entry: &CatalogEntry| entry.id == game && entry.variant.as_ref() == Some(variant);
        entries.iter().any(is_it)
    };
    let (mut words, rest) = match variants {
        [first, rest @ ..] if is_named(first) => (first.clone(), rest),
        all => (game.to_owned(), all),
    };
    for variant in rest {
        words = format!("{words} --with {variant}");
    }
    words
}

fn title(words: &str, name: &str) -> String {
    let variants = words.split(" --with ").skip(1);
    let names: Vec<&str> = [name].into_iter().chain(variants).collect();
    names.join(", ")
}
