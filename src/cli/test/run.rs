//! Runs what belongs to a rules file: the tests in it, the replays beside it and its snapshot.

use std::path::Path;
use std::time::Instant;

use super::beside::{
    self, SNAPSHOTS, folder_of, make_folder, replay_name, replays, rewrite, snapshot_name,
};
use super::report::{Change, Item, Kind, Report, Verdict};
use super::snapshot::Part;
use super::{difference, replay};
use crate::Error;
use crate::args::TestArgs;
use patience::Rules;
use patience::internals::{is_path, printable_path};
use patience::testing::TestCase;

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
    // Files beside a file are asked for by its path; a game that is built in has nothing beside it.
    let path = Path::new(&report.name).to_owned();
    if !is_path(&report.name) || !path.is_file() {
        return Ok(());
    }
    // A transcript names the lines of rules, but not the folder where it was written.
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
        let (folder, name) = (folder_of(path), file.file_name().unwrap_or_default());
        let compared = beside::read(folder, Path::new(name)).and_then(|old| {
            let new = replay::play_again(rules, folder, &old).map_err(|error| error.to_string())?;
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

fn compare(old: &str, new: &str) -> Verdict {
    if difference::normalize(old) == difference::normalize(new) {
        return Verdict::Passed;
    }
    Verdict::Differs(Change {
        old: old.to_owned(),
        new: new.to_owned(),
    })
}

/// Compares the parts of the snapshot of a game that there are, or all if there are none and they are to be written, and
/// rewrites what differs if that is asked for.
fn run_snapshot(
    report: &mut Report,
    rules: &Rules,
    path: &Path,
    args: &TestArgs,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<(), Error> {
    let folder = folder_of(path);
    let file_of = |part: Part| snapshot_name(path, part.name());
    let is_there = |part: &Part| folder.join(file_of(*part)).exists();
    let kept: Vec<Part> = Part::ALL.into_iter().filter(is_there).collect();
    if kept.is_empty() && !args.update {
        report.note("no snapshot, `--update` writes one");
        return Ok(());
    }
    // Of a game with some parts, the others are not missed, but written if they are asked for.
    let is_named = |part: &Part| args.filter.as_deref() == Some(part.name());
    let is_due = |part: &Part| kept.is_empty() || kept.contains(part) || is_named(part);
    let game = printable_path(path.file_name().unwrap_or_default().as_ref());
    let head = format!("# `patience test {game} --update` writes this file: read what changes.");
    let due = Part::ALL.into_iter().filter(is_due);
    for part in due.filter(|part| is_wanted(part.name())) {
        let name = file_of(part);
        let mut item = timed(Kind::Snapshot, part.name().to_owned(), || {
            let old = if is_there(&part) {
                beside::read(folder, &name)
            } else {
                Ok(String::new())
            };
            match (part.describe(rules), old) {
                (Ok(text), Ok(old)) => compare(&old, &format!("{head}\n\n{text}")),
                (Err(error), _) => Verdict::Broken(error.to_string()),
                (_, Err(why)) => Verdict::Broken(why),
            }
        });
        if args.update
            && let Verdict::Differs(change) = item.verdict
        {
            make_folder(&folder.join(SNAPSHOTS))?;
            rewrite(&folder.join(name), &difference::normalize(&change.new))?;
            item.verdict = Verdict::Updated(change);
        }
        report.items.push(item);
    }
    Ok(())
}
