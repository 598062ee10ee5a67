//! Ids, and sets of them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::Card;

/// Something with a place in a list: that is what sets of it keep.
pub(crate) trait Indexed: Copy {
    /// The thing at a place, counted from 0.
    fn from_index(index: usize) -> Self;
    /// Its place, counted from 0.
    fn index(self) -> usize;
}

/// Declares an id: a place in a list of at most 255 things. An `Option` of it takes one byte, as it does itself.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU8);

        impl $name {
            /// The id of the thing at a place, counted from 0.
            ///
            /// # Panics
            /// Past the 255th place.
            #[inline]
            #[must_use]
            pub const fn new(index: usize) -> $name {
                assert!(index < u8::MAX as usize, "an id is below 255");
                let [number, ..] = (index + 1).to_le_bytes();
                match std::num::NonZeroU8::new(number) {
                    Some(number) => $name(number),
                    None => unreachable!(),
                }
            }

            /// The place, counted from 0.
            #[inline]
            #[must_use]
            pub const fn at(self) -> usize {
                self.0.get() as usize - 1
            }

            /// The place plus one, or 0 for no id.
            #[allow(dead_code, reason = "every id can do the same, whoever asks for it")]
            #[inline]
            #[must_use]
            pub(crate) const fn number(id: Option<$name>) -> u8 {
                match id {
                    Some(id) => id.0.get(),
                    None => 0,
                }
            }

            /// The first `count` ids.
            pub(crate) fn first(
                count: usize,
            ) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone + use<> {
                (0..count).map($name::new)
            }
        }

        impl $crate::cards::Indexed for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                // The members of a set are below its capacity, so that nothing has to be checked.
                let [low, ..] = index.to_le_bytes();
                $name(std::num::NonZeroU8::MIN.saturating_add(low))
            }

            #[inline]
            fn index(self) -> usize {
                self.at()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.at()).finish()
            }
        }
    };
}
pub(crate) use id;

/// A set of ids, a bit for each: `WORDS` times 64 ids fit, which is a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdSet<T, const WORDS: usize>([u64; WORDS], PhantomData<T>);

#[allow(private_bounds, reason = "what has a place is settled in this module")]
impl<T: Indexed, const WORDS: usize> IdSet<T, WORDS> {
    /// The set of nothing.
    pub const EMPTY: Self = IdSet([0; WORDS], PhantomData);

    /// How many ids there can be: they are below this.
    pub const CAPACITY: usize = WORDS * 64;

    /// The word of an id, and its bit there.
    #[inline]
    fn place(id: T) -> (usize, u64) {
        debug_assert!(id.index() < Self::CAPACITY, "the set has room for the id");
        // Masked, so that no bound is checked where the set is one word.
        ((id.index() / 64) & (WORDS - 1), 1 << (id.index() % 64))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        IdSet(
            std::array::from_fn(|at| f(self.0[at], other.0[at])),
            PhantomData,
        )
    }

    /// The set of one id.
    #[inline]
    #[must_use]
    pub fn only(id: T) -> Self {
        let mut set = Self::EMPTY;
        set.insert(id);
        set
    }

    /// The set of the first `count` ids.
    #[must_use]
    pub fn first(count: usize) -> Self {
        let word = |at: usize| match count.saturating_sub(at * 64) {
            64.. => u64::MAX,
            count => (1 << count) - 1,
        };
        IdSet(std::array::from_fn(word), PhantomData)
    }

    /// Whether it has no element.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many elements it has.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether an id is in it.
    #[inline]
    #[must_use]
    pub fn contains(self, id: T) -> bool {
        let (word, bit) = Self::place(id);
        self.0[word] & bit != 0
    }

    /// The lowest id in it.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<T> {
        self.iter().next()
    }

    /// Adds an id.
    #[inline]
    pub fn insert(&mut self, id: T) {
        let (word, bit) = Self::place(id);
        self.0[word] |= bit;
    }

    /// Takes an id out.
    #[inline]
    pub fn remove(&mut self, id: T) {
        let (word, bit) = Self::place(id);
        self.0[word] &= !bit;
    }

    /// The ids in it, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> + use<T, WORDS> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            loop {
                let left = words.get_mut(at)?;
                if *left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    *left &= *left - 1;
                    return Some(T::from_index(at * 64 + bit));
                }
                at += 1;
            }
        })
    }

    /// Calls `f` with each id in it, lowest first. It is quicker than an iterator.
    #[inline]
    pub(crate) fn each(self, mut f: impl FnMut(T)) {
        for at in 0..WORDS {
            let mut left = self.0[at];
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                f(T::from_index(at * 64 + bit));
            }
        }
    }

    /// The ids in the set for which `holds` returns true.
    #[inline]
    #[must_use]
    pub fn filter(self, mut holds: impl FnMut(T) -> bool) -> Self {
        let mut held = self;
        self.each(|id| {
            if !holds(id) {
                held.remove(id);
            }
        });
        held
    }

    /// Its words, the lowest ids first.
    #[inline]
    pub(crate) fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The set of these words.
    #[inline]
    pub(crate) fn from_words(words: [u64; WORDS]) -> Self {
        IdSet(words, PhantomData)
    }
}

impl<T: Indexed, const WORDS: usize> Default for IdSet<T, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Indexed, const WORDS: usize> FromIterator<T> for IdSet<T, WORDS> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        let mut set = Self::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl<T: Indexed, const WORDS: usize> BitOr for IdSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<T: Indexed, const WORDS: usize> BitAnd for IdSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<T: Indexed, const WORDS: usize> BitXor for IdSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

/// What is in the first and not in the second.
impl<T: Indexed, const WORDS: usize> Sub for IdSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<T: Indexed, const WORDS: usize> BitOrAssign for IdSet<T, WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T: Indexed, const WORDS: usize> BitAndAssign for IdSet<T, WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<T: Indexed, const WORDS: usize> BitXorAssign for IdSet<T, WORDS> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<T: Indexed, const WORDS: usize> SubAssign for IdSet<T, WORDS> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<T: Indexed + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

id! {
    /// A card of a game: its place in the new packs. Two packs hold each face twice, under two ids.
    CardId
}

/// A set of a game's cards; of four packs, or of fewer in fewer words.
pub type CardSet<const WORDS: usize = 4> = IdSet<CardId, WORDS>;

/// A set of faces, whatever the number of packs.
pub type FaceSet = IdSet<Card, 1>;

impl Indexed for Card {
    #[inline]
    fn from_index(index: usize) -> Card {
        Card::of_face(index)
    }

    #[inline]
    fn index(self) -> usize {
        self.face()
    }
}
