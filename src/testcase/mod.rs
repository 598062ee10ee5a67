//! Test cases: the `[[test]]` tables of rules files, and position files, which have the same keys.

mod read;
mod run;
mod start;
mod write;

pub(crate) use read::MAX_MOVES;
pub use read::TestCase;
pub use run::TestRun;
pub use run::judge;
pub(crate) use write::format_cards;
pub use write::pile_text;
