//! Situations: the `[[test]]` tables of rules files, and position files, which have the same keys.

mod read;
mod run;
mod start;

pub use read::{Situation, position_file, situations};
pub use run::{Trial, pile_text, run};
pub use start::Start;
