//! `patience test --gaps`: changes of the rules that no test notices.
//!
//! `mutate` lists the changes, `danger` puts them in order, and `accepted` reads which of them may go unnoticed.

mod accepted;
mod danger;
mod mutate;
mod search;

pub use accepted::Accepted;
pub use search::{Gaps, find_gaps};

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::args::{TestArgs, job_count};
use crate::test::beside;
use crate::test::report::{Item, Kind, Report, Verdict};
use crate::test::run::run_test;
use crate::{Error, Streams, progress};
use patience::Rules;
use patience::diagnostic::Diagnostic;
use patience::internals::{is_path, pluralize};

/// Looks for gaps, and adds them to a report.
pub(super) fn find(
    report: &mut Report,
    rules: &Rules,
    args: &TestArgs,
    streams: &Streams<'_>,
) -> Result<(), Error> {
    let test_cases = rules.test_cases()?;
    if test_cases.is_empty() {
        report.note("`--gaps` is about the `[[test]]` tables of a file");
        return Ok(());
    }
    let run = test_cases.iter().map(run_test);
    let failing: Vec<Item> = run.filter(Item::has_failed).collect();
    if !failing.is_empty() {
        report.items = failing;
        report.note("`--gaps` needs tests that pass");
        return Ok(());
    }
    let accepted = read_accepted(&report.name)?;
    let gaps = search(rules, args, streams);
    report.changes = Some(gaps.tried);
    let is_wanted = |change: &str| {
        args.filter
            .as_ref()
            .is_none_or(|part| change.contains(part))
    };
    for gap in gaps.unnoticed.iter().filter(|gap| is_wanted(&gap.change)) {
        let verdict = match accepted.reason(&gap.change) {
            Some(reason) => Verdict::Accepted(reason.to_owned()),
            None => Verdict::Failed(vec![Diagnostic::error(
                gap.span,
                "no test notices this change",
            )]),
        };
        report.items.push(item(gap.change.clone(), verdict));
    }
    for (change, line) in accepted
        .stale(&gaps.unnoticed)
        .filter(|(change, _)| is_wanted(change))
    {
        let why = format!(
            "line {line} of {} accepts it, but a test notices it, or there is no such change",
            accepted_file(&report.name)
        );
        report
            .items
            .push(item(change.to_owned(), Verdict::Broken(why)));
    }
    if gaps.skipped > 0 {
        let values = pluralize(gaps.skipped, "value");
        report.note(format!("{values} could not be changed where they stand"));
    }
    if report.failed() > 0 {
        let file = accepted_file(&report.name);
        report.note(format!("a line `change | reason` in {file} accepts one"));
    }
    Ok(())
}

fn item(name: String, verdict: Verdict) -> Item {
    Item {
        kind: Kind::Gap,
        name,
        verdict,
        time: Duration::ZERO,
    }
}

/// The file with accepted changes, beside the rules file.
fn accepted_file(name: &str) -> String {
    format!("{}.gaps", Path::new(name).with_extension("").display())
}

fn read_accepted(name: &str) -> Result<Accepted, Error> {
    let file = accepted_file(name);
    if !is_path(name) || !Path::new(&file).exists() {
        return Ok(Accepted::default());
    }
    let unreadable = |why: String| Error::Io(file.clone(), io::Error::other(why));
    let path = Path::new(&file);
    let in_folder = Path::new(path.file_name().unwrap_or_default());
    let text = beside::read(beside::folder_of(path), in_folder).map_err(unreadable)?;
    Accepted::parse(&text).map_err(unreadable)
}

/// Looks for gaps, with a bar on a terminal.
fn search(rules: &Rules, args: &TestArgs, streams: &Streams<'_>) -> Gaps {
    let bar = progress::bar(0, "", streams);
    let gaps = find_gaps(rules, job_count(args.jobs), &|tried, all| {
        bar.set_length(all as u64);
        bar.set_position(tried as u64);
    });
    bar.finish_and_clear();
    gaps
}
