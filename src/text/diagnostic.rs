use serde::Serialize;

use super::printable::{is_printable, visible};
use super::{Place, Sources, Span, Synonym};

/// How severe a diagnostic is; an error sorts before a warning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file is rejected.
    #[default]
    Error,
    /// The file is accepted, but something in it is probably not intended.
    Warning,
}

/// A labeled span of source text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The span.
    pub span: Span,
    /// The label; may be empty.
    pub label: String,
}

/// A replacement that probably corrects a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    #[doc(hidden)]
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        let label = String::new();
        Diagnostic {
            message: sanitize(message.into()),
            mark: Mark { span, label },
            ..Diagnostic::default()
        }
    }

    /// Creates a warning at a span.
    pub(crate) fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    /// Takes back all advice.
    pub(crate) fn without_help(mut self) -> Diagnostic {
        self.help.clear();
        self.fixes.clear();
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
    #[doc(hidden)]
    pub fn all_help(&self) -> impl Iterator<Item = String> {
        let uses = self.uses.len() + 1;
        let uses =
            (uses > 1).then(|| format!("the name is used {uses} times; this is one of them"));
        self.help.iter().cloned().chain(uses)
    }
}

/// What can be said about a mistake: the methods of a [`Diagnostic`] and of a [`Draft`].
pub(crate) trait Describe: Sized {
    /// The diagnostic that is described.
    fn diagnostic(&mut self) -> &mut Diagnostic;

    /// Sets the label: the expectation.
    fn label(mut self, label: impl Into<String>) -> Self {
        self.diagnostic().mark.label = sanitize(label.into());
        self
    }

    /// Adds another place.
    fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.diagnostic().also.push(Mark {
            span,
            label: sanitize(label.into()),
        });
        self
    }

    /// Adds a line of advice.
    fn help(mut self, help: impl Into<String>) -> Self {
        self.diagnostic().help.push(sanitize(help.into()));
        self
    }

    /// Adds a line of advice, if there is any.
    fn advice(mut self, help: Option<impl Into<String>>) -> Self {
        let help = help.map(|help| sanitize(help.into()));
        self.diagnostic().help.extend(help);
        self
    }

    /// Adds what other programs mean by the words that were `found`, and what to write instead.
    fn advise(self, synonym: Synonym, found: &str) -> Self {
        let advised = self.help(synonym.advice);
        match synonym.replacement {
            Some(right) => advised.fix(found, right),
            None => advised,
        }
    }

    /// Marks the diagnostic as being about an unknown name. Only the first use of such a name is reported.
    fn missing(mut self, name: &str) -> Self {
        self.diagnostic().missing = Some(name.to_owned());
        self
    }

    /// Adds "did you mean ...?" if one of the `candidates` is similar to `found`.
    fn suggest<'a>(self, found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match super::nearest(found, candidates) {
            Some(word) => self.did_you_mean(found, word),
            None => self,
        }
    }

    /// Adds "did you mean ...?", to be written in place of `found`.
    fn did_you_mean(self, found: &str, replacement: &str) -> Self {
        self.help(format!("did you mean `{replacement}`?"))
            .fix(found, replacement)
    }

    /// Adds "write ...", in place of `found`.
    fn write(self, found: &str, replacement: &str) -> Self {
        self.help(format!("write `{replacement}`"))
            .fix(found, replacement)
    }

    /// Adds a replacement for `found`, which is written at the mark. Some line of advice must say the same.
    fn fix(mut self, found: &str, replacement: impl Into<String>) -> Self {
        let span = self.diagnostic().mark.span;
        self.fix_at(span, found, replacement)
    }

    /// Adds a replacement for `found`, which is written within a span. Some line of advice must say the same.
    fn fix_at(mut self, span: Span, found: &str, replacement: impl Into<String>) -> Self {
        self.diagnostic().fixes.push(Fix {
            span,
            found: found.to_owned(),
            replacement: replacement.into(),
        });
        self
    }
}

impl Describe for Diagnostic {
    fn diagnostic(&mut self) -> &mut Diagnostic {
        self
    }
}

/// A diagnostic of a report, while it is described. It is added to the report at the end of the statement.
pub(crate) struct Draft<'a> {
    report: &'a mut Diagnostics,
    diagnostic: Diagnostic,
}

impl Draft<'_> {
    /// Adds it to the report, and returns the value of what has the mistake: none.
    pub(crate) fn fail<T>(self) -> Option<T> {
        drop(self);
        None
    }
}

impl Describe for Draft<'_> {
    fn diagnostic(&mut self) -> &mut Diagnostic {
        &mut self.diagnostic
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        self.report.push(std::mem::take(&mut self.diagnostic));
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
    let kept = chars.by_ref().take(MAX_MESSAGE_CHARS);
    let mut sanitized: String = kept.map(visible).collect();
    if chars.next().is_some() {
        sanitized.push_str("...");
    }
    sanitized
}

/// A diagnostic as data, with the places of its spans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Located<'a> {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The mistake, in lower case and without a full stop.
    pub message: &'a str,
    /// The place of the mistake, and the expectation there.
    #[serde(flatten)]
    pub mark: LocatedMark<'a>,
    /// Other places involved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<LocatedMark<'a>>,
    /// Lines of advice.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub help: &'a [String],
}

/// A place, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LocatedMark<'a> {
    /// The place; `None` if no file is about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place<'a>>,
    /// The label; may be empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: &'a str,
}

impl Diagnostic {
    /// The diagnostic as data. `sources` are the texts that it is about.
    ///
    /// ```
    /// use patience::Rules;
    ///
    /// let rejected = Rules::parse("heaps", "name = 'Heaps'\npiles = 3").unwrap_err();
    /// let first = rejected.diagnostics.iter().next().expect("there is a mistake");
    /// let place = first.located(&rejected.sources).mark.place.expect("it is in the text");
    /// assert_eq!((place.line, first.message.as_str()), (2, "expected a table, found the number 3"));
    /// ```
    pub fn located<'a>(&'a self, sources: &'a Sources) -> Located<'a> {
        let marked = |mark: &'a Mark| LocatedMark {
            place: sources.place(mark.span),
            label: &mark.label,
        };
        Located {
            severity: self.severity,
            message: &self.message,
            mark: marked(&self.mark),
            also: self.also.iter().map(marked).collect(),
            help: &self.help,
        }
    }
}

/// The diagnostics for a rules file, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The maximum number of diagnostics kept per severity; a longer list would not help the author.
    pub const LIMIT: usize = 50;

    /// Adds a diagnostic, which the same statement may describe further.
    pub(crate) fn draft(&mut self, diagnostic: Diagnostic) -> Draft<'_> {
        Draft {
            report: self,
            diagnostic,
        }
    }

    /// Adds an error, which the same statement may describe further.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) -> Draft<'_> {
        self.draft(Diagnostic::error(span, message))
    }

    /// Adds a warning, which the same statement may describe further.
    pub(crate) fn warn(&mut self, span: Span, message: impl Into<String>) -> Draft<'_> {
        self.draft(Diagnostic::warning(span, message))
    }

    /// Adds a diagnostic, unless it duplicates an earlier one: same span and message, or same unknown name.
    #[doc(hidden)]
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_same_name =
            |d: &&mut Diagnostic| d.missing.is_some() && d.missing == diagnostic.missing;
        if let Some(first) = self.list.iter_mut().find(is_same_name) {
            first.add_uses(diagnostic);
            return;
        }
        let is_duplicate =
            |d: &Diagnostic| d.mark.span == diagnostic.mark.span && d.message == diagnostic.message;
        if self.count(diagnostic.severity) < Self::LIMIT && !self.list.iter().any(is_duplicate) {
            self.list.push(diagnostic);
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.iter().filter(|d| d.severity == severity).count()
    }

    /// Whether the maximum number of errors has been reached, so that looking for more is pointless.
    pub(crate) fn is_full(&self) -> bool {
        self.count(Severity::Error) >= Self::LIMIT
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
