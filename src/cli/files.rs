//! The rules files that a command is about: files, folders of files, games and standard input.

use std::io::{self, Read};
use std::path::Path;

use super::args::ShortArgs;
use super::{Error, Streams};
use patience::Rules;
use patience::internals::{find, rules_files};
use patience::library::Found;

/// The name that stands for standard input, and what messages call it.
const STANDARD_INPUT: (&str, &str) = ("-", "standard input");
/// The most bytes that are read from standard input: more than a rules file may have, so that one that is too long is
/// reported as such.
const MAX_INPUT: u64 = 2 << 20;

/// Replaces each folder by the rules files in it.
pub(super) fn list_files(names: &[String]) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for name in names {
        if !Path::new(name).is_dir() {
            files.push(name.clone());
            continue;
        }
        let cannot_read = |error| Error::Io(name.clone(), error);
        let found = rules_files(Path::new(name)).map_err(cannot_read)?;
        if found.is_empty() {
            let message =
                format!("there is no rules file in `{name}`: expected names that end in `.toml`");
            return Err(Error::Usage(message));
        }
        files.extend(found.iter().map(|path| path.display().to_string()));
    }
    Ok(files)
}

/// Loads a file, a game, or the rules on standard input.
pub(super) fn load(name: &str, streams: &mut Streams<'_>) -> Result<Rules, Error> {
    Ok(load_with(name, &[], streams)?.rules)
}

/// Loads a file, a game, or the rules on standard input, with variants to play and a shorter pack.
pub(super) fn load_short(
    name: &str,
    with: &[String],
    short: &ShortArgs,
    streams: &mut Streams<'_>,
) -> Result<Found, Error> {
    let mut found = load_with(name, with, streams)?;
    found.variants.extend(short.variants());
    Ok(found)
}

/// Loads a file, a game, or the rules on standard input, with variants to play.
pub(super) fn load_with(
    name: &str,
    with: &[String],
    streams: &mut Streams<'_>,
) -> Result<Found, Error> {
    let library = streams.library();
    if name != STANDARD_INPUT.0 {
        return Ok(find(name, with, &library)?);
    }
    let mut bytes = Vec::new();
    let mut input = (&mut *streams.input).take(MAX_INPUT);
    let cannot_read = |error: io::Error| Error::Io(STANDARD_INPUT.1.to_owned(), error);
    input.read_to_end(&mut bytes).map_err(cannot_read)?;
    let rules = Rules::parse_with(STANDARD_INPUT.1, "input", bytes, &library.beside("."))?;
    Ok(Found {
        rules,
        variants: with.to_vec(),
        name: STANDARD_INPUT.1.to_owned(),
    })
}
