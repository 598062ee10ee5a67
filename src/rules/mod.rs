//! Rules files: reading one, merging it with the file it inherits from, and compiling it to a [`Game`].

mod catalog;
mod commands;
mod compile;
mod error;
pub mod field;
pub mod file;
mod fingerprint;
pub mod fold;
mod game;
pub(crate) mod keys;
mod library;
mod loaded;
mod merge;
mod origin;
mod read;
mod role;
pub mod rule;
mod step;
mod syntax;
pub(crate) mod tree;
mod unknown;
mod verb;
mod wrong_syntax;

pub use catalog::{CatalogEntry, catalog};
pub use commands::{COMMANDS, Command};
pub use compile::{MAX_ENTRIES, MAX_PILES, compile_holds};
pub(crate) use compile::{content_offset, for_each_condition};
pub use error::{Rejected, RulesError, VariantError};
pub use game::{Action, Auto, Base, Clause, Game, Group, Pile, PileDisplay, Score, Unit};
pub use library::{BUILT_IN, Library, built_in_ids, read_file, rules_files};
pub use loaded::Rules;
pub use rule::{Rule, RuleKey, Way};
pub use step::{Amount, Dealing, Divert, MAX_COMMAND_WORK, Step, StepKind};
pub(crate) use syntax::read_text;
pub(crate) use unknown::overlay_keys;
pub use verb::Verb;
