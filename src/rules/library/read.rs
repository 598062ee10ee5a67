//! From bytes to [`Rules`]: parses a file and the files it inherits from, merges them, and compiles the result. One
//! report collects the errors of all files.

use std::path::Path;
use std::sync::Arc;

use super::error::{Rejected, RulesError};
use super::loaded::Rules;
use super::merge::MergedFile;
use super::{BuiltIn, GameFile, Library, is_game_id, read_file};
use crate::condition::Names;
use crate::rules::compile::declared_names;
use crate::rules::compile::{GameInfo, compile};
use crate::rules::file::File;
use crate::rules::format::read_table;
use crate::rules::toml::Texts;
use crate::rules::tree::{Entry, TomlKind, TomlTable};
use crate::text::{Describe, Diagnostic, Diagnostics, Span, nearest};
use crate::work::{LOADING, is_all_done, within};

/// The maximum length of a chain of `like` keys.
const MAX_CHAIN: usize = 16;

impl Rules {
    /// Reads rules from a text. The game that it is `like` must be a built-in game.
    ///
    /// `id` is the id of the game; in messages the text is called `id.toml`.
    ///
    /// # Errors
    /// Returns all mistakes in the text and in its variants.
    pub fn parse(id: &str, text: impl AsRef<[u8]>) -> Result<Rules, Rejected> {
        Rules::parse_with(&format!("{id}.toml"), id, text, &Library::new())
    }

    /// Reads rules from a text. The game that it is `like` is looked up in `library`.
    ///
    /// Messages call the text `name`. `id` is the id of the game.
    ///
    /// # Errors
    /// Returns all mistakes in the text, in the games it is `like` and in its variants.
    pub fn parse_with(
        name: &str,
        id: &str,
        text: impl AsRef<[u8]>,
        library: &Library,
    ) -> Result<Rules, Rejected> {
        let mut reader = Reader::new(id, library);
        let rules = within(LOADING, || reader.read_rules(name, text.as_ref()));
        let Texts {
            sources,
            report: mut diagnostics,
            ..
        } = reader.texts;
        diagnostics.sort();
        match rules {
            Some(rules) if !diagnostics.has_errors() => Ok(Rules {
                warnings: diagnostics,
                ..rules
            }),
            _ => Err(Rejected {
                diagnostics,
                sources,
            }),
        }
    }

    /// The names that conditions can use in a text, with some of its variants, as far as it can be read.
    pub(crate) fn declared_names(
        id: &str,
        text: &str,
        library: &Library,
        variants: &[&str],
    ) -> Names {
        let mut reader = Reader::new(id, library);
        // Without its parent, the text has its own names.
        let _ = reader.read_chain(id, text.as_bytes());
        let mut found = Diagnostics::default();
        let merged = MergedFile::new(reader.tables, &mut found);
        let applied = merged.variants.iter();
        let applied = applied.filter(|(name, _)| variants.contains(&name.value.as_str()));
        let overlays: Vec<_> = applied.map(|(_, overlay)| overlay).collect();
        let file = merged.file_with(&overlays, &mut found);
        declared_names(&file, &reader.texts.sources)
    }

    /// Reads a rules file. The game that it is `like` must be in the same folder or built in.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or all its mistakes.
    pub fn open(path: impl AsRef<Path>) -> Result<Rules, RulesError> {
        Rules::open_with(path, &Library::new())
    }

    /// Reads a rules file. The game that it is `like` is looked up in the same folder, and then in `library`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or all its mistakes.
    pub fn open_with(path: impl AsRef<Path>, library: &Library) -> Result<Rules, RulesError> {
        let path = path.as_ref();
        let bytes = read_file(path).map_err(|error| RulesError::Io {
            path: path.to_owned(),
            error,
        })?;
        let id = path.file_stem().unwrap_or("game".as_ref());
        let folder = path.parent();
        let library = folder.map_or_else(|| library.clone(), |folder| library.beside(folder));
        let name = path.display().to_string();
        let rules = Rules::parse_with(&name, &id.to_string_lossy(), bytes, &library)?;
        Ok(rules)
    }

    /// Reads the rules of a built-in game. [`built_in_ids`](crate::library::built_in_ids) has the ids. Without the feature `tests`,
    /// the game has no tests.
    ///
    /// # Errors
    /// Returns an error if no built-in game has this id.
    pub fn built_in(id: &str) -> Result<Rules, RulesError> {
        let file = BuiltIn::find(id).ok_or_else(|| RulesError::UnknownGame(id.to_owned()))?;
        Ok(Rules::parse(id, file.text())?)
    }
}

/// Reads a file and the files it inherits from.
struct Reader<'a> {
    library: &'a Library,
    texts: Texts,
    /// The ids of the games that were read, each before its parent.
    ids: Vec<String>,
    /// The tables of their files, in the same order.
    tables: Vec<TomlTable>,
}

impl<'a> Reader<'a> {
    fn new(id: &str, library: &'a Library) -> Reader<'a> {
        Reader {
            library,
            texts: Texts::default(),
            ids: vec![id.to_owned()],
            tables: Vec::new(),
        }
    }

    fn read_rules(&mut self, name: &str, bytes: &[u8]) -> Option<Rules> {
        self.read_chain(name, bytes)?;
        if self.texts.is_unusable {
            return None;
        }
        let mut semantic_errors = Diagnostics::default();
        // If part of the input could not be read, a key that seems to be missing may be in that part.
        let is_complete = !self.texts.report.has_errors();
        let merged = MergedFile::new(std::mem::take(&mut self.tables), &mut semantic_errors);
        let file = merged.file_with(&[], &mut semantic_errors);
        let info = |variants: Vec<String>| GameInfo {
            id: &self.ids[0],
            like: self.ids.get(1).cloned(),
            for_play: variants.is_empty(),
            variants,
            sources: &self.texts.sources,
            is_complete,
        };
        let game = compile(&file, info(Vec::new()), &mut semantic_errors);
        let mut checked_variants = Vec::new();
        for (name, overlay) in &merged.variants {
            if semantic_errors.has_errors() && is_all_done() {
                break;
            }
            let mut found = Diagnostics::default();
            let file = merged.file_with(&[overlay], &mut found);
            let game = compile(&file, info(vec![name.value.clone()]), &mut found);
            checked_variants.extend(game.map(|game| (name.clone(), game)));
            for diagnostic in found.iter() {
                if !semantic_errors.covers(diagnostic.mark.span, diagnostic.severity) {
                    let label = format!("in the variant `{}`", name.value);
                    semantic_errors.push(diagnostic.clone().also(name.span, label));
                }
            }
        }
        self.texts.report_undamaged(&semantic_errors);
        let mut game = game?;
        game.fingerprint = merged.fingerprint_with(&[]).to_string();
        Some(Rules {
            id: self.ids[0].clone(),
            ancestors: self.ids[1..].to_vec(),
            sources: self.texts.sources.clone(),
            merged: Arc::new(merged),
            game: Arc::new(game),
            checked_variants: Arc::new(checked_variants),
            tests: file.tests.entries().to_vec(),
            warnings: Diagnostics::default(),
        })
    }

    /// Reads the file, its parent, and so on. Returns `None` if one of them cannot be read.
    fn read_chain(&mut self, name: &str, bytes: &[u8]) -> Option<()> {
        let table = read_table(&mut self.texts, name, bytes, File::KEYS)?;
        let mut parent = self.find_parent(&table, false);
        self.tables.push(table);
        while let Ok(Some((id, file))) = parent {
            self.ids.push(id);
            let table = read_table(&mut self.texts, &file.name, &file.bytes, File::KEYS)?;
            parent = self.find_parent(&table, file.is_built_in);
            self.tables.push(table);
        }
        parent
            .map(|_| ())
            .map_err(|error| self.texts.report.push(*error))
            .ok()
    }

    /// Finds the file of the game that a file is `like`, if it has that key. A built-in file means built-in games, whatever
    /// the library has.
    fn find_parent(
        &mut self,
        table: &TomlTable,
        is_built_in: bool,
    ) -> Result<Option<(String, GameFile)>, Box<Diagnostic>> {
        let Some(Entry { value: like, .. }) = table.get("like") else {
            if let Some(drop) = table.get("drop") {
                self.texts
                    .report
                    .error(drop.value.span, "`drop` needs `like`")
                    .label("there is nothing to drop from");
            }
            return Ok(None);
        };
        // A value that is not text is reported with the other values.
        let TomlKind::Text(id) = &like.kind else {
            return Ok(None);
        };
        if self.ids.contains(id) && !is_built_in {
            let (first, others) = self.ids.split_first().expect("the file itself is first");
            let label = if others.is_empty() {
                "expected the id of another game".to_owned()
            } else {
                let cycle = others.iter().chain([id]).map(|id| format!("`{id}`"));
                let cycle: Vec<String> = cycle.collect();
                format!("`{first}` is like {}", cycle.join(", which is like "))
            };
            let error = Diagnostic::error(like.span, "the game inherits from itself");
            return Err(error.label(label).into());
        }
        if self.ids.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} games inherit from each other");
            return Err(Diagnostic::error(like.span, message).into());
        }
        let found = match GameFile::built_in(id).filter(|_| is_built_in) {
            Some(found) => Ok(Some(found)),
            None => self.library.find(id),
        };
        match found {
            Ok(Some(file)) => Ok(Some((id.clone(), file))),
            Ok(None) => Err(self.unknown_game(id, like.span).into()),
            Err(error) => {
                let message = format!("cannot read the file of `{id}`: {error}");
                Err(Diagnostic::error(like.span, message).into())
            }
        }
    }

    fn unknown_game(&self, id: &str, span: Span) -> Diagnostic {
        let mut ids = self.library.ids();
        ids.retain(|id| is_game_id(id));
        let stem = Path::new(id)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let mut diagnostic = Diagnostic::error(span, format!("there is no game `{id}`"))
            .label("expected the id of a game in the same folder or of a built-in game");
        if let Some(near) = nearest(&stem, ids.iter().map(String::as_str)) {
            diagnostic = diagnostic.did_you_mean(id, near);
        }
        if !is_game_id(id) {
            diagnostic = diagnostic.help("an id consists of lower-case letters, digits and `-`");
        }
        if id.contains('/') || Path::new(id).extension().is_some() {
            diagnostic =
                diagnostic.help("an id is a file name without its folder and without `.toml`");
        }
        diagnostic
    }
}
