//! What the greedy player makes of the games: `games/measures.tsv`.

use std::num::NonZero;

use patience::internals::{Character, characters};
use patience::{Rules, catalog};

const HEAD: &str = "\
# What the greedy player made of the games: `cargo run --release --example tables -- measures` writes it.
key\twins\tmoves\tchoices\tchoices in the first ten deals\tdecided by
";

/// Writes the file, after measuring the games that have changed since they were measured.
pub(crate) fn write_measures() -> String {
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    let known = characters();
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    let lines = games.iter().filter_map(|entry| {
        let rules = Rules::built_in(&entry.id).expect("it is built in");
        let variants: Vec<&str> = entry.variant.as_deref().into_iter().collect();
        let game = rules.with_variants(&variants).expect("it is a variant");
        let current = known.get(entry.key()).filter(|c| c.is_current(&game));
        let character = current.copied().or_else(|| Character::measure(&game, jobs));
        Some(format!("{}\t{}\n", entry.key(), character?))
    });
    HEAD.to_owned() + &lines.collect::<String>()
}
