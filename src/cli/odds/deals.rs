//! Which deals are solved, as it is written on the command line.

use std::str::FromStr;

use crate::args::parse_deals;
use patience::deal::{Dealer, ForeignDeal};

/// A range of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DealRange {
    /// The program whose deals they are; `None` for our own.
    pub(crate) dealer: Option<Dealer>,
    /// The first number.
    pub(crate) first: u64,
    /// The last number.
    pub(crate) last: u64,
}

/// Parses `1..1000` or `ms:1..2000`.
impl FromStr for DealRange {
    type Err = String;

    fn from_str(text: &str) -> Result<DealRange, String> {
        let split = text.split_once(':');
        let (first, last) = parse_deals(split.map_or(text, |(_, numbers)| numbers))?.into_inner();
        let mut dealer = None;
        if let Some((prefix, _)) = split {
            for number in [first, last] {
                let deal = format!("{prefix}:{number}").parse::<ForeignDeal>();
                dealer = Some(deal.map_err(|error| error.to_string())?.dealer());
            }
        }
        Ok(DealRange {
            dealer,
            first,
            last,
        })
    }
}

/// One of several equal parts of the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which part, from 0.
    index: u64,
    /// How many parts there are.
    count: u64,
}

impl Shard {
    /// The only part.
    pub(crate) const ALL: Shard = Shard { index: 0, count: 1 };

    /// The index among all deals of the deal with an index in the part.
    pub(super) fn place_of(self, number: u64) -> u64 {
        self.index + number * self.count
    }

    /// The index in the part of the deal with an index among all deals; `None` if it is in another part.
    pub(super) fn find(self, place: u64) -> Option<u64> {
        (place % self.count == self.index).then_some(place / self.count)
    }

    /// How many deals the part has if there are `all` deals.
    pub(super) fn share_of(self, all: u64) -> u64 {
        all / self.count + u64::from(all % self.count > self.index)
    }
}

/// Parses `3/200`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(k, n)| Some((k.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
        match numbers {
            Some((k, n)) if (1..=n).contains(&k) => Ok(Shard {
                index: k - 1,
                count: n,
            }),
            _ => Err(format!(
                "`{text}` is not a part: write `1/200` to `200/200`"
            )),
        }
    }
}
