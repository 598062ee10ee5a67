//! Help for a player: which move is worth playing and why, which cards can go to goal piles without harm, and how to
//! move several cards one at a time.
//! `greedy` plays on without looking ahead.
//!
//! Everything is derived from the compiled rules, the list of legal moves and what a player sees. Nothing here depends
//! on the face of a face-down card.

mod compound;
mod greedy;
mod hint;
mod safe;
mod singly;
pub(crate) use greedy::Greedy;
pub use hint::Hint;
pub use singly::SingleMoves;
