//! The built-in games, and the lookup of the game that another is `like`.
//!
//! `include_dir` notices a changed file, but a new file only when this module is recompiled. A test therefore compares
//! [`BUILT_IN`] with the folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

/// The largest file that is read, in bytes.
pub(super) const MAX_FILE_SIZE: usize = 1 << 20;

/// The contents of the folder `games` at build time.
pub static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// The ids of the built-in games, in alphabetical order.
#[must_use]
pub fn built_in_ids() -> Vec<&'static str> {
    let mut ids: Vec<&str> = BUILT_IN
        .files()
        .filter_map(|f| f.path().to_str()?.strip_suffix(".toml"))
        .collect();
    ids.sort_unstable();
    ids
}

/// Whether `text` can be the id of a game: at most 64 lower-case letters, digits and hyphens.
#[must_use]
pub fn is_game_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Where to look up the game that a rules file is `like`: first among texts that the caller adds, then in a folder,
/// then among the built-in games.
///
/// ```
/// use patience::{Library, Rules};
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
/// # Ok::<(), patience::Rejected>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    texts: BTreeMap<String, Vec<u8>>,
    folder: Option<PathBuf>,
}

impl Library {
    /// The built-in games only.
    #[must_use]
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds the text of a rules file under an id.
    #[must_use]
    pub fn with_text(mut self, id: impl Into<String>, text: impl Into<Vec<u8>>) -> Library {
        self.texts.insert(id.into(), text.into());
        self
    }

    /// Adds a folder, in which the game `x` is the file `x.toml`. It is read when a game asks for it.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Library {
        self.folder = Some(folder.into());
        self
    }

    /// Returns the name and the contents of a game's file, or `None` if the game does not exist.
    ///
    /// # Errors
    /// Returns an error if the folder has such a file but it cannot be read.
    pub(super) fn find(&self, id: &str) -> io::Result<Option<(String, Vec<u8>)>> {
        if !is_game_id(id) {
            return Ok(None);
        }
        let name = format!("{id}.toml");
        if let Some(text) = self.texts.get(id) {
            return Ok(Some((name, text.clone())));
        }
        if let Some(path) = self.folder.as_ref().map(|folder| folder.join(&name)) {
            match read_file(&path) {
                Ok(bytes) => return Ok(Some((path.display().to_string(), bytes))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let file = BUILT_IN.get_file(&name);
        Ok(file.map(|file| (name, file.contents().to_vec())))
    }

    /// The ids of all games that can be found, for suggestions.
    pub(super) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = built_in_ids().into_iter().map(str::to_owned).collect();
        ids.extend(self.texts.keys().cloned());
        let entries = self
            .folder
            .as_ref()
            .and_then(|f| fs::read_dir(f).ok())
            .into_iter()
            .flatten()
            .flatten();
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
