//! Moves that can be forced or left out, because whatever else wins, wins with them or without them too.
//!
//! **Safe goals.** Let only the moved card, the card below it, the base rank and which pile it is decide what may lie
//! where; let nothing happen automatically, actions only turn the stock, and every card be available at any time; let
//! the game be won when all cards are on goal piles, which take single cards, as all others take single cards or any
//! number. Then a card that no other card needs can go to its goal pile at once, and need not come back. Which cards
//! these are, and why, is said where they are found: [`Safety`](super::super::safe::Safety). Taking a card off a pile
//! only helps: what lies under it becomes free, a run that it ended is shorter, there is more room. That would not be
//! so if a unit needed it, or if a pile refilled.
//!
//! No card may be accepted by goal piles with different rules, or it might be wanted on another later. And if cards can
//! leave goal piles, a card that stays there must not be in the place of a different one.
//!
//! **Dead ends.** If nothing happens automatically, actions only turn the stock, and the game is won when all cards are
//! on goal piles, which are not refilled, then the lookup tables bound the possible moves, and a position is lost if
//! not even an easier game could be won from it: [`Relaxed`](super::super::relaxed::Relaxed).

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::PileId;
use crate::rules::Game;

use super::super::placing::{builds_of, find_parents, find_starts};

/// Whether goal piles with different rules never accept the same card, whatever the base rank is.
pub(super) fn goals_share_no_cards(game: &Game) -> bool {
    let rules = |pile: PileId| {
        let rules = &game.folded.piles[pile.index()];
        (rules.start, rules.build, rules.capacity)
    };
    let mut kinds: Vec<PileId> = Vec::new();
    for goal in goals(game) {
        if !kinds.iter().any(|kind| rules(*kind) == rules(goal)) {
            kinds.push(goal);
        }
    }
    let accepted = |base: Option<Rank>, kind: PileId| {
        let parents = find_parents(game, base, builds_of(game, &[kind]));
        let is_built = |card: &CardId| !parents[card.index()].is_empty();
        let built: CardSet = CardId::first(game.deck.len()).filter(is_built).collect();
        built | find_starts(game, base, &[kind])
    };
    kinds.len() < 2
        || bases(game).into_iter().all(|base| {
            let mut all = CardSet::EMPTY;
            kinds.iter().all(|kind| {
                let cards = accepted(base, *kind);
                let is_apart = (all & cards).is_empty();
                all |= cards;
                is_apart
            })
        })
}

/// Whether no card can take the place of a different one on a goal pile: on each pile at most one fits on each card,
/// and there are piles for all cards that start them, whatever the base rank is.
pub(super) fn goals_have_one_place(game: &Game) -> bool {
    let is_same = |a: usize, b: usize| game.deck[a].face() == game.deck[b].face();
    bases(game).into_iter().all(|base| {
        goals(game).all(|goal| {
            let rules = &game.folded.piles[goal.index()];
            let parents = find_parents(game, base, std::iter::once(rules.build));
            let are_apart = (0..parents.len())
                .all(|a| (0..a).all(|b| is_same(a, b) || (parents[a] & parents[b]).is_empty()));
            let is_like = |pile: &PileId| game.folded.piles[pile.index()].start == rules.start;
            let places = goals(game).filter(is_like).count();
            are_apart && find_starts(game, base, &[goal]).len() <= places
        })
    })
}

/// The goal piles.
pub(super) fn goals(game: &Game) -> impl Iterator<Item = PileId> {
    game.piles().filter(|pile| game.group_of(*pile).goal)
}

/// The base ranks that a game may have.
fn bases(game: &Game) -> Vec<Option<Rank>> {
    match &game.base {
        Some(_) => game.order.ranks().iter().copied().map(Some).collect(),
        None => vec![None],
    }
}
