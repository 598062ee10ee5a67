use super::Span;
use super::printable::{is_printable, visible};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file is taken; something in it is probably not meant so.
    Warning,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub span: Span,
    /// What is to be said of it; may be empty.
    pub label: String,
}

/// One mistake in a rules file: what is wrong, where, and what would be right.
///
/// The message says what was found, the label at the place what was expected; advice goes into the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// Where.
    pub mark: Mark,
    /// Places that have a share in it, such as the other half of a conflict.
    pub also: Vec<Mark>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The name that is missing, where that is what is wrong.
    pub missing: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: fair(message.into()),
            mark: Mark {
                span,
                label: String::new(),
            },
            also: Vec::new(),
            help: Vec::new(),
            missing: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    /// The same with what was expected, written at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.mark.label = fair(label.into());
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.also.push(Mark {
            span,
            label: fair(label.into()),
        });
        self
    }

    /// The same with a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(fair(help.into()));
        self
    }

    /// The same, said of a name that is missing: of several uses of it, one is reported.
    #[must_use]
    pub fn missing(mut self, name: &str) -> Diagnostic {
        self.missing = Some(name.to_owned());
        self
    }

    /// The same with the advice to take the nearest right word, where one is near.
    #[must_use]
    pub fn suggest<'a>(self, found: &str, right: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match super::nearest(found, right) {
            Some(word) => self.help(format!("did you mean `{word}`?")),
            None => self,
        }
    }
}

/// The most letters of a message; what an author wrote can be a megabyte.
const MAX_MESSAGE: usize = 400;

/// A message that can be printed, cut where it is too long.
fn fair(text: String) -> String {
    if text.len() <= MAX_MESSAGE && text.chars().all(is_printable) {
        return text;
    }
    let mut letters = text.chars();
    let mut fair: String = letters.by_ref().take(MAX_MESSAGE).map(visible).collect();
    if letters.next().is_some() {
        fair.push_str("...");
    }
    fair
}

/// All that is to be said of a rules file, each mistake once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The most of each severity that are kept; a file with more is broken beyond a longer list's help.
    pub const LIMIT: usize = 50;

    /// Adds one, unless the same was said of the same place before, or the same name was missing before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let said = |d: &Diagnostic| {
            let is_same = d.mark.span == diagnostic.mark.span && d.message == diagnostic.message;
            is_same || d.missing.is_some() && d.missing == diagnostic.missing
        };
        let alike = self
            .list
            .iter()
            .filter(|d| d.severity == diagnostic.severity)
            .count();
        if alike < Self::LIMIT && !self.list.iter().any(said) {
            self.list.push(diagnostic);
        }
    }

    /// Whether as many errors are kept as ever are, so that looking for more is of no use.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.list
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
            >= Self::LIMIT
    }

    /// Whether something was said of a place that is as bad, or worse.
    #[must_use]
    pub fn speaks_of(&self, span: Span, severity: Severity) -> bool {
        self.list
            .iter()
            .any(|d| d.mark.span == span && d.severity <= severity)
    }

    /// Adds all of the others.
    pub fn extend(&mut self, others: Diagnostics) {
        others.list.into_iter().for_each(|d| self.push(d));
    }

    /// Puts them in the order of their places.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|d| d.mark.span);
    }

    /// Whether one of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
