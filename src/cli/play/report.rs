//! Says what happened: what moved automatically after a move, and how the game ended.

use std::collections::HashSet;

use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::{BoardView, Move, Outcome, Position, Sight};
use crate::text::{join_with, pluralize};

/// The most automatic moves from one pile to another that are named.
const MAX_TRANSFERS: usize = 3;

/// Says which cards were moved or turned up automatically after moves of cards; `None` if there are none. What an action
/// does is no surprise, so nothing is said after an action.
pub(super) fn describe_consequences(before: &Position, moves: &[Move]) -> Option<String> {
    let mut moved: HashSet<CardId> = HashSet::new();
    let mut after = before.clone();
    for mv in moves {
        let Move::Cards(card, to) = *mv else {
            return None;
        };
        let from = after.pile_of(card)?;
        moved.extend(after.unit(card, from));
        // The target's top card leaves too, if the move removes a pair or exchanges two cards.
        let top = after.top(to);
        after.play_unchecked(*mv);
        moved.extend(top.filter(|&top| after.pile_of(top) != Some(to)));
    }
    let mut parts: Vec<String> = Vec::new();
    let mut transfers = list_transfers(before, &after, &moved);
    if transfers.len() > MAX_TRANSFERS {
        let cards: usize = transfers.iter().map(|(_, _, cards)| cards.len()).sum();
        parts.push(format!("{} moved to other piles", pluralize(cards, "card")));
        transfers.clear();
    }
    for (from, to, cards) in transfers {
        let game = after.game();
        let name = match cards.as_slice() {
            [card] => Sight::for_player(&after)
                .face(*card)
                .map_or("1 card".to_owned(), |face| face.to_string()),
            cards => pluralize(cards.len(), "card"),
        };
        parts.push(format!(
            "{name} moved from {} to {}",
            game.pile_name(from),
            game.pile_name(to)
        ));
    }
    let game = after.game();
    for pile in game.piles() {
        let turned = |&card: &CardId| before.is_hidden(card) && !after.is_hidden(card);
        let stayed = |&card: &CardId| before.pile_of(card) == Some(pile);
        let cards = after.cards_down(pile).filter(stayed).filter(turned);
        for card in cards.take(2) {
            let face = after.face(card);
            parts.push(format!("{face} turned up on {}", game.pile_name(pile)));
        }
    }
    (!parts.is_empty()).then(|| format!("Then {}.", join_with(&parts, "and")))
}

/// Says that what follows from moves is not what the rules say, if it was stopped.
pub(super) fn describe_halt(before: &Position, moves: &[Move]) -> Option<String> {
    let mut after = before.clone();
    let halts = moves.iter().filter_map(|&mv| after.play_noting_halt(mv));
    let why = halts.last()?.describe(before.game());
    Some(format!(
        "What follows from this did not finish: it was stopped {why}."
    ))
}

/// The cards that changed their pile, except the given ones: the piles, and the cards.
fn list_transfers(
    before: &Position,
    after: &Position,
    except: &HashSet<CardId>,
) -> Vec<(PileId, PileId, Vec<CardId>)> {
    let mut transfers: Vec<(PileId, PileId, Vec<CardId>)> = Vec::new();
    for pile in after.game().piles() {
        for card in after.cards_down(pile) {
            let Some(from) = before.pile_of(card).filter(|&from| from != pile) else {
                continue;
            };
            if except.contains(&card) {
                continue;
            }
            let known = transfers
                .iter_mut()
                .find(|(f, t, _)| (*f, *t) == (from, pile));
            match known {
                Some((_, _, cards)) => cards.push(card),
                None => transfers.push((from, pile, vec![card])),
            }
        }
    }
    transfers
}

/// Says how a game ended, and what a player can do then; `None` if it goes on.
pub(super) fn describe_end(position: &Position, moves: usize) -> Option<String> {
    match position.outcome() {
        Outcome::Open => None,
        Outcome::Won => Some(format!(
            "Won in {}. `new` starts another deal.",
            pluralize(moves, "move")
        )),
        Outcome::Stuck => {
            let undo = if moves > 0 {
                "`undo` takes back the last move, `solve lost` says which move lost the game, `restart` starts this \
                 deal over, "
            } else {
                ""
            };
            Some(format!(
                "Stuck: no card can be moved, now or later. {undo}`new` starts another deal."
            ))
        }
    }
}
