//! Replays: files `x.NAME.play` beside `x.toml`. The first line has options of `patience play`; what follows is what
//! the program answers to the commands in it.

use std::path::Path;

use clap::Parser;

use super::beside::find_in;
use crate::args::{LookArgs, SourceArgs};
use crate::start::Start;
use crate::{Error, play};
use patience::Rules;
use patience::internals::printable_path;
use patience::library::Found;

/// The maximum number of commands in a replay.
const MAX_COMMANDS: usize = 5000;

/// The options in the first line of a replay.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct ReplayArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// Plays a replay, and returns its text as it ought to be. Position files are looked up in the folder.
///
/// # Errors
/// Returns an error if the replay cannot be played at all, or if its game cannot be read.
pub(super) fn play_again(rules: &Rules, folder: &Path, text: &str) -> Result<String, Error> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim();
    let args = ReplayArgs::try_parse_from(split_arguments(first)).map_err(|error| {
        let message = error.to_string();
        let message = message.lines().next().unwrap_or_default();
        let message = message.trim_start_matches("error: ");
        Error::Usage(format!(
            "the first line has the options of `play`: {message}"
        ))
    })?;
    let ReplayArgs { mut source, look } = args;
    if !source.is_given() || source.deal.as_ref().is_some_and(|deal| deal.is_todays) {
        let message = "a replay needs a deal that is always the same: \
            write `--deal N`, `--deck CARDS` or `--position FILE` in its first line";
        return Err(Error::Usage(message.to_owned()));
    }
    if let Some(file) = &mut source.position {
        let found = find_in(folder, file);
        *file = found
            .map_err(|error| Error::Io(format!("--position {}", printable_path(file)), error))?;
    }
    let commands = commands(rest);
    if commands.len() > MAX_COMMANDS {
        let message = format!("a replay has at most {MAX_COMMANDS} commands");
        return Err(Error::Usage(message));
    }
    let lines: String = commands
        .iter()
        .map(|command| format!("{command}\n"))
        .collect();
    let printed = play_commands(rules, &source, &look, &lines)?;
    let played = typed(&printed);
    if played.is_empty() {
        let message = "no command is played: write at least one below the first line, for a game that is not over";
        return Err(Error::Usage(message.to_owned()));
    }
    // A transcript that is read with other commands than it was written with would be another replay.
    let other = (0..played.len()).find(|&number| commands.get(number) != played.get(number));
    if let Some(number) = other {
        let message = format!("`{}` cannot be a command of a replay", played[number]);
        return Err(Error::Usage(message));
    }
    Ok(format!("{first}\n{}", printed.trim_end()))
}

/// The commands of a replay. If none of its lines is one that was typed, each of them is a command: a replay is begun so.
fn commands(replay: &str) -> Vec<&str> {
    let typed = typed(replay);
    if typed.is_empty() {
        let lines = replay.lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).collect()
    } else {
        typed
    }
}

/// The commands that were typed in a transcript: the lines that begin with `>`.
fn typed(transcript: &str) -> Vec<&str> {
    let lines = transcript.lines().map(str::trim_end);
    let command = |line: &str| line == ">" || line.starts_with("> ");
    let typed = lines.filter(|line| command(line));
    typed.map(|line| line[1..].trim()).collect()
}

/// What the program prints when commands are played.
pub(super) fn play_commands(
    rules: &Rules,
    source: &SourceArgs,
    look: &LookArgs,
    commands: &str,
) -> Result<String, Error> {
    let found = Found {
        rules: rules.clone(),
        variants: source.with.variants(),
        name: rules.game().id().to_owned(),
    };
    let start = Start::from_found(&found, source, rules.library())?;
    play::replay(start, look.look(false, false), commands)
}

/// Splits a line into words; quoted words stay together.
pub fn split_arguments(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, piece) in line.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}
