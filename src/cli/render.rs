//! Renders diagnostics as annotated source snippets; the only file that uses `annotate_snippets`.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use patience::diagnostic::{Diagnostic, Diagnostics, Mark, Severity, Sources};
use patience::internals::{printable, printable_line};

/// Renders all diagnostics, separated by blank lines; each ends with a line feed.
pub fn render(diagnostics: &Diagnostics, sources: &Sources, color: bool) -> String {
    let rendered = diagnostics.iter().map(|d| render_one(d, sources, color));
    rendered.collect::<Vec<_>>().join("\n")
}

/// Renders one diagnostic: message, file, line and column, source lines with labels, and help.
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
        let marks_here: Vec<(&Mark, Range<usize>)> = marks()
            .filter_map(|m| {
                let (other, _, range) = sources.file(m.span)?;
                (other == name).then_some((m, range))
            })
            .collect();
        // The text can be long, so render only the lines from the first mark to the last.
        let ranges = || marks_here.iter().map(|(_, range)| range);
        let first = ranges().map(|range| range.start).min().unwrap_or(0);
        let last = ranges().map(|range| range.end).max().unwrap_or(0);
        let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[last..]
            .find('\n')
            .map_or(text.len(), |newline| last + newline);
        let line = text[..start].matches('\n').count() + 1;
        // The symbol that replaces an unprintable character can have a different length.
        let offset_in_snippet = |offset: usize| printable(&text[start..offset]).len();
        let annotations = marks_here.into_iter().map(|(mark, range)| {
            let range = offset_in_snippet(range.start)..offset_in_snippet(range.end);
            annotation(mark, diagnostic, range)
        });
        let snippet = Snippet::source(printable(&text[start..end]))
            .line_start(line)
            .path(printable_line(name));
        group = group.element(snippet.annotations(annotations));
    }
    for help in diagnostic.all_help() {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let rendered = renderer.render(&[group]);
    let lines: Vec<&str> = rendered.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn annotation<'a>(mark: &'a Mark, diagnostic: &Diagnostic, range: Range<usize>) -> Annotation<'a> {
    let is_primary = *mark == diagnostic.mark;
    let kind = if is_primary {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    let label = (!mark.label.is_empty()).then_some(mark.label.as_str());
    kind.span(range).label(label)
}
