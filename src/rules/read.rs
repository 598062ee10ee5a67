//! From bytes to [`Rules`]: the file and those it is like, parsed, laid one over the other, and compiled, with every
//! mistake of all of them in one report.

use std::path::Path;
use std::sync::Arc;

use super::compile::{GameInfo, Mode, compile};
use super::error::{Rejected, RulesError};
use super::field::List;
use super::file::File;
use super::library::{BUILT_IN, Library, is_game_id, read_file};
use super::loaded::Rules;
use super::merge::Merged;
use super::syntax::Texts;
use super::tree::{Entry, TomlKind, TomlTable};
use crate::text::{Diagnostic, Diagnostics, Span};

/// The longest chain of games that are like one another.
const MAX_CHAIN: usize = 16;

impl Rules {
    /// Reads rules from a text. A game that it is `like` must be built in.
    ///
    /// `id` is the id of the game; in messages the text is called `id.toml`.
    ///
    /// # Errors
    /// All mistakes in the text and in its variants.
    pub fn parse(id: &str, text: impl AsRef<[u8]>) -> Result<Rules, Rejected> {
        Rules::parse_with(&format!("{id}.toml"), id, text, &Library::new())
    }

    /// Reads rules from a text, with the library in which the game is found that it is `like`.
    ///
    /// `name` is what messages call the text, `id` is the id of the game.
    ///
    /// # Errors
    /// All mistakes in the text, in the games it is `like` and in its variants.
    pub fn parse_with(
        name: &str,
        id: &str,
        text: impl AsRef<[u8]>,
        library: &Library,
    ) -> Result<Rules, Rejected> {
        let mut reader = Reader {
            library,
            texts: Texts::default(),
            ids: vec![id.to_owned()],
            tables: Vec::new(),
        };
        let rules = reader.rules(name, text.as_ref());
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

    /// Reads a rules file. A game that it is `like` must be in the same folder or built in.
    ///
    /// # Errors
    /// If the file cannot be read, or all its mistakes.
    pub fn open(path: impl AsRef<Path>) -> Result<Rules, RulesError> {
        let path = path.as_ref();
        let bytes = read_file(path).map_err(|error| RulesError::Io {
            path: path.to_owned(),
            error,
        })?;
        let id = path.file_stem().unwrap_or("game".as_ref());
        let library = path
            .parent()
            .map_or_else(Library::new, |folder| Library::new().with_folder(folder));
        let name = path.display().to_string();
        let rules = Rules::parse_with(&name, &id.to_string_lossy(), bytes, &library)?;
        Ok(rules)
    }

    /// Reads the rules of a built-in game. [`built_in_ids`](crate::built_in_ids) has the ids.
    ///
    /// # Errors
    /// If there is no built-in game with this id.
    pub fn built_in(id: &str) -> Result<Rules, RulesError> {
        let file = BUILT_IN.get_file(format!("{id}.toml"));
        let file = file.ok_or_else(|| RulesError::UnknownGame(id.to_owned()))?;
        Ok(Rules::parse(id, file.contents())?)
    }
}

/// Reads a file with those it is like.
struct Reader<'a> {
    library: &'a Library,
    texts: Texts,
    /// The ids of the games that were read, each before the one that it is like.
    ids: Vec<String>,
    /// What their files say.
    tables: Vec<TomlTable>,
}

/// The file of a game that another is like.
struct Parent {
    id: String,
    name: String,
    bytes: Vec<u8>,
}

impl Reader<'_> {
    fn rules(&mut self, name: &str, bytes: &[u8]) -> Option<Rules> {
        self.read_chain(name, bytes)?;
        if self.texts.is_lost {
            return None;
        }
        let mut later = Diagnostics::default();
        // Where something could not be read, what is missing may have been in it.
        let is_whole = !self.texts.report.has_errors();
        let merged = Merged::new(std::mem::take(&mut self.tables), &mut later);
        let file = merged.file_with(&[], &mut later);
        let about = |variants| GameInfo {
            id: &self.ids[0],
            like: self.ids.get(1).cloned(),
            variants,
            sources: &self.texts.sources,
        };
        let game = compile(&file, about(Vec::new()), Mode::play(is_whole), &mut later);
        for (name, overlay) in &merged.variants {
            let mut own = Diagnostics::default();
            let file = merged.file_with(&[overlay], &mut own);
            let variants = vec![name.value.clone()];
            let _ = compile(&file, about(variants), Mode::check(is_whole), &mut own);
            for diagnostic in own.iter() {
                if !later.covers(diagnostic.mark.span, diagnostic.severity) {
                    let label = format!("in the variant `{}`", name.value);
                    later.push(diagnostic.clone().also(name.span, label));
                }
            }
        }
        self.texts.push_undamaged(&later);
        Some(Rules {
            id: self.ids[0].clone(),
            like: self.ids.get(1).cloned(),
            sources: self.texts.sources.clone(),
            merged: Arc::new(merged),
            game: Arc::new(game?),
            tests: List::entries(file.tests.as_ref()).to_vec(),
            warnings: Diagnostics::default(),
        })
    }

    /// Reads the file, the one it is like, and so on; `None` where one of them cannot be had.
    fn read_chain(&mut self, name: &str, bytes: &[u8]) -> Option<()> {
        let table = self.texts.read(name, bytes, File::KEYS)?;
        let mut parent = self.parent(&table);
        self.tables.push(table);
        while let Ok(Some(Parent { id, name, bytes })) = parent {
            self.ids.push(id);
            let table = self.texts.read(&name, &bytes, File::KEYS)?;
            parent = self.parent(&table);
            self.tables.push(table);
        }
        parent
            .map(|_| ())
            .map_err(|wrong| self.texts.report.push(*wrong))
            .ok()
    }

    /// The game that a file is like, if it is like one.
    fn parent(&mut self, table: &TomlTable) -> Result<Option<Parent>, Box<Diagnostic>> {
        let Some(Entry { value: like, .. }) = table.get("like") else {
            if let Some(drop) = table.get("drop") {
                self.texts.report.push(
                    Diagnostic::error(drop.value.span, "`drop` without `like`")
                        .label("there is nothing to drop from"),
                );
            }
            return Ok(None);
        };
        // What is not a text is reported with the other values.
        let TomlKind::Text(id) = &like.kind else {
            return Ok(None);
        };
        if self.ids.contains(id) {
            let (first, others) = self.ids.split_first().expect("the file itself is first");
            let circle: Vec<&str> = others.iter().chain([id]).map(String::as_str).collect();
            let circle = format!("{first} is like {}", circle.join(", which is like "));
            let wrong = Diagnostic::error(like.span, "a game that is like itself");
            return Err(wrong.label(circle).into());
        }
        if self.ids.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} games, each like the next");
            return Err(Diagnostic::error(like.span, message).into());
        }
        match self.library.find(id) {
            Ok(Some((name, bytes))) => {
                let id = id.clone();
                Ok(Some(Parent { id, name, bytes }))
            }
            Ok(None) => Err(self.no_game(id, like.span).into()),
            Err(error) => {
                let message = format!("the file of `{id}` cannot be read: {error}");
                Err(Diagnostic::error(like.span, message).into())
            }
        }
    }

    fn no_game(&self, id: &str, span: Span) -> Diagnostic {
        let mut ids = self.library.ids();
        ids.retain(|id| is_game_id(id));
        let mut diagnostic = Diagnostic::error(span, format!("there is no game `{id}`"))
            .label("expected the id of a game in the same folder or of one that is built in")
            .suggest(id, ids.iter().map(String::as_str));
        if !is_game_id(id) {
            diagnostic = diagnostic.help("an id has lower-case letters, digits and `-`");
        }
        if id.contains('/') || Path::new(id).extension().is_some() {
            diagnostic = diagnostic
                .help("an id is the name of a file without its folder and without `.toml`");
        }
        diagnostic
    }
}
