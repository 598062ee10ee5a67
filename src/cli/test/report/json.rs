//! A report for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::{Item, Report, Verdict};
use crate::cli::test::difference;
use crate::text::{Diagnostic, Mark, Severity, Sources, to_json};

#[derive(Serialize)]
struct Output<'a> {
    /// Whether everything could be run, and passed.
    ok: bool,
    failed: usize,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "file")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<Message<'a>>,
    tests: Vec<Test<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<usize>,
}

#[derive(Serialize)]
struct Test<'a> {
    kind: &'a str,
    name: &'a str,
    result: &'a str,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

#[derive(Serialize)]
struct Message<'a> {
    severity: &'a str,
    #[serde(rename = "message")]
    text: &'a str,
    #[serde(flatten)]
    mark: Place<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    help: &'a [String],
}

#[derive(Serialize)]
struct Place<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<LineAndColumn<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
}

#[derive(Serialize)]
struct LineAndColumn<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

/// Writes all reports as one object.
pub(in crate::cli::test) fn write_json(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let output = Output {
        ok: reports.iter().all(Report::is_ok),
        failed: reports.iter().map(Report::failed).sum(),
        files: reports.iter().map(file).collect(),
    };
    writeln!(out, "{}", to_json(&output)?)
}

fn file(report: &Report) -> File<'_> {
    let mistakes = report.rejected.as_deref().into_iter().flat_map(|rejected| {
        let list = rejected.diagnostics.iter();
        list.map(|diagnostic| message(diagnostic, &rejected.sources))
    });
    File {
        name: &report.name,
        error: report.unreadable.as_deref(),
        mistakes: mistakes.collect(),
        tests: report
            .items
            .iter()
            .map(|item| test(item, &report.sources))
            .collect(),
        notes: &report.notes,
        changes: report.changes,
    }
}

fn test<'a>(item: &'a Item, sources: &'a Sources) -> Test<'a> {
    let mut test = Test {
        kind: item.kind.word(),
        name: &item.name,
        result: if item.has_failed() {
            "failed"
        } else {
            "passed"
        },
        seconds: item.time.as_secs_f64(),
        failures: Vec::new(),
        why: None,
        difference: None,
    };
    match &item.verdict {
        Verdict::Passed => {}
        Verdict::Failed(failures) => {
            test.failures = failures.iter().map(|f| message(f, sources)).collect();
        }
        Verdict::Broken(why) => test.why = Some(why),
        Verdict::Differs(change) => {
            test.difference = Some(difference::describe(&change.old, &change.new, false));
        }
        Verdict::Updated(change) => {
            test.result = "updated";
            test.difference = Some(difference::describe(&change.old, &change.new, false));
        }
        Verdict::Accepted(why) => {
            test.result = "accepted";
            test.why = Some(why);
        }
    }
    test
}

fn message<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Message<'a> {
    Message {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        text: &diagnostic.message,
        mark: place(&diagnostic.mark, sources),
        also: diagnostic
            .also
            .iter()
            .map(|mark| place(mark, sources))
            .collect(),
        help: &diagnostic.help,
    }
}

fn place<'a>(mark: &'a Mark, sources: &'a Sources) -> Place<'a> {
    let place = sources.place(mark.span).map(|place| LineAndColumn {
        file: place.file,
        line: place.line,
        column: place.column,
    });
    Place {
        place,
        label: &mark.label,
    }
}
