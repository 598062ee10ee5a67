//! Hashes positions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::board_view::BoardView;
use super::kept::hash_board;
use super::position::Position;
use super::sized::with_state;
use crate::cards::{CardId, CardSet, Rank, mix};
use crate::condition::{PileId, PileSet};
use crate::work::{Kind, spend};

impl Position {
    /// A hash of everything that [`Position::key`] contains. Positions with the same key have the same hash; two with
    /// different keys collide with a probability of about 2^-60.
    ///
    /// It is computed from all cards, unless it is kept: see [`Position::keep_hash`].
    pub fn hash(&self) -> u64 {
        let board = self.board_hash.unwrap_or_else(|| self.hash_board());
        mix(self.with_counts(board))
    }

    /// A hash of the board, changed by the base rank and the counters.
    fn with_counts(&self, board: u64) -> u64 {
        let base = u64::from(self.base().map_or(0, Rank::number));
        let counts = self.relevant_counts().zip(1..);
        let counts = counts.map(|(count, index)| u64::from(count) << 32 | index);
        counts.fold(board ^ mix(base), |hash, count| {
            hash ^ mix(count << 8 | 0xff)
        })
    }

    /// Keeps the [hash](Position::hash) up to date from now on, here and in all copies. Then each move takes a little
    /// longer, and the hash is there at once.
    ///
    /// # Examples
    ///
    /// Count sequences of moves, and each position only once:
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use patience::player::perft;
    /// use patience::{Deal, DealNumber, Position, Rules};
    ///
    /// fn count(position: &Position, depth: u32, known: &mut HashMap<(u64, u32), u64>) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let key = (position.hash(), depth);
    ///     if let Some(&count) = known.get(&key) {
    ///         return count;
    ///     }
    ///     let mut sum = 0;
    ///     for chosen in position.legal_moves() {
    ///         let mut next = position.clone();
    ///         next.play_unchecked(chosen);
    ///         sum += count(&next, depth - 1, known);
    ///     }
    ///     known.insert(key, sum);
    ///     sum
    /// }
    ///
    /// let rules = Rules::built_in("klondike")?;
    /// let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
    /// position.keep_hash();
    /// let mut known = HashMap::new();
    /// assert_eq!(Some(count(&position, 6, &mut known)), perft(&position, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_hash(&mut self) {
        self.board_hash = Some(self.hash_board());
    }

    /// Brings the hash up to date, if it is kept, after cards were exchanged.
    pub(super) fn refresh_hash(&mut self) {
        if self.board_hash.is_some() {
            self.keep_hash();
        }
    }

    /// The hash of the board, computed from all cards.
    fn hash_board(&self) -> u64 {
        with_state!(&self.state, state => hash_board(&state.view(&self.game)))
    }

    /// Whether the hash is that of the board, if it is kept.
    pub(super) fn is_hash_sound(&self) -> bool {
        self.board_hash.is_none_or(|hash| hash == self.hash_board())
    }

    /// Another hash, which stays the same from version to version: the random numbers of honest players follow from it,
    /// and so do their choices.
    pub(crate) fn seed(&self) -> u64 {
        let pile_hash = with_state!(&self.state, state => {
            let view = state.view(&self.game);
            spend(Kind::Key, self.game.deck.len() + self.game.piles.len());
            self.game.piles().fold(0, |hash, pile| hash ^ hash_pile(&view, pile))
        });
        self.with_counts(pile_hash)
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
        spend(Kind::Key, 1 + usize::from(view.pile_size(pile)));
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
