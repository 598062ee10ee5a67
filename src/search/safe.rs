//! Which cards can go to their goal piles at once.

use std::collections::HashMap;

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::PileId;
use crate::play::{BoardView, Position};
use crate::work::{Kind, spend};

use super::analysis::Analysis;
use super::key::Keys;
use super::placing::find_parents;
use super::table::{BuildKeyHasher, Key};

/// Decides which cards that are on goal piles, or could go there now, will not be needed elsewhere.
///
/// Let X be a set of cards that contains, with each card, all cards that could be placed on it elsewhere or lie on it
/// in a run that is lifted and, if cards can leave goal piles, all cards under it on its goal pile or under its place
/// there. If every card of X is on a goal pile, or would be accepted by one at once, no card of X is needed in play:
/// any line of play that wins also wins if each card of X goes to its goal pile as soon as it is free and stays there.
/// Only cards of X are ever placed on cards of X, with nothing but cards of X on them, so no other move is missed; and
/// no card under one of X on a goal pile is taken back, as it is in X as well.
///
/// A card could go to a goal pile at once, whatever else goes there, if there is a pile for each of the cards that the
/// pile accepts, and these piles are alike. So two cards that are the same must find two such piles.
///
/// For alternating colors this is theorem 1 of Blake and Gent: a card is safe if both cards of the other color that
/// could go on it are on foundations or could go there, and so on.
#[derive(Debug)]
pub(super) struct Safety {
    /// The base rank that `placed_on` was computed with.
    base: Option<Rank>,
    /// For each card, the cards that could be placed on it elsewhere than on goal piles, or lie on it in a run: where
    /// cards of any order move as one, a card under others may go on it to free what lies below.
    placed_on: Vec<CardSet>,
    /// The safe cards, by the key of the goal piles; `None` if that key does not decide which they are. It does not
    /// tell which of several like cards lies where, and that matters if cards can leave goal piles.
    known: Option<HashMap<Key, CardSet, BuildKeyHasher>>,
}

/// The most states of the goal piles that are remembered.
const MAX_KNOWN: usize = 1 << 16;

/// What the goal piles of a position accept and hold.
struct Goals {
    /// The cards of each goal pile, and those that it accepts that are on none.
    held: Vec<CardSet>,
    accepted: Vec<CardSet>,
    /// Whether cards can leave goal piles.
    release: bool,
    /// The cards that a goal pile accepts, if none can take the place of another.
    ready: CardSet,
    /// The cards on goal piles.
    home: CardSet,
}

impl Safety {
    /// Prepares the rules of a game. The base rank of the position must be set if the game has one.
    fn new(analysis: &Analysis, position: &Position, keys: &Keys) -> Safety {
        let game = position.game();
        let cards = || CardId::first(game.deck.len());
        let base = position.base();
        let piles = game.piles().filter(|pile| !analysis.goals.contains(pile));
        let rules = piles.map(|pile| &game.folded.piles[pile.index()]);
        let parents = find_parents(game, base, rules.flat_map(|rules| [rules.build, rules.run]));
        let placed_on = |top: CardId| -> CardSet {
            let is_placed = |card: &CardId| parents[card.index()].contains(top);
            cards().filter(is_placed).collect()
        };
        Safety {
            base,
            placed_on: cards().map(placed_on).collect(),
            known: (!analysis.goals_release || keys.tell_cards_apart()).then(HashMap::default),
        }
    }

    /// The cards of a position that are on goal piles or could go there, and are not needed elsewhere. `key` is the one
    /// of the goal piles among the `keys`. Without a base rank, where the game has one, no card is safe.
    pub(super) fn safe_cards(
        safety: &mut Option<Safety>,
        analysis: &Analysis,
        position: &Position,
        keys: &Keys,
        key: Key,
    ) -> CardSet {
        if position.needs_base() {
            return CardSet::EMPTY;
        }
        let safety = match safety {
            Some(safety) if safety.base == position.base() => safety,
            _ => safety.insert(Safety::new(analysis, position, keys)),
        };
        if let Some(&cards) = safety.known.as_ref().and_then(|known| known.get(&key)) {
            return cards;
        }
        let cards = safety.find_safe(&Goals::new(analysis, position));
        if let Some(known) = &mut safety.known {
            if known.len() >= MAX_KNOWN {
                known.clear();
            }
            known.insert(key, cards);
        }
        cards
    }

    /// The cards that are on a goal pile, if cards can leave it, or could go there now, and will not be needed elsewhere: none
    /// of the cards that could go on them, or lie under them on a goal pile, needs another place either.
    fn find_safe(&self, goals: &Goals) -> CardSet {
        let mut safe = goals.ready;
        if goals.release {
            safe |= goals.home;
        }
        let needed = |card: CardId| {
            let placed = self.placed_on[card.index()];
            let placed = if goals.release {
                placed
            } else {
                placed - goals.home
            };
            (card, placed | goals.cards_under(card))
        };
        let needed: Vec<(CardId, CardSet)> = safe.iter().map(needed).collect();
        loop {
            spend(Kind::Key, needed.len());
            let before = safe;
            for (card, needed) in &needed {
                if !(*needed - safe).is_empty() {
                    safe.remove(*card);
                }
            }
            if safe == before {
                return safe;
            }
        }
    }
}

impl Goals {
    fn new(analysis: &Analysis, position: &Position) -> Goals {
        let goals = &analysis.goals;
        // Goal piles are compared by pairs.
        spend(Kind::Key, 10 * goals.len() + goals.len() * goals.len());
        let held = goals
            .iter()
            .map(|pile| position.cards_down(*pile).collect());
        let held: Vec<CardSet> = held.collect();
        let home = held.iter().fold(CardSet::EMPTY, |all, cards| all | *cards);
        let accepted = goals
            .iter()
            .map(|pile| position.accepted_cards(&[*pile]) - home);
        let accepted: Vec<CardSet> = accepted.collect();
        let mut ready = CardSet::EMPTY;
        for (at, (&pile, &cards)) in goals.iter().zip(&accepted).enumerate() {
            if cards.is_empty() || accepted[..at].contains(&cards) {
                continue;
            }
            // Where other piles accept the same cards, none takes the place of another if there is a pile for each.
            let mut places = 0;
            let mut are_alike = true;
            for (&other, &others) in goals.iter().zip(&accepted) {
                if others == cards {
                    places += 1;
                    are_alike &= is_alike(position, pile, other);
                } else {
                    are_alike &= (others & cards).is_empty();
                }
            }
            if are_alike && cards.len() <= places {
                ready |= cards;
            }
        }
        Goals {
            held,
            accepted,
            release: analysis.goals_release,
            ready,
            home,
        }
    }

    /// The cards under a card on its goal pile, or under its place there, if cards can leave goal piles.
    fn cards_under(&self, card: CardId) -> CardSet {
        if !self.release {
            return CardSet::EMPTY;
        }
        spend(Kind::Key, 1 + self.held.len() / 4);
        let places = if self.home.contains(card) {
            &self.held
        } else {
            &self.accepted
        };
        let held = self.held.iter().zip(places);
        held.filter(|(_, place)| place.contains(card))
            .fold(CardSet::EMPTY, |under, (held, _)| under | *held)
    }
}

/// Whether two goal piles that accept the same cards now will do so as well when they have got the same card.
fn is_alike(position: &Position, pile: PileId, other: PileId) -> bool {
    let game = position.game();
    game.folded.piles[pile.index()] == game.folded.piles[other.index()]
        && position.size(pile) == position.size(other)
}
