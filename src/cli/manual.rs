//! Prints shell completions and manual pages.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::args::{Args, CompletionsArgs, ManArgs};
use super::{Error, Streams};
use patience::internals::join_with;

/// Prints the completions of the program for a shell.
pub(super) fn completions(args: &CompletionsArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    // Generate the script in memory, because the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "patience", &mut script);
    streams.output.write_all(&script)?;
    Ok(())
}

/// Prints the manual page of the program, or of one of its commands.
pub(super) fn man(args: &ManArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut program = Args::command();
    // Give the commands their full names: `patience-play`.
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                Error::Usage(format!(
                    "`{name}` is not a command; the commands are {}",
                    join_with(&names, "and")
                ))
            })?
        }
    };
    Man::new(page).render(streams.output)?;
    Ok(())
}
