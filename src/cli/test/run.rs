//! Runs what belongs to a rules file: the tests in it, and the replays and the snapshot beside it.

use std::path::Path;
use std::time::Instant;

use super::beside::{self, folder_of, replay_name, replays, rewrite};
use super::report::{Change, Item, Kind, Report, Verdict};
use super::snapshot::{Sections, read_sections, sections, variant_sections, write_sections};
use super::{difference, replay};
use crate::cards::{DealNumber, Stream};
use crate::cli::args::TestArgs;
use crate::cli::{Error, find};
use crate::rules::Rules;
use crate::testcase::TestCase;
use crate::text::printable_path;

/// The number that random moves of a snapshot come from.
const SEED: u64 = 1;

/// Runs everything whose name is asked for.
pub(super) fn run(report: &mut Report, rules: &Rules, args: &TestArgs) -> Result<(), Error> {
    let is_wanted = |item: &str| args.filter.as_ref().is_none_or(|part| item.contains(part));
    for test_case in rules
        .test_cases()?
        .iter()
        .filter(|case| is_wanted(&case.name))
    {
        report.items.push(run_test(test_case));
    }
    // What is beside a file is asked for by its path; a game that is built in has nothing beside it.
    let path = Path::new(&report.name).to_owned();
    if !find::is_path(&report.name) || !path.is_file() {
        return Ok(());
    }
    // A transcript names the lines of rules, but not the folder that it was written in.
    let rules = with_bare_name(rules, &path)?;
    for file in replays(&path).map_err(|error| Error::Io(report.name.clone(), error))? {
        if is_wanted(&replay_name(&path, &file)) {
            report
                .items
                .push(run_replay(&rules, &path, &file, args.update)?);
        }
    }
    run_snapshot(report, &rules, &path, args, &is_wanted)
}

pub(super) fn run_test(test_case: &TestCase) -> Item {
    timed(Kind::Test, test_case.name.clone(), || {
        let failures = test_case.run().failures;
        if failures.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Failed(failures)
        }
    })
}

fn timed(kind: Kind, name: String, run: impl FnOnce() -> Verdict) -> Item {
    let start = Instant::now();
    let verdict = run();
    Item {
        kind,
        name,
        verdict,
        time: start.elapsed(),
    }
}

/// Loads the rules again, under the name of their file without its folder.
fn with_bare_name(rules: &Rules, path: &Path) -> Result<Rules, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let id = rules.game().id();
    Ok(Rules::parse_with(
        &name,
        id,
        rules.text(),
        &rules.library(),
    )?)
}

/// Plays a replay, and rewrites it if that is asked for.
fn run_replay(rules: &Rules, path: &Path, file: &Path, update: bool) -> Result<Item, Error> {
    let mut item = timed(Kind::Replay, replay_name(path, file), || {
        let compared = beside::read(file).and_then(|old| {
            let new = replay::play_again(rules, folder_of(path), &old).map_err(explain)?;
            Ok(compare(&old, &new))
        });
        compared.unwrap_or_else(Verdict::Broken)
    });
    if update && let Verdict::Differs(change) = item.verdict {
        rewrite(file, &difference::normalize(&change.new))?;
        item.verdict = Verdict::Updated(change);
    }
    Ok(item)
}

/// Says why something could not be played.
fn explain(error: Error) -> String {
    match error {
        Error::Usage(message) => message,
        Error::Io(what, error) => format!("{what}: {error}"),
        Error::Rejected(rejected) => rejected.to_string(),
        Error::No | Error::Unknown | Error::Output(_) | Error::RejectedAsPrinted => {
            "it cannot be played".to_owned()
        }
    }
}

fn compare(old: &str, new: &str) -> Verdict {
    if difference::normalize(old) == difference::normalize(new) {
        return Verdict::Passed;
    }
    Verdict::Differs(Change {
        old: old.to_owned(),
        new: new.to_owned(),
    })
}

/// Compares the snapshot beside a file, section by section, and rewrites it if that is asked for.
fn run_snapshot(
    report: &mut Report,
    rules: &Rules,
    path: &Path,
    args: &TestArgs,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<(), Error> {
    let file = path.with_extension("snap");
    if !file.exists() && !args.update {
        report
            .notes
            .push("no snapshot, `--update` writes one".to_owned());
        return Ok(());
    }
    let start = Instant::now();
    let (now, old) = match read_both(rules, &file) {
        Ok(both) => both,
        Err(why) => {
            let item = timed(Kind::Snapshot, String::new(), || Verdict::Broken(why));
            report.items.push(item);
            return Ok(());
        }
    };
    let (mut items, mut rewritten) = (Vec::new(), Vec::new());
    for title in titles(&now, &old) {
        let (old, new) = (section(&old, &title), section(&now, &title));
        let mut keep = |text: Option<&str>| {
            rewritten.extend(text.map(|text| (title.clone(), text.to_owned())));
        };
        if !is_wanted(&title) {
            keep(old);
            continue;
        }
        keep(new);
        let verdict = match compare(old.unwrap_or_default(), new.unwrap_or_default()) {
            Verdict::Differs(change) if args.update => Verdict::Updated(change),
            verdict => verdict,
        };
        items.push(timed(Kind::Snapshot, title, || verdict));
    }
    // The sections are written together, so that is the time of the first.
    if let Some(first) = items.first_mut() {
        first.time = start.elapsed();
    }
    let is_updated = |item: &Item| matches!(item.verdict, Verdict::Updated(_));
    if items.iter().any(is_updated) {
        let name = printable_path(path.file_name().unwrap_or_default().as_ref());
        let head =
            format!("# `patience test {name} --update` writes this file: read what changes.\n");
        let text = write_sections(&head, &rewritten);
        rewrite(&file, &text)?;
    }
    report.items.extend(items);
    Ok(())
}

/// The sections of the game as it is, and those of its snapshot; or why there are none.
fn read_both(rules: &Rules, file: &Path) -> Result<(Sections, Sections), String> {
    let mut rng = Stream::new(DealNumber(SEED));
    let mut now = sections(rules, &mut |count| rng.below(count)).map_err(explain)?;
    now.extend(variant_sections(rules).map_err(explain)?);
    let old = if file.exists() {
        beside::read(file)?
    } else {
        String::new()
    };
    // A game can have lines that look like those between sections.
    let now = read_sections(&write_sections("", &now));
    Ok((now, read_sections(&old)))
}

fn section<'s>(sections: &'s [(String, String)], title: &str) -> Option<&'s str> {
    let found = sections.iter().find(|(other, _)| other == title);
    found.map(|(_, text)| text.as_str())
}

/// The titles of the sections, and of those that are no longer there.
fn titles(now: &[(String, String)], old: &[(String, String)]) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for (title, _) in now.iter().chain(old) {
        if !titles.contains(title) {
            titles.push(title.clone());
        }
    }
    titles
}
