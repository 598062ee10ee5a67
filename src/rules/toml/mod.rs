//! TOML: from bytes to a tree of values that knows where each is written.

mod syntax;
pub mod tree;
mod wrong_syntax;

pub(in crate::rules) use syntax::{MAX_FILE_SIZE, Texts};
pub(in crate::rules) use wrong_syntax::unprintable_character;
