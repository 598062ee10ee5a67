//! Rules files: reading one, merging it with the file it inherits from, and compiling it to a [`Game`].
//!
//! A file goes through the folders in this order:
//!
//! - `toml`: from bytes to a tree of values.
//! - `format`: the tables and keys of a rules file, and the words among their values.
//! - `compile`: from the keys to a [`Game`], with its names resolved, its conditions typed and its defaults filled in.
//! - `fold`: the lookup tables of a game.
//! - `library`: finding files, merging each with the files it inherits from and with its variants, and compiling it.

mod clause;
mod commands;
mod compile;
pub mod fold;
mod format;
mod game;
mod library;
mod numbers;
mod size;
mod step;
mod toml;
mod walk;

pub use self::toml::tree;
pub use clause::Clause;
pub use commands::COMMAND_NAMES;
pub use compile::content_offset;
pub use compile::{MAX_ENTRIES, MAX_PILES, compile_holds};
use format::read_table;
pub use format::{PileDisplay, Verb, field, file, keys, overlay_keys, rule};
pub(crate) use format::{key_of_field, read_text};
pub use game::{Action, Auto, Base, Game, Group, Pile, Score, Unit};
pub use library::Fingerprint;
pub use library::{
    BuiltIn, CatalogEntry, Library, Rejected, Rules, RulesError, Settings, VariantError,
    built_in_ids, catalog, read_file, rules_files,
};
pub(crate) use numbers::NumberedMove;
pub use rule::{Rule, RuleKey, Way};
pub(crate) use size::SIZES;
pub use step::{Amount, Divert, Step};
