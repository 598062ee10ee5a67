//! Helps a player who has not chosen a game yet.

use super::input::ask;
use super::{Error, Streams};
use patience::internals::{find_entry, is_path, suggest, wrap};
use patience::library::CatalogEntry;

/// Prints what the program is, and what to type first.
pub(super) fn run(streams: &mut Streams<'_>) -> Result<(), Error> {
    let catalog = streams.library().catalog().entries;
    let count = catalog.len();
    let suggested = suggest(&catalog);
    let first = suggested.first().map_or("", |entry| entry.key());
    writeln!(streams.output, "{count} solitaire card games to play.\n")?;
    let commands = [
        (first.to_owned(), "play a game; `help` there says how"),
        (format!("{first} --deal today"), "play the deal of the day"),
        (format!("rules {first}"), "read the rules of a game"),
        ("list".to_owned(), "list all games by family"),
        (
            "list --packs 2 --length short".to_owned(),
            "find short games with two packs",
        ),
        ("play".to_owned(), "choose from a few games"),
        ("help".to_owned(), "list all commands"),
    ];
    let width = commands.iter().map(|c| c.0.len()).max().unwrap_or(0);
    for (command, meaning) in commands {
        writeln!(streams.output, "  patience {command:width$}  {meaning}")?;
    }
    Ok(())
}

/// Asks which game to play: on a terminal until there is an answer, and `None` if the player gives up.
pub(super) fn choose(streams: &mut Streams<'_>) -> Result<Option<String>, Error> {
    let catalog = streams.library().catalog().entries;
    let suggestions = format_suggestions(&catalog, streams.is_interactive);
    if !streams.is_interactive {
        let message = format!("expected a game, such as\n\n{suggestions}");
        return Err(Error::Usage(message));
    }
    writeln!(streams.output, "{suggestions}\n")?;
    loop {
        let Some(answer) = ask("Which game?", streams)? else {
            return Ok(None);
        };
        if ["", "q", "quit", "exit"].contains(&answer.as_str()) {
            return Ok(None);
        }
        if is_path(&answer) || streams.library().path_of(&answer).is_some() {
            return Ok(Some(answer));
        }
        let number = answer.parse::<usize>().ok();
        let numbered = number.and_then(|number| number.checked_sub(1));
        if let Some(entry) = numbered.and_then(|index| suggest(&catalog).get(index).copied()) {
            return Ok(Some(entry.key().to_owned()));
        }
        match find_entry(&catalog, &answer) {
            Ok(entry) => return Ok(Some(entry.key().to_owned())),
            Err(missing) => writeln!(streams.output, "{missing}")?,
        }
    }
}

/// Lists the suggested games, with their descriptions, and with numbers to answer with.
fn format_suggestions(catalog: &[CatalogEntry], has_numbers: bool) -> String {
    let suggested = suggest(catalog);
    let width = suggested.iter().map(|entry| entry.key().len()).max();
    let width = width.unwrap_or(0);
    let mut lines = Vec::new();
    for (entry, number) in suggested.into_iter().zip(1..) {
        let mut head = entry.key();
        let mut number = if has_numbers {
            format!("{number:2} ")
        } else {
            String::new()
        };
        for line in wrap(&entry.about, 80 - width - 4 - number.len()) {
            lines.push(format!("  {number}{head:width$}  {line}"));
            head = "";
            number = " ".repeat(number.len());
        }
    }
    lines.push(String::new());
    lines.push(format!(
        "`patience list` lists all {} games.",
        catalog.len()
    ));
    lines.join("\n")
}
