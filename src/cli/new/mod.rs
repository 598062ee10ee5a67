use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::args::NewArgs;
use super::whole::write_new;
use super::{Error, Streams};
use patience::internals::{Compiled, find, simplify};
use patience::library::Library;
use patience::{Deal, DealNumber, Position, Rules};

/// A complete game to start from. `NAME` stands for its name.
const TEMPLATE: &str = include_str!("template.toml");

/// Writes a rules file to start from, and says what to do next.
pub(super) fn run(args: &NewArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let library = streams.library();
    let id = simplify(&args.name);
    if id.is_empty() {
        let message = format!(
            "`{}` is not a name: it has neither letters nor digits",
            args.name
        );
        return Err(Error::Usage(message));
    }
    // Who types `patience new game` wants to play.
    if ["game", "deal"].contains(&id.as_str()) && args.like.is_none() {
        let message = format!(
            "`patience` alone starts a game; `patience new NAME` writes a rules file, which needs another name than `{id}`"
        );
        return Err(Error::Usage(message));
    }
    let text = match &args.like {
        Some(parent) => write_child(&args.name, parent, &library)?,
        None => TEMPLATE
            .replace("\"NAME\"", &format!("{:?}", args.name))
            .replace("NAME", &args.name),
    };
    // A name that a rules file cannot have is refused before anything is written.
    let file = format!("{id}.toml");
    Rules::parse_with(&file, &id, &text, &library.beside("."))?;
    write_new(Path::new(&file), &text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Error::Usage(format!("`{file}` exists already")),
        _ => Error::Io(file.clone(), error),
    })?;
    writeln!(
        streams.output,
        "{file} is a game that can be played. Next:\n"
    )?;
    for (command, meaning) in [
        ("play", "plays it"),
        ("check", "reports mistakes after a change"),
        ("test", "runs its tests"),
        ("rules", "prints its rules in English"),
    ] {
        writeln!(streams.output, "  patience {command:5} {file}  {meaning}")?;
    }
    writeln!(
        streams.output,
        "\nThe language reference is games/REFERENCE.md."
    )?;
    Ok(())
}

/// Writes a file that inherits from a game, with a test of its opening.
fn write_child(name: &str, parent: &str, library: &Library) -> Result<String, Error> {
    let rules = find(parent, &[], library)?.rules;
    let game = rules.game();
    let position = Position::deal(game, &Deal::Number(DealNumber(1)));
    let position = position.map_err(|error| Error::Usage(error.to_string()))?;
    let parent = game.id();
    let mut text = format!(
        "# {name}: everything that this file does not say is as in {}.
# `patience rules {parent} --source` prints that file.
like   = {parent:?}
name   = {name:?}
about  = \"{}, but ...\"
source = \"Made up as a start.\"

# Keys that are not inherited: drop = [\"piles.NAME.KEY\"]
# A key that is written here replaces the one it inherits, such as
",
        game.name(),
        game.name(),
    );
    for group in Compiled::new(game).groups {
        let Some(build) = &group.build else { continue };
        let build = build.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(text, "# [piles.{}]\n# build = '{build}'", group.name)
            .expect("text can be written");
    }
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<String> = moves
        .map(|mv| format!("{:?}", position.format_move(mv)))
        .collect();
    moves.sort();
    let moves = moves.join(", ");
    writeln!(
        text,
        "\n# A test sets up a position, plays moves, and says what must be true then.\n[[test]]\n\
         name = \"the moves of the first deal\"\ndeal = 1\nonly = [{moves}]"
    )
    .expect("text can be written");
    Ok(text)
}
