use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::SysRng;

use super::clock::date_of_today;
use patience::{CommandError, Deal, DealNumber, Dealer, NewDeal};

/// A deal that a player chose: a number, also of another program, or `today`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChosenDeal {
    pub(super) deal: Deal,
    is_todays: bool,
}

impl ChosenDeal {
    pub(super) fn new(deal: Deal) -> ChosenDeal {
        ChosenDeal {
            deal,
            is_todays: false,
        }
    }

    /// A random deal, with a number short enough to be typed.
    pub(super) fn random() -> ChosenDeal {
        // If the system has no source of randomness, start with the first deal.
        let number = SysRng.try_next_u32().unwrap_or(0);
        let number = DealNumber(u64::from(number % 1_000_000) + 1);
        ChosenDeal::new(Deal::Number(number))
    }

    /// The deal of the day. Its number is the date of the day in UTC, so that it is the same for everyone at any moment,
    /// and can be played again later.
    pub(super) fn todays() -> ChosenDeal {
        ChosenDeal {
            deal: Deal::Number(DealNumber(date_of_today())),
            is_todays: true,
        }
    }

    /// Whether it is the deal of the day.
    pub(super) fn is_todays(&self) -> bool {
        self.is_todays
    }

    /// The number as it can be typed; `None` for a deck.
    pub(super) fn number(&self) -> Option<String> {
        match &self.deal {
            Deal::Deck(_) => None,
            deal => Some(deal.to_string()),
        }
    }

    /// The deal with the next number. The deal of the day is followed by a random one, because tomorrow's has its day.
    pub(super) fn next(&self) -> ChosenDeal {
        match self.deal {
            Deal::Number(DealNumber(number)) if !self.is_todays => {
                ChosenDeal::new(Deal::Number(DealNumber(number.wrapping_add(1))))
            }
            Deal::Foreign(deal) => ChosenDeal::new(Deal::Foreign(deal.next())),
            Deal::Number(_) | Deal::Deck(_) => ChosenDeal::random(),
        }
    }
}

/// A deal that has a number, here or in another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Parses `617`, `ms:617`, `pysol:123456` or `today`.
impl FromStr for ChosenDeal {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<ChosenDeal, CommandError> {
        match text.parse()? {
            NewDeal::Today => Ok(ChosenDeal::todays()),
            NewDeal::Deal(deal) => Ok(ChosenDeal::new(deal)),
            NewDeal::Next | NewDeal::Winnable | NewDeal::Of(_) => Err(CommandError::no_deal(text)),
        }
    }
}

/// Writes it as in the title of a game: `deal 617`, `a deck`.
impl fmt::Display for ChosenDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.deal {
            Deal::Deck(_) => f.write_str("a deck"),
            deal if self.is_todays => write!(f, "deal {deal} (today's)"),
            deal => write!(f, "deal {deal}"),
        }
    }
}
