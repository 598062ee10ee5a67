//! A deal that a player chose.

use std::fmt;

use crate::cards::DealNumber;
use crate::play::Deal;

/// A deal that a player chose: a number, also of another program, a deck, or the deal of the day. It displays as in the
/// title of a game: `deal 617`, `a deck`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChosenDeal {
    /// The deal.
    pub deal: Deal,
    /// Whether it is the deal of the day.
    pub is_todays: bool,
}

impl ChosenDeal {
    /// A deal that is not the one of the day.
    pub fn new(deal: Deal) -> ChosenDeal {
        ChosenDeal {
            deal,
            is_todays: false,
        }
    }

    /// The deal of the day.
    pub fn todays(number: DealNumber) -> ChosenDeal {
        ChosenDeal {
            deal: Deal::Number(number),
            is_todays: true,
        }
    }

    /// The number as it can be typed; `None` for a deck.
    pub fn number(&self) -> Option<String> {
        match &self.deal {
            Deal::Deck(_) => None,
            deal => Some(deal.to_string()),
        }
    }

    /// The deal with the next number. The deal of the day is followed by a random one, because tomorrow's has its day.
    pub fn next(&self, random: impl FnOnce() -> DealNumber) -> ChosenDeal {
        ChosenDeal::new(match self.deal {
            Deal::Number(DealNumber(number)) if !self.is_todays => {
                DealNumber(number.wrapping_add(1)).into()
            }
            Deal::Foreign(deal) => Deal::Foreign(deal.next()),
            Deal::Number(_) | Deal::Deck(_) => random().into(),
        })
    }
}

impl fmt::Display for ChosenDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.deal {
            Deal::Deck(_) => f.write_str("a deck"),
            deal if self.is_todays => write!(f, "deal {deal} (today's)"),
            deal => write!(f, "deal {deal}"),
        }
    }
}
