//! Sources, places, diagnostics and their rendering. Knows nothing of cards.

mod diagnostic;
mod printable;
mod render;
mod source;
mod wording;

pub use diagnostic::{Diagnostic, Diagnostics, Mark, Severity};
pub use printable::{is_printable, printable};
pub use render::{render, render_one};
pub use source::{Place, Sources, Span, Spanned};
pub use wording::{counted, grouped, listed, nearest};
