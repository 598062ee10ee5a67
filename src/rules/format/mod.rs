//! The format of rules files: their tables and keys, the types of the values, and the words among them.

pub mod field;
pub mod file;
pub mod keys;
mod read;
mod role;
pub mod rule;
pub(in crate::rules) mod spell;
mod synonyms;
mod unknown;
mod verb;

pub(in crate::rules) use read::read_table;
pub(crate) use read::read_text;
pub(in crate::rules) use role::DefaultCapacity;
pub use role::PileDisplay;
pub use unknown::overlay_keys;
pub(crate) use verb::key_of_field;
pub use verb::{Effect, Verb};
