//! The only file that names the crate that draws snippets of source text.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Diagnostics, Mark, Severity, Sources, printable};

/// Draws all diagnostics, one after the other with a blank line between, each with a line feed at its end.
#[must_use]
pub fn render(diagnostics: &Diagnostics, sources: &Sources, color: bool) -> String {
    let drawn: Vec<String> = diagnostics
        .iter()
        .map(|d| render_one(d, sources, color))
        .collect();
    drawn.join("\n")
}

/// Draws one diagnostic: the message, the file, line and column, the text, what was expected there, advice.
#[must_use]
pub fn render_one(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message));
    let mut files: Vec<&str> = Vec::new();
    let marks = || std::iter::once(&diagnostic.mark).chain(&diagnostic.also);
    for mark in marks() {
        let Some((name, text, _)) = sources.file(mark.span) else {
            continue;
        };
        if files.contains(&name) {
            continue;
        }
        files.push(name);
        let here: Vec<(&Mark, Range<usize>)> = marks()
            .filter_map(|m| {
                let (other, _, range) = sources.file(m.span)?;
                (other == name).then_some((m, range))
            })
            .collect();
        // Only the lines from the first mark to the last are drawn: a text can be long.
        let first = here.iter().map(|(_, range)| range.start).min().unwrap_or(0);
        let last = here.iter().map(|(_, range)| range.end).max().unwrap_or(0);
        let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
        let line = text[..start].matches('\n').count() + 1;
        // A sign for what cannot be printed may be longer than that was.
        let at = |offset: usize| printable(&text[start..offset]).len();
        let annotations = here.into_iter().map(|(mark, range)| {
            let range = at(range.start)..at(range.end);
            annotation(mark, diagnostic, range)
        });
        let snippet = Snippet::source(printable(&text[start..end]))
            .line_start(line)
            .path(printable(name));
        group = group.element(snippet.annotations(annotations));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let drawn = renderer.render(&[group]);
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn annotation<'a>(mark: &'a Mark, of: &Diagnostic, range: Range<usize>) -> Annotation<'a> {
    let is_first = *mark == of.mark;
    let kind = if is_first {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    let label = (!mark.label.is_empty()).then_some(mark.label.as_str());
    kind.span(range).label(label)
}
