use super::args::ListArgs;
use super::{Error, Streams};
use crate::rules::catalog;

/// Lists the built-in games and their named variants: by family on a terminal, otherwise one tab-separated line each;
/// with `--index`, as the table of `games/README.md`.
pub(super) fn run(args: &ListArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    if args.index {
        writeln!(
            streams.output,
            "| id | name | family | packs | what is special |"
        )?;
        writeln!(streams.output, "|---|---|---|---|---|")?;
        for game in &games {
            let (key, name, family) = (game.key(), &game.name, &game.family);
            let (packs, about) = (game.packs, &game.about);
            writeln!(
                streams.output,
                "| `{key}` | {name} | {family} | {packs} | {about} |"
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
