use super::args::PositionArgs;
use super::start::Start;
use super::{Error, Streams};

/// Prints a position as a position file. It is meant for authors and testers, so it shows face-down cards too.
pub(super) fn run(args: &PositionArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut position = Start::read_position(&args.start, streams)?;
    for (number, text) in args.moves.iter().enumerate() {
        let mv = position
            .parse_move(text)
            .map_err(|error| Error::Usage(format!("move {}, `{text}`: {error}", number + 1)))?;
        position.play_unchecked(mv);
    }
    write!(streams.output, "{}", position.to_text())?;
    Ok(())
}
