use super::Span;
use super::Synonym;
use super::printable::{is_printable, visible};

/// How severe a diagnostic is; an error sorts before a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is rejected.
    Error,
    /// The file is accepted, but something in it is probably not intended.
    Warning,
}

/// A labeled span of source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The span.
    pub span: Span,
    /// The label; may be empty.
    pub label: String,
}

/// A replacement that probably corrects a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Where the text to replace is written; there may be more around it, such as its quotes.
    pub span: Span,
    /// The text to replace; if it is empty, all that is written there.
    pub found: String,
    /// What to write instead.
    pub replacement: String,
}

/// An error or warning about a rules file: the mistake, its place, and how to fix it.
///
/// The message names the finding, the label the expectation, and the help gives advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The mistake, in lower case and without a full stop.
    pub message: String,
    /// The place of the mistake, and the expectation there.
    pub mark: Mark,
    /// Other places involved, such as the other half of a conflict.
    pub also: Vec<Mark>,
    /// Lines of advice.
    pub help: Vec<String>,
    /// Replacements to choose from; each probably corrects the mistake. Their advice is in `help` too.
    pub fixes: Vec<Fix>,
    /// The unknown name, if the mistake is that a name is not defined.
    pub missing: Option<String>,
    /// Where else the unknown name is used.
    pub uses: Vec<Span>,
}

impl Diagnostic {
    /// Creates an error at a span.
    pub(crate) fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: sanitize(message.into()),
            mark: Mark {
                span,
                label: String::new(),
            },
            also: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            missing: None,
            uses: Vec::new(),
        }
    }

    /// Creates a warning at a span.
    pub(crate) fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    /// Sets the label: the expectation.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.mark.label = sanitize(label.into());
        self
    }

    /// Adds another place.
    pub(crate) fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.also.push(Mark {
            span,
            label: sanitize(label.into()),
        });
        self
    }

    /// Adds a line of advice.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(sanitize(help.into()));
        self
    }

    /// Takes back all advice.
    pub(crate) fn without_help(mut self) -> Diagnostic {
        self.help.clear();
        self.fixes.clear();
        self
    }

    /// Adds what other programs mean by the words that were `found`, and what to write instead.
    pub(crate) fn advise(self, synonym: Synonym, found: &str) -> Diagnostic {
        let advised = self.help(synonym.advice);
        match synonym.replacement {
            Some(right) => advised.fix(found, right),
            None => advised,
        }
    }

    /// Marks the diagnostic as being about an unknown name. Only the first use of such a name is reported.
    pub(crate) fn missing(mut self, name: &str) -> Diagnostic {
        self.missing = Some(name.to_owned());
        self
    }

    /// Adds the places where another diagnostic says that the same name is used.
    fn add_uses(&mut self, other: Diagnostic) {
        for span in std::iter::once(other.mark.span).chain(other.uses) {
            if span != self.mark.span && !self.uses.contains(&span) {
                self.uses.push(span);
            }
        }
    }

    /// All lines of advice: at the end, how often an unknown name is used.
    pub(crate) fn all_help(&self) -> impl Iterator<Item = String> {
        let uses = match self.uses.len() {
            0 => None,
            others => Some(format!(
                "the name is used {} times; this is one of them",
                others + 1
            )),
        };
        self.help.iter().cloned().chain(uses)
    }

    /// Adds "did you mean ...?" if one of the `candidates` is similar to `found`.
    pub(crate) fn suggest<'a>(
        self,
        found: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        match super::nearest(found, candidates) {
            Some(word) => self.did_you_mean(found, word),
            None => self,
        }
    }

    /// Adds "did you mean ...?", to be written in place of `found`.
    pub(crate) fn did_you_mean(self, found: &str, replacement: &str) -> Diagnostic {
        self.help(format!("did you mean `{replacement}`?"))
            .fix(found, replacement)
    }

    /// Adds "write ...", in place of `found`.
    pub(crate) fn write(self, found: &str, replacement: &str) -> Diagnostic {
        self.help(format!("write `{replacement}`"))
            .fix(found, replacement)
    }

    /// Adds a replacement for `found`, which is written at the mark. Some line of advice must say the same.
    pub(crate) fn fix(self, found: &str, replacement: impl Into<String>) -> Diagnostic {
        let span = self.mark.span;
        self.fix_at(span, found, replacement)
    }

    /// Adds a replacement for `found`, which is written within a span. Some line of advice must say the same.
    pub(crate) fn fix_at(
        mut self,
        span: Span,
        found: &str,
        replacement: impl Into<String>,
    ) -> Diagnostic {
        self.fixes.push(Fix {
            span,
            found: found.to_owned(),
            replacement: replacement.into(),
        });
        self
    }
}

/// The maximum length of a message in characters: it may quote the author's text, which can be a megabyte long.
const MAX_MESSAGE_CHARS: usize = 400;

/// Makes a message safe to print: replaces unprintable characters and truncates it to `MAX_MESSAGE_CHARS`.
fn sanitize(text: String) -> String {
    if text.len() <= MAX_MESSAGE_CHARS && text.chars().all(is_printable) {
        return text;
    }
    let mut chars = text.chars();
    let mut sanitized: String = chars
        .by_ref()
        .take(MAX_MESSAGE_CHARS)
        .map(visible)
        .collect();
    if chars.next().is_some() {
        sanitized.push_str("...");
    }
    sanitized
}

/// The diagnostics for a rules file, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The maximum number of diagnostics kept per severity; a longer list would not help the author.
    pub const LIMIT: usize = 50;

    /// Adds a diagnostic, unless it duplicates an earlier one: same span and message, or same unknown name.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let is_same_name =
            |d: &&mut Diagnostic| d.missing.is_some() && d.missing == diagnostic.missing;
        if let Some(first) = self.list.iter_mut().find(is_same_name) {
            first.add_uses(diagnostic);
            return;
        }
        let is_duplicate =
            |d: &Diagnostic| d.mark.span == diagnostic.mark.span && d.message == diagnostic.message;
        let same_severity = self
            .list
            .iter()
            .filter(|d| d.severity == diagnostic.severity)
            .count();
        if same_severity < Self::LIMIT && !self.list.iter().any(is_duplicate) {
            self.list.push(diagnostic);
        }
    }

    /// Whether the maximum number of errors has been reached, so that looking for more is pointless.
    pub(crate) fn is_full(&self) -> bool {
        self.list
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
            >= Self::LIMIT
    }

    /// Whether the list has a diagnostic at exactly this span that is at least as severe.
    pub(crate) fn covers(&self, span: Span, severity: Severity) -> bool {
        self.list
            .iter()
            .any(|d| d.mark.span == span && d.severity <= severity)
    }

    /// Adds all diagnostics of another list.
    pub(crate) fn extend(&mut self, others: Diagnostics) {
        others.list.into_iter().for_each(|d| self.push(d));
    }

    /// Sorts the diagnostics by their spans.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by_key(|d| d.mark.span);
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Iterates over the diagnostics in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
