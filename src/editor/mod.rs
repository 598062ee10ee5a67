//! What an editor shows about a rules file that is being typed: mistakes and their corrections, completions, meanings
//! and definitions. It knows nothing of the protocol that editors speak.

mod check;
mod complete;
mod definition;
mod files;
mod hover;
mod outline;
mod place;
mod position;
mod words;

pub use check::{Analysis, Problem, Related, Replacement, TestResult, analyze};
pub use complete::{Completion, CompletionKind, complete};
pub use definition::{Target, define};
pub use files::Document;
pub use hover::{Hover, hover};
pub use position::{Lines, Position};
