//! Hashes positions.

use super::board_view::BoardView;
use super::position::{Position, with_state};
use crate::cards::Rank;
use crate::condition::{PileId, PileSet};

impl Position {
    /// A hash of everything that [`Position::key`] contains. Positions with the same key have the same hash; two with
    /// different keys collide with a probability of about 2^-64.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let pile_hash = with_state!(&self.state, state => {
            let view = state.view(&self.game);
            self.game.piles().fold(0, |hash, pile| hash ^ hash_pile(&view, pile))
        });
        let base = u64::from(self.base().map_or(0, Rank::number));
        let counts = self
            .relevant_counts()
            .zip(1..)
            .map(|(count, index)| u64::from(count) << 32 | index);
        counts.fold(pile_hash ^ mix(base), |hash, count| {
            hash ^ mix(count << 8 | 0xff)
        })
    }
}

/// How often a key of the wrong position is taken for the right one is bounded by how many bits differ at random: keys have
/// 128 bits.
pub(crate) type PileHash = [u64; 2];

impl Position {
    /// Computes a hash of each of some piles: of the codes of its cards in order, and of which are face down. It does not
    /// depend on which pile it is. `codes` are indexed by card id and below 127; `hashes` by pile.
    pub(crate) fn hash_piles(&self, piles: PileSet, codes: &[u8], hashes: &mut [PileHash]) {
        with_state!(&self.state, state => {
            let view = state.view(&self.game);
            for pile in piles.iter() {
                let mut hash = [0, 0];
                for card in view.cards_down(pile) {
                    let face = u64::from(codes[card.index()]) + 1;
                    let code = face | u64::from(view.is_hidden(card)) << 7;
                    hash[0] = (hash[0] ^ code).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
                    hash[1] = (hash[1] ^ code).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29);
                }
                hashes[pile.index()] = hash;
            }
        });
    }

    /// A hash of the base rank and of the counters that matter.
    pub(crate) fn hash_counts(&self) -> u64 {
        let base = u64::from(self.base().map_or(0, Rank::number));
        let counts = self.relevant_counts();
        counts.fold(mix(base), |hash, count| mix(hash ^ u64::from(count)))
    }
}

/// A hash of a pile's number and of the height, face and orientation of each of its cards.
#[inline]
fn hash_pile<T: BoardView>(view: &T, pile: PileId) -> u64 {
    let size = u64::from(view.size(pile));
    let cards = view.cards_down(pile).zip((0..size).rev());
    cards.fold(0, |hash, (card, height)| {
        let face = view.face(card).face() as u64 | u64::from(view.is_hidden(card)) << 7;
        hash ^ mix((pile.index() as u64) << 48 | (height + 1) << 16 | face << 8)
    })
}

/// Mixes the bits of a number, so that each bit of the result depends on all bits of the argument (the finalizer of
/// `SplitMix64`).
pub(crate) fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
