//! Cards, packs, the order of ranks, and the shuffle.

mod card;
mod order;
mod pack;
mod shuffle;

pub use card::{Card, Color, ParseCardError, Rank, Suit, parse_cards};
pub use order::Order;
pub use pack::Pack;
pub use shuffle::{DealNumber, Stream, shuffled};
