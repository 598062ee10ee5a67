//! A report in the XML of `JUnit`, which CI systems read: a suite for each file and a case for each test.

use std::io::{self, Write};
use std::time::Duration;

use quick_xml::escape::escape;

use super::{Item, Report, Verdict};
use crate::render::{render, render_one};
use crate::test::difference;
use patience::internals::printable;

struct Case {
    name: String,
    time: Duration,
    detail: Option<Detail>,
}

/// Why a case has not passed: the element, a short text and a long one.
struct Detail {
    element: &'static str,
    message: String,
    text: String,
}

impl Detail {
    fn new(element: &'static str, message: &str, text: String) -> Detail {
        Detail {
            element,
            message: message.to_owned(),
            text,
        }
    }
}

/// Writes all reports as one document.
pub(in crate::test) fn write_junit(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let suites = reports
        .iter()
        .map(|report| (attribute(&report.name), cases(report)));
    let suites: Vec<(String, Vec<Case>)> = suites.collect();
    let all: Vec<&Case> = suites.iter().flat_map(|(_, cases)| cases).collect();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"patience\" {}>", counts(&all))?;
    for (suite, cases) in &suites {
        let all: Vec<&Case> = cases.iter().collect();
        writeln!(out, "  <testsuite name=\"{suite}\" {}>", counts(&all))?;
        for case in cases {
            write_case(case, suite, out)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn write_case(case: &Case, suite: &str, out: &mut dyn Write) -> io::Result<()> {
    let (name, time) = (attribute(&case.name), seconds(case.time));
    let attributes = format!("name=\"{name}\" classname=\"{suite}\" time=\"{time}\"");
    let Some(detail) = &case.detail else {
        return writeln!(out, "    <testcase {attributes}/>");
    };
    let (element, message) = (detail.element, attribute(&detail.message));
    let text = xml(&detail.text);
    writeln!(out, "    <testcase {attributes}>")?;
    writeln!(
        out,
        "      <{element} message=\"{message}\">{text}</{element}>"
    )?;
    writeln!(out, "    </testcase>")
}

fn cases(report: &Report) -> Vec<Case> {
    let why = why_not_run(report).map(|why| Case {
        name: "the rules file".to_owned(),
        time: Duration::ZERO,
        detail: Some(why),
    });
    let items = report.items.iter().map(|item| Case {
        name: item.title(),
        time: item.time,
        detail: detail(item, report),
    });
    why.into_iter().chain(items).collect()
}

/// Why nothing of a file was run: it is rejected, it cannot be read, or it has no tests.
fn why_not_run(report: &Report) -> Option<Detail> {
    if let Some(rejected) = &report.rejected {
        let text = render(&rejected.diagnostics, &rejected.sources, false);
        return Some(Detail::new("error", "the rules file has mistakes", text));
    }
    if let Some(why) = &report.unreadable {
        return Some(Detail::new("error", why, String::new()));
    }
    let is_empty = report.is_empty();
    is_empty.then(|| Detail::new("failure", "there are no tests", String::new()))
}

fn detail(item: &Item, report: &Report) -> Option<Detail> {
    match &item.verdict {
        Verdict::Passed | Verdict::Updated(_) => None,
        Verdict::Failed(failures) => {
            let sources = &report.sources;
            let texts = failures.iter().map(|f| render_one(f, sources, false));
            let texts: Vec<String> = texts.collect();
            let message = failures.first().map_or("", |f| f.message.as_str());
            Some(Detail::new("failure", message, texts.join("\n")))
        }
        Verdict::Broken(why) => {
            let message = why.lines().next().unwrap_or_default();
            Some(Detail::new("failure", message, why.clone()))
        }
        Verdict::Differs(change) => {
            let message = format!("the {} is not as it was", item.kind.word());
            let text = difference::describe(&change.old, &change.new, false);
            Some(Detail::new("failure", &message, text))
        }
        Verdict::Accepted(why) => Some(Detail::new("skipped", why, String::new())),
    }
}

/// The numbers that a suite states.
fn counts(cases: &[&Case]) -> String {
    let count = |element| {
        let details = cases.iter().filter_map(|case| case.detail.as_ref());
        details.filter(|detail| detail.element == element).count()
    };
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\"",
        cases.len(),
        count("failure"),
        count("error"),
        count("skipped"),
        seconds(cases.iter().map(|case| case.time).sum())
    )
}

/// The value of an attribute, in one line.
fn attribute(text: &str) -> String {
    xml(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Replaces what XML cannot contain, or means as its own.
fn xml(text: &str) -> String {
    let text = printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    escape(&text).into_owned()
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
