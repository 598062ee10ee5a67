use super::args::RulesArgs;
use super::{Error, World, find, start};
use crate::text::printable;
use crate::words;

/// Says the compiled facts of a game, or prints its file.
pub(super) fn run(args: &RulesArgs, world: &mut World<'_>) -> Result<(), Error> {
    let rules = find::rules_of(&args.game)?;
    if args.source {
        let (text, _) = rules
            .sources()
            .texts()
            .next()
            .expect("rules are read from a text");
        write!(world.output, "{}", printable(text))?;
        return Ok(());
    }
    let game = start::variants(&rules, &args.with)?;
    for line in words::facts(&game) {
        writeln!(world.output, "{line}")?;
    }
    let variants: Vec<&str> = rules.variants().collect();
    if !variants.is_empty() {
        writeln!(world.output, "variants: {}", variants.join(", "))?;
    }
    Ok(())
}
