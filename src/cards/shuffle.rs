use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::foreign::parse_number;
use super::generator::Generator;
use super::{Card, ForeignDeal, Pack, ParseDealError};

/// The number of a deal. The same number always shuffles the same pack the same way, on every machine and in every
/// version.
///
/// # The shuffle
///
/// The shuffle is guaranteed never to change. It is specified here in full so that it can be reimplemented. All
/// arithmetic is modulo 2^64.
///
/// 1. *Seed.* `x` is the deal number. Repeat four times: `x += 0x9e3779b97f4a7c15`; `z = x`;
///    `z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9`; `z = (z ^ (z >> 27)) * 0x94d049bb133111eb`;
///    `z = z ^ (z >> 31)`. The four values of `z` are the state `s0 s1 s2 s3` (`SplitMix64`).
/// 2. *Next number* (xoshiro256++, Blackman and Vigna): the result is `rotl(s0 + s3, 23) + s0`; then
///    `t = s1 << 17`, `s2 ^= s0`, `s3 ^= s1`, `s1 ^= s2`, `s0 ^= s3`, `s2 ^= t`, `s3 = rotl(s3, 45)`.
/// 3. *Number below n*: draw next numbers until one is below the largest multiple of `n` that is at most 2^64; the
///    result is its remainder modulo `n`.
/// 4. *Shuffle* (Fisher-Yates): start with the unshuffled packs in the order of [`Game::deck`](crate::Game::deck),
///    without the cards that the rules file picks out (the first copy of each). For `i` from the last index down to 1,
///    swap the cards at `i` and at a number below `i + 1`.
///
/// A shuffle during a game repeats step 4 on the cards of the pile, from top to bottom, and continues the sequence of
/// numbers. If the game rejects an opening (`until` in its rules file), the unshuffled packs are shuffled again: step 4
/// from its beginning, also with the numbers that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealNumber(pub u64);

impl fmt::Display for DealNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Parses a number.
impl FromStr for DealNumber {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<DealNumber, ParseDealError> {
        let number = parse_number(text, text, 0..=u128::from(u64::MAX))?;
        Ok(DealNumber(u64::try_from(number).unwrap_or(u64::MAX)))
    }
}

/// Shuffles the cards for a deal, as specified at [`DealNumber`]; the first card of the result is dealt first.
pub fn shuffle_deal<T>(mut cards: Vec<T>, deal: DealNumber) -> Vec<T> {
    Stream::new(deal).shuffle(&mut cards);
    cards
}

/// Shuffles a pack as another program does, as specified at [`ForeignDeal`]; the first card of the result is dealt first.
/// `None` for a pack that the program does not number.
pub fn shuffle_foreign(pack: &Pack, deal: ForeignDeal) -> Option<Vec<Card>> {
    let cards = pack.cards();
    let mut order = deal.order_unshuffled(pack)?;
    Stream::foreign(deal).shuffle(&mut order);
    Some(order.into_iter().map(|index| cards[index]).collect())
}

/// The random number generator of a deal.
#[derive(Debug)]
pub struct Stream(Source);

#[derive(Clone, Debug)]
enum Source {
    Own(Xoshiro256PlusPlus),
    /// Shared, because it may be large, until a number is drawn.
    Foreign(Arc<Generator>),
}

impl Clone for Stream {
    fn clone(&self) -> Self {
        Stream(self.0.clone())
    }

    // Tree searches copy a generator for every node, nearly always of this kind.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Source::Own(to), Source::Own(from)) => to.clone_from(from),
            (to, from) => to.clone_from(from),
        }
    }
}

impl Stream {
    /// Creates the generator, seeded with the deal number.
    pub fn new(deal: DealNumber) -> Stream {
        Stream(Source::Own(Xoshiro256PlusPlus::seed_from_u64(deal.0)))
    }

    /// Creates the generator that another program has for a deal.
    pub fn foreign(deal: ForeignDeal) -> Stream {
        Stream(Source::Foreign(Arc::new(Generator::new(deal))))
    }

    /// Returns a number that identifies the state: if two streams of the same deal have drawn different amounts of
    /// numbers, their states differ (except with probability 2^-64).
    pub fn state(&self) -> u64 {
        match &self.0 {
            Source::Own(own) => own.clone().next_u64(),
            Source::Foreign(foreign) => foreign.drawn(),
        }
    }

    /// Draws a number below `n`, which must be at least 1 and below 2^32: the upper half of the next number, times
    /// `n`, divided by 2^32. This is fast and has negligible bias; shuffles use unbiased numbers instead. Another
    /// program's generator draws as it does for shuffles.
    pub fn below(&mut self, n: usize) -> usize {
        match &mut self.0 {
            Source::Own(own) => {
                let chosen = ((own.next_u64() >> 32) * n as u64) >> 32;
                usize::try_from(chosen).expect("below a length")
            }
            Source::Foreign(foreign) => Arc::make_mut(foreign).up_to(n - 1),
        }
    }

    /// Shuffles cards, the next one first, with the next numbers, as specified at [`DealNumber`] and [`ForeignDeal`].
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        match &mut self.0 {
            Source::Own(own) => {
                for i in (1..cards.len()).rev() {
                    let j = unbiased_below(own, i as u64 + 1);
                    cards.swap(i, usize::try_from(j).expect("below a length"));
                }
            }
            Source::Foreign(foreign) => {
                let generator = Arc::make_mut(foreign);
                // The other programs deal from the end.
                cards.reverse();
                for i in (1..cards.len()).rev() {
                    cards.swap(i, generator.up_to(i));
                }
                cards.reverse();
            }
        }
    }
}

/// Draws an unbiased number below `n`, which must be at least 1.
fn unbiased_below(generator: &mut impl Rng, n: u64) -> u64 {
    loop {
        let x = generator.next_u64();
        // Reject the last 2^64 mod n numbers, which would make small remainders more likely. 2^64 does not fit a
        // u64, hence the rearranged condition.
        if x <= u64::MAX - n || x <= u64::MAX - (u64::MAX % n + 1) % n {
            return x % n;
        }
    }
}
