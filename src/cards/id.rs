//! Ids, and sets of them.

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

            /// The first `count` ids.
            pub(crate) fn first(count: usize) -> impl DoubleEndedIterator<Item = $name> + Clone {
                (0..count).map($name::new)
            }
        }

        impl $crate::cards::Indexed for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                $name::new(index)
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

/// Declares a set of ids, a bit for each. How many ids fit is the number of bits, and stands nowhere else.
macro_rules! id_set {
    ($(#[$doc:meta])* $name:ident($bits:ty) of $id:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name($bits);

        #[allow(dead_code, reason = "every set can do the same, whoever asks for it")]
        impl $name {
            /// The set of nothing.
            pub const EMPTY: $name = $name(0);

            /// How many ids there can be: they are below this.
            pub const CAPACITY: usize = <$bits>::BITS as usize;

            /// The set of one id.
            #[inline]
            #[must_use]
            pub fn of(id: $id) -> $name {
                $name(1 << $crate::cards::Indexed::index(id))
            }

            /// The set of the first `count` ids.
            #[must_use]
            pub fn first(count: usize) -> $name {
                let all = <$bits>::MAX;
                let unused = $name::CAPACITY.saturating_sub(count);
                $name(u32::try_from(unused).ok().and_then(|n| all.checked_shr(n)).unwrap_or(0))
            }

            /// Whether it has no element.
            #[inline]
            #[must_use]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many elements it has.
            #[must_use]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether an id is in it.
            #[inline]
            #[must_use]
            pub fn contains(self, id: $id) -> bool {
                self.0 >> $crate::cards::Indexed::index(id) & 1 == 1
            }

            /// The lowest id in it.
            #[inline]
            #[must_use]
            pub fn lowest(self) -> Option<$id> {
                if self.0 == 0 {
                    None
                } else {
                    let index = self.0.trailing_zeros() as usize;
                    Some($crate::cards::Indexed::from_index(index))
                }
            }

            /// Adds an id.
            #[inline]
            pub fn insert(&mut self, id: $id) {
                self.0 |= 1 << $crate::cards::Indexed::index(id);
            }

            /// Takes an id out.
            #[inline]
            pub fn remove(&mut self, id: $id) {
                self.0 &= !(1 << $crate::cards::Indexed::index(id));
            }

            /// The ids in it, lowest first.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $id> + use<> {
                let mut left = self;
                std::iter::from_fn(move || {
                    let id = left.lowest()?;
                    left.0 &= left.0 - 1;
                    Some(id)
                })
            }

            /// The ids in the set for which `holds` returns true.
            #[inline]
            #[must_use]
            pub fn filter(self, mut holds: impl FnMut($id) -> bool) -> $name {
                self.iter().filter(|&id| holds(id)).collect()
            }
        }

        impl FromIterator<$id> for $name {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $name {
                ids.into_iter().fold($name::EMPTY, |set, id| set | $name::of(id))
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;

            #[inline]
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl std::ops::BitAnd for $name {
            type Output = $name;

            #[inline]
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }

        impl std::ops::BitXor for $name {
            type Output = $name;

            #[inline]
            fn bitxor(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }
        }

        /// What is in the first and not in the second.
        impl std::ops::Sub for $name {
            type Output = $name;

            #[inline]
            fn sub(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }
        }

        impl std::ops::BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitXorAssign for $name {
            #[inline]
            fn bitxor_assign(&mut self, other: $name) {
                self.0 ^= other.0;
            }
        }

        impl std::ops::SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: $name) {
                self.0 &= !other.0;
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
pub(crate) use id_set;

use super::Card;

id! {
    /// A card of a game: its place in the new packs. Two packs hold each face twice, under two ids.
    CardId
}

id_set! {
    /// A set of a game's cards.
    CardSet(u128) of CardId
}

id_set! {
    /// A set of faces, whatever the number of packs.
    FaceSet(u64) of Card
}

impl Indexed for Card {
    fn from_index(index: usize) -> Card {
        Card::of_face(index)
    }

    fn index(self) -> usize {
        self.face()
    }
}
