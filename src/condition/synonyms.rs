//! What other programs, and plain English, call the things that conditions name.

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

/// Conditions, and words in them.
pub const CONDITION: Synonyms = table("conditions");
/// Words with an argument in parentheses.
pub const CALL: Synonyms = table("calls");
/// `every`, `some`, `count` and `sum`.
pub const QUANTIFIER: Synonyms = table("quantifiers");
/// Properties of piles and groups.
pub const PILE_PROPERTY: Synonyms = table("properties of piles");
/// Properties of cards.
pub const CARD_PROPERTY: Synonyms = table("properties of cards");
/// Groups of piles, and the roles that they stand for.
pub const GROUP: Synonyms = table("groups");
