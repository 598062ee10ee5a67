//! What other programs, and plain English, call the keys of rules files and the words that are their values.

use std::sync::LazyLock;

use crate::text::{SynonymTables, Synonyms, read_synonyms};

fn tables() -> &'static SynonymTables {
    static TABLES: LazyLock<SynonymTables> =
        LazyLock::new(|| read_synonyms(include_str!("synonyms.txt")));
    &TABLES
}

const fn table(section: &'static str) -> Synonyms {
    Synonyms::new(tables, section)
}

const TOP_KEY: Synonyms = table("keys of a game");
const GROUP_KEY: Synonyms = table("keys of a group");
const ACTION_KEY: Synonyms = table("keys of an action");
const STEP_KEY: Synonyms = table("keys of a step");
/// What may be lifted.
pub const TAKE: Synonyms = table("take");
/// Which way up cards are.
pub const FACE: Synonyms = table("face");
/// Words for the absence of a limit.
pub const NUMBER: Synonyms = table("numbers");
/// All cards.
pub const AMOUNT: Synonyms = table("amounts");

/// What the keys of a table are called elsewhere, given its path in the file.
pub fn of_table(path: &str) -> Synonyms {
    let overlay = path.strip_prefix("variants.");
    let path = overlay.map_or(path, |path| {
        path.split_once('.').map_or("", |(_, path)| path)
    });
    let mut names = path.split('.');
    match (names.next(), names.next_back()) {
        (Some(""), _) => TOP_KEY,
        (Some("piles"), _) => GROUP_KEY,
        (_, Some("do")) => STEP_KEY,
        (Some("actions" | "auto"), _) => ACTION_KEY,
        _ => Synonyms::NONE,
    }
}
