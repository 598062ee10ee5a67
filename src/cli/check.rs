use super::args::{CheckArgs, Denied};
use super::files::{list_files, load};
use super::{Error, Streams};
use crate::render::render;
use patience::diagnostic::{Diagnostics, Severity, Sources};
use patience::internals::{pluralize, printable_line};

/// Checks rules files with their variants and their tests, and prints every mistake.
pub(super) fn run(args: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut failed = None;
    for name in list_files(&args.files)? {
        match check(&name, streams) {
            Ok((warnings, _)) if warnings.is_empty() => {
                writeln!(streams.output, "{}: no mistakes", printable_line(&name))?;
            }
            Ok((warnings, sources)) => {
                print(&name, &warnings, &sources, streams)?;
                if warnings.has_errors() || args.deny == Some(Denied::Warnings) {
                    failed = Some(Error::RejectedAsPrinted);
                }
            }
            Err(Error::Rejected(found)) => {
                print(&name, &found.diagnostics, &found.sources, streams)?;
                failed = Some(Error::RejectedAsPrinted);
            }
            Err(error @ Error::Io(..)) => {
                streams.output.flush()?;
                streams.note(&format!("error: {error}"));
                failed = failed.or(Some(Error::Usage(
                    "some files could not be read".to_owned(),
                )));
            }
            Err(other) => return Err(other),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Checks a file, a built-in game or standard input. Returns the warnings.
fn check(name: &str, streams: &mut Streams<'_>) -> Result<(Diagnostics, Sources), Error> {
    let rules = load(name, streams)?;
    rules.test_cases()?;
    Ok((rules.lint(), rules.sources().clone()))
}

/// Prints the diagnostics of a file and how many there are.
fn print(
    name: &str,
    found: &Diagnostics,
    sources: &Sources,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let color = streams.to_terminal && streams.color;
    writeln!(streams.output, "{}", render(found, sources, color))?;
    let counts = [(Severity::Error, "mistake"), (Severity::Warning, "warning")];
    let counts = counts.map(|(severity, noun)| {
        let found = found.iter().filter(|d| d.severity == severity);
        (found.count(), noun)
    });
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(n, noun)| pluralize(n, noun)).collect();
    let (name, counts) = (printable_line(name), counts.join(", "));
    writeln!(streams.output, "{name}: {counts}")?;
    Ok(())
}
