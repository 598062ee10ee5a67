//! Completion: the keys, names and words that can be written at the cursor.

use std::ops::Range;

use super::Document;
use super::files::{Files, kinds};
use super::kind::{Kind, Names};
use super::outline::{End, Expected, end};
use super::phrase::{Wanted, read};
use super::place::Place;
use crate::condition::{Property, Variable, WORDS, Word, WordKind};
use crate::rules::keys::{Reference, Schema};

/// What a completion is, so that an editor can show an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A key.
    Key,
    /// A table.
    Table,
    /// A word for a value.
    Value,
    /// A word of the condition language.
    Word,
    /// A keyword of the condition language.
    Keyword,
    /// A property.
    Property,
    /// Something that the file declares, or a variable.
    Name,
    /// A game.
    Game,
}

/// A text that can be written at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is listed.
    pub label: String,
    /// What is written in place of the range.
    pub text: String,
    /// The range of the text that is replaced: what has been typed of it.
    pub range: Range<usize>,
    /// What it is.
    pub kind: CompletionKind,
    /// What it means.
    pub meaning: String,
}

/// Lists what can be written at an offset.
pub fn complete(document: &Document<'_>, offset: usize) -> Vec<Completion> {
    let before = &document.text[..offset];
    let end = end(before);
    let mut list = List {
        range: end.start..offset,
        found: Vec::new(),
    };
    let files = Files::new(document);
    match end.expected {
        Expected::Key => list.add_keys(&end, &files, document.text),
        Expected::Header => list.add_headers(&end, &files),
        Expected::Value => list.add_values(&end, &files, document, ""),
        Expected::Text(quote) => {
            let quote = &before[end.start - quote..end.start];
            list.add_values(&end, &files, document, quote);
        }
        Expected::Nothing => {}
    }
    list.found
}

struct List {
    range: Range<usize>,
    found: Vec<Completion>,
}

impl List {
    fn add(&mut self, label: &str, text: String, kind: CompletionKind, meaning: impl Into<String>) {
        if self.found.iter().any(|other| other.label == label) {
            return;
        }
        self.found.push(Completion {
            label: label.to_owned(),
            text,
            range: self.range.clone(),
            kind,
            meaning: meaning.into(),
        });
    }

    fn add_plain(&mut self, label: &str, kind: CompletionKind, meaning: impl Into<String>) {
        self.add(label, label.to_owned(), kind, meaning);
    }

    /// Adds the keys of a table, or the names that it can have.
    fn add_keys(&mut self, end: &End, files: &Files, text: &str) {
        let Some(place) = Place::of(&end.path) else {
            return;
        };
        let rest = &text[self.range.end..];
        let has_sign = rest.trim_start_matches([' ', '\t']).starts_with(['=', '.']);
        for key in place.keys() {
            let kind = if is_table(key.schema) {
                CompletionKind::Table
            } else {
                CompletionKind::Key
            };
            let sign = match kind {
                _ if has_sign => "",
                CompletionKind::Table => ".",
                _ => " = ",
            };
            self.add(
                key.name,
                format!("{}{sign}", key.name),
                kind,
                key.describe(),
            );
        }
        if let Some(names) = place.names() {
            self.add_symbols(files, names, "");
        }
    }

    /// Adds the names that a header can go on with.
    fn add_headers(&mut self, end: &End, files: &Files) {
        let Some(place) = Place::of(&end.path) else {
            return;
        };
        for key in place.keys() {
            if is_table(key.schema) || matches!(key.schema, Schema::List(Schema::Table(_))) {
                self.add_plain(key.name, CompletionKind::Table, key.describe());
            }
        }
        if let Some(names) = place.names() {
            self.add_symbols(files, names, "");
        }
    }

    /// Adds the values of a key. If nothing is typed yet, `quote` is empty, and texts get quotes.
    fn add_values(&mut self, end: &End, files: &Files, document: &Document<'_>, quote: &str) {
        let Some(place) = Place::of(&end.path) else {
            return;
        };
        self.add_words(place.schema, quote);
        let refers = place.refers();
        if refers == Reference::Condition {
            if !quote.is_empty() {
                let parameter = end.path.last().and_then(|name| name.split_once('('));
                let parameter = parameter.map(|(_, name)| name.trim_end_matches(')').to_owned());
                self.add_condition(&Names::new(files, place.slot(), parameter), document);
            }
            return;
        }
        let open = if quote.is_empty() { "\"" } else { "" };
        match refers {
            Reference::Game => {
                for id in document.library.ids() {
                    if id != document.id {
                        self.add(
                            &id,
                            format!("{open}{id}{open}"),
                            CompletionKind::Game,
                            "a game",
                        );
                    }
                }
            }
            other => self.add_symbols(files, other, open),
        }
    }

    fn add_words(&mut self, schema: Schema, quote: &str) {
        let open = if quote.is_empty() { "\"" } else { "" };
        match schema {
            Schema::Word(words) => {
                for (word, meaning) in words {
                    let text = format!("{open}{word}{open}");
                    self.add(word, text, CompletionKind::Value, meaning.trim());
                }
            }
            Schema::Either(schemas) => schemas.iter().for_each(|s| self.add_words(*s, quote)),
            Schema::Flag if quote.is_empty() => {
                self.add_plain("true", CompletionKind::Value, "");
                self.add_plain("false", CompletionKind::Value, "");
            }
            _ => {}
        }
    }

    /// Adds the names that a reference can have, between quotes.
    fn add_symbols(&mut self, files: &Files, refers: Reference, quote: &str) {
        let kinds = kinds(refers);
        for symbol in files.named(kinds) {
            let text = format!("{quote}{}{quote}", symbol.name);
            self.add(&symbol.name, text, CompletionKind::Name, noun(symbol.kind));
        }
        if kinds.contains(&Reference::Group) && !has_stock(files) {
            self.add(
                "stock",
                format!("{quote}stock{quote}"),
                CompletionKind::Name,
                noun(Reference::Group),
            );
        }
    }

    /// Adds what can go on in a condition.
    fn add_condition(&mut self, names: &Names<'_>, document: &Document<'_>) {
        let phrase = read(&document.text[self.range.clone()], names);
        self.range.start += phrase.start;
        let accepts: Box<dyn Fn(Kind) -> bool> = match phrase.wanted {
            Wanted::Nothing => return,
            Wanted::In => return self.add_keywords(&["in"]),
            Wanted::Connective => return self.add_keywords(&["and", "or"]),
            Wanted::Keyword(kind) => return self.add_keywords(keywords_after(kind)),
            Wanted::Property(kind) => return self.add_properties(|property| kind.has(property)),
            Wanted::Lines(kind) => {
                return self.add_properties(|property| match property {
                    Property::Lines(_) => matches!(kind, Kind::Group | Kind::Unknown),
                    Property::Beside(_) => kind == Kind::Pile,
                    _ => false,
                });
            }
            Wanted::Counter => return self.add_symbols(names.files, Reference::Counter, ""),
            Wanted::Domain => Box::new(|kind| {
                matches!(kind, Kind::Pile | Kind::Group | Kind::Line | Kind::Unknown)
            }),
            Wanted::Anything => Box::new(|kind| kind != Kind::State),
            Wanted::Argument(kind) => {
                self.add_keywords(keywords_after(kind));
                Box::new(|kind| kind.leads_to(Kind::Number))
            }
            Wanted::Value(other) | Wanted::State(other) => Box::new(move |kind| {
                let is_of_card =
                    matches!(kind, Kind::Rank | Kind::Suit | Kind::Color | Kind::Joker);
                kind.leads_to(other) || other == Kind::Card && is_of_card
            }),
        };
        if let Wanted::State(kind) = phrase.wanted {
            self.add_keywords(&["not"]);
            for word in WORDS {
                if matches!(word.kind, WordKind::State(state) if kind.can_be(state)) {
                    self.add_plain(word.text, CompletionKind::Word, word.meaning);
                }
            }
        }
        for (name, kind) in phrase.locals.iter().rev() {
            if accepts(*kind) {
                self.add_plain(name, CompletionKind::Name, "a name of this condition");
            }
        }
        self.add_names(names, &accepts);
        self.add_language(names, &accepts, phrase.wanted);
    }

    /// Adds the groups and named conditions of a kind.
    fn add_names(&mut self, names: &Names<'_>, accepts: &dyn Fn(Kind) -> bool) {
        let mut kinds = vec![Reference::Definition];
        if names.has_piles() {
            kinds.push(Reference::Group);
        }
        for symbol in names.files.named(&kinds) {
            if accepts(names.kind(&symbol.name)) {
                self.add_plain(&symbol.name, CompletionKind::Name, noun(symbol.kind));
            }
        }
        if names.has_piles() && !has_stock(names.files) && accepts(Kind::Pile) {
            self.add_plain("stock", CompletionKind::Name, noun(Reference::Group));
        }
    }

    /// Adds the words of the language that stand for something of a kind.
    fn add_language(&mut self, names: &Names<'_>, accepts: &dyn Fn(Kind) -> bool, wanted: Wanted) {
        for word in WORDS {
            let is_begun = match word.kind {
                WordKind::Property(_) | WordKind::State(_) => false,
                WordKind::Keyword => match word.text {
                    "not" | "every" | "some" => wanted == Wanted::Anything,
                    "count" | "sum" => accepts(Kind::Number),
                    _ => false,
                },
                // On its own, a rank, suit or color is about `card`; in a comparison it is not.
                WordKind::Rank(_) | WordKind::Suit(_) | WordKind::Color(_) | WordKind::Joker
                    if wanted == Wanted::Anything =>
                {
                    names.has(Variable::Card)
                }
                kind => accepts(Kind::of(kind)),
            };
            if is_begun && names.allows(word) {
                let kind = match word.kind {
                    WordKind::Keyword => CompletionKind::Keyword,
                    _ => CompletionKind::Word,
                };
                self.add_plain(word.text, kind, word.meaning);
            }
        }
    }

    fn add_keywords(&mut self, keywords: &[&str]) {
        for keyword in keywords {
            let meaning = Word::find(keyword).map_or("", |word| word.meaning);
            self.add_plain(keyword, CompletionKind::Keyword, meaning);
        }
    }

    fn add_properties(&mut self, accepts: impl Fn(Property) -> bool) {
        for word in WORDS {
            let property = match word.kind {
                WordKind::Property(property) => property,
                WordKind::Variable(Variable::Top) => Property::Top,
                _ => continue,
            };
            if accepts(property) {
                let meaning = match property {
                    Property::Top => "a pile's top card",
                    _ => word.meaning,
                };
                self.add_plain(word.text, CompletionKind::Property, meaning);
            }
        }
    }
}

/// The keywords that can follow something of a kind.
fn keywords_after(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Condition | Kind::State | Kind::Used | Kind::Joker => &["and", "or"],
        Kind::Number => &["in", "and", "or"],
        Kind::Card | Kind::Pile | Kind::Group | Kind::Line | Kind::Lines => &["is", "in"],
        Kind::Rank | Kind::Suit | Kind::Color | Kind::Unknown => &["is", "in", "and", "or"],
    }
}

fn is_table(schema: Schema) -> bool {
    matches!(
        schema,
        Schema::Table(_) | Schema::Named(_) | Schema::Overlay
    )
}

/// Whether a group is declared that is the stock.
fn has_stock(files: &Files) -> bool {
    files.named(&[Reference::Group]).iter().any(|group| {
        group.name == "stock"
            || files
                .value(&format!("piles.{}.role", group.name))
                .is_some_and(|role| role == "stock")
    })
}

/// What something that a file declares is called.
pub(super) fn noun(kind: Reference) -> &'static str {
    match kind {
        Reference::Group => "a group of piles",
        Reference::Action => "an action",
        Reference::Variant => "a variant",
        Reference::Definition => "a named condition",
        _ => "a name",
    }
}
