//! Says what happened: what moved automatically after a move, and how the game ended.

use super::to_sentence;
use crate::condition::PileId;
use crate::play::{Move, Outcome, Position, Refusal, Sight};
use crate::session::{Event, Manner, Session, Transfer};
use crate::text::{join_with, pluralize};

/// The most automatic moves from one pile to another that are named.
const MAX_TRANSFERS: usize = 3;

/// The most cards of a pile that are named because they were turned up.
const MAX_TURNED_UP: usize = 2;

/// Says what was played, if the player did not name it, and what followed, unless all changes are told anyway. `after` is
/// the position then.
pub(super) fn describe_event(event: &Event, after: &Position, tells_all: bool) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(describe_manner(event, after));
    // Players know what an action does.
    let is_move = |mv: &Move| matches!(mv, Move::Cards(..));
    if !tells_all && event.moves.iter().all(is_move) {
        lines.extend(describe_consequences(event, after));
    }
    lines.extend(event.halt.map(|halt| {
        let why = halt.describe(after.game());
        format!("What follows from this did not finish: it was stopped {why}.")
    }));
    lines
}

/// Says how many times an action was repeated, and what stopped it.
pub(super) fn describe_stop(times: usize, refusal: &Refusal) -> String {
    let times = pluralize(times, "time");
    format!("Only {times}. {}", to_sentence(refusal.message()))
}

fn describe_manner(event: &Event, after: &Position) -> Option<String> {
    let text = &event.text;
    Some(match &event.manner {
        Manner::Named => return None,
        Manner::OneByOne => format!("Played in {}.", pluralize(event.moves.len(), "move")),
        Manner::Best => format!("Played `{text}`."),
        Manner::First(others) => {
            let name = |pile: &PileId| format!("`{}`", after.game().pile_name(*pile));
            let names: Vec<String> = others.iter().map(name).collect();
            let names = join_with(&names, "and");
            format!("Played `{text}`; {names} would accept it too.")
        }
        Manner::Safe => {
            let face = |mv: &Move| match *mv {
                Move::Cards(card, _) => Some(after.face(card).to_string()),
                Move::Action(_) => None,
            };
            let cards: Vec<String> = event.moves.iter().filter_map(face).collect();
            format!("Put away {}.", cards.join(" "))
        }
    })
}

/// Says which cards were moved or turned up automatically; `None` if there are none.
fn describe_consequences(event: &Event, after: &Position) -> Option<String> {
    let game = after.game();
    let mut parts: Vec<String> = Vec::new();
    let is_shift = |transfer: &Transfer| {
        let piles = game.group_of(transfer.to).piles;
        piles.contains(transfer.from) && game.closes_up(piles)
    };
    if !event.transfers.is_empty() && event.transfers.iter().all(is_shift) {
        parts.push("the piles after the gap moved up".to_owned());
    } else if event.transfers.len() > MAX_TRANSFERS {
        let cards = event.transfers.iter().map(|transfer| transfer.cards.len());
        let cards = pluralize(cards.sum::<usize>(), "card");
        parts.push(format!("{cards} moved to other piles"));
    } else {
        parts.extend(event.transfers.iter().map(|transfer| {
            let (from, to) = (game.pile_name(transfer.from), game.pile_name(transfer.to));
            let face = match transfer.cards.as_slice() {
                [card] => Sight::for_player(after).face(*card),
                _ => None,
            };
            let cards = face.map_or_else(
                || pluralize(transfer.cards.len(), "card"),
                |face| face.to_string(),
            );
            format!("{cards} moved from {from} to {to}")
        }));
    }
    for cards in event.turned_up.chunk_by(|(_, a), (_, b)| a == b) {
        parts.extend(cards.iter().take(MAX_TURNED_UP).map(|&(card, pile)| {
            let (face, pile) = (after.face(card), game.pile_name(pile));
            format!("{face} turned up on {pile}")
        }));
    }
    (!parts.is_empty()).then(|| format!("Then {}.", join_with(&parts, "and")))
}

impl Session {
    /// Says how the game ended, and what a player can do then; `None` if it goes on.
    pub fn describe_end(&self) -> Option<String> {
        let moves = self.moves().len();
        match self.position().outcome() {
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
                let stuck = self.describe_stuck();
                Some(format!("{stuck} {undo}`new` starts another deal."))
            }
        }
    }

    /// Says that the game is stuck, and which actions are left all the same.
    pub(super) fn describe_stuck(&self) -> String {
        let position = self.position();
        let actions = position.legal_moves().into_iter();
        let actions: Vec<String> = actions
            .map(|mv| format!("`{}`", position.format_move(mv)))
            .collect();
        let are = match actions.as_slice() {
            [] => return "Stuck: no move is legal.".to_owned(),
            [_] => "is",
            _ => "are",
        };
        format!(
            "Stuck: no card can be moved. {} {are} legal, but actions alone lead to no move of cards, no win and no other score.",
            join_with(&actions, "and")
        )
    }
}
