//! Warnings about what only the compiled game can tell: conditions that never or always hold, and cards that cannot
//! flow as the author meant.
//!
//! They cost more than reading a file, so they are found on request: when a file is checked, not when it is played.

mod conditions;
mod flow;

pub use conditions::{Claim, claims};
pub use flow::Traffic;

use crate::rules::Rules;
use crate::text::{Describe, Diagnostic, Diagnostics};
use crate::work::{CHECKING, is_all_done, within};

impl Rules {
    /// Finds everything in the file that is legal but cannot be meant: the warnings of the reader, and the ones that
    /// follow from the compiled game and its variants. An opening, a move or a list of moves that takes too much work is
    /// an error.
    pub fn lint(&self) -> Diagnostics {
        let mut report = self.warnings.clone();
        let is_cut = within(CHECKING, || {
            conditions::check(self, &mut report);
            flow::check(self, &mut report);
            is_all_done()
        });
        if is_cut {
            let name = self.span_of(&["name"]).unwrap_or_default();
            let warning = Diagnostic::warning(name, "not everything in this file was examined");
            report.push(warning.label("that takes too much work"));
        }
        report.sort();
        report
    }
}
