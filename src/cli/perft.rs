use super::args::PerftArgs;
use super::start::Start;
use super::{Error, Streams};
use crate::play::perft;

/// Counts move sequences; prints the number alone.
pub(super) fn run(args: &PerftArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let position = Start::certain(&args.start)?;
    writeln!(streams.output, "{}", perft(&position, args.depth))?;
    Ok(())
}
