//! Source texts, spans and diagnostics; independent of cards and games.

/// Lets errors debug as they display: that is what a `main` prints that returns them.
macro_rules! debug_as_display {
    ($($error:ty),+) => {
        $(impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })+
    };
}
pub(crate) use debug_as_display;

mod diagnostic;
mod digest;
mod plain;
mod printable;
mod source;
mod synonym;
mod toml;
mod wording;

pub(crate) use diagnostic::{Describe, Draft};
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Located, LocatedMark, Mark, Severity};
pub use digest::Digest;
pub use plain::write_plain;
pub use printable::{is_printable, printable, printable_line, printable_path};
pub use source::{Place, Sources, Span, Spanned};
pub use synonym::{Synonym, SynonymTables, Synonyms, read_synonyms};
pub use toml::{quote, quote_list};
pub use wording::{group_digits, join_with, nearest, pluralize, words, wrap, wrap_indented};
