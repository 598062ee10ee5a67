//! How far a position is from a win, as a guess that orders the search.

use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::play::Position;
use crate::rules::Game;

/// Guesses how far a position is from a win: how many cards are in play, and how many of them lie on cards that must go
/// before them.
#[derive(Debug)]
pub(super) struct Estimate {
    /// For each card, how many cards must be on its goal pile before it; `None` if no order is known.
    order: Vec<Option<u8>>,
    /// The piles that are not goal piles.
    in_play: Vec<PileId>,
    /// The cards in the deck.
    goals: bool,
}

impl Estimate {
    /// Finds out from the lookup tables of the goal piles in which order cards go there.
    pub(super) fn new(game: &Game, position: &Position) -> Estimate {
        let tables = &game.folded.tables;
        let base = position.base();
        let goals: Vec<PileId> = game
            .piles()
            .filter(|pile| game.piles[pile.index()].goal)
            .collect();
        let cards = || CardId::first(game.deck.len());
        let mut order = vec![None; game.deck.len()];
        let rules = |pile: &PileId| &game.folded.piles[pile.index()];
        // Cards that lie on goal piles from the start are the first too.
        let mut level: CardSet = cards()
            .filter(|card| {
                goals
                    .iter()
                    .any(|pile| tables.accept(rules(pile).start, base, None, *card))
                    || goals
                        .iter()
                        .any(|pile| position.cards_down(*pile).last() == Some(*card))
            })
            .collect();
        for depth in 0..u8::MAX {
            if level.is_empty() {
                break;
            }
            for card in level.iter() {
                order[card.index()] = Some(depth);
            }
            let last = level;
            level = cards()
                .filter(|card| {
                    order[card.index()].is_none()
                        && last.iter().any(|top| {
                            goals.iter().any(|pile| {
                                tables.accept(rules(pile).build, base, Some(top), *card)
                            })
                        })
                })
                .collect();
        }
        Estimate {
            order,
            in_play: game
                .piles()
                .filter(|pile| !game.piles[pile.index()].goal)
                .collect(),
            goals: !goals.is_empty(),
        }
    }

    /// The guess: the less, the nearer to a win.
    pub(super) fn of(&self, position: &Position) -> u32 {
        if !self.goals {
            return 0;
        }
        let mut sum = 0;
        for &pile in &self.in_play {
            let size = u32::from(position.size(pile));
            if size == 0 {
                continue;
            }
            sum += 2 * size;
            // A card blocks what lies under it if that must go first. The lowest such card counts for all on it.
            let mut cards: [u8; 256] = [0; 256];
            let mut count = 0;
            for card in position.cards_down(pile) {
                cards[count] = self.order[card.index()].unwrap_or(u8::MAX);
                count += 1;
            }
            let mut least = u8::MAX;
            for &order in cards[..count].iter().rev() {
                if order > least {
                    sum += 3;
                }
                least = least.min(order);
            }
        }
        sum
    }
}
