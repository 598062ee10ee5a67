use super::args::PerftArgs;
use super::start::Start;
use super::{Error, Streams};
use patience::player::perft;
use patience::solve::Limit;

/// Counts move sequences, and prints only the number.
pub(super) fn run(args: &PerftArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let (_, position) = Start::read_position(&args.game.join(" "), &args.start, streams)?;
    let Some(count) = perft(&position, args.depth) else {
        writeln!(
            streams.errors,
            "not counted: {}",
            Limit::Listing.description()
        )?;
        return Err(Error::Unknown);
    };
    writeln!(streams.output, "{count}")?;
    Ok(())
}
