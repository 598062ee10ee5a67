//! A game in progress: deals, positions, legal moves, and why other moves are illegal.
//!
//! A [`Deal`] or a [`Layout`] is untrusted input. Once it is accepted it becomes a [`Position`], which is always valid.
//!
//! - `board` stores where the cards are. `cache` stores what follows from each pile alone, so that `listing` finds
//!   most moves by table lookups.
//! - `judge` decides whether a rule allows a move. `sight` determines what it can see of the board: everything, or only
//!   what a player sees.
//! - `command` and `steps` change the board, by `transfer`, and note what becomes stale in the cache; listing refreshes
//!   it. A [`Position`] bundles all of this, with arrays sized for its game.
//! - `kept` keeps the hash of the board up to date while it changes.
//! - `refusal` explains an illegal move by the first rule that does not allow it. `explain` says which parts of a
//!   condition decide it, and what they found.
//! - `unknown` arranges the cards that a player does not know in other ways.
//! - A deal or a move can be watched (`watch`): `trace` notes step by step what it does, for authors, and `halt` whether
//!   it was stopped.
//!
//! Tests check that the listed moves are exactly the ones that every rule allows.

mod board;
mod board_view;
mod cache;
mod change;
mod checks;
mod command;
mod deal;
mod explain;
mod generate;
mod halt;
mod hash;
mod judge;
mod kept;
mod listing;
mod merit;
mod notation;
mod outcome;
mod partners;
mod perft;
mod position;
mod position_view;
mod refusal;
mod restore;
mod sight;
mod sized;
mod steps;
mod trace;
mod transfer;
mod unknown;
mod watch;

pub(crate) use crate::cards::mix;
pub use board_view::BoardView;
pub use deal::{Deal, DealError, Layout, LayoutError};
pub use explain::Deciding;
pub use generate::Move;
pub use halt::Halt;
pub(crate) use hash::{CardOrder, HashRules, PileHash};
pub use merit::Merit;
pub use notation::{
    Attempt, MoveError, NotationError, Source, Target, is_name, pile_named, read, read_sources,
};
pub use outcome::Outcome;
pub use perft::perft;
pub use position::Position;
pub use refusal::{Checked, Refusal};
pub use sight::Sight;
pub(crate) use trace::MAX_TRACED;
pub use trace::{Cause, Trace, Traced};
pub(crate) use unknown::Numbers;
