//! A game in progress as a person or a program plays it, without a terminal, files or a clock.
//!
//! - `command` reads what is typed, with the words in `table`.

mod command;
mod effort;
mod table;

pub use command::{Command, CommandError, NamedDeal, NewDeal, Question, Request};
pub use effort::Effort;
pub(crate) use effort::parse_seconds;
pub use table::{COMMANDS, CommandWord};
