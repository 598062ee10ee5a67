//! Deals of other programs, by their numbers.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Pack, Suit};
use crate::text::{debug_as_display, join_with};

/// A program whose deal numbers are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dealer {
    /// `ms`: Microsoft `FreeCell`, and the many programs that number their deals like it.
    Microsoft,
    /// `pysol`: `PySolFC`, 2 and later.
    PySol,
}

impl Dealer {
    /// All of them.
    pub const ALL: [Dealer; 2] = [Dealer::Microsoft, Dealer::PySol];

    /// The word before the number: `ms`, `pysol`.
    pub fn word(self) -> &'static str {
        match self {
            Dealer::Microsoft => "ms",
            Dealer::PySol => "pysol",
        }
    }

    /// Its deal numbers.
    pub fn numbers(self) -> RangeInclusive<u128> {
        match self {
            Dealer::Microsoft => 1..=(1 << 33) - 1,
            Dealer::PySol => 1..=100_000_000_000_000_000_000 - 1,
        }
    }
}

/// The number of a deal in another program, written `ms:617` or `pysol:123456`.
///
/// It gives the order of the pack. The rules file decides which pile gets the first card, so the whole layout is as in
/// the other program only if both deal in the same order, as they do for deals of Microsoft `FreeCell`. Shuffles during
/// a game continue the generator of the other program.
///
/// ```
/// use patience::{Deal, Position, Rules};
/// use patience::deal::ForeignDeal;
///
/// let deal: ForeignDeal = "ms:617".parse()?;
/// let rules = Rules::built_in("freecell")?;
/// let position = Position::deal(rules.game(), &Deal::Foreign(deal))?;
/// assert!(position.parse_move("JC t8").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # The order of the pack
///
/// 1. *Generator.* All numbers of `ms` and those of `pysol` below 32,000 use A, the others B. Both draw a number of 0 to
///    `n`, given `n`.
///    - A, with a seed below 2^33: `x` starts as the seed modulo 2^32. To draw, `x = (x * 214013 + 2531011) mod 2^33` and
///      `r = (x >> 16) & 0x7fff`. If the seed is 2^31 or more, 2^15 is added to `r`; if it is 2^32 or more,
///      `r = ((x >> 16) & 0xffff) + 1` instead. The result is `r mod (n + 1)`.
///    - B is the Mersenne Twister MT19937, initialized by the array of the number's 32-bit words, lowest first. To draw,
///      take two of its outputs, `a` and `b`; `f = ((a >> 5) * 2^26 + (b >> 6)) / 2^53`. The result is the integer part
///      of `f * (n + 1)`, in 64-bit floating point.
/// 2. *Unshuffled pack.* Pack by pack, suit by suit (clubs, spades, hearts, diamonds), from Ace to King. A single pack
///    shuffled by A is ordered by rank first, and each rank by suit (clubs, diamonds, hearts, spades).
/// 3. *Shuffle.* For `i` from the last index down to 1, swap the cards at `i` and at the number drawn for `i`. The last card
///    is dealt first.
/// 4. Cards that the rules file picks out (the first copy of each, before the shuffle) are then taken out.
///
/// A shuffle during a game repeats step 3 on the cards of the pile, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForeignDeal {
    dealer: Dealer,
    number: u128,
}

impl ForeignDeal {
    /// The deal with a number, or `None` if the program has no such number.
    pub fn new(dealer: Dealer, number: u128) -> Option<ForeignDeal> {
        let is_known = dealer.numbers().contains(&number);
        is_known.then_some(ForeignDeal { dealer, number })
    }

    /// The program that numbered the deal.
    pub fn dealer(self) -> Dealer {
        self.dealer
    }

    /// Its number.
    pub fn number(self) -> u128 {
        self.number
    }

    /// The deal with the next number; after the last comes the first.
    pub fn next(self) -> ForeignDeal {
        ForeignDeal {
            number: self.number % self.dealer.numbers().end() + 1,
            ..self
        }
    }

    /// The packs that can be dealt, in words.
    pub(crate) fn packs_in_words(self) -> &'static str {
        match self.dealer {
            Dealer::Microsoft => "one full pack of 52 cards",
            Dealer::PySol => "full packs of 52 cards",
        }
    }

    /// The unshuffled pack as indices into [`Pack::cards`], the last card of the list first; `None` for a pack that the
    /// other program does not number.
    pub(crate) fn order_unshuffled(self, pack: &Pack) -> Option<Vec<usize>> {
        let is_full = pack.jokers == 0
            && pack.ranks.len() == RANKS
            && pack.suits.len() == Suit::ALL.len()
            && Suit::ALL.iter().all(|suit| pack.suits.contains(suit));
        let packs = usize::from(pack.packs);
        if !is_full || (self.dealer == Dealer::Microsoft && packs != 1) {
            return None;
        }
        let card = |suit: Suit, rank: usize| suit as usize * RANKS + rank;
        let mut order: Vec<usize> = if packs == 1 && self.is_congruential() {
            let of_rank = |rank| Suit::ALL.map(|suit| card(suit, rank));
            (0..RANKS).flat_map(of_rank).collect()
        } else {
            let of_suit = |suit| (0..RANKS).map(move |rank| card(suit, rank));
            let one_pack: Vec<usize> = PYSOL_SUITS.into_iter().flat_map(of_suit).collect();
            let of_pack = |number| one_pack.iter().map(move |card| number * PACK_SIZE + card);
            (0..packs).flat_map(of_pack).collect()
        };
        order.reverse();
        Some(order)
    }

    /// Whether it is shuffled by generator A.
    pub(super) fn is_congruential(self) -> bool {
        self.dealer == Dealer::Microsoft || self.number < 32_000
    }
}

const RANKS: usize = 13;
const PACK_SIZE: usize = 52;
const PYSOL_SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

impl fmt::Display for ForeignDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.dealer.word(), self.number)
    }
}

/// The error for text that names no deal.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseDealError {
    /// It is not a number, alone or after the word for a program.
    #[error("`{text}` is not a deal: expected a number, {}", expected_words())]
    Unknown {
        /// The text that was read.
        text: String,
    },
    /// The program has no deal with this number.
    #[error("`{text}` is not a deal: the numbers are {} to {}", numbers.start(), numbers.end())]
    OutOfRange {
        /// The text that was read.
        text: String,
        /// The numbers there are.
        numbers: RangeInclusive<u128>,
    },
}

debug_as_display!(ParseDealError);

/// "`ms:N` or `pysol:N`"
fn expected_words() -> String {
    join_with(&Dealer::ALL.map(|d| format!("`{}:N`", d.word())), "or")
}

/// Parses `ms:617` or `pysol:123456`, in either case.
impl FromStr for ForeignDeal {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<ForeignDeal, ParseDealError> {
        let unknown = || ParseDealError::Unknown {
            text: text.to_owned(),
        };
        let (word, number) = text.split_once(':').ok_or_else(unknown)?;
        let mut dealers = Dealer::ALL.into_iter();
        let dealer = dealers.find(|d| word.eq_ignore_ascii_case(d.word()));
        let dealer = dealer.ok_or_else(unknown)?;
        let number = parse_number(text, number, dealer.numbers())?;
        Ok(ForeignDeal { dealer, number })
    }
}

/// Parses the digits of a deal number, which are the end of a text.
pub(super) fn parse_number(
    text: &str,
    digits: &str,
    numbers: RangeInclusive<u128>,
) -> Result<u128, ParseDealError> {
    let text = text.to_owned();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseDealError::Unknown { text });
    }
    let number = digits.parse().ok().filter(|n| numbers.contains(n));
    number.ok_or(ParseDealError::OutOfRange { text, numbers })
}
