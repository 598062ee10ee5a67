use super::args::ListArgs;
use super::{Error, Streams};
use crate::rules::{Rules, built_in_ids};

/// Lists the built-in games: by family on a terminal, otherwise one tab-separated line per game; with `--index`, as the
/// table of `games/README.md`.
pub(super) fn run(args: &ListArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut games = Vec::new();
    for id in built_in_ids() {
        games.push(Rules::built_in(id)?);
    }
    if args.index {
        writeln!(
            streams.output,
            "| id | name | family | packs | what is special |"
        )?;
        writeln!(streams.output, "|---|---|---|---|---|")?;
        for game in games.iter().map(Rules::game) {
            let (id, name, family, about) = (&game.id, &game.name, &game.family, &game.about);
            let packs = game.pack.packs;
            writeln!(
                streams.output,
                "| `{id}` | {name} | {family} | {packs} | {about} |"
            )?;
        }
        return Ok(());
    }
    if !streams.to_terminal {
        for rules in &games {
            let game = rules.game();
            writeln!(
                streams.output,
                "{}\t{}\t{}",
                game.id, game.name, game.family
            )?;
        }
        return Ok(());
    }
    let mut families: Vec<&str> = games.iter().map(|r| r.game().family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    let width = games.iter().map(|r| r.game().id.len()).max().unwrap_or(0);
    for family in families {
        writeln!(
            streams.output,
            "{}",
            if family.is_empty() { "Others" } else { family }
        )?;
        for rules in games.iter().filter(|r| r.game().family == family) {
            let game = rules.game();
            writeln!(streams.output, "  {:width$}  {}", game.id, game.name)?;
        }
    }
    writeln!(streams.output, "\n`patience play ID` plays a game.")?;
    Ok(())
}
