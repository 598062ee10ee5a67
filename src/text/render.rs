//! The only file that names the crate that draws snippets of source text.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Diagnostics, Mark, Severity, Sources};

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
        let here = marks().filter(|m| sources.file(m.span).is_some_and(|(n, ..)| n == name));
        group = group.element(
            Snippet::source(text)
                .path(name)
                .annotations(here.map(|m| annotation(m, diagnostic, sources))),
        );
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

fn annotation<'a>(
    mark: &'a Mark,
    of: &Diagnostic,
    sources: &Sources,
) -> annotate_snippets::Annotation<'a> {
    let kind = if *mark == of.mark {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    let range = sources.file(mark.span).map_or(0..0, |(.., range)| range);
    let label = (!mark.label.is_empty()).then_some(mark.label.as_str());
    kind.span(range).label(label)
}
