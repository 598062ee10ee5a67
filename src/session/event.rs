//! What happened when something was played.

use indexmap::IndexMap;
use serde::Serialize;

use crate::cards::{CardId, CardSet};
use crate::condition::PileId;
use crate::play::{Halt, Move, Position, Refusal};

/// What happened when a player asked for something to be played.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Event {
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// The moves as they are typed, joined with `; `.
    pub text: String,
    /// Why it was these moves.
    pub manner: Manner,
    /// The cards that moved though the player did not move them: automatically, or by the steps of an action.
    pub transfers: Vec<Transfer>,
    /// The cards that were turned face up without leaving their pile.
    pub turned_up: Vec<(CardId, PileId)>,
    /// Why an action was not repeated as often as the player asked for, if it was not.
    pub stopped: Option<Refusal>,
    /// Why what follows did not finish, if it did not.
    #[serde(skip)]
    pub(crate) halt: Option<Halt>,
}

/// Cards that changed their pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Transfer {
    /// Their pile before.
    pub from: PileId,
    /// Their pile now.
    pub to: PileId,
    /// The cards, from the top.
    pub cards: Vec<CardId>,
}

/// How moves came from what a player asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Manner {
    /// They were named.
    Named,
    /// A move to a group was named, and these piles of it would accept the cards too.
    First(Vec<PileId>),
    /// They are single moves that together move several cards.
    OneByOne,
    /// A pile or a card was named, and this is its only or best move.
    Best,
    /// These cards were safe to put away.
    Safe,
}

/// What changed between two positions, apart from the cards that the player moved.
#[doc(hidden)]
pub fn list_changes(
    before: &Position,
    after: &Position,
    moved: CardSet,
) -> (Vec<Transfer>, Vec<(CardId, PileId)>) {
    let mut transfers: IndexMap<(PileId, PileId), Vec<CardId>> = IndexMap::new();
    let mut turned_up = Vec::new();
    for to in after.game().piles() {
        for card in after.cards_down(to) {
            let Some(from) = before.pile_of(card) else {
                continue;
            };
            if from != to && !moved.contains(card) {
                transfers.entry((from, to)).or_default().push(card);
            } else if from == to && before.is_hidden(card) && !after.is_hidden(card) {
                turned_up.push((card, to));
            }
        }
    }
    let transfers = transfers.into_iter();
    let transfers = transfers.map(|((from, to), cards)| Transfer { from, to, cards });
    (transfers.collect(), turned_up)
}
