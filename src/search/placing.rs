//! Which cards can be placed where, as the lookup tables of a game tell.

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::PileId;
use crate::rules::Game;
use crate::rules::fold::FaceTable;

/// The tables that tell which cards some piles accept on others.
pub(super) fn builds_of<'a>(
    game: &'a Game,
    piles: &'a [PileId],
) -> impl Iterator<Item = FaceTable> + 'a {
    let builds = piles.iter();
    builds.map(|pile| game.folded.piles[pile.index()].build)
}

/// For each card, the cards that accept it by one of some tables, if this is the base rank.
pub(super) fn find_parents(
    game: &Game,
    base: Option<Rank>,
    tables: impl Iterator<Item = FaceTable>,
) -> Vec<CardSet> {
    // Most piles share their tables with others.
    let mut different: Vec<FaceTable> = Vec::new();
    for table in tables {
        if !different.contains(&table) {
            different.push(table);
        }
    }
    let cards = || CardId::first(game.deck.len());
    let parents_of = |card| {
        let accepts = |top: &CardId| {
            let mut tables = different.iter();
            tables.any(|table| game.folded.tables.accept(*table, base, Some(*top), card))
        };
        cards().filter(accepts).collect()
    };
    cards().map(parents_of).collect()
}

/// The cards that one of some piles accepts when it is empty, if this is the base rank.
pub(super) fn find_starts(game: &Game, base: Option<Rank>, piles: &[PileId]) -> CardSet {
    let accepts = |card: &CardId| {
        piles.iter().any(|pile| {
            let start = game.folded.piles[pile.index()].start;
            game.folded.tables.accept(start, base, None, *card)
        })
    };
    CardId::first(game.deck.len()).filter(accepts).collect()
}

/// Whether no two cards have the same code.
pub(super) fn are_different<T: Ord>(codes: impl Iterator<Item = T>) -> bool {
    let mut codes: Vec<T> = codes.collect();
    codes.sort_unstable();
    codes.windows(2).all(|pair| pair[0] != pair[1])
}
