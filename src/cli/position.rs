use super::args::PositionArgs;
use super::start::Start;
use super::{Error, Streams};
use crate::play::read;

/// Prints a position as a position file has it. That is for who writes or tests a game, so it shows every card.
pub(super) fn run(args: &PositionArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut position = Start::certain(&args.start)?;
    for (number, text) in args.moves.iter().enumerate() {
        let refused = |why: String| Error::Usage(format!("move {}, `{text}`: {why}", number + 1));
        let attempt = read(&position, text).map_err(|error| refused(error.to_string()))?;
        let chosen = attempt.resolve(&position);
        position.play_unchecked(chosen.map_err(|refusal| refused(refusal.to_string()))?);
    }
    write!(streams.output, "{}", position.to_text())?;
    Ok(())
}
