//! The files about all games that the program writes for the folder `games`.

use std::num::NonZero;

use super::odds::RecordedOdds;
use super::start::with_variants;
use super::{Error, Streams};
use crate::rules::{CatalogEntry, Rules};
use crate::simulate::{Character, characters};

/// Prints the table of `games/README.md`.
pub(super) fn print_table(games: &[CatalogEntry], streams: &mut Streams<'_>) -> Result<(), Error> {
    let heads = [
        "id",
        "name",
        "family",
        "packs",
        "cells",
        "length",
        "decided by",
        "odds",
        "what is special",
    ];
    writeln!(streams.output, "| {} |", heads.join(" | "))?;
    writeln!(streams.output, "{}|", "|---".repeat(heads.len()))?;
    let (characters, recorded) = (characters(), RecordedOdds::read());
    for game in games {
        let (key, name, family) = (game.key(), &game.name, &game.family);
        let (packs, cells, about) = (game.packs, game.cells, &game.about);
        let (length, skill, odds) = characters.get(key).map_or_else(Default::default, |c| {
            let odds = recorded.of(key, c).to_string();
            (c.length().word(), c.decided_by.word(), odds)
        });
        writeln!(
            streams.output,
            "| `{key}` | {name} | {family} | {packs} | {cells} | {length} | {skill} | {odds} | {about} |"
        )?;
    }
    Ok(())
}

/// Prints the lines of `games/measures.tsv`, after measuring the games that have changed since they were measured.
pub(super) fn print_measures(
    games: &[CatalogEntry],
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    let known = characters();
    writeln!(
        streams.output,
        "# What the greedy player made of the games: `patience list --measure` writes it.\n\
         key\twins\tmoves\tchoices\tchoices in the first ten deals\tdecided by"
    )?;
    for entry in games {
        let variants: Vec<String> = entry.variant.iter().cloned().collect();
        let game = with_variants(&Rules::built_in(&entry.id)?, &variants)?;
        let current = known.get(entry.key()).filter(|c| c.is_current(&game));
        let character = current.copied().or_else(|| Character::measure(&game, jobs));
        if let Some(character) = character {
            writeln!(streams.output, "{}\t{character}", entry.key())?;
        }
    }
    Ok(())
}
