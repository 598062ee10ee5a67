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
    let error = |message: &str, label: &str| {
        let message = format!("the description {message}");
        Some(Diagnostic::error(span, message).label(label))
    };
    let inside = |advice: &str| format!("it stands inside of a sentence: {advice}");
    let first = text.split(' ').next().unwrap_or_default();
    let first = first.trim_end_matches(MARKS);
    if text.trim().is_empty() {
        let label = "expected words such as `the card lies at the end of a row`";
        return error("is empty", label);
    }
    if text.trim() != text {
        return error(
            "begins or ends with a blank",
            &inside("leave the blank out"),
        );
    }
    if LEADING.contains(&first) {
        let label = format!("leave `{first}` out: the sentence around it has such a word");
        return error(&format!("begins with `{first}`"), &label);
    }
    if begins_a_sentence(first) {
        let message = format!("begins with a capital letter: `{first}`");
        return error(&message, &inside("write a small letter"));
    }
    if let Some(mark) = text.chars().next_back().filter(|c| MARKS.contains(c)) {
        return error(
            &format!("ends with `{mark}`"),
            &inside("leave the mark out"),
        );
    }
    if text.contains(['*', '`']) {
        let label = "expected words without `*` and without backquotes";
        return error("has a mark of its own", label);
    }
    let expected = match parameter {
        Some(parameter) => format!("expected `{{{parameter}}}`, which stands for the argument"),
        None => "expected no braces: the named condition has no parameter".to_owned(),
    };
    match (placeholders(text).as_slice(), parameter) {
        ([], None) => None,
        ([], Some(parameter)) => error(&format!("never mentions `{parameter}`"), &expected),
        (found, parameter) => {
            let wrong = found.iter().find(|found| parameter != Some(**found))?;
            let message = format!("`{{{wrong}}}` stands for nothing");
            Some(Diagnostic::error(span, message).label(expected))
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
