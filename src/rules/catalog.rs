//! The catalog of the built-in games: what a list of games shows, read without compiling them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::field::{Field, Line, List, Named};
use super::file::{File, Pile, Role, line};
use super::library::{BUILT_IN, built_in_ids};
use super::merge::MergedFile;
use super::syntax::Texts;
use super::tree::{TomlKind, TomlTable};
use crate::text::Diagnostics;

/// A built-in game, or a variant of one that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogEntry {
    /// The id of the game: the name of its file without `.toml`.
    pub id: String,
    /// The variant, or `None` for the game itself.
    pub variant: Option<String>,
    /// What it is called.
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
}

impl CatalogEntry {
    /// The word that stands for it on a command line: the name of the variant, or the id of the game.
    #[must_use]
    pub fn key(&self) -> &str {
        self.variant.as_deref().unwrap_or(&self.id)
    }
}

/// Lists the built-in games and their named variants, in alphabetical order of their ids; a game comes before its
/// variants.
///
/// ```
/// let catalog = patience::catalog();
/// let klondike = catalog.iter().find(|entry| entry.name == "Klondike").expect("it is built in");
/// assert!(klondike.aliases.contains(&"Fascination".to_owned()));
/// ```
#[must_use]
pub fn catalog() -> Vec<CatalogEntry> {
    static CATALOG: LazyLock<Vec<CatalogEntry>> = LazyLock::new(read_catalog);
    CATALOG.clone()
}

fn read_catalog() -> Vec<CatalogEntry> {
    let headers: HashMap<&str, TomlTable> = built_in_ids()
        .into_iter()
        .filter_map(|id| Some((id, read_header(id)?)))
        .collect();
    let mut entries = Vec::new();
    for id in built_in_ids() {
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
        // Errors in built-in games are found by the tests.
        let mut report = Diagnostics::default();
        let merged = MergedFile::new(chain, &mut report);
        entries.push(entry(id, None, &merged.file_with(&[], &mut report)));
        for (name, overlay) in &merged.variants {
            if overlay.contains_key("name") {
                let file = merged.file_with(&[overlay], &mut report);
                entries.push(entry(id, Some(name.value.clone()), &file));
            }
        }
    }
    entries
}

/// Reads the file of a built-in game up to its tests, which are most of it.
fn read_header(id: &str) -> Option<TomlTable> {
    let text = BUILT_IN.get_file(format!("{id}.toml"))?.contents_utf8()?;
    let end = text.find("\n[[test]]").unwrap_or(text.len());
    Texts::default().read(id, &text.as_bytes()[..end], File::KEYS)
}

fn entry(id: &str, variant: Option<String>, file: &File) -> CatalogEntry {
    let aliases = List::entries(file.aliases.as_ref()).iter();
    let deck = file.deck.as_ref().and_then(Field::get);
    let packs = deck.and_then(|deck| deck.packs.as_ref()?.get());
    CatalogEntry {
        id: id.to_owned(),
        variant,
        name: line(file.name.as_ref()),
        aliases: aliases
            .filter_map(|alias: &Field<Line<100>>| Some(alias.get()?.0.clone()))
            .collect(),
        family: line(file.family.as_ref()),
        about: line(file.about.as_ref()),
        packs: packs.map_or(1, |packs| packs.0),
        cells: count_cells(file),
    }
}

/// The number of piles whose role is `cell`.
fn count_cells(file: &File) -> i64 {
    let groups = Named::entries(file.piles.as_ref()).iter();
    let cells =
        groups.filter(|(name, table)| Role::of_group(&name.value, table.get()) == Some(Role::Cell));
    let count = |table: &Field<Pile>| {
        let keys = table.get();
        let count = keys.and_then(|keys| keys.count.as_ref()?.get());
        let rows = List::entries(keys.and_then(|keys| keys.shape.as_ref()));
        let drawn = rows.iter().filter_map(|row| Some(&row.get()?.0));
        match (rows, count) {
            ([], count) => count.map_or(1, |count| count.0),
            _ => drawn
                .map(|row| row.matches('x').map(|_| 1).sum::<i64>())
                .sum(),
        }
    };
    cells.map(|(_, table)| count(table)).sum()
}
