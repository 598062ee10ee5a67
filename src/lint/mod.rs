//! Warnings about what only the compiled game can tell: conditions that never or always hold, and cards that cannot
//! flow as the author meant.
//!
//! They cost more than reading a file, so they are found on request: when a file is checked, not when it is played.

mod conditions;
mod flow;

pub use conditions::{Claim, claims};
pub use flow::Traffic;

use crate::rules::Rules;
use crate::text::Diagnostics;
use crate::work::{CHECKING, within};

impl Rules {
    /// Finds everything in the file that is legal but cannot be meant: the warnings of the reader, and the ones that
    /// follow from the compiled game and its variants.
    pub fn lint(&self) -> Diagnostics {
        let mut report = self.warnings.clone();
        within(CHECKING, || {
            conditions::check(self, &mut report);
            flow::check(self, &mut report);
        });
        report.sort();
        report
    }
}
