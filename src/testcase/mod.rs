//! Test cases: the `[[test]]` tables of rules files, and position files, which have the same keys.

mod read;
mod run;
mod start;
mod write;

pub use read::{TestCase, position_file, test_cases};
pub use run::{TestRun, run};
pub use start::Start;
pub use write::{pile_text, position_text};
