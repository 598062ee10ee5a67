use super::args::PerftArgs;
use super::start::Start;
use super::{Error, World};
use crate::play::perft;

/// Counts move sequences; prints the number alone.
pub(super) fn run(args: &PerftArgs, world: &mut World<'_>) -> Result<(), Error> {
    let asked = &args.start;
    if asked.deal.is_none() && asked.deck.is_none() && asked.position.is_none() {
        let message = "which deal? say --deal N, --deck CARDS or --position FILE";
        return Err(Error::Usage(message.to_owned()));
    }
    let start = Start::of(asked)?;
    let (_, position) = start.begin(start.first_deal())?;
    writeln!(world.output, "{}", perft(&position, args.depth))?;
    Ok(())
}
