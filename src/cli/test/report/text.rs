//! A report for people.

use std::io::{self, Write};

use super::{Item, Kind, Report, Verdict};
use crate::render::{render, render_one};
use crate::test::difference;
use patience::internals::{pluralize, printable, printable_line};

/// Writes what failed or was rewritten, and how many tests there were.
pub(in crate::test) fn write_text(
    report: &Report,
    color: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = printable_line(&report.name);
    if let Some(rejected) = &report.rejected {
        let text = render(&rejected.diagnostics, &rejected.sources, color);
        return writeln!(out, "{text}\n{name}: the tests cannot be run");
    }
    for item in &report.items {
        write_item(item, report, color, out)?;
    }
    if report.unreadable.is_some() {
        return Ok(());
    }
    let notes: String = report
        .notes
        .iter()
        .map(|note| format!("; {}", printable_line(note)))
        .collect();
    writeln!(out, "{name}: {}{notes}", summary(report))
}

fn write_item(item: &Item, report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let (name, title) = (printable_line(&report.name), item.title());
    match &item.verdict {
        Verdict::Passed | Verdict::Accepted(_) => Ok(()),
        Verdict::Failed(failures) if item.kind == Kind::Gap => {
            let place = |span| report.sources.place(span).map(|place| place.line);
            let line = failures
                .first()
                .and_then(|failure| place(failure.mark.span));
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            writeln!(out, "{name}{line}: {}", printable_line(&item.name))
        }
        Verdict::Failed(failures) => {
            writeln!(out, "{name}: {title} FAILED")?;
            for failure in failures {
                writeln!(out, "{}", render_one(failure, &report.sources, color))?;
            }
            Ok(())
        }
        Verdict::Broken(why) => writeln!(out, "{name}: {title} FAILED\n{}\n", printable(why)),
        Verdict::Differs(change) => {
            let text = difference::describe(&change.old, &change.new, color);
            writeln!(out, "{name}: {title} FAILED\n{text}")
        }
        Verdict::Updated(change) if change.old.is_empty() => {
            let lines = pluralize(difference::normalize(&change.new).lines().count(), "line");
            writeln!(out, "{name}: {title} written, {lines}")
        }
        Verdict::Updated(change) => {
            let text = difference::describe(&change.old, &change.new, color);
            writeln!(out, "{name}: {title} updated\n{text}")
        }
    }
}

/// Says how many tests there were, and how they ended.
fn summary(report: &Report) -> String {
    let count =
        |matches: &dyn Fn(&Item) -> bool| report.items.iter().filter(|i| matches(i)).count();
    if let Some(changes) = report.changes {
        let accepted = count(&|item| matches!(item.verdict, Verdict::Accepted(_)));
        let changes = pluralize(changes, "change");
        return match (report.failed(), accepted) {
            (0, 0) => format!("{changes} of the rules, all noticed"),
            (0, accepted) => format!("{changes} of the rules, all noticed but {accepted} accepted"),
            (failed, accepted) => {
                format!("{changes} of the rules, {failed} to look at, {accepted} accepted")
            }
        };
    }
    if report.items.is_empty() {
        return "no tests".to_owned();
    }
    let mut numbers: Vec<String> = Vec::new();
    for kind in Kind::ALL {
        match count(&|item| item.kind == kind) {
            0 => {}
            number => numbers.push(pluralize(number, kind.word())),
        }
    }
    let updated = match count(&|item| matches!(item.verdict, Verdict::Updated(_))) {
        0 => String::new(),
        updated => format!(", {updated} updated"),
    };
    let result = match (report.failed(), updated.as_str()) {
        (0, "") => ", all passed".to_owned(),
        (0, _) => String::new(),
        (failed, _) => format!(", {failed} failed"),
    };
    format!("{}{updated}{result}", numbers.join(", "))
}
