use super::args::CheckArgs;
use super::{Error, World, find};
use crate::rules::Rejected;
use crate::text::{Severity, counted, render};
use crate::trial;

/// Checks rules files with their variants and their situations.
pub(super) fn run(args: &CheckArgs, world: &mut World<'_>) -> Result<(), Error> {
    let mut failed = None;
    for file in &args.files {
        let name = file.display();
        let checked = find::open(file).and_then(|rules| {
            let warnings = Rejected {
                diagnostics: rules.warnings.clone(),
                sources: rules.sources().clone(),
            };
            match trial::situations(&rules) {
                Ok(_) => Ok(warnings),
                Err(rejected) => Err(Error::Rejected(Box::new(rejected))),
            }
        });
        match checked {
            Ok(found) if found.diagnostics.is_empty() => {
                writeln!(world.output, "{name}: no mistakes")?;
            }
            Ok(found) => say(&name.to_string(), &found, world)?,
            Err(Error::Rejected(found)) => {
                say(&name.to_string(), &found, world)?;
                failed = Some(Error::RejectedAsSaid);
            }
            Err(Error::Io(what, error)) => {
                world.output.flush()?;
                writeln!(world.errors, "error: {what}: {error}")?;
                failed = failed.or(Some(Error::Usage(
                    "not every file could be read".to_owned(),
                )));
            }
            Err(other) => return Err(other),
        }
    }
    failed.map_or(Ok(()), Err)
}

fn say(name: &str, found: &Rejected, world: &mut World<'_>) -> Result<(), Error> {
    let color = world.to_terminal && world.color;
    writeln!(
        world.output,
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
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (mistakes, warnings) = (number(Severity::Error), number(Severity::Warning));
    let mut said = Vec::new();
    if mistakes > 0 {
        said.push(counted(count(mistakes), "mistake"));
    }
    if warnings > 0 {
        said.push(counted(count(warnings), "warning"));
    }
    writeln!(world.output, "{name}: {}", said.join(", "))?;
    Ok(())
}
