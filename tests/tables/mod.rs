//! What the project writes about its own games, for the folder `games`: the table of the games, what was measured of
//! them, and the records of their odds
//! and of what an honest player wins.

mod chart;
mod honest;
mod index;
mod measures;
mod odds;
mod page;
mod published;

pub(crate) use honest::HonestArgs;
pub(crate) use index::write_index;
pub(crate) use measures::write_measures;
pub(crate) use odds::{record_honest, record_odds};
