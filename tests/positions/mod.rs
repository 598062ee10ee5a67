//! Every game compared with another engine, move by move.
//!
//! `data` has positions of some of their games, each with all its legal moves; the environment variable
//! `PATIENCE_POSITIONS` can name a folder with positions of all of them. `table.toml` says which game of ours is which of
//! theirs, and judges every kind of difference: one without a judgement fails the test, and so does a judgement of a
//! difference that no longer occurs. A game of ours that is not in the table fails it, too.

mod compare;
mod layout;
mod table;
mod theirs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use patience::Rules;
use patience::internals::Compiled;
use patience::library::{CatalogEntry, catalog};

use crate::common::root;
use compare::Comparison;
use layout::{Words, lay_out, map_piles};
use table::{Counterpart, Kind, Table};

/// What was compared, and what is wrong.
#[derive(Default)]
struct Totals {
    positions: usize,
    moves: usize,
    agreeing: usize,
    by_kind: BTreeMap<Kind, usize>,
    /// The judgements that were needed: their indices, each with a game.
    needed: BTreeSet<(usize, String)>,
    failures: Vec<String>,
}

#[test]
#[expect(clippy::print_stdout, reason = "the totals of a manual run")]
fn moves_agree_with_another_engine() {
    let given = std::env::var_os("PATIENCE_POSITIONS").map(PathBuf::from);
    let is_given = given.is_some();
    let folder = given.unwrap_or_else(|| root().join("tests/positions/data"));
    let text = std::fs::read_to_string(root().join("tests/positions/table.toml"));
    let table: Table =
        toml::from_str(&text.expect("the table can be read")).expect("the table has no mistakes");
    let files = theirs::files(&folder);
    let mut totals = Totals::default();
    let mut games: Vec<(&String, &Counterpart)> = table.games.iter().collect();
    if !is_given {
        games.retain(|(_, counterpart)| files.contains_key(&counterpart.number()));
        let numbers: BTreeSet<u32> = games.iter().map(|(_, game)| game.number()).collect();
        assert!(
            files.keys().eq(&numbers),
            "each file is of a game in the table"
        );
    }
    for (game, counterpart) in &games {
        compare_game(&table, game, counterpart, &files, &mut totals);
    }
    for (index, judgement) in table.judged.iter().enumerate() {
        let idle = judgement
            .games
            .iter()
            .filter(|game| games.iter().any(|(name, _)| name == game))
            .filter(|game| !totals.needed.contains(&(index, (*game).clone())));
        let kind = judgement.kind;
        totals
            .failures
            .extend(idle.map(|game| format!("{game}: {kind:?} is judged, but does not occur")));
    }
    totals.failures.extend(undecided(&table, &files));
    println!(
        "{} games, of which {} agree in all; {} positions, {} moves",
        games.len(),
        totals.agreeing,
        totals.positions,
        totals.moves
    );
    for (kind, count) in &totals.by_kind {
        println!("{count:6} {kind:?}");
    }
    assert!(totals.failures.is_empty(), "{:#?}", totals.failures);
}

fn compare_game(
    table: &Table,
    name: &str,
    counterpart: &Counterpart,
    files: &BTreeMap<u32, PathBuf>,
    totals: &mut Totals,
) {
    let (none, no_numbers) = (BTreeMap::new(), BTreeMap::new());
    let words = match counterpart {
        Counterpart::Number(_) => Words {
            piles: &none,
            below: &none,
            lowest: &no_numbers,
            held: &none,
            counters: &none,
        },
        Counterpart::Mapped {
            number: _,
            piles,
            below,
            lowest,
            held,
            counters,
        } => Words {
            piles,
            below,
            lowest,
            held,
            counters,
        },
    };
    let mut parts = name.split(' ');
    let id = parts.next().expect("a name has a part");
    let rules = Rules::built_in(id).unwrap_or_else(|error| panic!("{error}"));
    let game = rules
        .with_variants(&parts.collect::<Vec<_>>())
        .expect("the variants exist");
    let (meta, lines) = theirs::read(&files[&counterpart.number()]);
    let mut agrees = true;
    for line in &lines {
        totals.positions += 1;
        let laid_out = map_piles(&game, words, line)
            .and_then(|mapping| Ok((lay_out(&game, &mapping, words, (&meta, line))?, mapping)));
        let (position, mapping) = match laid_out {
            Ok(laid_out) => laid_out,
            Err(error) => {
                totals.failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let compiled = Compiled::new(&game);
        let comparison = Comparison {
            game: &game,
            compiled,
            mapping: &mapping,
            position,
            meta: &meta,
            line,
        };
        let results = comparison.run();
        totals.moves += results.moves;
        for difference in &results.differences {
            agrees = false;
            let mut judged = table.judged.iter().enumerate();
            let judged = judged
                .find(|(_, j)| j.games.contains(name) && j.kind.covers(&comparison, difference));
            match judged {
                Some((index, judgement)) => {
                    *totals.by_kind.entry(judgement.kind).or_default() += 1;
                    totals.needed.insert((index, name.to_owned()));
                }
                None => totals
                    .failures
                    .push(format!("{name}: {}", comparison.describe(difference))),
            }
        }
    }
    totals.agreeing += usize::from(agrees);
}

/// Games and named variants of ours that the table does not name, that it sets apart although it compares them, or that
/// it sets apart although they do not exist.
fn undecided(table: &Table, files: &BTreeMap<u32, PathBuf>) -> Vec<String> {
    let names_of = |path: &Path| {
        let meta = theirs::read_meta(path);
        meta.altnames.into_iter().chain([meta.name])
    };
    let theirs: BTreeSet<String> = files.values().flat_map(|path| names_of(path)).collect();
    let name_of = |entry: &CatalogEntry| match &entry.variant {
        Some(variant) => format!("{} {variant}", entry.id),
        None => entry.id.clone(),
    };
    let catalog = catalog();
    let ours: BTreeSet<String> = catalog.iter().map(name_of).collect();
    // A game is compared if it is in any of its variants that have no name and so are no games of their own.
    let without_named = |name: &String| {
        let id = name.split(' ').next().unwrap_or(name).to_owned();
        if ours.contains(name) {
            name.clone()
        } else {
            id
        }
    };
    let compared: BTreeSet<String> = table.games.keys().map(without_named).collect();
    let mut undecided = Vec::new();
    for entry in &catalog {
        let name = name_of(entry);
        let mut names = entry.aliases.iter().chain([&entry.name]);
        let note = if names.any(|name| theirs.contains(name)) {
            ", and they have one of this name"
        } else {
            ""
        };
        match (compared.contains(&name), table.apart.contains_key(&name)) {
            (false, false) => undecided.push(format!("{name}: not in the table{note}")),
            (true, true) => undecided.push(format!("{name}: both compared and set apart")),
            _ => {}
        }
    }
    let unknown = table.apart.keys().filter(|name| !ours.contains(*name));
    undecided.extend(unknown.map(|name| format!("{name}: there is no such game")));
    undecided
}
