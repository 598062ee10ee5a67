//! `patience test`.
//!
//! - `run` runs what belongs to a rules file: the tests in it, the replays beside it and its snapshot.
//! - `beside` finds, reads and rewrites these.
//! - `snapshot` and `replay` write the texts that are compared, `difference` compares them.
//! - `gaps` lists changes of the rules that no test notices.
//! - `report` prints the findings.

mod beside;
mod difference;
mod gaps;
mod replay;
mod report;
mod run;
mod snapshot;

use super::args::{Format, TestArgs};
use super::files::{list_files, load};
use super::{Error, Streams};
use patience::internals::printable_line;
use patience::library::built_in_ids;
use report::Report;

pub use gaps::{Accepted, find_gaps};
pub use replay::split_arguments;

/// Runs the tests of rules files, or looks for gaps in them, and reports the findings.
pub(super) fn run(args: &TestArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut names = list_files(&args.games)?;
    if args.all {
        names.extend(built_in_ids().into_iter().map(str::to_owned));
    }
    let color = streams.to_terminal && streams.color;
    let mut reports = Vec::new();
    for name in &names {
        let report = test_file(name, args, streams)?;
        if args.filter.is_some() && report.is_empty() {
            continue;
        }
        if args.format == Format::Text {
            report::write_text(&report, color, streams.output)?;
            if let Some(why) = &report.unreadable {
                streams.output.flush()?;
                let (name, why) = (printable_line(name), printable_line(why));
                streams.note(&format!("error: {name}: {why}"));
            }
        }
        reports.push(report);
    }
    if args.format == Format::Json {
        report::write_json(&reports, streams.output)?;
    }
    end(&reports, args)
}

/// The answer to all reports: the worst of them.
fn end(reports: &[Report], args: &TestArgs) -> Result<(), Error> {
    let is_unreadable = reports.iter().any(|report| report.unreadable.is_some());
    if let (Some(filter), true) = (&args.filter, reports.is_empty()) {
        let message = format!("there is no test, replay or snapshot with `{filter}` in its name");
        return Err(Error::Usage(message));
    }
    if reports.iter().any(|report| report.rejected.is_some()) {
        return Err(Error::RejectedAsPrinted);
    }
    if is_unreadable {
        return Err(Error::Usage(
            "some files could not be read or written".to_owned(),
        ));
    }
    if !reports.iter().all(Report::is_ok) {
        return Err(Error::No);
    }
    Ok(())
}

/// Runs the tests of a file, or looks for gaps in them.
fn test_file(name: &str, args: &TestArgs, streams: &mut Streams<'_>) -> Result<Report, Error> {
    let mut report = Report {
        name: name.to_owned(),
        ..Report::default()
    };
    let run = load(name, streams).and_then(|rules| {
        report.sources = rules.sources().clone();
        if args.gaps {
            gaps::find(&mut report, &rules, args, streams)
        } else {
            run::run(&mut report, &rules, args)
        }
    });
    match run {
        Ok(()) => {}
        Err(Error::Rejected(rejected)) => report.rejected = Some(rejected),
        Err(Error::Io(what, error)) if what == printable_line(name) => {
            report.unreadable = Some(error.to_string());
        }
        Err(error @ Error::Io(..)) => report.unreadable = Some(error.to_string()),
        Err(other) => return Err(other),
    }
    Ok(report)
}
