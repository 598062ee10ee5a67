//! Runs what belongs to a rules file: the tests in it, the replays beside it and its snapshot.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::beside::{
    self, SNAPSHOTS, folder_of, make_folder, replay_name, replays, rewrite, snapshot_name,
};
use super::report::{Change, Item, Kind, Report, Verdict};
use super::snapshot::{self, PARTS};
use super::{difference, replay};
use crate::cli::args::TestArgs;
use crate::cli::{Error, find};
use crate::rules::Rules;
use crate::testcase::TestCase;
use crate::text::printable_path;

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
    if !find::is_path(&report.name) || !path.is_file() {
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

/// Compares the snapshot of a game, file by file, and rewrites what differs if that is asked for.
fn run_snapshot(
    report: &mut Report,
    rules: &Rules,
    path: &Path,
    args: &TestArgs,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<(), Error> {
    let folder = folder_of(path);
    let names = PARTS.map(|part| snapshot_name(path, part));
    let is_there = |name: &PathBuf| folder.join(name).exists();
    if !names.iter().any(is_there) && !args.update {
        report.note("no snapshot, `--update` writes one");
        return Ok(());
    }
    if !PARTS.into_iter().any(is_wanted) {
        return Ok(());
    }
    let start = Instant::now();
    let texts = match snapshot::describe(rules) {
        Ok(texts) => texts,
        Err(error) => {
            let broken = || Verdict::Broken(error.to_string());
            let item = timed(Kind::Snapshot, String::new(), broken);
            report.items.push(item);
            return Ok(());
        }
    };
    // The parts are written together, so that is the time of the first.
    let mut time = start.elapsed();
    let game = printable_path(path.file_name().unwrap_or_default().as_ref());
    let head = format!("# `patience test {game} --update` writes this file: read what changes.");
    for ((part, name), text) in PARTS.into_iter().zip(&names).zip(texts) {
        if !is_wanted(part) {
            continue;
        }
        let new = format!("{head}\n\n{text}");
        let old = if is_there(name) {
            beside::read(folder, name)
        } else {
            Ok(String::new())
        };
        let mut verdict = old.map_or_else(Verdict::Broken, |old| compare(&old, &new));
        if args.update
            && let Verdict::Differs(change) = verdict
        {
            make_folder(&folder.join(SNAPSHOTS))?;
            rewrite(&folder.join(name), &difference::normalize(&change.new))?;
            verdict = Verdict::Updated(change);
        }
        report.items.push(Item {
            kind: Kind::Snapshot,
            name: part.to_owned(),
            verdict,
            time: std::mem::take(&mut time),
        });
    }
    Ok(())
}
