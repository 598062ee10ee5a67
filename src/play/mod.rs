//! A game in progress: a [`Deal`] or a [`Layout`], which may be anything, becomes a [`Position`], which is valid.
//! From there to its legal moves, and by a move to the next position. Legality lives in one place, the move
//! generator; what is refused is explained by [`Refusal`].

mod apply;
mod deal;
mod generate;
mod hash;
mod merit;
mod notation;
mod outcome;
mod pairs;
mod perft;
mod position;
mod refusal;
mod seen;
mod steps;
mod work;

pub use deal::{Deal, DealError, Layout, LayoutError};
pub use generate::Move;
pub use merit::Merit;
pub use notation::{Attempt, NotationError, Source, Target, pile_named, read, write};
pub use outcome::Outcome;
pub use perft::perft;
pub use position::Position;
pub use refusal::Refusal;
pub use seen::Seen;
pub use work::{MAX_FOR_A_COMMAND, Work};
pub(crate) use work::{MAX_FOR_AN_OPENING, MAX_FOR_THE_OUTCOME};
