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
    let end = end(&document.text[..offset]);
    let files = Files::new(document);
    let Some(place) = Place::of(&end.path) else {
        return Vec::new();
    };
    let is_value = end.expected == Expected::Value;
    let mut list = List {
        range: end.start..offset,
        quotes: if is_value { "\"" } else { "" },
        found: Vec::new(),
    };
    match end.expected {
        Expected::Key => list.add_keys(&place, &files, document.text),
        Expected::Header => list.add_headers(&place, &files),
        Expected::Text if place.refers() == Reference::Condition => {
            list.add_words(place.schema);
            list.add_condition(&place, &end, &files, document);
        }
        Expected::Value | Expected::Text => list.add_values(&place, &files, document),
        Expected::Nothing => {}
    }
    list.found
}

struct List {
    range: Range<usize>,
    /// What a text is written between: nothing if its quotes are there already.
    quotes: &'static str,
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

    /// Adds a text, which gets quotes if it has none.
    fn add_text(&mut self, label: &str, kind: CompletionKind, meaning: impl Into<String>) {
        let text = format!("{0}{label}{0}", self.quotes);
        self.add(label, text, kind, meaning);
    }

    /// Adds the keys of a table, or the names that it can have.
    fn add_keys(&mut self, place: &Place, files: &Files, text: &str) {
        let rest = text[self.range.end..].trim_start_matches([' ', '\t']);
        let has_sign = rest.starts_with(['=', '.']);
        for key in place.keys() {
            let (kind, sign) = if is_table(key.schema) {
                (CompletionKind::Table, ".")
            } else {
                (CompletionKind::Key, " = ")
            };
            let sign = if has_sign { "" } else { sign };
            let text = format!("{}{sign}", key.name);
            self.add(key.name, text, kind, key.describe());
        }
        self.add_symbols(files, place.names());
    }

    /// Adds the names that a header can go on with.
    fn add_headers(&mut self, place: &Place, files: &Files) {
        for key in place.keys() {
            if is_table(key.schema) || matches!(key.schema, Schema::List(Schema::Table(_))) {
                self.add_text(key.name, CompletionKind::Table, key.describe());
            }
        }
        self.add_symbols(files, place.names());
    }

    /// Adds the values of a key.
    fn add_values(&mut self, place: &Place, files: &Files, document: &Document<'_>) {
        self.add_words(place.schema);
        match place.refers() {
            Reference::Condition => {}
            Reference::Game => {
                let others = document.library.ids().into_iter();
                for id in others.filter(|id| id != document.id) {
                    self.add_text(&id, CompletionKind::Game, "a game");
                }
            }
            other => self.add_symbols(files, Some(other)),
        }
    }

    fn add_words(&mut self, schema: Schema) {
        match schema {
            Schema::Word(words) => {
                for (word, meaning) in words {
                    self.add_text(word, CompletionKind::Value, meaning.trim());
                }
            }
            Schema::Either(schemas) => schemas.iter().for_each(|s| self.add_words(*s)),
            Schema::Flag if !self.quotes.is_empty() => {
                for flag in ["true", "false"] {
                    self.add(flag, flag.to_owned(), CompletionKind::Value, "");
                }
            }
            _ => {}
        }
    }

    /// Adds the names that a reference can have.
    fn add_symbols(&mut self, files: &Files, refers: Option<Reference>) {
        let kinds = refers.map_or(&[][..], kinds);
        for symbol in files.named(kinds) {
            self.add_text(&symbol.name, CompletionKind::Name, noun(symbol.kind));
        }
        if kinds.contains(&Reference::Group) && !has_stock(files) {
            self.add_text("stock", CompletionKind::Name, noun(Reference::Group));
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
                self.add_text(name, CompletionKind::Name, "a name of this condition");
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
                self.add_text(name, CompletionKind::Name, noun(kind));
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
            self.add_text(word.text, kind, meaning);
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
        Reference::Auto => "automatic steps",
        Reference::Variant => "a variant",
        Reference::Definition => "a named condition",
        _ => "a name",
    }
}
