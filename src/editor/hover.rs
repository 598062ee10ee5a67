//! What a key, name, word or condition means.

use std::ops::Range;
use std::sync::Arc;

use super::Document;
use super::complete::noun;
use super::definition::{element_at, symbol, word_at};
use super::files::{Files, Symbol};
use super::outline::{Element, ElementKind};
use super::place::Place;
use crate::condition::Word;
use crate::page;
use crate::prose;
use crate::rules::keys::{Reference, Schema};
use crate::rules::{Game, Rules};
use crate::text::Span;

/// What something means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The meaning, as Markdown.
    pub text: String,
    /// Its subject.
    pub range: Range<usize>,
}

/// Explains the thing at an offset. `rules` are the last valid rules of the file; if they match its present text, they
/// are `current`, and conditions are put in words.
pub fn hover(
    document: &Document<'_>,
    rules: Option<&Rules>,
    is_current: bool,
    offset: usize,
) -> Option<Hover> {
    let files = Files::new(document);
    let element = element_at(&files.files[0].elements, offset)?;
    let place = Place::of(&element.path)?;
    let explainer = Explainer {
        files: &files,
        game: rules.and_then(|rules| game_of(rules, element)),
        is_current,
    };
    let (word, range) = word_at(document.text, element, offset);
    let (text, range) = match (element.kind, place.name) {
        (ElementKind::Name, None) => (Explainer::key(&place)?, element.range.clone()),
        (ElementKind::Name, Some(name)) => (explainer.name(name, word)?, element.range.clone()),
        _ => match place.refers() {
            Reference::Condition => explainer.condition(element, word, range)?,
            Reference::Game => (explainer.parent()?, element.range.clone()),
            Reference::Nothing => {
                let content = &document.text[element.content(document.text)];
                let meaning = meaning_of(place.schema, content)?;
                (format!("`{content}`: {meaning}"), element.range.clone())
            }
            refers => (explainer.name(refers, word)?, range),
        },
    };
    Some(Hover { text, range })
}

/// The game that an element belongs to: a variant if it is in the table of one.
fn game_of(rules: &Rules, element: &Element) -> Option<Arc<Game>> {
    match element.path.as_slice() {
        [first, name, ..] if first == "variants" => rules.with_variants(&[name]).ok(),
        _ => Some(Arc::clone(rules.game())),
    }
}

struct Explainer<'a> {
    files: &'a Files,
    game: Option<Arc<Game>>,
    is_current: bool,
}

impl Explainer<'_> {
    fn key(place: &Place) -> Option<String> {
        let key = place.key?;
        let mut text = format!("`{}`: {}", key.name, key.describe());
        if let Schema::Word(words) = key.schema {
            let words = words.iter();
            let lines = words.map(|(word, meaning)| format!("\n- `{word}`: {}", meaning.trim()));
            text += "\n";
            text.extend(lines);
        }
        Some(text)
    }

    /// Explains a name that the file declares.
    fn name(&self, refers: Reference, name: &str) -> Option<String> {
        let name = name.split('(').next().unwrap_or(name);
        let stock = || (name == "stock").then(|| format!("`stock`: {}", noun(Reference::Group)));
        let symbol = symbol(self.files, refers, name);
        symbol.map(|symbol| self.symbol(symbol)).or_else(stock)
    }

    fn symbol(&self, symbol: &Symbol) -> String {
        let head = format!("`{}`: {}", symbol.name, noun(symbol.kind));
        let more = match symbol.kind {
            Reference::Group => self.group(&symbol.name),
            Reference::Action => self.action(&symbol.name),
            Reference::Definition => self.definition(symbol),
            Reference::Variant => self.files.value(&format!("variants.{}.about", symbol.name)),
            _ => None,
        };
        more.map_or(head.clone(), |more| format!("{head}\n\n{more}"))
    }

    /// The rules of a group in English.
    fn group(&self, name: &str) -> Option<String> {
        let game = self.game.as_ref()?;
        let id = game.names.group(name)?;
        let text = page::describe_group(game, id);
        (!text.is_empty()).then_some(text)
    }

    fn action(&self, name: &str) -> Option<String> {
        let game = self.game.as_ref()?;
        Some(page::action(game, game.names.action(name)?))
    }

    /// The text that a name stands for.
    fn definition(&self, symbol: &Symbol) -> Option<String> {
        let file = &self.files.files[symbol.file];
        let names = file.elements.iter();
        let value = names.skip_while(|name| name.range != symbol.range).nth(1);
        let value = value.filter(|value| value.kind != ElementKind::Name)?;
        let text = &file.text[value.content(&file.text)];
        Some(format!("```\n{}\n```", text.trim()))
    }

    /// Explains a word of a condition, and the condition.
    fn condition(
        &self,
        element: &Element,
        word: &str,
        range: Range<usize>,
    ) -> Option<(String, Range<usize>)> {
        let explained = match Word::find(word) {
            Some(word) => Some(format!("`{}`: {}", word.text, word.meaning)),
            None => self.name(Reference::Condition, word),
        };
        match (explained, self.sentence(element)) {
            (Some(word), Some(whole)) => Some((format!("{word}\n\n---\n\n{whole}"), range)),
            (Some(word), None) => Some((word, range)),
            (None, Some(whole)) => Some((whole, element.range.clone())),
            (None, None) => None,
        }
    }

    /// A whole condition in English.
    fn sentence(&self, element: &Element) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.is_current)?;
        let span = Span::new(element.range.clone());
        let mut sentence = None;
        for (condition, _) in game.conditions() {
            let is_inside = span.start <= condition.span.start && condition.span.end <= span.end;
            if is_inside && sentence.is_none() {
                sentence = Some(prose::describe_by_name(&condition.predicate, game));
            }
        }
        sentence.map(|sentence| format!("In words: {sentence}."))
    }

    /// Describes the game that the file is like.
    fn parent(&self) -> Option<String> {
        let parent = self.files.files.get(1)?;
        let name = parent.value("name").unwrap_or_else(|| parent.id.clone());
        let about = parent.value("about").unwrap_or_default();
        Some(format!("{name}\n\n{about}").trim_end().to_owned())
    }
}

/// The meaning of a word that a value can be.
fn meaning_of(schema: Schema, written: &str) -> Option<&'static str> {
    match schema {
        Schema::Word(words) => {
            let (_, meaning) = words.iter().find(|(word, _)| *word == written)?;
            Some(meaning.trim())
        }
        Schema::Either(schemas) => schemas.iter().find_map(|s| meaning_of(*s, written)),
        _ => None,
    }
}
