//! The author's words for named conditions and numbers, and for steps.

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

/// What a description is about.
enum Topic {
    /// A named condition or number, with its parameter.
    Condition(Option<String>),
    /// The steps of an action or of a table in `auto`.
    Steps,
}

impl Compiler<'_> {
    /// Adds the descriptions to the named conditions, and checks that each can stand inside of a sentence. Those of steps
    /// are only checked.
    pub(super) fn add_descriptions(&mut self) {
        for (name, field) in self.file.describe.named() {
            let Some(text) = field.get() else { continue };
            let Some(topic) = self.topic_of(name) else {
                continue;
            };
            if let Some(mistake) = find_mistake(&text.0, &topic, field.span) {
                self.report.push(mistake);
            } else if matches!(topic, Topic::Condition(_)) {
                let definitions = &mut self.names.definitions;
                let found = definitions.iter_mut().find(|d| d.name == name.value);
                found.expect("it is the topic").description = Some(text.0.clone());
            }
        }
    }

    /// The description of the steps of an action or of a table in `auto`, if it has one.
    pub(super) fn description_of_steps(&self, name: &str) -> Option<String> {
        let mut described = self.file.describe.named().iter();
        let (_, field) = described.find(|(key, _)| key.value == name)?;
        field.get().map(|text| text.0.clone())
    }

    /// Finds what a name in `[describe]` stands for. Reports a name that stands for nothing, or for two things.
    fn topic_of(&mut self, name: &Spanned<String>) -> Option<Topic> {
        let definition = self.names.definition(&name.value);
        let condition = definition.map(|d| Topic::Condition(d.parameter.clone()));
        let (actions, autos) = (self.file.actions.named(), self.file.auto.named());
        let action = actions.iter().find(|(key, _)| key.value == name.value);
        let auto = autos.iter().find(|(key, _)| key.value == name.value);
        let steps = action.map(|_| Topic::Steps);
        let Some((auto, _)) = auto else {
            return condition.or(steps).or_else(|| {
                self.report_undescribable(name);
                None
            });
        };
        if condition.is_some() || steps.is_some() {
            let message = format!("`{}` has two meanings here", name.value);
            self.report
                .error(name.span, message)
                .also(
                    auto.span,
                    "the table in `auto` is called like something else",
                )
                .help("give that table another name");
            return None;
        }
        Some(Topic::Steps)
    }

    fn report_undescribable(&mut self, name: &Spanned<String>) {
        let (bare, parameter) = split_parameter(name);
        let defined = self.file.define.named().iter();
        let defined = defined.map(|(key, _)| split_parameter(key).0.value);
        let defined: Vec<String> = defined.collect();
        if self.is_invalid_name(&bare.value) {
            return;
        }
        let message = format!(
            "there is no named condition or action `{}`, and no such table in `auto`",
            name.value
        );
        let diagnostic = Diagnostic::error(name.span, message);
        let actions = self.file.actions.named().iter().map(|(key, _)| key);
        let autos = self.file.auto.named().iter().map(|(key, _)| key);
        let steps = actions.chain(autos).map(|key| key.value.as_str());
        self.report.push(match parameter {
            Some(_) if defined.contains(&bare.value) => {
                diagnostic.did_you_mean(&name.value, &bare.value)
            }
            _ if defined.contains(&bare.value) => return,
            _ => {
                let names = defined.iter().map(String::as_str).chain(steps);
                diagnostic.suggest(&name.value, names)
            }
        });
    }
}

/// Why a text cannot stand inside of a sentence, if it cannot.
fn find_mistake(text: &str, topic: &Topic, span: Span) -> Option<Diagnostic> {
    let error = |message: &str, label: &str| {
        let message = format!("the description {message}");
        Some(Diagnostic::error(span, message).label(label))
    };
    let inside = |advice: &str| format!("it stands inside of a sentence: {advice}");
    let is_condition = matches!(topic, Topic::Condition(_));
    let first = text.split(' ').next().unwrap_or_default();
    let first = first.trim_end_matches(MARKS);
    if text.trim().is_empty() {
        let label = if is_condition {
            "expected words such as `the card lies at the end of a row`"
        } else {
            "expected words such as `turn over the next card of the stock`"
        };
        return error("is empty", label);
    }
    if text.trim() != text {
        return error(
            "begins or ends with a blank",
            &inside("leave the blank out"),
        );
    }
    if is_condition && LEADING.contains(&first) {
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
    let (parameter, expected) = match topic {
        Topic::Condition(Some(parameter)) => (
            Some(parameter.as_str()),
            format!("expected `{{{parameter}}}`, which stands for the argument"),
        ),
        Topic::Condition(None) => (
            None,
            "expected no braces: the named condition has no parameter".to_owned(),
        ),
        Topic::Steps => (
            None,
            "expected no braces: steps have no parameter".to_owned(),
        ),
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
