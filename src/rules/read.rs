//! From bytes to [`Rules`]: the file and those it is like, parsed, laid one over the other, and compiled, with every
//! mistake of all of them in one report.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::compile::{About, Use, compile};
use super::field::List;
use super::file::File;
use super::library::{BUILT_IN, LARGEST, Shelf, bytes_of, is_game_id};
use super::loaded::{Rejected, Rules};
use super::merge::{Merged, Table, file_of, lay, shifted};
use super::unknown::mend_keys;
use crate::text::{Diagnostic, Diagnostics, Sources, Span};

/// The longest chain of games that are like one another.
const LONGEST_CHAIN: usize = 16;

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
        // Where something could not be read, what is missing may have been in it.
        let is_whole = !self.report.has_errors();
        let Merged { table, variants } = Merged::of(&self.sources, &mut later);
        let file = file_of(&table, &mut later)?;
        let about = |variants| About {
            id,
            like: like.clone(),
            variants,
            sources: &self.sources,
        };
        let game = compile(&file, about(Vec::new()), Use::play(is_whole), &mut later);
        for (name, overlay) in &variants {
            let mut own = Diagnostics::default();
            let mut table = table.clone();
            lay(&mut table, overlay.clone(), &mut own);
            if let Some(file) = file_of(&table, &mut own) {
                let _ = compile(
                    &file,
                    about(vec![name.value.clone()]),
                    Use::check(is_whole),
                    &mut own,
                );
            }
            for mut diagnostic in own.iter().cloned() {
                if !later.speaks_of(diagnostic.mark.span) {
                    let label = format!("in the variant `{}`", name.value);
                    diagnostic = diagnostic.also(name.span, label);
                    later.push(diagnostic);
                }
            }
        }
        let variants = variants.into_iter().map(|(name, _)| name.value).collect();
        self.push_undamaged(&later);
        let tests = List::entries(file.tests.as_ref()).to_vec();
        Some(Rules {
            id: id.to_owned(),
            like,
            sources: self.sources.clone(),
            variants,
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
        let mut errors: Vec<(Range<usize>, &str)> = errors
            .iter()
            .map(|e| (e.span().unwrap_or(0..0), e.message()))
            .collect();
        errors.sort_by_key(|(range, _)| range.start);
        for (range, message) in errors {
            if self.lost || self.report.is_full() {
                break;
            }
            let span = Span::new(range.clone()).shifted(base);
            if self
                .damaged
                .last()
                .is_some_and(|d| span.start <= d.end && d.start >= base)
            {
                continue;
            }
            // What begins in one line, such as a text that is not closed, is often wrong in the next too.
            let goes_on = self
                .damaged
                .last()
                .is_some_and(|d| is_next_line(text, *d, span, base));
            self.damage(text, base, &range);
            if !goes_on {
                self.report.push(no_toml(span, message, &text[range]));
            }
        }
        let mut table = shifted(parsed.into_inner(), base);
        if !self.lost {
            let mut unknown = Diagnostics::default();
            mend_keys(&mut table, File::KEYS, "", &mut unknown);
            self.push_undamaged(&unknown);
        }
        self.parent(&table, chain)
    }

    fn is_damaged(&self, span: Span) -> bool {
        self.damaged
            .iter()
            .any(|d| d.start <= span.start && span.start <= d.end)
    }

    /// Reports what does not say a mistake of the text again.
    fn push_undamaged(&mut self, found: &Diagnostics) {
        for diagnostic in found.iter() {
            if !self.is_damaged(diagnostic.mark.span) {
                self.report.push(diagnostic.clone());
            }
        }
    }

    fn damage(&mut self, text: &str, base: u32, at: &Range<usize>) {
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
            let (first, others) = chain.split_first().expect("the file itself stands first");
            let circle = others
                .iter()
                .chain([&id])
                .map(String::as_str)
                .collect::<Vec<_>>();
            let circle = format!("{first} is like {}", circle.join(", which is like "));
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
                let mut ids = self.shelf.ids();
                ids.retain(|id| is_game_id(id));
                let mut diagnostic = Diagnostic::error(span, format!("there is no game `{id}`"))
                    .label(
                        "expected the id of a game in the same folder or of one that is built in",
                    )
                    .suggest(&id, ids.iter().map(String::as_str));
                if !is_game_id(&id) {
                    diagnostic = diagnostic.help("an id has lower-case letters, digits and `-`");
                }
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

/// Whether a place is in the line after a damaged one.
fn is_next_line(text: &str, damaged: Span, at: Span, base: u32) -> bool {
    let (end, at) = (
        (damaged.end.saturating_sub(base)) as usize,
        (at.start - base) as usize,
    );
    damaged.start >= base && end < at && text.get(end + 1..at).is_some_and(|t| !t.contains('\n'))
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

/// What to say where a text is no TOML.
fn no_toml(span: Span, message: &str, found: &str) -> Diagnostic {
    let value = "a value: a text in quotes, a number, `true` or `false`, a list or a table";
    let found: String = found
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .chars()
        .take(40)
        .collect();
    let no_value = if found.is_empty() {
        "a value is missing".to_owned()
    } else {
        format!("`{found}` is no value")
    };
    let is_value = ["string values must be quoted", "invalid boolean"];
    let (message, expected) = match message {
        "duplicate key" => return Diagnostic::error(span, format!("`{found}` is given twice")),
        m if is_value.iter().any(|start| m.starts_with(start)) => (no_value, value),
        other => return Diagnostic::error(span, format!("this is no TOML: {other}")),
    };
    Diagnostic::error(span, message).label(format!("expected {expected}"))
}
