//! Test cases: the `[[test]]` tables of rules files, and position files, which have the same keys. `gaps` finds out
//! what they do not notice.

mod gaps;
mod read;
mod record;
mod run;
mod start;
mod write;

pub use gaps::{Accepted, AcceptedError, Gap, Gaps};
pub use read::TestCase;
pub(crate) use record::Recording;
pub use run::TestRun;
pub use write::pile_text;
