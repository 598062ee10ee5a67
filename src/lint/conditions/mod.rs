//! Conditions that never hold, always hold, or have parts without effect.

use crate::rules::Rules;
use crate::text::Diagnostics;

/// Checks all conditions of a game and of its variants.
pub(super) fn check(_rules: &Rules, _report: &mut Diagnostics) {}
