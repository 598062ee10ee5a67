//! Random numbers that stand for cards in hashes.

use super::Card;

/// Mixes the bits of a number, so that each bit of the result depends on all bits of the argument (the finalizer of
/// `SplitMix64`).
pub(crate) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What stands for each of some cards, first face up, then face down. Equal cards have the same codes.
pub(crate) fn codes(deck: &[Card]) -> Vec<[u64; 2]> {
    let code = |card: &Card| [0, 1].map(|down| mix(0xc0de_0000 | card.face() as u64 | down << 8));
    deck.iter().map(code).collect()
}
