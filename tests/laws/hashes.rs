//! Laws of hashes and keys.

use std::collections::HashMap;

use patience::Position;

use super::candidates;
use super::judge::{describe, move_by_location};
use super::walk::{Stop, Violation, ensure};

/// A move in terms of piles and depths, as [`move_by_location`] returns it.
type Location = (usize, usize, usize);

/// The hashes and keys of the positions of a game.
#[derive(Default)]
pub(super) struct Hashes {
    keys: HashMap<u64, Vec<u8>>,
    seen: HashMap<Vec<u8>, (u64, Vec<Location>)>,
    /// One copy that others are made into, with their hashes.
    reused: Option<Position>,
}

/// Positions with the same key have the same hash and the same legal moves; positions with different keys that occur
/// here have different hashes. A move changes the hash if it changes the key.
pub(super) fn check_hashes(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let Hashes { keys, seen, reused } = &mut stop.memory.hashes;
    let copy = reused.get_or_insert_with(|| position.clone());
    copy.clone_from(position);
    let (hash, key) = (copy.hash(), position.key());
    let first = keys.entry(hash).or_insert_with(|| key.clone());
    ensure(
        *first == key,
        "different keys have different hashes",
        String::new,
    )?;
    let legal = position.legal_moves();
    let moves = legal.iter().map(|&m| move_by_location(position, m));
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    let first = seen
        .entry(key.clone())
        .or_insert_with(|| (hash, moves.clone()));
    ensure(
        *first == (hash, moves),
        "positions with one key have one hash and the same moves",
        String::new,
    )?;
    if !legal.is_empty() {
        let mv = legal[stop.rng.below(legal.len())];
        copy.play_unchecked(mv);
        // A hash that is kept is a part of what must be sound.
        ensure(copy.is_sound(), "a hash that is kept is the hash", || {
            describe(position, mv)
        })?;
        // Even an illegal move, which nobody checks, changes it by the cards that it moves.
        let all = candidates(position);
        let mut other = position.clone();
        other.play_unchecked(all[stop.rng.below(all.len())]);
        let kept = other.hash();
        other.keep_hash();
        ensure(
            other.hash() == kept,
            "a hash that is kept is the hash",
            String::new,
        )?;
        let is_right = (copy.hash() == hash) == (copy.key() == key);
        ensure(
            is_right,
            "a move that changes the key changes the hash",
            String::new,
        )?;
    }
    Ok(1)
}
