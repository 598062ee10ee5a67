//! A word in the place of a command that is none.

use clap::CommandFactory;

use super::Error;
use super::args::Args;
use patience::internals::{did_you_mean, find_entry, near, nearest};
use patience::library::Library;

/// The error for a word in the place of a command.
pub(super) fn explain(word: &str, library: &Library) -> Error {
    let catalog = library.catalog().entries;
    if let Ok(entry) = find_entry(&catalog, word) {
        let advice = format!("`patience rules {}` prints its rules", entry.key());
        return Error::Usage(format!("`{word}` is a game, not a command; {advice}"));
    }
    let program = Args::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let first = word.split_whitespace().next().unwrap_or_default();
    let command = nearest(first, commands.chain(["help"]));
    let command = command.map(|command| format!("`{command}`"));
    let near = match command {
        // More words follow a command than a game.
        Some(command) if first != word => vec![command],
        command => command.into_iter().chain(near(&catalog, word)).collect(),
    };
    let advice = "; `patience help` lists the commands, `patience list` the games";
    let question = did_you_mean(&near);
    let end = if near.is_empty() { advice } else { &question };
    let message = format!("there is no command and no game `{word}`{end}");
    Error::Usage(message)
}
