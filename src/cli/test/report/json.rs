//! A report for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::{Item, Report, Verdict};
use crate::test::difference;
use patience::diagnostic::{Located, Sources};
use patience::internals::to_json;

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
    mistakes: Vec<Located<'a>>,
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
    failures: Vec<Located<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

/// Writes all reports as one object.
pub(in crate::test) fn write_json(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let output = Output {
        ok: reports.iter().all(Report::is_ok),
        failed: reports.iter().map(Report::failed).sum(),
        files: reports.iter().map(file).collect(),
    };
    writeln!(out, "{}", to_json(&output))
}

fn file(report: &Report) -> File<'_> {
    let mistakes = report.rejected.as_deref().into_iter().flat_map(|rejected| {
        let list = rejected.diagnostics.iter();
        list.map(|diagnostic| diagnostic.located(&rejected.sources))
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
    let (mut failures, mut why, mut difference) = (Vec::new(), None, None);
    let result = match &item.verdict {
        Verdict::Passed => "passed",
        Verdict::Failed(found) => {
            failures = found.iter().map(|f| f.located(sources)).collect();
            "failed"
        }
        Verdict::Broken(reason) => {
            why = Some(reason.as_str());
            "failed"
        }
        Verdict::Accepted(reason) => {
            why = Some(reason);
            "accepted"
        }
        Verdict::Differs(change) | Verdict::Updated(change) => {
            difference = Some(difference::describe(&change.old, &change.new, false));
            if item.has_failed() {
                "failed"
            } else {
                "updated"
            }
        }
    };
    Test {
        kind: item.kind.word(),
        name: &item.name,
        result,
        seconds: item.time.as_secs_f64(),
        failures,
        why,
        difference,
    }
}
