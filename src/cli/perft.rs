use super::args::PerftArgs;
use super::start::Start;
use super::{Error, World};
use crate::play::perft;

/// Counts move sequences; prints the number alone.
pub(super) fn run(args: &PerftArgs, world: &mut World<'_>) -> Result<(), Error> {
    let position = Start::certain(&args.start)?;
    writeln!(world.output, "{}", perft(&position, args.depth))?;
    Ok(())
}
