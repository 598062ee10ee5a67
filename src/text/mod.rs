//! Source texts, spans, diagnostics and their rendering; independent of cards and games.

mod diagnostic;
mod digest;
mod plain;
mod printable;
#[cfg(feature = "cli")]
mod render;
mod source;
mod synonym;
mod toml;
mod wording;

pub(crate) use diagnostic::{Describe, Draft};
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Mark, Severity};
pub use digest::Digest;
pub use plain::write_plain;
#[cfg(feature = "cli")]
pub use printable::to_json;
pub use printable::{is_printable, printable, printable_line, printable_path};
#[cfg(feature = "cli")]
pub use render::{render, render_one};
pub use source::{Place, Sources, Span, Spanned};
pub use synonym::{Synonym, SynonymTables, Synonyms, read_synonyms};
pub use toml::{quote, quote_list};
pub use wording::{group_digits, join_with, nearest, pluralize, words, wrap, wrap_indented};
