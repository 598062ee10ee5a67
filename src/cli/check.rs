use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::{CheckArgs, Denied};
use super::{Error, Streams, find};
use crate::rules::{Library, Rejected, Rules};
use crate::text::{Severity, pluralize, render};

/// The name that stands for standard input, and what messages call it.
const STANDARD_INPUT: (&str, &str) = ("-", "standard input");
/// The most bytes that are read from standard input: more than a rules file may have, so that one that is too long is
/// reported as such.
const MAX_INPUT: u64 = 2 << 20;

/// Checks rules files with their variants and their tests, and prints every mistake.
pub(super) fn run(args: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut failed = None;
    for name in list_files(&args.files)? {
        match check(&name, streams) {
            Ok(found) if found.diagnostics.is_empty() => {
                writeln!(streams.output, "{name}: no mistakes")?;
            }
            Ok(found) => {
                print(&name, &found, streams)?;
                if args.deny == Some(Denied::Warnings) {
                    failed = Some(Error::RejectedAsPrinted);
                }
            }
            Err(Error::Rejected(found)) => {
                print(&name, &found, streams)?;
                failed = Some(Error::RejectedAsPrinted);
            }
            Err(Error::Io(what, error)) => {
                streams.output.flush()?;
                writeln!(streams.errors, "error: {what}: {error}")?;
                failed = failed.or(Some(Error::Usage(
                    "some files could not be read".to_owned(),
                )));
            }
            Err(other) => return Err(other),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Replaces each folder by the rules files in it.
fn list_files(names: &[String]) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for name in names {
        if !Path::new(name).is_dir() {
            files.push(name.clone());
            continue;
        }
        let cannot_read = |error| Error::Io(name.clone(), error);
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(name).map_err(cannot_read)? {
            found.push(entry.map_err(cannot_read)?.path());
        }
        found.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        });
        if found.is_empty() {
            let message =
                format!("there is no rules file in `{name}`: expected names that end in `.toml`");
            return Err(Error::Usage(message));
        }
        found.sort();
        files.extend(found.iter().map(|path| path.display().to_string()));
    }
    Ok(files)
}

/// Checks a file, a built-in game or standard input. Returns the warnings.
fn check(name: &str, streams: &mut Streams<'_>) -> Result<Rejected, Error> {
    let rules = if name == STANDARD_INPUT.0 {
        let mut bytes = Vec::new();
        let mut input = (&mut *streams.input).take(MAX_INPUT);
        let cannot_read = |error: io::Error| Error::Io(STANDARD_INPUT.1.to_owned(), error);
        input.read_to_end(&mut bytes).map_err(cannot_read)?;
        Rules::parse_with(STANDARD_INPUT.1, "input", bytes, &Library::new())?
    } else {
        find::load_rules(name, &[])?.0
    };
    rules.test_cases()?;
    Ok(Rejected {
        diagnostics: rules.lint(),
        sources: rules.sources().clone(),
    })
}

/// Prints the diagnostics of a file and how many there are.
fn print(name: &str, found: &Rejected, streams: &mut Streams<'_>) -> Result<(), Error> {
    let color = streams.to_terminal && streams.color;
    writeln!(
        streams.output,
        "{}",
        render(&found.diagnostics, &found.sources, color)
    )?;
    let number = |severity| {
        found
            .diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    };
    let (mistakes, warnings) = (number(Severity::Error), number(Severity::Warning));
    let mut counts = Vec::new();
    if mistakes > 0 {
        counts.push(pluralize(mistakes, "mistake"));
    }
    if warnings > 0 {
        counts.push(pluralize(warnings, "warning"));
    }
    writeln!(streams.output, "{name}: {}", counts.join(", "))?;
    Ok(())
}
