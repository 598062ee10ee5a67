use super::args::PositionArgs;
use super::start::Start;
use super::{Error, Streams};
use patience::internals::{find_entry, read};
use patience::{Move, MoveError, Position};

/// The most words of a name of a game.
const MAX_WORDS: usize = 6;

/// Prints a position as a position file. It is meant for authors and testers, so it shows face-down cards too.
pub(super) fn run(args: &PositionArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let words: Vec<&str> = [&args.game]
        .into_iter()
        .chain(&args.moves)
        .map(String::as_str)
        .collect();
    let (name, moves) = split(&words, streams);
    let (_, mut position) = Start::read_position(&name, &args.start, streams)?;
    for (number, text) in moves.iter().enumerate() {
        let moves = read_moves(&position, text)
            .map_err(|error| Error::Usage(format!("move {}, `{text}`: {error}", number + 1)))?;
        for mv in moves {
            position.play_unchecked(mv);
        }
    }
    write!(streams.output, "{}", position.to_text())?;
    Ok(())
}

/// The name of a game, which is as many words as possible, and the moves after it.
fn split<'a>(words: &'a [&'a str], streams: &Streams<'_>) -> (String, &'a [&'a str]) {
    let catalog = streams.library().catalog().entries;
    let mut counts = (2..=words.len().min(MAX_WORDS)).rev();
    let is_name = |count: &usize| find_entry(&catalog, &words[..*count].join(" ")).is_ok();
    let (name, moves) = words.split_at(counts.find(is_name).unwrap_or(1));
    (name.join(" "), moves)
}

/// Reads what a player would type: a move, or one that is made of several.
fn read_moves(position: &Position, text: &str) -> Result<Vec<Move>, MoveError> {
    Ok(position.resolve_in_moves(&read(position, text)?)?)
}
