//! Describes conditions in English.

pub mod clause;
mod condition;
pub mod noun;
pub mod statement;
pub mod words;

pub use condition::describe_by_name;
pub use condition::{
    Describer, describe, describe_detail, describe_reason, describe_requirement, diagonal,
    is_described, phrase_by_name,
};
pub use words::the_piles as piles;

/// Returns a name as words: `extra_spots` becomes "extra spots".
pub fn words_of(name: &str) -> String {
    name.replace('_', " ")
}

/// The words of a name where it heads what is said of it.
pub fn title_of(name: &str) -> String {
    words::capitalized(&words_of(name))
}
