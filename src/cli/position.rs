use super::args::PositionArgs;
use super::start::Start;
use super::{Error, Streams};
use crate::play::{Move, MoveError, Position, read};

/// Prints a position as a position file. It is meant for authors and testers, so it shows face-down cards too.
pub(super) fn run(args: &PositionArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut position = Start::read_position(&args.game, &args.start, streams)?;
    for (number, text) in args.moves.iter().enumerate() {
        let moves = read_moves(&position, text)
            .map_err(|error| Error::Usage(format!("move {}, `{text}`: {error}", number + 1)))?;
        for mv in moves {
            position.play_unchecked(mv);
        }
    }
    write!(streams.output, "{}", position.to_text())?;
    Ok(())
}

/// Reads what a player would type: a move, or one that is made of several.
fn read_moves(position: &Position, text: &str) -> Result<Vec<Move>, MoveError> {
    Ok(position.resolve_in_moves(&read(position, text)?)?)
}
