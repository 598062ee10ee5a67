//! Cards that cannot flow as the author meant: piles that nothing enters, actions that do nothing, goals out of reach.

use crate::rules::Rules;
use crate::text::Diagnostics;

/// Checks the piles, steps and actions of a game and of its variants.
pub(super) fn check(_rules: &Rules, _report: &mut Diagnostics) {}
