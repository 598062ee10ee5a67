//! Cards, packs, rank order, the shuffle, deals of other programs, and ids with their bit sets.

mod card;
mod code;
mod foreign;
mod generator;
mod id;
mod order;
mod pack;
mod serialize;
mod shuffle;

pub use card::{Card, Color, ParseCardError, Rank, Suit, parse_cards};
pub(crate) use code::{codes, mix};
pub use foreign::{Dealer, ForeignDeal, ParseDealError};
pub use id::{CardId, CardSet, FaceSet, IdSet};
pub(crate) use id::{Indexed, id};
pub use order::Order;
pub use pack::Pack;
pub use shuffle::{DealNumber, Stream, shuffle_deal, shuffle_foreign};
