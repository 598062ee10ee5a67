use super::args::PerftArgs;
use super::start::Start;
use super::{Error, Streams};
use patience::player::perft;

/// Counts move sequences, and prints only the number.
pub(super) fn run(args: &PerftArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let (_, position) = Start::read_position(&args.game.join(" "), &args.start, streams)?;
    writeln!(streams.output, "{}", perft(&position, args.depth))?;
    Ok(())
}
