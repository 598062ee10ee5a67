//! The library of games: files that are found, merged with those they inherit from, checked, and compiled.

mod catalog;
mod error;
mod fingerprint;
mod house_rule;
mod loaded;
mod merge;
mod origin;
mod read;
mod settings;
mod short;
mod stale;

pub use catalog::Fingerprint;
pub use catalog::{CatalogEntry, catalog};
pub use error::{Rejected, RulesError, VariantError};
pub use loaded::Rules;
pub use settings::Settings;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::toml::MAX_FILE_SIZE;

/// The built-in games, in the alphabetical order of their ids.
static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The file of a built-in game, as it was when the crate was built.
#[derive(Debug)]
pub struct BuiltIn {
    id: &'static str,
    text: &'static str,
    /// The length of the text before its tests.
    rules: usize,
}

impl BuiltIn {
    /// The file of a built-in game; `None` if the library has no such game.
    pub fn find(id: &str) -> Option<&'static BuiltIn> {
        let index = BUILT_IN.binary_search_by_key(&id, |file| file.id).ok()?;
        Some(&BUILT_IN[index])
    }

    /// The whole file; without the feature `tests`, only its rules.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The file up to its tests.
    pub fn rules(&self) -> &'static str {
        &self.text[..self.rules]
    }
}

/// The ids of the built-in games, in alphabetical order.
pub fn built_in_ids() -> Vec<&'static str> {
    BUILT_IN.iter().map(|file| file.id).collect()
}

/// Whether `text` can be the id of a game: at most 64 lower-case letters, digits and hyphens.
pub fn is_game_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Where games are looked up, such as the one that a rules file is `like`: first among texts that the caller adds, then
/// in folders, then among the built-in games.
///
/// ```
/// use patience::Rules;
/// use patience::library::Library;
///
/// let parent = r#"
/// name = "Heaps"
/// [piles.heap]
/// role = "foundation"
/// "#;
/// let library = Library::new().with_text("heaps", parent);
/// let child = r#"
/// like = "heaps"
/// name = "Five Heaps"
/// [piles.heap]
/// count = 5
/// "#;
/// let rules = Rules::parse_with("five-heaps.toml", "five-heaps", child, &library)?;
/// assert_eq!(rules.game().piles().count(), 6); // with the stock
/// # Ok::<(), patience::library::Rejected>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    texts: BTreeMap<String, Vec<u8>>,
    folders: Vec<PathBuf>,
}

impl Library {
    /// The built-in games only.
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds the text of a rules file under an id.
    pub fn with_text(mut self, id: impl Into<String>, text: impl Into<Vec<u8>>) -> Library {
        self.texts.insert(id.into(), text.into());
        self
    }

    /// Adds a folder, where the game `x` is the file `x.toml`. It is read when a game asks for it. Folders that were
    /// added first come first.
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Library {
        self.folders.push(folder.into());
        self
    }

    /// The same library for a file in a folder, which comes before all others.
    #[doc(hidden)]
    pub fn beside(&self, folder: impl Into<PathBuf>) -> Library {
        let mut library = self.clone();
        library.folders.insert(0, folder.into());
        library
    }

    /// The folders, in the order of searching.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The file of a game in the folders; `None` if none of them has such a file.
    #[doc(hidden)]
    pub fn path_of(&self, id: &str) -> Option<PathBuf> {
        let name = format!("{id}.toml");
        let mut paths = self.folders.iter().map(|folder| folder.join(&name));
        paths.find(|path| is_game_id(id) && path.exists())
    }

    /// Returns the file of a game, or `None` if the game does not exist.
    ///
    /// # Errors
    /// Returns an error if a folder has such a file but it cannot be read.
    pub(crate) fn find(&self, id: &str) -> io::Result<Option<GameFile>> {
        if !is_game_id(id) {
            return Ok(None);
        }
        let name = format!("{id}.toml");
        let own = |name, bytes| GameFile {
            name,
            bytes,
            is_built_in: false,
        };
        if let Some(text) = self.texts.get(id) {
            return Ok(Some(own(name, text.clone())));
        }
        for path in self.folders.iter().map(|folder| folder.join(&name)) {
            match read_file(&path) {
                Ok(bytes) => return Ok(Some(own(path.display().to_string(), bytes))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(GameFile::built_in(id))
    }

    /// The ids of all games that can be found, for suggestions.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = built_in_ids().into_iter().map(str::to_owned).collect();
        ids.extend(self.texts.keys().cloned());
        let folders = self.folders.iter();
        let folders = folders.filter_map(|folder| fs::read_dir(folder).ok());
        let entries = folders.flatten().flatten();
        ids.extend(entries.filter_map(|e| {
            e.file_name()
                .to_str()?
                .strip_suffix(".toml")
                .map(str::to_owned)
        }));
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// The file of a game.
#[derive(Debug)]
pub(crate) struct GameFile {
    /// What messages call it.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// Whether it is built in.
    pub(crate) is_built_in: bool,
}

impl GameFile {
    /// The file of a built-in game.
    pub(super) fn built_in(id: &str) -> Option<GameFile> {
        let file = BuiltIn::find(id)?;
        Some(GameFile {
            name: format!("{id}.toml"),
            bytes: file.text().into(),
            is_built_in: true,
        })
    }
}

/// The rules files in a folder, in alphabetical order: those whose names end in `.toml` and do not begin with a dot.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn rules_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_rules_file = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".toml") && !name.starts_with('.')
    };
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(is_rules_file);
    paths.sort();
    Ok(paths)
}

/// Reads a rules file or a position file. If the file is too large, only enough bytes to detect that are read.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a regular file: reading a pipe, for example, might never end.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    // Check this before opening the file: opening a pipe blocks until there is a writer.
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::Error::other("is a folder"));
    }
    if !kind.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(MAX_FILE_SIZE as u64 + 1);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
