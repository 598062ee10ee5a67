//! The catalog of games: what a list of games shows. The built-in ones are read without compiling them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::error::RulesError;
use super::loaded::Rules;
use super::merge::MergedFile;
use super::{BuiltIn, Library, built_in_ids, is_game_id, rules_files};
use crate::rules::field::Field;
use crate::rules::file::{File, Pile, Role};
use crate::rules::format::read_table;
use crate::rules::toml::Texts;
use crate::rules::tree::{TomlKind, TomlTable};
use crate::text::Diagnostics;

/// A game, or a variant of one that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct CatalogEntry {
    /// The id of the game: the name of its file without `.toml`.
    pub id: String,
    /// The variant, or `None` for the game itself.
    pub variant: Option<String>,
    /// Its name.
    pub name: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its family, or an empty string.
    pub family: String,
    /// One sentence that describes it, or an empty string.
    pub about: String,
    /// The number of packs.
    pub packs: i64,
    /// The number of cells.
    pub cells: i64,
    /// Its file; `None` if it is built in.
    #[serde(skip)]
    pub path: Option<PathBuf>,
}

impl CatalogEntry {
    /// The word that stands for it on a command line: the name of the variant, or the id of the game.
    pub fn key(&self) -> &str {
        self.variant.as_deref().unwrap_or(&self.id)
    }
}

/// Lists the built-in games and their named variants, in alphabetical order of their ids; a game comes before its
/// variants.
///
/// ```
/// let catalog = patience::library::catalog();
/// let klondike = catalog.iter().find(|entry| entry.name == "Klondike").expect("it is built in");
/// assert!(klondike.aliases.contains(&"Fascination".to_owned()));
/// ```
pub fn catalog() -> Vec<CatalogEntry> {
    static CATALOG: LazyLock<Vec<CatalogEntry>> = LazyLock::new(read_catalog);
    CATALOG.clone()
}

/// The most rules files of the folders of a library that a catalog lists.
const MAX_FILES: usize = 1000;

/// All games of a library.
#[derive(Debug, Default)]
pub struct Catalog {
    /// Those in folders, and the built-in ones, as [`catalog`] lists them. A game in a folder hides those with the same
    /// id in later folders and the built-in one.
    pub entries: Vec<CatalogEntry>,
    /// The files that hide a built-in game.
    pub hiding: Vec<PathBuf>,
    /// The files that are left out, and why.
    pub left_out: Vec<(PathBuf, String)>,
}

/// What the rules of a game are known by.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    /// The id of the game.
    pub id: String,
    /// The variant, or `None` for the game without variants.
    pub variant: Option<String>,
    /// The fingerprint.
    pub rules: String,
}

impl Library {
    /// Lists all games. Every file in the folders is read and compiled, a thousand at most.
    #[doc(hidden)]
    pub fn catalog(&self) -> Catalog {
        let mut found = Catalog::default();
        let mut ids: HashSet<String> = HashSet::new();
        let mut left = MAX_FILES;
        for folder in self.folders() {
            let files = rules_files(folder).unwrap_or_else(|error| {
                found.left_out.push((folder.clone(), error.to_string()));
                Vec::new()
            });
            for path in files {
                if left == 0 {
                    let why = format!("more than {MAX_FILES} rules files are not listed");
                    found.left_out.push((path, why));
                    break;
                }
                left -= 1;
                match self.read_own(&path) {
                    Ok(rules) if ids.insert(rules.id.clone()) => {
                        let entries = entries_of(&rules.id, &rules.merged, Some(&path));
                        found.entries.extend(entries);
                        if built_in_ids().contains(&rules.id.as_str()) {
                            found.hiding.push(path);
                        }
                    }
                    Ok(_) => found.left_out.push((path, HIDDEN.to_owned())),
                    Err(why) => found.left_out.push((path, why)),
                }
            }
        }
        let built_in = catalog();
        let shown = built_in
            .into_iter()
            .filter(|entry| !ids.contains(&entry.id));
        found.entries.extend(shown);
        found.entries.sort_by(|a, b| a.id.cmp(&b.id));
        found
    }

    /// The fingerprint of every game in a catalog of the library, without variants and with each alone.
    #[doc(hidden)]
    pub fn fingerprints(&self, entries: &[CatalogEntry]) -> Vec<Fingerprint> {
        let built_in: HashMap<&str, MergedFile> = merge_built_in().into_iter().collect();
        let mut found = Vec::new();
        for entry in entries.iter().filter(|entry| entry.variant.is_none()) {
            let fingerprints = match &entry.path {
                // A file that cannot be read any more has no fingerprints.
                Some(path) => Rules::open_with(path, self)
                    .ok()
                    .map(|own| fingerprints_of(&own.merged)),
                None => built_in.get(entry.id.as_str()).map(fingerprints_of),
            };
            let fingerprints = fingerprints.unwrap_or_default().into_iter();
            found.extend(fingerprints.map(|(variant, rules)| Fingerprint {
                id: entry.id.clone(),
                variant,
                rules,
            }));
        }
        found
    }

    /// Reads a file in a folder. Returns why it cannot be played.
    fn read_own(&self, path: &Path) -> Result<Rules, String> {
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        if !is_game_id(&id) {
            let why = "the name of the file is no id: expected lower-case letters, digits and `-`";
            return Err(why.to_owned());
        }
        Rules::open_with(path, self).map_err(|error| match error {
            RulesError::Io { error, .. } => error.to_string(),
            RulesError::Rejected(_) | RulesError::UnknownGame(_) => {
                "it has mistakes, which `patience check` lists".to_owned()
            }
        })
    }
}

/// Why a file is not listed whose id another has that comes before it.
const HIDDEN: &str = "a folder before it has a game with this id";

fn read_catalog() -> Vec<CatalogEntry> {
    let games = merge_built_in().into_iter();
    games
        .flat_map(|(id, merged)| entries_of(id, &merged, None))
        .collect()
}

/// The built-in games, without their tests.
fn merge_built_in() -> Vec<(&'static str, MergedFile)> {
    let headers: HashMap<&str, TomlTable> = built_in_ids()
        .into_iter()
        .filter_map(|id| Some((id, read_header(id)?)))
        .collect();
    let merge = |id| {
        let mut chain = Vec::new();
        let mut next = headers.get(id);
        while let Some(table) = next {
            chain.push(table.clone());
            next = match table.get("like").map(|entry| &entry.value.kind) {
                Some(TomlKind::Text(parent)) if chain.len() < headers.len() => {
                    headers.get(parent.as_str())
                }
                _ => None,
            };
        }
        (id, MergedFile::new(chain, &mut Diagnostics::default()))
    };
    built_in_ids().into_iter().map(merge).collect()
}

/// The fingerprints of a game without variants, and with each alone.
fn fingerprints_of(merged: &MergedFile) -> Vec<(Option<String>, String)> {
    let overlays = merged.variants.iter();
    let variants = overlays.map(|(name, overlay)| (Some(name.value.clone()), vec![overlay]));
    [(None, Vec::new())]
        .into_iter()
        .chain(variants)
        .map(|(variant, overlays)| (variant, merged.fingerprint_with(&overlays).to_string()))
        .collect()
}

/// The entries of a game and of its variants that have a name of their own.
fn entries_of(id: &str, merged: &MergedFile, path: Option<&Path>) -> Vec<CatalogEntry> {
    // Errors in built-in games are found by the tests, and those in other games when they are read.
    let mut report = Diagnostics::default();
    let mut entries = vec![entry(id, None, &merged.file_with(&[], &mut report), path)];
    for (name, overlay) in &merged.variants {
        if overlay.contains_key("name") {
            let file = merged.file_with(&[overlay], &mut report);
            entries.push(entry(id, Some(name.value.clone()), &file, path));
        }
    }
    entries
}

/// Reads the file of a built-in game up to its tests, which are most of it.
fn read_header(id: &str) -> Option<TomlTable> {
    let rules = BuiltIn::find(id)?.rules();
    read_table(&mut Texts::default(), id, rules.as_bytes(), File::KEYS)
}

fn entry(id: &str, variant: Option<String>, file: &File, path: Option<&Path>) -> CatalogEntry {
    let aliases = file.aliases.entries().iter().filter_map(Field::get);
    let packs = file.deck.keys().packs.get();
    CatalogEntry {
        id: id.to_owned(),
        variant,
        name: file.name.text().to_owned(),
        aliases: aliases.map(|alias| alias.0.clone()).collect(),
        family: file.family.text().to_owned(),
        about: file.about.text().to_owned(),
        packs: packs.map_or(1, |packs| packs.0),
        cells: count_cells(file),
        path: path.map(Path::to_owned),
    }
}

/// The number of piles whose role is `cell`.
fn count_cells(file: &File) -> i64 {
    let groups = file.piles.named().iter();
    let groups = groups.map(|(name, table)| (name, table.keys()));
    let cells = groups.filter(|(name, keys)| Role::of_group(&name.value, keys) == Some(Role::Cell));
    let count = |keys: &Pile| match keys.shape.entries() {
        [] => keys.count.get().map_or(1, |count| count.0),
        rows => {
            let drawn = rows.iter().flat_map(|row| row.text().matches('x'));
            drawn.map(|_| 1).sum()
        }
    };
    cells.map(|(_, keys)| count(keys)).sum()
}
