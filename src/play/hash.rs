//! Hashes positions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::board_view::BoardView;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, CardSet, Rank};
use crate::condition::{PileId, PileSet};

impl Position {
    /// A hash of everything that [`Position::key`] contains. Positions with the same key have the same hash; two with
    /// different keys collide with a probability of about 2^-64.
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

/// Positions are equal if they have the same rules, key and score, and later shuffles bring the same.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let is_same_game = Arc::ptr_eq(&self.game, &other.game)
            || self.game.fingerprint() == other.game.fingerprint();
        is_same_game
            && self.key() == other.key()
            && self.score() == other.score()
            && !self.has_shuffled_since(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Position::hash(self));
    }
}

/// A hash of a pile.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PileHash {
    /// The hash of the cards whose place in the pile matters, and of cards that belong to the pile wherever they are in
    /// it.
    pub(crate) own: [u64; 2],
    /// The hash of the cards whose pile does not matter. It is the sum over these cards.
    pub(crate) shared: [u64; 2],
}

/// How much of the order of a pile's cards matters to a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardOrder {
    /// The place of every card.
    All,
    /// Which card is on top, and which cards are below it.
    Top,
    /// Which cards are there.
    None,
    /// The place of every card except those that were placed on another card. Not even the pile of these matters.
    Start,
}

/// What about positions matters to their hashes.
#[derive(Debug)]
pub(crate) struct HashRules {
    /// For each card, a code below 127. Cards with the same code are the same.
    pub(crate) codes: Vec<u8>,
    /// For each pile, how much of the order of its cards matters.
    pub(crate) orders: Vec<CardOrder>,
    /// For each card, the cards that it could be placed on; empty if there are no piles where only the start matters.
    pub(crate) parents: Vec<CardSet>,
}

impl Position {
    /// Computes a hash of each of some piles: of the codes and the faces of its cards. The same cards have the same
    /// hash in every pile. `hashes` are indexed by pile.
    pub(crate) fn hash_piles(&self, piles: PileSet, rules: &HashRules, hashes: &mut [PileHash]) {
        with_state!(&self.state, state => {
            let view = state.view(&self.game);
            for pile in piles.iter() {
                hashes[pile.index()] = rules.hash(&view, pile);
            }
        });
    }

    /// Computes the hash of a pile, as [`Position::hash_piles`] does.
    pub(crate) fn hash_pile(&self, pile: PileId, rules: &HashRules) -> PileHash {
        with_state!(&self.state, state => rules.hash(&state.view(&self.game), pile))
    }

    /// A hash of the base rank and of the counters that matter.
    pub(crate) fn hash_counts(&self) -> u64 {
        let base = u64::from(self.base().map_or(0, Rank::number));
        let counts = self.relevant_counts();
        counts.fold(mix(base), |hash, count| mix(hash ^ u64::from(count)))
    }
}

impl HashRules {
    /// Hashes the cards of a pile to 128 bits, so many that two positions hardly ever have the same key.
    #[inline]
    fn hash<T: BoardView>(&self, view: &T, pile: PileId) -> PileHash {
        let code = |card: CardId| {
            let face = u64::from(self.codes[card.index()]) + 1;
            face | u64::from(view.is_hidden(card)) << 7
        };
        let mut cards = view.cards_down(pile);
        let mut hash = PileHash::default();
        match self.orders[pile.index()] {
            CardOrder::All => hash.own = cards.map(code).fold(hash.own, append),
            CardOrder::None => hash.own = cards.map(code).fold(hash.own, add),
            CardOrder::Top => {
                let top = cards.next();
                hash.own = top.into_iter().chain(cards).map(code).fold(hash.own, add);
                hash.own = top.into_iter().map(code).fold(hash.own, append);
            }
            CardOrder::Start => {
                let mut next = cards.next();
                while let Some(card) = next {
                    next = cards.next();
                    let is_placed = |below: CardId| {
                        !view.is_hidden(below) && self.parents[card.index()].contains(below)
                    };
                    if !next.is_some_and(is_placed) {
                        hash.own = append(hash.own, code(card));
                        break;
                    }
                    hash.shared = add(hash.shared, code(card));
                }
                hash.own = next
                    .into_iter()
                    .chain(cards)
                    .map(code)
                    .fold(hash.own, append);
            }
        }
        hash
    }
}

/// Adds a code to the hash of a sequence.
#[inline]
fn append([a, b]: [u64; 2], code: u64) -> [u64; 2] {
    [
        (a ^ code)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23),
        (b ^ code)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(29),
    ]
}

/// Adds a code to the hash of a set.
#[inline]
fn add([a, b]: [u64; 2], code: u64) -> [u64; 2] {
    let low = mix(code);
    [a.wrapping_add(low), b.wrapping_add(mix(!low))]
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
