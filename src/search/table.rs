//! A set of keys in bounded memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The key of a position: 128 bits. That two of n different positions share a key has a probability below n² / 2^129,
/// for a billion positions less than 10^-20. Only then could a search wrongly take a position for searched.
pub(super) type Key = u128;

/// A hasher for keys, which are hashes already.
#[derive(Debug, Default)]
pub(super) struct KeyHasher(u64);

/// Builds [`KeyHasher`]s.
pub(super) type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write_u128(&mut self, key: u128) {
        [self.0, _] = halves(key);
    }
}

/// The smallest table, in keys.
const MIN_SLOTS: usize = 1 << 12;
/// How many keys after its own place a key may replace, once the table is full.
const WINDOW: usize = 4;

/// A set of keys. When it is full, new keys replace old ones, so a key may be forgotten but never invented.
#[derive(Debug)]
pub(super) struct Table {
    /// The slots, a power of two; 0 marks an empty one.
    slots: Vec<Key>,
    len: usize,
    /// The largest number of slots.
    max_slots: usize,
    /// How many keys were replaced.
    pub(super) evictions: u64,
}

impl Table {
    /// A table that uses at most so many bytes. While it grows, the old slots exist beside the new ones.
    pub(super) fn new(memory: usize) -> Table {
        let affordable = memory / size_of::<Key>() * 2 / 3;
        let max_slots = (affordable.max(MIN_SLOTS) + 1).next_power_of_two() / 2;
        Table {
            slots: vec![0; MIN_SLOTS],
            len: 0,
            max_slots: max_slots.max(MIN_SLOTS),
            evictions: 0,
        }
    }

    /// The bits of a key that choose its slot.
    fn mask(&self) -> u64 {
        self.slots.len() as u64 - 1
    }

    fn place_of(&self, key: Key) -> usize {
        let [low, _] = halves(key);
        usize::try_from(low & self.mask()).expect("a slot has an index")
    }

    /// Adds a key. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) -> bool {
        let key = key.max(1);
        let mask = self.slots.len() - 1;
        let first = self.place_of(key);
        let mut place = first;
        loop {
            let known = self.slots[place];
            if known == key {
                return false;
            }
            if known == 0 {
                break;
            }
            place = (place + 1) & mask;
        }
        // At most three quarters of the slots are used, so that there is always an empty one.
        if (self.len + 1) * 4 <= self.slots.len() * 3 {
            self.slots[place] = key;
            self.len += 1;
        } else if self.slots.len() < self.max_slots {
            self.grow();
            return self.insert(key);
        } else {
            self.replace(first, place, key);
        }
        true
    }

    /// Replaces one of the keys between the first place and the empty one, so that no other key is cut off.
    fn replace(&mut self, first: usize, empty: usize, key: Key) {
        let mask = self.slots.len() - 1;
        let used = empty.wrapping_sub(first) & mask;
        self.evictions += 1;
        // If its own place is free there is nothing to replace, and this key is the one that is forgotten.
        if used > 0 {
            let [_, high] = halves(key);
            let choice = usize::try_from(high % used.min(WINDOW) as u64).unwrap_or(0);
            self.slots[(first + choice) & mask] = key;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        let mask = self.slots.len() - 1;
        for key in old.into_iter().filter(|&key| key != 0) {
            let mut place = self.place_of(key);
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = key;
        }
    }
}

/// Remembers with how much left to spend positions were searched in vain. When it is full, no more positions are added.
#[derive(Debug)]
pub(super) struct Attempts {
    known: HashMap<Key, usize, BuildKeyHasher>,
    max_known: usize,
}

impl Attempts {
    /// Remembers nothing yet. It will use at most `memory` bytes.
    pub(super) fn new(memory: usize) -> Attempts {
        // While it grows, the old entries exist beside the new ones, and not all places are used.
        const SIZE: usize = 128;
        Attempts {
            known: HashMap::default(),
            max_known: memory / SIZE,
        }
    }

    /// Notes that a position is searched with so much left to spend. Returns false, and does nothing, if it was searched
    /// with as much or more.
    pub(super) fn begin(&mut self, key: Key, left: usize) -> bool {
        let has_room = self.known.len() < self.max_known;
        match self.known.get_mut(&key) {
            Some(known) if *known >= left => return false,
            Some(known) => *known = left,
            None if has_room => {
                self.known.insert(key, left);
            }
            None => {}
        }
        true
    }
}

/// The two halves of a key, the lower one first.
fn halves(key: Key) -> [u64; 2] {
    let bytes = key.to_le_bytes();
    let (halves, _) = bytes.as_chunks::<8>();
    [u64::from_le_bytes(halves[0]), u64::from_le_bytes(halves[1])]
}
