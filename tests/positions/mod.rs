//! Every game compared with another engine, move by move.
//!
//! The positions are in the folder that the environment variable `PATIENCE_POSITIONS` names. `table.toml` says which
//! game of ours is which of theirs, and judges every kind of difference: one that is not judged fails the test, and so
//! does a judgement of what no longer differs.

mod compare;
mod layout;
mod table;
mod theirs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use patience::internals::Compiled;
use patience::{Rules, built_in_ids};

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
    let Some(folder) = std::env::var_os("PATIENCE_POSITIONS").map(PathBuf::from) else {
        println!("skipped: PATIENCE_POSITIONS names no folder of positions");
        return;
    };
    let text = std::fs::read_to_string(root().join("tests/positions/table.toml"));
    let table: Table =
        toml::from_str(&text.expect("the table can be read")).expect("the table has no mistakes");
    let files = theirs::files(&folder);
    let mut totals = Totals::default();
    for (game, counterpart) in &table.games {
        compare_game(&table, game, counterpart, &files, &mut totals);
    }
    for (index, judgement) in table.judged.iter().enumerate() {
        let idle = judgement
            .games
            .iter()
            .filter(|game| !totals.needed.contains(&(index, (*game).clone())));
        let kind = judgement.kind;
        totals
            .failures
            .extend(idle.map(|game| format!("{game}: {kind:?} is judged, but does not occur")));
    }
    let unknown = table
        .apart
        .keys()
        .filter(|id| !built_in_ids().contains(&id.as_str()));
    totals
        .failures
        .extend(unknown.map(|id| format!("{id}: there is no such game")));
    println!(
        "{} games, of which {} agree in all; {} positions, {} moves",
        table.games.len(),
        totals.agreeing,
        totals.positions,
        totals.moves
    );
    for (kind, count) in &totals.by_kind {
        println!("{count:6} {kind:?}");
    }
    println!(
        "not compared yet: {}",
        not_compared(&table, &files).join(", ")
    );
    assert!(totals.failures.is_empty(), "{:#?}", totals.failures);
}

fn compare_game(
    table: &Table,
    name: &str,
    counterpart: &Counterpart,
    files: &BTreeMap<u32, PathBuf>,
    totals: &mut Totals,
) {
    let none = BTreeMap::new();
    let (number, words) = match counterpart {
        Counterpart::Number(number) => (
            number,
            Words {
                piles: &none,
                counters: &none,
            },
        ),
        Counterpart::Mapped {
            number,
            piles,
            counters,
        } => (number, Words { piles, counters }),
    };
    let mut parts = name.split(' ');
    let id = parts.next().expect("a name has a part");
    let rules = Rules::built_in(id).unwrap_or_else(|error| panic!("{error}"));
    let game = rules
        .with_variants(&parts.collect::<Vec<_>>())
        .expect("the variants exist");
    let (meta, lines) = theirs::read(&files[number]);
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

/// Our games that the table does not name, although they may have a game of the same name.
fn not_compared(table: &Table, files: &BTreeMap<u32, PathBuf>) -> Vec<String> {
    let names_of = |path: &Path| {
        let meta = theirs::read_meta(path);
        meta.altnames.into_iter().chain([meta.name])
    };
    let theirs: BTreeSet<String> = files.values().flat_map(|path| names_of(path)).collect();
    let named: BTreeSet<&str> = table
        .games
        .keys()
        .filter_map(|name| name.split(' ').next())
        .collect();
    let is_new = |id: &&str| !named.contains(id) && !table.apart.contains_key(*id);
    let mark = |id: &str| {
        let rules = Rules::built_in(id).expect("the game is built in");
        let has_name = theirs.contains(rules.game().name());
        format!(
            "{id}{}",
            if has_name {
                " (they have one of this name)"
            } else {
                ""
            }
        )
    };
    built_in_ids()
        .into_iter()
        .filter(is_new)
        .map(mark)
        .collect()
}
