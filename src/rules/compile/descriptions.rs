//! The author's words for named conditions and numbers.

use super::Compiler;
use super::names::split_parameter;
use crate::cards::Rank;
use crate::text::{Describe, Diagnostic, Span, Spanned};

/// The words that come before a description in a sentence.
const LEADING: [&str; 7] = [
    "if", "when", "whenever", "unless", "that", "which", "requires",
];
/// What a sentence ends with, and what would be taken for a mark on a page.
const MARKS: [char; 8] = ['.', ',', ';', ':', '!', '?', '*', '`'];

impl Compiler<'_> {
    /// Adds the descriptions to the named conditions, and checks that each can stand inside of a sentence.
    pub(super) fn add_descriptions(&mut self) {
        for (name, field) in self.file.describe.named() {
            let Some(text) = field.get() else { continue };
            let definitions = &mut self.names.definitions;
            let found = definitions.iter_mut().find(|d| d.name == name.value);
            let Some(definition) = found else {
                self.report_undefined(name);
                continue;
            };
            let parameter = definition.parameter.as_deref();
            match find_mistake(&text.0, parameter, field.span) {
                Some(mistake) => self.report.push(mistake),
                None => definition.description = Some(text.0.clone()),
            }
        }
    }

    fn report_undefined(&mut self, name: &Spanned<String>) {
        let (bare, parameter) = split_parameter(name);
        let defined = self.file.define.named().iter();
        let defined: Vec<String> = defined
            .map(|(key, _)| split_parameter(key).0.value)
            .collect();
        if self.is_invalid_name(&bare.value) {
            return;
        }
        let message = format!("there is no named condition `{}`", name.value);
        let diagnostic = Diagnostic::error(name.span, message);
        self.report.push(match parameter {
            Some(_) if defined.contains(&bare.value) => {
                diagnostic.did_you_mean(&name.value, &bare.value)
            }
            _ if defined.contains(&bare.value) => return,
            _ => diagnostic.suggest(&name.value, defined.iter().map(String::as_str)),
        });
    }
}

/// Why a text cannot stand inside of a sentence, if it cannot.
fn find_mistake(text: &str, parameter: Option<&str>, span: Span) -> Option<Diagnostic> {
    let error = |message: String| Some(Diagnostic::error(span, message));
    let first = text.split(' ').next().unwrap_or_default();
    if text.trim().is_empty() {
        return error("the description is empty".to_owned())
            .map(|d| d.label("expected words such as `the card lies at the end of a row`"));
    }
    if text.trim() != text {
        return error("the description begins or ends with a blank".to_owned())
            .map(|d| d.label("it stands inside of a sentence: leave the blank out"));
    }
    let first = first.trim_end_matches(MARKS);
    if LEADING.contains(&first) {
        return error(format!("the description begins with `{first}`")).map(|d| {
            d.label(format!(
                "leave `{first}` out: the sentence around it has such a word"
            ))
        });
    }
    if begins_a_sentence(first) {
        return error(format!(
            "the description begins with a capital letter: `{first}`"
        ))
        .map(|d| d.label("it stands inside of a sentence: write a small letter"));
    }
    if let Some(mark) = text.chars().next_back().filter(|c| MARKS.contains(c)) {
        return error(format!("the description ends with `{mark}`"))
            .map(|d| d.label("it stands inside of a sentence: leave the mark out"));
    }
    if text.contains(['*', '`']) {
        return error("the description has a mark of its own".to_owned())
            .map(|d| d.label("expected words without `*` and without backquotes"));
    }
    let expected = match parameter {
        Some(parameter) => format!("expected `{{{parameter}}}`, which stands for the argument"),
        None => "expected no braces: the named condition has no parameter".to_owned(),
    };
    let found = placeholders(text);
    match (found.as_slice(), parameter) {
        ([], None) => None,
        ([], Some(parameter)) => error(format!("the description never mentions `{parameter}`"))
            .map(|d| d.label(expected)),
        (found, parameter) => {
            let wrong = found.iter().find(|found| parameter != Some(**found))?;
            error(format!("`{{{wrong}}}` stands for nothing")).map(|d| d.label(expected))
        }
    }
}

/// Whether a word begins a sentence. The name of a rank has a capital letter anywhere.
fn begins_a_sentence(word: &str) -> bool {
    let is_rank = Rank::all().any(|rank| word.starts_with(rank.name()));
    word.starts_with(|c: char| c.is_uppercase()) && !is_rank
}

/// What is between braces, or follows one that is left open or alone.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let inside = &rest[at + 1..];
        let end = inside.find('}').filter(|_| rest[at..].starts_with('{'));
        found.push(&inside[..end.unwrap_or(inside.len())]);
        rest = end.map_or("", |end| &inside[end + 1..]);
    }
    found
}
