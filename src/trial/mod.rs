//! Situations: the `[[test]]` tables of rules files, and position files, which have the same keys.

mod read;
mod run;

pub use read::{Situation, Start, position_file, situations};
pub use run::{Trial, pile_text, run};
