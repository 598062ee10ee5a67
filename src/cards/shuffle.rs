use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The number of a deal. The same number gives the same order of the same pack, for ever and on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealNumber(pub u64);

/// The cards in the order of a deal; the first of them is dealt first.
///
/// The promise, precise enough to be written again elsewhere, all arithmetic modulo 2^64:
///
/// 1. *Seed.* `x` is the deal number. Four times: `x += 0x9e3779b97f4a7c15`; `z = x`;
///    `z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9`; `z = (z ^ (z >> 27)) * 0x94d049bb133111eb`;
///    `z = z ^ (z >> 31)`. The four values `z` are the state `s0 s1 s2 s3` (`SplitMix64`).
/// 2. *Next number* (xoshiro256++, Blackman and Vigna): the result is `rotl(s0 + s3, 23) + s0`; then
///    `t = s1 << 17`, `s2 ^= s0`, `s3 ^= s1`, `s1 ^= s2`, `s0 ^= s3`, `s2 ^= t`, `s3 = rotl(s3, 45)`.
/// 3. *A number below n*: take next numbers until one is below the largest multiple of `n` that is at most
///    2^64; its remainder by `n` is the answer.
/// 4. *Shuffle* (Fisher and Yates): start from the new packs in the order of [`Pack::cards`](super::Pack::cards),
///    without the cards that a game's file picks out (of each the first copy). For `i` from the last index down
///    to 1, swap the cards at `i` and at a number below `i + 1`.
///
/// A shuffle in the course of a game goes on with the numbers that follow: step 4 again, over the cards of the pile
/// from its top to its bottom. Where a game does not want an opening (`until` in its file), the new packs are shuffled
/// again with the numbers that follow: step 4 again, from its beginning.
#[must_use]
pub fn shuffled<T>(mut cards: Vec<T>, deal: DealNumber) -> Vec<T> {
    Stream::new(deal).shuffle(&mut cards);
    cards
}

/// The numbers that belong to a deal, as far as they were not drawn yet.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// All numbers of a deal.
    #[must_use]
    pub fn new(deal: DealNumber) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(deal.0))
    }

    /// The next number, without drawing it. Two streams of one deal that have drawn different amounts have different
    /// next numbers (except by a chance of one in 2^64).
    #[must_use]
    pub fn peek(&self) -> u64 {
        self.0.clone().next_u64()
    }

    /// A number below `n`, which is at least 1 and below 2^32: the upper half of the next number, times `n`, divided
    /// by 2^32. It is quick, and so little biased that no game can tell; shuffles take unbiased ones.
    pub fn below(&mut self, n: usize) -> usize {
        let chosen = ((self.0.next_u64() >> 32) * n as u64) >> 32;
        usize::try_from(chosen).expect("below a length")
    }

    /// Shuffles cards with the next numbers, as [`shuffled`] says.
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for i in (1..cards.len()).rev() {
            let at = below(&mut self.0, i as u64 + 1);
            cards.swap(i, usize::try_from(at).expect("below a length"));
        }
    }
}

/// An unbiased number below `n`, which is at least 1.
fn below(generator: &mut impl Rng, n: u64) -> u64 {
    loop {
        let x = generator.next_u64();
        // Of the last n numbers some may be too many; how many is 2^64 mod n, without 2^64 at hand.
        if x <= u64::MAX - n || x <= u64::MAX - (u64::MAX % n + 1) % n {
            return x % n;
        }
    }
}
