//! An honest player: it plays any game from what a person at the table can see and has seen.
//!
//! - `knowledge` is what a player knows of a position, and samples worlds that fit.
//! - `deliberation` makes one decision, and `player` plays a game; `outlook` says how it may end.

mod approach;
mod deliberation;
mod knowledge;
mod line;
mod outlook;
mod player;

pub use outlook::Chances;
pub use player::HonestPlayer;
