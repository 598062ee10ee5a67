//! A game in progress: a [`Deal`] or a [`Layout`], which may be anything, becomes a [`Position`], which is valid.
//! From there to its legal moves, and by a move to the next position.
//!
//! One way through the folder: a board says where the cards lie (`board`); a rule says of a move on it whether it allows
//! it (`judge`), as far as the rules or a player see the board (`sight`). What follows from each pile is kept (`kept`), so
//! that moves are listed by tables (`generate`); a law of the tests holds the list against the rules. A command changes
//! the board and what follows from it (`command`, `steps`), and a [`Position`] is all of that in the size of its game.
//! What is refused is explained by [`Refusal`], whose rule is the first that does not allow it.

mod board;
mod board_view;
mod cache;
mod change;
mod command;
mod deal;
mod facts;
mod generate;
mod hash;
mod judge;
mod merit;
mod notation;
mod outcome;
mod pairs;
mod perft;
mod position;
mod refusal;
mod restore;
mod sight;
mod steps;
mod work;

pub use board_view::{BoardView, Liftable};
pub use deal::{Deal, DealError, Layout, LayoutError};
pub use generate::Move;
pub use merit::Merit;
pub use notation::{Attempt, NotationError, Source, Target, pile_named, read, write};
pub use outcome::Outcome;
pub use perft::perft;
pub use position::Position;
pub use refusal::Refusal;
pub use sight::Sight;
pub use work::{MAX_FOR_A_COMMAND, Work};
pub(crate) use work::{MAX_FOR_AN_OPENING, MAX_FOR_THE_OUTCOME};
