use super::args::ListArgs;
use super::{Error, Streams};
use crate::rules::{Rules, catalog};
use crate::simulate::Character;

/// Lists the built-in games and their named variants: by family on a terminal, otherwise one tab-separated line each;
/// with `--index`, as the table of `games/README.md`.
pub(super) fn run(args: &ListArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    if args.index {
        writeln!(
            streams.output,
            "| id | name | family | packs | length | decided by | what is special |"
        )?;
        writeln!(streams.output, "|---|---|---|---|---|---|---|")?;
        for game in &games {
            let (key, name, family) = (game.key(), &game.name, &game.family);
            let (packs, about) = (game.packs, &game.about);
            let variants: Vec<&str> = game.variant.as_deref().into_iter().collect();
            let rules = Rules::built_in(&game.id)?.with_variants(&variants);
            let character = rules.ok().as_ref().and_then(Character::of);
            let (length, skill) =
                character.map_or(("", ""), |c| (c.length.word(), c.decided_by.word()));
            writeln!(
                streams.output,
                "| `{key}` | {name} | {family} | {packs} | {length} | {skill} | {about} |"
            )?;
        }
        return Ok(());
    }
    if !streams.to_terminal {
        for game in &games {
            writeln!(
                streams.output,
                "{}\t{}\t{}",
                game.key(),
                game.name,
                game.family
            )?;
        }
        return Ok(());
    }
    let mut families: Vec<&str> = games.iter().map(|game| game.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    let width = games.iter().map(|game| game.key().len()).max().unwrap_or(0);
    for family in families {
        writeln!(
            streams.output,
            "{}",
            if family.is_empty() { "Others" } else { family }
        )?;
        for game in games.iter().filter(|game| game.family == family) {
            writeln!(streams.output, "  {:width$}  {}", game.key(), game.name)?;
        }
    }
    writeln!(streams.output, "\n`patience play ID` plays a game.")?;
    Ok(())
}
