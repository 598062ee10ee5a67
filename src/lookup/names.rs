//! Compares what a player types with the names of games.

use crate::rules::{CatalogEntry, Game};
use crate::text::join_with;

/// Writes a name as ids are written, so that `Baker's Dozen` and `bakers-dozen` are the same.
pub fn simplify(name: &str) -> String {
    words_of(name).join("-")
}

impl Game {
    /// What the game is called, with its variants.
    pub fn title(&self) -> String {
        // A variant with a name of its own has given it to the game.
        let own = simplify(self.name());
        let others = self.variants().iter().filter(|variant| **variant != own);
        let others = others.map(String::as_str);
        let names: Vec<&str> = std::iter::once(self.name()).chain(others).collect();
        names.join(", ")
    }
}

/// Writes a name without anything between its words, so that `free cell` and `FreeCell` are the same.
pub(super) fn squeeze(name: &str) -> String {
    words_of(name).concat()
}

fn words_of(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’', '.'], "");
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The names of a game: its id or the name of its variant, its title, and its other names.
pub fn names_of(entry: &CatalogEntry) -> impl Iterator<Item = &str> {
    let aliases = entry.aliases.iter().map(String::as_str);
    [entry.key(), &entry.name].into_iter().chain(aliases)
}

/// Whether words describe a game: one of its names or its family contains them in one piece, or each is the beginning of
/// a word in its names, its family or the sentence about it.
pub fn is_described(entry: &CatalogEntry, wanted: &str) -> bool {
    let names: Vec<&str> = names_of(entry).chain([entry.family.as_str()]).collect();
    let whole = squeeze(wanted);
    if names.iter().any(|name| squeeze(name).contains(&whole)) {
        return true;
    }
    let mut known = words_of(&entry.about);
    known.extend(names.into_iter().flat_map(words_of));
    let wanted = words_of(wanted);
    let is_known = |wanted: &String| known.iter().any(|word| word.starts_with(wanted));
    wanted.iter().all(is_known)
}

/// Whether words are the family of a game, or the beginning of it or of one of its words.
pub fn is_of_family(entry: &CatalogEntry, wanted: &str) -> bool {
    let wanted = squeeze(wanted);
    let family = words_of(&entry.family);
    let mut starts = (0..family.len()).map(|first| family[first..].concat());
    starts.any(|family| family.starts_with(&wanted))
}

/// The games, at most five, whose names are like a name that no game has, the most similar first: games that it may be
/// a misspelling of, and games whose names begin with it or contain it. They are written as what to type, `klondike`,
/// and where that is not the similar name, with that name.
pub fn near(catalog: &[CatalogEntry], wanted: &str) -> Vec<String> {
    /// Longer words are hardly typos, and computing the distance takes quadratic time.
    const MAX_LENGTH: usize = 40;
    let wanted = squeeze(wanted);
    let length = wanted.chars().count();
    if !(2..=MAX_LENGTH).contains(&length) {
        return Vec::new();
    }
    let distance = |name: &str| match squeeze(name) {
        name if name.starts_with(&wanted) => Some((1, name.len())),
        name if name.contains(&wanted) => Some((2, name.len())),
        name => {
            let distance = strsim::damerau_levenshtein(&wanted, &name);
            (length > 2 && distance <= (length / 3).clamp(1, 3)).then_some((0, distance))
        }
    };
    let mut found: Vec<((usize, usize), &CatalogEntry, &str)> = Vec::new();
    for entry in catalog {
        let distances = names_of(entry).filter_map(|name| Some((distance(name)?, name)));
        // Of equals, `min_by_key` takes the first, which is what to type.
        let best = distances.min_by_key(|best| best.0);
        found.extend(best.map(|(distance, name)| (distance, entry, name)));
    }
    found.sort_by_key(|&(distance, entry, _)| (distance, entry.key()));
    // Of the misspelt names only the most similar are meant.
    let best = found.first().map(|found| found.0);
    found.retain(|&(distance, ..)| distance.0 > 0 || Some(distance) == best);
    let in_words = |(_, entry, name): ((usize, usize), &CatalogEntry, &str)| {
        let is_key = squeeze(name) == squeeze(entry.key());
        let also = if is_key {
            String::new()
        } else {
            format!(" ({name})")
        };
        format!("`{}`{also}", entry.key())
    };
    found.into_iter().map(in_words).take(5).collect()
}

/// The question that follows the complaint about an unknown name: "; did you mean `x` or `y`?" Empty if there is nothing
/// to ask.
pub fn did_you_mean(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("; did you mean {}?", join_with(names, "or"))
}
