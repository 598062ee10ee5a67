//! Ids and bit sets of ids.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::Card;

/// A type that converts to and from an index, so that an [`IdSet`] can store it as a bit.
pub(crate) trait Indexed: Copy {
    /// Returns the value with an index, counted from 0.
    fn from_index(index: usize) -> Self;
    /// Returns the index, counted from 0.
    fn index(self) -> usize;
}

/// Declares an id type: an index below 255 into a list. Both the id and an `Option` of it take one byte.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU8);

        impl $name {
            /// Creates the id with an index, counted from 0.
            ///
            /// # Panics
            /// Panics if the index is 255 or more.
            #[inline]
            pub const fn new(index: usize) -> $name {
                assert!(index < u8::MAX as usize, "an id is below 255");
                let [number, ..] = (index + 1).to_le_bytes();
                match std::num::NonZeroU8::new(number) {
                    Some(number) => $name(number),
                    None => unreachable!(),
                }
            }

            /// Returns the index, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// Returns the index plus one, or 0 for `None`.
            #[allow(dead_code, reason = "every id type has the same methods, used or not")]
            #[inline]
            pub(crate) const fn number(id: Option<$name>) -> u8 {
                match id {
                    Some(id) => id.0.get(),
                    None => 0,
                }
            }

            /// Iterates over the first `count` ids.
            pub(crate) fn first(
                count: usize,
            ) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone + use<> {
                (0..count).map($name::new)
            }
        }

        impl $crate::cards::Indexed for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                // The members of a set are below its capacity, so no check is needed.
                let [low, ..] = index.to_le_bytes();
                $name(std::num::NonZeroU8::MIN.saturating_add(low))
            }

            #[inline]
            fn index(self) -> usize {
                self.index()
            }
        }

        /// Writes the index.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&self.index(), serializer)
            }
        }

        /// Reads an index. Whether a game has something with it is not known.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$name, D::Error> {
                let index = <usize as serde::Deserialize>::deserialize(deserializer)?;
                if index < usize::from(u8::MAX) {
                    Ok($name::new(index))
                } else {
                    Err(serde::de::Error::custom("an id is below 255"))
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.index()).finish()
            }
        }
    };
}
pub(crate) use id;

/// A bit set of ids below `WORDS` times 64. `WORDS` is a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdSet<T, const WORDS: usize>([u64; WORDS], PhantomData<T>);

#[allow(private_bounds, reason = "only types of this crate are stored in sets")]
impl<T: Indexed, const WORDS: usize> IdSet<T, WORDS> {
    /// The empty set.
    pub const EMPTY: Self = IdSet([0; WORDS], PhantomData);

    /// The maximum number of ids; indices are below it.
    pub const CAPACITY: usize = WORDS * 64;

    /// Returns the index of the word that stores an id, and its bit within the word.
    #[inline]
    fn locate(id: T) -> (usize, u64) {
        debug_assert!(
            id.index() < Self::CAPACITY,
            "the id is below the capacity of the set"
        );
        // The mask lets the compiler drop the bounds check.
        ((id.index() / 64) & (WORDS - 1), 1 << (id.index() % 64))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        IdSet(
            std::array::from_fn(|i| f(self.0[i], other.0[i])),
            PhantomData,
        )
    }

    /// Creates a set with a single id.
    #[inline]
    pub fn only(id: T) -> Self {
        let (word, bit) = Self::locate(id);
        // Words that are written one by one and then read together would be slow.
        let bits = |i: usize| if i == word { bit } else { 0 };
        IdSet(std::array::from_fn(bits), PhantomData)
    }

    /// Creates a set of the first `count` ids.
    pub fn first(count: usize) -> Self {
        let word = |i: usize| match count.saturating_sub(i * 64) {
            64.. => u64::MAX,
            count => (1 << count) - 1,
        };
        IdSet(std::array::from_fn(word), PhantomData)
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the number of ids in the set.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether an id is in the set.
    #[inline]
    pub fn contains(self, id: T) -> bool {
        let (word, bit) = Self::locate(id);
        self.0[word] & bit != 0
    }

    /// Returns the lowest id, or `None` if the set is empty.
    #[inline]
    pub fn lowest(self) -> Option<T> {
        self.iter().next()
    }

    /// Adds an id.
    #[inline]
    pub fn insert(&mut self, id: T) {
        let (word, bit) = Self::locate(id);
        self.0[word] |= bit;
    }

    /// Removes an id.
    #[inline]
    pub fn remove(&mut self, id: T) {
        let (word, bit) = Self::locate(id);
        self.0[word] &= !bit;
    }

    /// Iterates over the ids, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> + use<T, WORDS> {
        let (mut words, mut i) = (self.0, 0);
        std::iter::from_fn(move || {
            loop {
                let word = words.get_mut(i)?;
                if *word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some(T::from_index(i * 64 + bit));
                }
                i += 1;
            }
        })
    }

    /// Calls `f` with each id, lowest first. This is faster than [`iter`](Self::iter).
    #[inline]
    pub(crate) fn each(self, mut f: impl FnMut(T)) {
        for i in 0..WORDS {
            let mut word = self.0[i];
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                f(T::from_index(i * 64 + bit));
            }
        }
    }

    /// Returns the ids in the set that pass the predicate.
    #[inline]
    pub fn filter(self, mut predicate: impl FnMut(T) -> bool) -> Self {
        let mut filtered = self;
        self.each(|id| {
            if !predicate(id) {
                filtered.remove(id);
            }
        });
        filtered
    }

    /// Returns the words, lowest ids first.
    #[inline]
    pub(crate) fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The same set with room for more ids.
    #[inline]
    pub(crate) fn widen<const MORE: usize>(self) -> IdSet<T, MORE> {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        IdSet(std::array::from_fn(word), PhantomData)
    }

    /// Creates a set from its words.
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

/// Declares an operator of sets, such as `|`, with the one that assigns, such as `|=`.
macro_rules! set_operator {
    ($(#[$doc:meta])* $operator:ident $name:ident, $assigning:ident $assign:ident: $f:expr) => {
        $(#[$doc])*
        impl<T: Indexed, const WORDS: usize> $operator for IdSet<T, WORDS> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                self.zip(other, $f)
            }
        }

        impl<T: Indexed, const WORDS: usize> $assigning for IdSet<T, WORDS> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.zip(other, $f);
            }
        }
    };
}

set_operator! { BitOr bitor, BitOrAssign bitor_assign: |a, b| a | b }
set_operator! { BitAnd bitand, BitAndAssign bitand_assign: |a, b| a & b }
set_operator! { BitXor bitxor, BitXorAssign bitxor_assign: |a, b| a ^ b }
set_operator! {
    /// The set difference.
    Sub sub, SubAssign sub_assign: |a, b| a & !b
}

impl<T: Indexed + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

id! {
    /// A physical card: its index in the unshuffled packs. Two packs contain each face twice, with two ids.
    CardId
}

/// A set of cards; four words hold the cards of four packs, smaller games can use fewer.
pub type CardSet<const WORDS: usize = 4> = IdSet<CardId, WORDS>;

/// A set of faces, independent of the number of packs.
pub type FaceSet = IdSet<Card, 1>;

impl Indexed for Card {
    #[inline]
    fn from_index(index: usize) -> Card {
        Card::from_face(index)
    }

    #[inline]
    fn index(self) -> usize {
        self.face()
    }
}
