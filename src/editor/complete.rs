//! Completion: the keys, names and words that can be written at the cursor.

use std::ops::Range;

use super::Document;
use super::files::{Files, kinds};
use super::outline::{Element, ElementKind, End, Expected, close_brackets, end};
use super::place::Place;
use super::words::{Draft, is_part_of_word};
use crate::condition::{Variable, WORDS, WordKind};
use crate::rules::Rules;
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
    /// The text in the list.
    pub label: String,
    /// The text that replaces the range.
    pub text: String,
    /// The range of the text that is replaced: what has been typed of it.
    pub range: Range<usize>,
    /// Its kind.
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
                self.add_condition(&place, end, files, document);
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

    /// Adds the words that fit at the end of a condition.
    fn add_condition(&mut self, place: &Place, end: &End, files: &Files, document: &Document<'_>) {
        let typed = &document.text[self.range.clone()];
        let before = typed.trim_end_matches(is_part_of_word);
        if typed[before.len()..].starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        self.range.start += before.len();
        let text = without_condition(files, end.start);
        let variants = variants_at(files, end);
        let names = Rules::declared_names(document.id, &text, document.library, &variants);
        let last = end.path.last().filter(|_| place.slot().is_none());
        let own = last.map(|own| own.split_once('(').unwrap_or((own, "")));
        let parameter = own.map(|(_, parameter)| parameter.trim_end_matches(')'));
        let parameter = parameter.filter(|parameter| !parameter.is_empty());
        let mut draft = Draft::new(before, &names, place.slot(), parameter);
        for name in draft.variables.clone().into_iter().rev() {
            if draft.fits(name) {
                self.add_plain(name, CompletionKind::Name, "a name of this condition");
            }
        }
        let groups = names
            .groups
            .iter()
            .map(|group| (&group.name, Reference::Group));
        let definitions = names
            .definitions
            .iter()
            .filter(|d| own.is_none_or(|(own, _)| d.name != own));
        let definitions = definitions.map(|d| (&d.name, Reference::Definition));
        // Only `used.` is followed by the name of an action.
        let is_property = before.trim_end().ends_with('.');
        let actions = names.actions.iter().filter(|_| is_property);
        let actions = actions.map(|name| (name, Reference::Action));
        for (name, kind) in definitions.chain(groups).chain(actions) {
            if draft.fits(name) {
                self.add_plain(name, CompletionKind::Name, noun(kind));
            }
        }
        for word in WORDS.iter().filter(|word| draft.fits(word.text)) {
            let (kind, meaning) = match word.kind {
                kind if kind.is_keyword() => (CompletionKind::Keyword, word.meaning),
                WordKind::Variable(Variable::Top) if is_property => {
                    (CompletionKind::Property, "a pile's top card")
                }
                WordKind::Property(_) => (CompletionKind::Property, word.meaning),
                _ => (CompletionKind::Word, word.meaning),
            };
            self.add_plain(word.text, kind, meaning);
        }
    }
}

/// The variants that apply to a condition: the variant whose table it is in, or the variants that its test plays with.
fn variants_at<'a>(files: &'a Files, end: &'a End) -> Vec<&'a str> {
    let file = &files.files[0];
    let elements = &file.elements;
    match end.path.first().map(String::as_str) {
        Some("variants") => end.path.get(1).map(String::as_str).into_iter().collect(),
        Some("test") => {
            let is_header = |e: &&Element| e.kind == ElementKind::Name && e.path == ["test"];
            let headers = || elements.iter().filter(is_header).map(|e| e.range.start);
            let start = headers().rfind(|start| *start < end.start).unwrap_or(0);
            let after = headers()
                .find(|start| *start > end.start)
                .unwrap_or(file.text.len());
            let of_test = elements
                .iter()
                .filter(|e| start < e.range.start && e.range.start < after);
            let with =
                of_test.filter(|e| e.kind != ElementKind::Name && e.path == ["test", "with"]);
            with.map(|e| &file.text[e.content(&file.text)]).collect()
        }
        _ => Vec::new(),
    }
}

/// The text of a file without the condition that begins at an offset, and with all brackets closed.
fn without_condition(files: &Files, start: usize) -> String {
    let file = &files.files[0];
    let mut text = file.text.clone();
    let mut values = file.elements.iter();
    if let Some(condition) = values.find(|value| value.content(&text).start == start) {
        text.replace_range(condition.range.clone(), "''");
    }
    close_brackets(&text)
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
