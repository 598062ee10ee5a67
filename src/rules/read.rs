use std::fs::File as Disk;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::compile::compile;
use super::field::{Field, Inner, Key};
use super::file::{File, OWN, Test};
use super::game::Game;
use super::library::{BUILT_IN, Shelf};
use super::merge::{Table, leaves, merge, remove, shifted};
use crate::text::{Diagnostic, Diagnostics, Sources, Span};

/// The largest rules file, in bytes.
const LARGEST: usize = 1 << 20;
/// The longest chain of games that are like one another.
const LONGEST_CHAIN: usize = 16;
/// The most variants of a game.
const MOST_VARIANTS: usize = 64;

/// A rules file that was read with all it is `like`, checked with each of its variants, and compiled.
#[derive(Clone, Debug)]
pub struct Rules {
    id: String,
    like: Option<String>,
    sources: Sources,
    variants: Vec<String>,
    game: Arc<Game>,
    tests: Vec<Field<Test>>,
    /// What is to be said of the file although it is taken.
    pub warnings: Diagnostics,
}

/// What is wrong with a rules file.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The mistakes.
    pub diagnostics: Diagnostics,
    /// The texts that they are in.
    pub sources: Sources,
}

/// Why variants cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VariantError {
    /// There is no such variant.
    #[error("there is no variant `{name}`{}", known.as_str())]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is, as the end of the sentence.
        known: String,
    },
    /// Two of them set one value differently.
    #[error("the variants `{one}` and `{other}` cannot be played together: both set `{path}`")]
    Conflict {
        /// The first.
        one: String,
        /// The second.
        other: String,
        /// The value.
        path: String,
    },
    /// Each is right alone, but not together.
    #[error("these variants cannot be played together")]
    Rejected(Box<Rejected>),
}

impl Rules {
    /// Reads rules from a text.
    ///
    /// `name` is what messages call the text, `id` the id of the game, `shelf` where the games are that it is `like`.
    ///
    /// # Errors
    /// All mistakes of the text, of the games it is `like` and of its variants.
    pub fn parse(name: &str, id: &str, bytes: &[u8], shelf: &Shelf) -> Result<Rules, Rejected> {
        let mut reader = Reader {
            shelf,
            sources: Sources::default(),
            report: Diagnostics::default(),
            damaged: Vec::new(),
            lost: false,
        };
        let rules = reader.rules(name, id, bytes);
        let Reader {
            sources,
            report: mut diagnostics,
            ..
        } = reader;
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

    /// Reads the rules file of a path.
    ///
    /// # Errors
    /// The file cannot be read; or, inside, its mistakes.
    pub fn open(path: &Path) -> io::Result<Result<Rules, Rejected>> {
        let bytes = bytes_of(path)?;
        let stem = path
            .file_stem()
            .map_or_else(|| "game".to_owned(), |s| s.to_string_lossy().into_owned());
        let folder = path.parent().map(Path::to_path_buf);
        Ok(Rules::parse(
            &path.display().to_string(),
            &stem,
            &bytes,
            &Shelf { folder },
        ))
    }

    /// Reads the rules of a game that is built in; nothing where there is none of this id.
    #[must_use]
    pub fn built_in(id: &str) -> Option<Result<Rules, Rejected>> {
        let name = format!("{id}.toml");
        let file = BUILT_IN.get_file(&name)?;
        Some(Rules::parse(&name, id, file.contents(), &Shelf::default()))
    }

    /// The game without variants.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The texts that the rules were read from.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The names of the variants, in the order of the file.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(String::as_str)
    }

    /// The situations of the file, as they are written.
    #[must_use]
    pub fn tests(&self) -> &[Field<Test>] {
        &self.tests
    }

    /// The game with variants.
    ///
    /// # Errors
    /// A variant that is not there, or variants that do not go together.
    pub fn with<S: AsRef<str>>(&self, variants: &[S]) -> Result<Arc<Game>, VariantError> {
        if variants.is_empty() {
            return Ok(Arc::clone(&self.game));
        }
        let mut names: Vec<String> = Vec::new();
        let Merged {
            mut table,
            variants: overlays,
        } = Merged::of(&self.sources, &mut Diagnostics::default());
        let mut set: Vec<(String, String, usize)> = Vec::new();
        for variant in variants {
            let variant = variant.as_ref();
            let Some((name, overlay)) = overlays.iter().find(|(name, _)| name == variant) else {
                return Err(VariantError::Unknown {
                    name: variant.to_owned(),
                    known: self.known(variant),
                });
            };
            if names.contains(name) {
                continue;
            }
            let mut values = Vec::new();
            leaves(overlay, "", &mut values);
            for (path, value, _) in values {
                // What the game is called is put together from all of them.
                if path == "name" || path == "about" {
                    continue;
                }
                if let Some((_, _, by)) = set
                    .iter()
                    .find(|(p, v, _)| overlaps(p, &path) && (*v != value || *p != path))
                {
                    return Err(VariantError::Conflict {
                        one: names[*by].clone(),
                        other: name.clone(),
                        path,
                    });
                }
                set.push((path, value, names.len()));
            }
            names.push(name.clone());
            lay(&mut table, overlay.clone(), &mut Diagnostics::default());
        }
        let mut report = Diagnostics::default();
        let file = file_of(&table, &mut report);
        let game = file.and_then(|f| {
            compile(
                &f,
                &self.id,
                self.like.clone(),
                names,
                &self.sources,
                &mut report,
            )
        });
        match game {
            Some(game) if !report.has_errors() => Ok(Arc::new(game)),
            _ => Err(VariantError::Rejected(Box::new(Rejected {
                diagnostics: report,
                sources: self.sources.clone(),
            }))),
        }
    }

    fn known(&self, found: &str) -> String {
        let names: Vec<&str> = self.variants().collect();
        if names.is_empty() {
            return format!(": {} has none", self.game.name);
        }
        match crate::text::nearest(found, names.iter().copied()) {
            Some(name) => format!("; did you mean `{name}`?"),
            None => format!(
                ": {} has {}",
                self.game.name,
                crate::text::listed(&names, "and")
            ),
        }
    }
}

/// Whether a path is another, or leads to it.
fn overlaps(a: &str, b: &str) -> bool {
    let leads = |a: &str, b: &str| {
        b.strip_prefix(a)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    leads(a, b) || leads(b, a)
}

/// The bytes of a file, one more than a rules file may have at most.
pub(super) fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let file = Disk::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

struct Reader<'a> {
    shelf: &'a Shelf,
    sources: Sources,
    report: Diagnostics,
    /// Lines that are no TOML: what is said of them later says the same mistake again.
    damaged: Vec<Span>,
    /// Whether so much is damaged that what is left says nothing.
    lost: bool,
}

/// What a file is like.
enum Next {
    /// Nothing.
    Root,
    /// A game.
    Parent {
        id: String,
        name: String,
        bytes: Vec<u8>,
    },
}

impl Reader<'_> {
    fn rules(&mut self, name: &str, id: &str, bytes: &[u8]) -> Option<Rules> {
        let chain = self.gather(name, id, bytes)?;
        let like = chain.get(1).cloned();
        if self.lost {
            return None;
        }
        let mut later = Diagnostics::default();
        let Merged { table, variants } = Merged::of(&self.sources, &mut later);
        let file = file_of(&table, &mut later)?;
        let game = compile(
            &file,
            id,
            like.clone(),
            Vec::new(),
            &self.sources,
            &mut later,
        );
        for (name, overlay) in &variants {
            let mut table = table.clone();
            lay(&mut table, overlay.clone(), &mut later);
            if let Some(file) = file_of(&table, &mut later) {
                let _ = compile(
                    &file,
                    id,
                    like.clone(),
                    vec![name.clone()],
                    &self.sources,
                    &mut later,
                );
            }
        }
        for diagnostic in later.iter() {
            let span = diagnostic.mark.span;
            if !self
                .damaged
                .iter()
                .any(|d| d.start <= span.start && span.start <= d.end)
            {
                self.report.push(diagnostic.clone());
            }
        }
        let tests = file
            .tests
            .as_ref()
            .and_then(Field::get)
            .map(|t| t.0.clone())
            .unwrap_or_default();
        Some(Rules {
            id: id.to_owned(),
            like,
            sources: self.sources.clone(),
            variants: variants.into_iter().map(|(name, _)| name).collect(),
            game: Arc::new(game?),
            tests,
            warnings: Diagnostics::default(),
        })
    }

    /// Reads the file, the one it is like, and so on; gives their ids.
    fn gather(&mut self, name: &str, id: &str, bytes: &[u8]) -> Option<Vec<String>> {
        let mut chain = vec![id.to_owned()];
        let mut next = self.load(name, bytes, &chain)?;
        while let Next::Parent { id, name, bytes } = next {
            chain.push(id);
            next = self.load(&name, &bytes, &chain)?;
        }
        Some(chain)
    }

    /// Adds a file to the sources and finds the one it is like; nothing where one of them cannot be had.
    fn load(&mut self, name: &str, bytes: &[u8], chain: &[String]) -> Option<Next> {
        if bytes.len() > LARGEST {
            let base = self.sources.add(name, "");
            self.report.push(
                Diagnostic::error(Span::new(0..0).shifted(base), "a file of more than 1 MiB")
                    .label("a rules file is a page, not a library"),
            );
            return None;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let right = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let end = right.len();
                let base = self.sources.add(name, right);
                self.report.push(
                    Diagnostic::error(Span::new(end..end).shifted(base), "bytes that are no text")
                        .label("expected UTF-8 from here on"),
                );
                return None;
            }
        };
        let base = self.sources.add(name, text);
        let (parsed, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            self.damage(text, base, &span);
            let at = Span::new(span).shifted(base);
            self.report.push(Diagnostic::error(
                at,
                format!("this is no TOML: {}", error.message()),
            ));
        }
        let table = shifted(parsed.into_inner(), base);
        unknown_keys(&table, File::KEYS, "", &mut self.report);
        self.parent(&table, chain)
    }

    fn damage(&mut self, text: &str, base: u32, at: &std::ops::Range<usize>) {
        let at = at.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        // Without its header, the keys of a table belong nowhere; with the end of a text, or of a bracket,
        // missing, what follows does not either.
        self.lost |=
            text[start..].trim_start().starts_with('[') || !errors_stay_in_line(&text[start..end]);
        self.damaged.push(Span::new(start..end).shifted(base));
    }

    fn parent(&mut self, table: &Table<'_>, chain: &[String]) -> Option<Next> {
        let Some(like) = table.get("like") else {
            if let Some(drop) = table.get("drop") {
                let span = Span::new(drop.span());
                self.report.push(
                    Diagnostic::error(span, "`drop` without `like`")
                        .label("there is nothing to drop from"),
                );
            }
            return Some(Next::Root);
        };
        let span = Span::new(like.span());
        let DeValue::String(id) = like.get_ref() else {
            return Some(Next::Root);
        };
        let id = id.to_string();
        if chain.contains(&id) {
            let circle = format!("{} is like {id}", chain.join(", which is like "));
            self.report
                .push(Diagnostic::error(span, "a game that is like itself").label(circle));
            return None;
        }
        if chain.len() >= LONGEST_CHAIN {
            self.report.push(Diagnostic::error(
                span,
                format!("more than {LONGEST_CHAIN} games, each like the next"),
            ));
            return None;
        }
        match self.shelf.find(&id) {
            Ok(Some((name, bytes))) => Some(Next::Parent { id, name, bytes }),
            Ok(None) => {
                let ids = self.shelf.ids();
                let mut diagnostic = Diagnostic::error(span, format!("there is no game `{id}`"))
                    .label(
                        "expected the id of a game in the same folder or of one that is built in",
                    )
                    .suggest(&id, ids.iter().map(String::as_str));
                if id.contains('/') || Path::new(&id).extension().is_some() {
                    diagnostic = diagnostic
                        .help("an id is the name of a file without its folder and without `.toml`");
                }
                self.report.push(diagnostic);
                None
            }
            Err(error) => {
                self.report.push(Diagnostic::error(
                    span,
                    format!("the file of `{id}` cannot be read: {error}"),
                ));
                None
            }
        }
    }
}

/// The tables of a game's files, laid one over the other.
struct Merged<'s> {
    table: Table<'s>,
    variants: Vec<(String, Table<'s>)>,
}

impl<'s> Merged<'s> {
    fn of(sources: &'s Sources, report: &mut Diagnostics) -> Merged<'s> {
        let mut table = Table::new();
        for (text, base) in sources.texts().rev() {
            for own in OWN {
                table.remove(own);
            }
            let (parsed, _) = DeTable::parse_recoverable(text);
            let mut parsed = shifted(parsed.into_inner(), base);
            if table.is_empty() {
                // Where there is nothing to drop from, that was said already.
                parsed.remove("drop");
            }
            lay(&mut table, parsed, report);
        }
        let variants = Merged::take_variants(&mut table, report);
        Merged { table, variants }
    }

    fn take_variants(table: &mut Table<'s>, report: &mut Diagnostics) -> Vec<(String, Table<'s>)> {
        let Some(value) = table.get_mut("variants") else {
            return Vec::new();
        };
        let span = Span::new(value.span());
        let mut variants = Vec::new();
        if let DeValue::Table(named) = value.get_mut() {
            for (key, value) in std::mem::take(named) {
                let at = Span::new(value.span());
                match value.into_inner() {
                    DeValue::Table(overlay) => {
                        variants.push((key.into_inner().into_owned(), overlay));
                    }
                    _ => report.push(Diagnostic::error(at, "a variant that is no table")),
                }
            }
            table.remove("variants");
        }
        if variants.len() > MOST_VARIANTS {
            report.push(Diagnostic::error(
                span,
                format!("more than {MOST_VARIANTS} variants"),
            ));
            variants.truncate(MOST_VARIANTS);
        }
        variants
    }
}

/// Whether a line that is no TOML leaves the lines after it as they are: its quotes and brackets are closed, or it
/// has no value at all.
fn errors_stay_in_line(line: &str) -> bool {
    let count = |c: char| line.matches(c).count();
    !line.contains("'''")
        && !line.contains("\"\"\"")
        && count('[') == count(']')
        && count('{') == count('}')
}

/// Lays an overlay over a table: first what it drops goes, then its values come.
fn lay<'s>(table: &mut Table<'s>, mut overlay: Table<'s>, report: &mut Diagnostics) {
    if let Some(drop) = overlay.remove("drop") {
        let paths = match drop.into_inner() {
            DeValue::Array(list) => list.into_iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        for path in paths {
            let span = Span::new(path.span());
            let DeValue::String(path) = path.get_ref() else {
                continue;
            };
            if let Err(names) = remove(table, path) {
                report.push(
                    Diagnostic::error(span, format!("there is no `{path}` to drop"))
                        .suggest(path, names.iter().map(String::as_str)),
                );
            }
        }
    }
    merge(table, overlay);
}

fn file_of(table: &Table<'_>, report: &mut Diagnostics) -> Option<File> {
    let whole = Spanned::new(0..0, table.clone());
    match File::deserialize(toml::de::Deserializer::from(whole)) {
        Ok(file) => {
            super::field::Shape::report(&file, report);
            Some(file)
        }
        Err(error) => {
            let span = Span::new(error.span().unwrap_or(0..0));
            report.push(Diagnostic::error(span, error.message().to_owned()));
            None
        }
    }
}

/// Reports the keys that are no keys, with the place they are written at.
pub(crate) fn unknown_keys(table: &Table<'_>, keys: &[Key], path: &str, report: &mut Diagnostics) {
    for (key, value) in table {
        let name: &str = key.get_ref();
        let Some(known) = keys.iter().find(|k| k.name == name) else {
            let what = if path.is_empty() {
                "at the top of a file".to_owned()
            } else {
                format!("in `{path}`")
            };
            let names = keys.iter().map(|k| k.name);
            let ticked: Vec<String> = names.clone().map(|n| format!("`{n}`")).collect();
            report.push(
                Diagnostic::error(
                    Span::new(key.span()),
                    format!("unknown key `{name}` {what}"),
                )
                .label(format!("expected {}", crate::text::listed(&ticked, "or")))
                .suggest(name, names),
            );
            continue;
        };
        let inside = if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        };
        match (known.inner, value.get_ref()) {
            (Inner::Table(keys), DeValue::Table(table)) => {
                unknown_keys(table, keys, &inside, report);
            }
            (Inner::Named(keys), DeValue::Table(table)) => {
                for (name, value) in table {
                    if let DeValue::Table(table) = value.get_ref() {
                        unknown_keys(table, keys, &format!("{inside}.{}", name.get_ref()), report);
                    }
                }
            }
            (Inner::List(keys), DeValue::Array(list)) => {
                for value in list {
                    if let DeValue::Table(table) = value.get_ref() {
                        unknown_keys(table, keys, &inside, report);
                    }
                }
            }
            (Inner::Overlays, DeValue::Table(table)) => {
                for (name, value) in table {
                    if let DeValue::Table(table) = value.get_ref() {
                        overlay_keys(table, &format!("{inside}.{}", name.get_ref()), report);
                    }
                }
            }
            _ => {}
        }
    }
}

/// An overlay has the keys of a file, but for those that make no sense inside one.
fn overlay_keys(table: &Table<'_>, path: &str, report: &mut Diagnostics) {
    const OUTSIDE: [&str; 5] = ["like", "variants", "test", "aliases", "family"];
    let keys: Vec<Key> = File::KEYS
        .iter()
        .filter(|k| !OUTSIDE.contains(&k.name))
        .copied()
        .collect();
    unknown_keys(table, &keys, path, report);
}
