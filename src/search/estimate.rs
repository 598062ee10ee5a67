//! How far a position is from a win, as a guess that orders the search.

use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::play::Position;
use crate::rules::Game;
use crate::rules::file::Take;

use super::placing::{builds_of, find_parents, find_starts};

/// How much each thing counts in a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A card in play.
    card: u32,
    /// A card that lies on one that must go to a goal pile before it.
    blocking: u32,
    /// A card that cannot move together with the card it lies on.
    loose: u32,
    /// A card that is face down.
    hidden: u32,
    /// An empty pile; it is subtracted.
    space: u32,
}

/// The weights that are used in turn. No weights are good for all games: where single cards go to goal piles, what
/// blocks them counts; where whole runs go there, the cards that are not yet in order count.
pub(super) const WEIGHTS: [Weights; 2] = [
    Weights {
        card: 2,
        blocking: 3,
        loose: 0,
        hidden: 0,
        space: 0,
    },
    Weights {
        card: 2,
        blocking: 3,
        loose: 2,
        hidden: 2,
        space: 2,
    },
];

/// Guesses how far a position is from a win.
#[derive(Debug)]
pub(super) struct Estimate {
    /// For each card, how many cards must be on its goal pile before it; `None` if no order is known.
    order: Vec<Option<u8>>,
    /// The piles that are not goal piles.
    in_play: Vec<PileId>,
    /// Whether there are goal piles.
    has_goals: bool,
}

impl Estimate {
    /// Finds the order of the cards on goal piles from the lookup tables.
    pub(super) fn new(game: &Game, position: &Position) -> Estimate {
        let base = position.base();
        let (goals, in_play): (Vec<PileId>, Vec<PileId>) =
            game.piles().partition(|pile| game.piles[pile.index()].goal);
        let parents = find_parents(game, base, builds_of(game, &goals));
        let mut order = vec![None; game.deck.len()];
        // Cards that lie on goal piles from the start are the first too.
        let bottoms = goals
            .iter()
            .filter_map(|pile| position.cards_down(*pile).last());
        let mut level = find_starts(game, base, &goals) | bottoms.collect();
        let mut left = CardSet::first(game.deck.len());
        for depth in 0..u8::MAX {
            if level.is_empty() {
                break;
            }
            for card in level.iter() {
                order[card.index()] = Some(depth);
            }
            left -= level;
            level = left.filter(|card| !(parents[card.index()] & level).is_empty());
        }
        Estimate {
            order,
            in_play,
            has_goals: !goals.is_empty(),
        }
    }

    /// The guess: the less, the nearer to a win.
    pub(super) fn of(&self, position: &Position, weights: &Weights) -> u32 {
        if !self.has_goals {
            let piles = self.in_play.iter();
            return piles.map(|pile| u32::from(position.size(*pile) > 0)).sum();
        }
        let guesses = self.in_play.iter();
        let guess: i64 = guesses
            .map(|pile| self.guess_pile(position, *pile, weights))
            .sum();
        u32::try_from(guess.max(0)).unwrap_or(u32::MAX)
    }

    fn guess_pile(&self, position: &Position, pile: PileId, weights: &Weights) -> i64 {
        let size = u32::from(position.size(pile));
        if size == 0 {
            return -i64::from(weights.space);
        }
        let (mut blocking, mut loose, mut hidden) = (0, 0, 0);
        // From the top down, a card blocks if one that must go before it lies under it: so from the bottom up, the lowest
        // card so far counts for all on it.
        let mut cards = [None; u8::MAX as usize];
        let mut count = 0;
        for card in position.cards_down(pile) {
            cards[count] = Some(card);
            count += 1;
        }
        let game = position.game();
        let rules = &game.folded.piles[pile.index()];
        let counts_loose = weights.loose > 0 && rules.take != Take::None;
        let mut least = u8::MAX;
        let mut below: Option<CardId> = None;
        for card in cards[..count].iter().rev().copied().flatten() {
            let order = self.order[card.index()].unwrap_or(u8::MAX);
            blocking += u32::from(order > least);
            least = least.min(order);
            let is_hidden = position.is_hidden(card);
            hidden += u32::from(is_hidden);
            let moves_with = |below: CardId| {
                !position.is_hidden(below)
                    && game
                        .folded
                        .tables
                        .accept(rules.run, position.base(), Some(below), card)
            };
            loose += u32::from(counts_loose && below.is_some_and(|below| !moves_with(below)));
            below = Some(card);
        }
        i64::from(
            weights.card * size
                + weights.blocking * blocking
                + weights.loose * loose
                + weights.hidden * hidden,
        )
    }
}
