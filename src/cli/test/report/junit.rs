//! A report in the XML of `JUnit`, which CI systems read: a suite for each file and a case for each test.

use std::io::{self, Write};
use std::time::Duration;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Item, Report, Verdict};
use crate::cli::test::difference;
use crate::text::{printable, render, render_one};

/// What a case says beside its name: the element, a short text and a long one.
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
pub(in crate::cli::test) fn write_junit(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let counts = reports
        .iter()
        .map(Counts::of)
        .fold(Counts::default(), Counts::plus);
    let suites = xml
        .create_element("testsuites")
        .with_attribute(("name", "patience"));
    let suites = suites.with_attributes(
        counts
            .attributes()
            .each_ref()
            .map(|(k, v)| (*k, v.as_str())),
    );
    suites.write_inner_content(|xml| {
        for report in reports {
            write_suite(report, xml)?;
        }
        Ok(())
    })?;
    writeln!(xml.into_inner())
}

fn write_suite<W: Write>(report: &Report, xml: &mut Writer<W>) -> io::Result<()> {
    let name = clean(&report.name);
    let attributes = Counts::of(report).attributes();
    let suite = xml
        .create_element("testsuite")
        .with_attribute(("name", name.as_str()));
    let suite = suite.with_attributes(attributes.each_ref().map(|(k, v)| (*k, v.as_str())));
    suite.write_inner_content(|xml| {
        if let Some(why) = why_not_run(report) {
            write_case(&name, "the rules file", Duration::ZERO, Some(why), xml)?;
        }
        for item in &report.items {
            write_case(&name, &item.title(), item.time, detail(item, report), xml)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_case<W: Write>(
    suite: &str,
    name: &str,
    time: Duration,
    detail: Option<Detail>,
    xml: &mut Writer<W>,
) -> io::Result<()> {
    let time = seconds(time);
    let case = xml.create_element("testcase").with_attributes([
        ("name", clean(name).as_str()),
        ("classname", suite),
        ("time", &time),
    ]);
    let Some(detail) = detail else {
        case.write_empty()?;
        return Ok(());
    };
    case.write_inner_content(|xml| {
        let element = xml.create_element(detail.element);
        let element = element.with_attribute(("message", clean(&detail.message).as_str()));
        element.write_text_content(BytesText::new(&clean(&detail.text)))?;
        Ok(())
    })?;
    Ok(())
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
    let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    match &item.verdict {
        Verdict::Passed | Verdict::Updated(_) => None,
        Verdict::Failed(failures) => {
            let rendered = failures
                .iter()
                .map(|f| render_one(f, &report.sources, false));
            let message = failures.first().map_or("", |f| f.message.as_str());
            Some(Detail::new(
                "failure",
                message,
                rendered.collect::<Vec<_>>().join("\n"),
            ))
        }
        Verdict::Broken(why) => Some(Detail::new("failure", &first_line(why), why.clone())),
        Verdict::Differs(change) => {
            let text = difference::describe(&change.old, &change.new, false);
            let message = format!("the {} is not as it was", item.kind.word());
            Some(Detail::new("failure", &message, text))
        }
        Verdict::Accepted(why) => Some(Detail::new("skipped", why, String::new())),
    }
}

/// The numbers that a suite states.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: Duration,
}

impl Counts {
    fn of(report: &Report) -> Counts {
        let why = why_not_run(report);
        let is = |element| usize::from(why.as_ref().is_some_and(|why| why.element == element));
        let is_skipped = |item: &&Item| matches!(item.verdict, Verdict::Accepted(_));
        Counts {
            tests: report.items.len() + usize::from(why.is_some()),
            failures: report.failed() + is("failure"),
            errors: is("error"),
            skipped: report.items.iter().filter(is_skipped).count(),
            time: report.items.iter().map(|item| item.time).sum(),
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            tests: self.tests + other.tests,
            failures: self.failures + other.failures,
            errors: self.errors + other.errors,
            skipped: self.skipped + other.skipped,
            time: self.time + other.time,
        }
    }

    fn attributes(self) -> [(&'static str, String); 5] {
        [
            ("tests", self.tests.to_string()),
            ("failures", self.failures.to_string()),
            ("errors", self.errors.to_string()),
            ("skipped", self.skipped.to_string()),
            ("time", seconds(self.time)),
        ]
    }
}

/// Replaces what XML cannot contain.
fn clean(text: &str) -> String {
    printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
