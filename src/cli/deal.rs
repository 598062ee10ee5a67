//! Deals by random numbers and by the date.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize, Serializer};

use super::clock::date_of_today;
use patience::DealNumber;
use patience::deal::{Dealer, ForeignDeal};
use patience::dialogue::ChosenDeal;
use patience::session::{CommandError, NewDeal};

/// The number of a random deal, short enough to be typed.
pub(super) fn random_deal() -> DealNumber {
    // If the system has no source of randomness, start with the first deal.
    let number = SysRng.try_next_u32().unwrap_or(0);
    DealNumber(u64::from(number % 1_000_000) + 1)
}

/// The number of the deal of the day: the date of the day in UTC, so that it is the same for everyone at any moment, and
/// can be played again later.
pub(super) fn todays_deal() -> DealNumber {
    DealNumber(date_of_today())
}

/// Reads `617`, `ms:617`, `pysol:123456` or `today`.
pub(super) fn parse_deal(text: &str) -> Result<ChosenDeal, CommandError> {
    match text.parse()? {
        NewDeal::Today => Ok(ChosenDeal::todays(todays_deal())),
        NewDeal::Deal(deal) => Ok(ChosenDeal::new(deal)),
        _ => Err(CommandError::no_deal(text)),
    }
}

/// A deal that has a number, here or in another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct NumberedDeal {
    /// The program that numbered it; `None` for our own.
    pub(super) dealer: Option<Dealer>,
    /// Its number.
    pub(super) number: u64,
}

/// Writes it as on the command line: `617`, `ms:617`.
impl fmt::Display for NumberedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(dealer) = self.dealer {
            write!(f, "{}:", dealer.word())?;
        }
        write!(f, "{}", self.number)
    }
}

impl Serialize for NumberedDeal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses `617` or `ms:617`.
impl TryFrom<String> for NumberedDeal {
    type Error = String;

    fn try_from(text: String) -> Result<NumberedDeal, String> {
        let (dealer, number) = if text.contains(':') {
            let deal = text.parse::<ForeignDeal>();
            let deal = deal.map_err(|error| error.to_string())?;
            (Some(deal.dealer()), u64::try_from(deal.number()).ok())
        } else {
            (None, text.parse().ok())
        };
        let number = number.ok_or_else(|| format!("`{text}` is not the number of a deal"))?;
        Ok(NumberedDeal { dealer, number })
    }
}
