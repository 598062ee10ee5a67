use super::args::RulesArgs;
use super::{Error, Streams, find, start};
use crate::text::printable;

/// Prints the facts of a game, or its rules file.
pub(super) fn run(args: &RulesArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let (rules, with) = find::load_rules(&args.game, &args.with)?;
    if args.source {
        let (text, _) = rules.sources().texts().next().expect("rules have a text");
        write!(streams.output, "{}", printable(text))?;
        return Ok(());
    }
    let game = start::with_variants(&rules, &with)?;
    for line in &game.facts() {
        writeln!(streams.output, "{line}")?;
    }
    let variants: Vec<&str> = rules.variants().collect();
    if !variants.is_empty() {
        writeln!(streams.output, "variants: {}", variants.join(", "))?;
    }
    Ok(())
}
