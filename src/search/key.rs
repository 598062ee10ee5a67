//! Keys of positions.

use crate::cards::{CardId, CardSet};
use crate::condition::{PileId, PileSet};
use crate::play::{CardOrder, HashRules, PileHash, Position, mix};
use crate::rules::Game;
use crate::work::{Kind, spend};

use super::analysis::{Analysis, Reduction};
use super::placing::{are_different, builds_of, find_parents};
use super::table::Key;

/// Computes the keys of the positions of a game. Two positions have the same key if the rules do not tell them apart,
/// as far as the analysis knows.
#[derive(Debug)]
pub(super) struct Keys {
    /// What matters about a pile. The code of a card is its face, or its rank if suits do not matter.
    rules: HashRules,
    /// For each card, the cards with the same code.
    like: Vec<CardSet>,
    /// A random number for each pile: the same for piles that can be exchanged.
    salts: Vec<u64>,
    /// The same, once the piles that cards are dealt from are empty.
    late_salts: Vec<u64>,
    /// For each pile, whether actions turn it.
    is_turned: Vec<bool>,
    /// For each pile, whether it is a goal pile.
    is_goal: Vec<bool>,
    /// All piles.
    pub(super) all: PileSet,
    /// The hashes of the piles of the position that was looked at last.
    pub(super) hashes: Vec<PileHash>,
}

/// The key of a position in two parts, which are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyParts {
    /// The piles that actions turn, the base rank and the counters.
    pub(super) turned: Key,
    /// The other piles.
    pub(super) others: Key,
    /// The goal piles, which are among the others.
    pub(super) goals: Key,
}

impl Keys {
    pub(super) fn new(game: &Game, analysis: &Analysis) -> Keys {
        let ignores_suits = analysis.uses(Reduction::Suits);
        let codes = game.deck.iter().map(|card| match card.rank() {
            Some(rank) if ignores_suits => rank.number(),
            _ => u8::try_from(card.face()).expect("53 faces"),
        });
        let codes: Vec<u8> = codes.collect();
        let cards = CardId::first(codes.len());
        let like = cards.map(|card| {
            let is_like = |other: &CardId| codes[other.index()] == codes[card.index()];
            CardId::first(codes.len()).filter(is_like).collect()
        });
        let like = like.collect();
        let turned = analysis.turned();
        let is_turned = |pile| turned.contains(pile);
        let exchanges_ends = analysis.uses(Reduction::RunEnds);
        let salts = |later: bool| {
            let salt = |pile: PileId| {
                let first = game.group_of(pile).piles.first;
                // The turned piles are compared separately from everything else, and so always in the same way.
                let later = later && !is_turned(pile);
                let is_like_first = analysis.is_exchangeable(game, pile, later);
                let own = if is_like_first { first } else { pile };
                mix(own.index() as u64 + 1)
            };
            game.piles().map(salt).collect()
        };
        let order = |pile: PileId| {
            let group = game.piles[pile.index()].group;
            if exchanges_ends && analysis.others.contains(&pile) {
                CardOrder::Start
            } else {
                analysis.orders[group.index()]
            }
        };
        let parents = if exchanges_ends {
            find_parents(game, None, builds_of(game, &analysis.others))
        } else {
            Vec::new()
        };
        Keys {
            rules: HashRules {
                codes,
                orders: game.piles().map(order).collect(),
                parents,
            },
            like,
            salts: salts(false),
            late_salts: salts(true),
            is_turned: game.piles().map(is_turned).collect(),
            is_goal: game.piles.iter().map(|pile| pile.goal).collect(),
            all: game.piles().collect(),
            hashes: vec![PileHash::default(); game.piles.len()],
        }
    }

    /// Whether no two cards have the same code.
    pub(super) fn tell_cards_apart(&self) -> bool {
        are_different(self.rules.codes.iter())
    }

    /// The cards that the rules do not tell apart from a card, and the card itself.
    pub(super) fn like(&self, card: CardId) -> CardSet {
        self.like[card.index()]
    }

    /// The key of a position. The piles in `changed` differ from the position whose hashes were loaded last. `is_late`
    /// says whether the piles that cards are dealt from are empty.
    pub(super) fn parts(
        &mut self,
        position: &Position,
        changed: PileSet,
        is_late: bool,
    ) -> KeyParts {
        spend(Kind::Key, self.hashes.len());
        position.hash_piles(changed, &self.rules, &mut self.hashes);
        let mut parts = KeyParts {
            turned: key_of_counts(position),
            others: 0,
            goals: 0,
        };
        // A sum does not depend on the order of the piles, and equal piles do not cancel each other out.
        let salts = if is_late {
            &self.late_salts
        } else {
            &self.salts
        };
        for (index, (hash, salt)) in self.hashes.iter().zip(salts).enumerate() {
            let key = key_of_pile(*hash, *salt);
            if self.is_turned[index] {
                parts.turned = parts.turned.wrapping_add(key);
            } else {
                parts.others = parts.others.wrapping_add(key);
            }
            if self.is_goal[index] {
                parts.goals = parts.goals.wrapping_add(key);
            }
        }
        parts
    }

    /// The part of the key of a position that consists of the piles that actions turn, the base rank and the counters.
    pub(super) fn turned_part(&self, position: &Position, turned: PileSet) -> Key {
        let keys = turned.iter().map(|pile| {
            let hash = position.hash_pile(pile, &self.rules);
            key_of_pile(hash, self.salts[pile.index()])
        });
        keys.fold(key_of_counts(position), Key::wrapping_add)
    }
}

/// The key of the base rank and the counters.
fn key_of_counts(position: &Position) -> Key {
    let counts = position.hash_counts();
    join(mix(counts), mix(!counts))
}

/// The key of a pile.
fn key_of_pile(hash: PileHash, salt: u64) -> Key {
    let ([a, b], [low, high]) = (hash.own, hash.shared);
    let shared = join(low, high);
    let low = mix(a ^ salt);
    let high = mix(b.wrapping_add(salt) ^ low.rotate_left(32));
    join(low, high).wrapping_add(shared)
}

fn join(low: u64, high: u64) -> Key {
    Key::from(high) << 64 | Key::from(low)
}
